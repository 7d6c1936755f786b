"""What stages remember, written as bytes and read again."""

from collections.abc import Mapping
from dataclasses import dataclass, fields, is_dataclass
from enum import Enum
from types import MappingProxyType
from typing import Any

import msgspec
import numpy as np
import numpy.typing as npt
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays_of

from factories import world_of
from midworld.errors import UnfitMemory
from midworld.geometry import Pose
from midworld.physics import Mode
from midworld.relations.cloud import Doubt
from midworld.runtime.memory import Remembered
from midworld.runtime.values import decode_value, encode_value
from midworld.world import encode_world

Array = npt.NDArray[np.generic]
HERE = __name__.partition(".")[0]
DTYPES = st.sampled_from(["<f8", "<f4", "<i8", "<i4", "|u1", "|b1", "<U3"])


@dataclass(frozen=True, slots=True)
class Pair:
    one: object
    other: object = None


class Box(msgspec.Struct, frozen=True):
    content: Any = None


class Colour(Enum):
    RED = "red"
    DEEP = 7


def again(value: object) -> Any:
    return decode_value(encode_value(value), homes=[HERE])


def same(one: Any, other: Any) -> bool:
    """Equal to the bit, of one kind; a mapping is any mapping with the same items in the same order."""
    if isinstance(one, np.ndarray):
        return isinstance(other, np.ndarray) and _bits(one) == _bits(other)
    if hasattr(one, "items"):
        return hasattr(other, "items") and same(list(one.items()), list(other.items()))
    if type(one) is not type(other):
        return False
    if type(one) in (tuple, list):
        return len(one) == len(other) and all(map(same, one, other))
    if isinstance(one, float):
        return np.float64(one).tobytes() == np.float64(other).tobytes()
    if isinstance(one, msgspec.Struct):
        return all(same(getattr(one, each), getattr(other, each)) for each in one.__struct_fields__)
    if is_dataclass(one):
        return all(same(getattr(one, each.name), getattr(other, each.name)) for each in fields(one))
    return one == other


def _bits(array: Any) -> tuple[Any, ...]:
    return array.dtype.str, array.shape, array.flags.c_contiguous, array.flags.f_contiguous, array.tobytes()


def plain() -> st.SearchStrategy[Any]:
    return st.one_of(
        st.none(), st.booleans(), st.integers(-(2**63), 2**64 - 1), st.floats(), st.text(), st.binary(max_size=20)
    )


def keys() -> st.SearchStrategy[Any]:
    simple = st.one_of(st.text(), st.integers(-(2**63), 2**64 - 1), st.sampled_from([*Mode, *Colour]))
    return st.one_of(simple, st.tuples(simple, simple), st.frozensets(simple, max_size=3))


def arrays() -> st.SearchStrategy[Any]:
    shapes = arrays_of.array_shapes(min_dims=0, max_dims=3, min_side=0, max_side=4)
    made = arrays_of.arrays(DTYPES, shapes)
    return st.one_of(made, made.map(np.asfortranarray))


def values() -> st.SearchStrategy[Any]:
    leaves = st.one_of(plain(), st.sampled_from([*Mode, *Colour]), arrays(), st.frozensets(keys(), max_size=4))

    def nested(inner: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
        return st.one_of(
            st.lists(inner, max_size=4).map(tuple),
            st.lists(inner, max_size=4),
            st.dictionaries(keys(), inner, max_size=4).map(MappingProxyType),
            st.builds(Pair, inner, inner),
            st.builds(Box, inner),
            st.builds(Remembered, st.text(), inner),
        )

    return st.recursive(leaves, nested, max_leaves=12)


@given(values())
def test_what_is_remembered_is_the_same_after_a_file(value: Any) -> None:
    assert same(value, again(value))


def test_comparison_of_values_tells_them_apart() -> None:
    table = np.arange(6.0).reshape(2, 3)
    assert not same(table, np.asfortranarray(table))
    assert not same(table, table.astype(np.float32))
    assert not same(0.0, -0.0)
    assert not same((1,), [1])
    assert not same(Pair(1), Pair(1.0))
    assert not same({"a": 1, "b": 2}, {"b": 2, "a": 1})


@pytest.mark.parametrize("order", ["C", "F"])
def test_an_array_keeps_the_order_it_lies_in(order: Any) -> None:
    table = np.asarray(np.arange(24.0).reshape(2, 3, 4), order=order)
    found = again(table)
    assert (found.flags.c_contiguous, found.flags.f_contiguous) == (order == "C", order == "F")
    assert (found == table).all()


@pytest.mark.parametrize(
    "view",
    [np.arange(12.0).reshape(3, 4)[:, ::2], np.broadcast_to(np.arange(3.0), (4, 3)), np.arange(5)[::-1]],
    ids=["strided", "repeated", "backwards"],
)
def test_a_part_of_an_array_is_kept_without_the_rest(view: Array) -> None:
    found = again(view)
    assert (found == view).all()
    assert found.flags.c_contiguous


def test_what_is_in_two_places_is_one_object_again() -> None:
    table, pose = np.arange(3.0), Pose((1.0, 2.0, 3.0))
    shared = Pair(table, pose)
    found = again(({"a": shared}, [table, shared], Box(pose)))
    first = found[0]["a"]
    assert found[1][0] is first.one
    assert found[1][1] is first
    assert found[2].content is first.other


def test_what_is_equal_and_not_the_same_stays_two() -> None:
    found = again((np.arange(3.0), np.arange(3.0)))
    assert found[0] is not found[1]


def test_values_made_on_the_way_are_not_taken_for_each_other() -> None:
    """Every item of the mapping is a new object while it is written, perhaps where the last one was."""

    class Made(Mapping[int, object]):
        def __getitem__(self, key: int) -> object:
            return (key, key + 1)

        def __iter__(self) -> Any:
            return iter(range(200))

        def __len__(self) -> int:
            return 200

    assert dict(again(Made())) == {key: (key, key + 1) for key in range(200)}


def test_a_world_is_kept_whole() -> None:
    world = world_of({"table": Pose(), "mug": Pose((0.0, 0.0, 1.0))}, stamp=3.0)
    found = again(Pair(world, world))
    assert encode_world(found.one) == encode_world(world)
    assert found.one is found.other


def test_numbers_of_arrays_come_back_as_plain_numbers() -> None:
    found = again((np.float64(0.1), np.int32(3), np.bool_(True)))
    assert same(found, (0.1, 3, True))


def test_what_could_change_comes_back_frozen() -> None:
    found = again(({"a": 1}, {1, 2}))
    assert type(found[0]) is MappingProxyType
    assert type(found[1]) is frozenset


@pytest.mark.parametrize(
    ("value", "kind"),
    [
        (lambda: 0, "function"),
        (object(), "object"),
        (np.random.default_rng(0), "Generator"),
        (Pair, "type"),
        (np.array([object()]), "ndarray"),
        (1j, "complex"),
        (iter(()), "tuple_iterator"),
    ],
    ids=lambda each: each if isinstance(each, str) else "",
)
def test_what_is_no_value_is_refused(value: object, kind: str) -> None:
    with pytest.raises(UnfitMemory, match=f"a {kind} cannot be kept in a recording"):
        encode_value(value)
    with pytest.raises(UnfitMemory):
        encode_value({"deep": (Pair(value),)})


def test_classes_of_strangers_are_refused_unless_named() -> None:
    data = encode_value(Pair(Colour.RED))
    with pytest.raises(UnfitMemory, match=r"Pair' is not of this run; its modules are midworld"):
        decode_value(data)
    assert decode_value(data, homes=[HERE]) == Pair(Colour.RED)


def named(name: str, *items: object, kind: str = "value") -> bytes:
    return msgspec.msgpack.encode([kind, name, list(items)])


@pytest.mark.parametrize("name", ["os:system", "subprocess:Popen", "builtins:eval", "midworldly.run:Run", ":eval", ""])
def test_a_file_cannot_name_what_is_not_ours(name: str) -> None:
    with pytest.raises(UnfitMemory, match="is not of this run"):
        decode_value(named(name, "true"))


@pytest.mark.parametrize("name", ["midworld.runtime.recorder:Recorder", "midworld.runtime.values:decode_value"])
def test_a_file_cannot_name_what_is_no_value(name: str) -> None:
    with pytest.raises(UnfitMemory, match="is not a value"):
        decode_value(named(name, "there.log"))


@pytest.mark.parametrize("name", ["midworld.gone:Gone", "midworld.relations.cloud:Gone", "midworld.relations.cloud"])
def test_what_another_version_knew_is_told_of(name: str) -> None:
    with pytest.raises(UnfitMemory, match="another version wrote it"):
        decode_value(named(name))


def test_a_value_of_other_fields_is_told_of() -> None:
    name = f"{Doubt.__module__}:{Doubt.__qualname__}"
    assert again(Doubt(friction=0.1)) == Doubt(friction=0.1)
    with pytest.raises(UnfitMemory, match="'Doubt' has other fields here: another version wrote it"):
        decode_value(named(name, 0.1))


def test_an_unknown_kind_is_told_of() -> None:
    with pytest.raises(UnfitMemory, match="'spell' is no kind of value"):
        decode_value(named("abracadabra", kind="spell"))


def test_equal_sets_are_written_in_equal_bytes() -> None:
    assert frozenset([8, 0]) == frozenset([0, 8])
    assert encode_value(frozenset([8, 0])) == encode_value(frozenset([0, 8]))


def test_a_file_cannot_run_a_command(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.argv", ["midworld", "--version"])
    with pytest.raises(UnfitMemory):
        decode_value(named("midworld.__main__:Main"))


def test_a_file_cannot_name_what_is_not_ours_through_what_is() -> None:
    with pytest.raises(UnfitMemory):
        decode_value(named("midworld.runtime.values:msgspec.Struct"))


@pytest.mark.parametrize(
    "data",
    [
        b"\xc1",
        encode_value((1, 2, "abc"))[:-1],
        msgspec.msgpack.encode(["again", 7]),
        msgspec.msgpack.encode([]),
        msgspec.msgpack.encode(["set", [["list", []]]]),
    ],
    ids=["no bytes of ours", "cut off", "what never was", "nothing", "a set of lists"],
)
def test_broken_bytes_are_told_of(data: bytes) -> None:
    with pytest.raises(UnfitMemory):
        decode_value(data)


def test_a_number_no_file_holds_is_refused() -> None:
    with pytest.raises(UnfitMemory):
        encode_value(2**70)


def test_an_array_of_rows_with_named_columns_is_refused() -> None:
    with pytest.raises(UnfitMemory, match="a ndarray cannot be kept"):
        encode_value(np.zeros(2, dtype=[("stamp", "<f8"), ("count", "<i4")]))
