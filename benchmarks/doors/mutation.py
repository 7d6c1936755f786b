"""What good input becomes when something goes wrong on the way: as a tree, as words, as lines, as bytes."""

import copy
import re
from collections.abc import Iterator, Sequence
from typing import cast

from hypothesis import strategies as st

# Anything JSON or msgpack can hold.
Tree = object
Place = tuple[list[Tree] | dict[Tree, Tree], Tree]

NUMBERS = (0, -1, 1, 0.5, -0.0, 1e-9, 1e-320, 1e4, 1e9, 1e30, 1e308, -1e308, 2**31, 2**63, 2**64, 10**30, 10**400)
ODD_NUMBERS = (*NUMBERS, float("nan"), float("inf"), -float("inf"))
WORDS = (
    *("", " ", "null", "true", "..", "/", "//", ".", "a/b", "-", "x" * 5000, "\x00", "\n", "ä", "\u202e", "🤖", "%s"),
    *("{}", "*a", "&a", "!!python/object:os.system", "<a/>", "&lt;", "&#0;", "${HOME}", "package://nowhere/a.stl"),
    *("/dev/zero", "/dev/stdin", "models", "models/bin.urdf", "cube.obj", "stable", "merged", "source/camera"),
    *("told/ann", "cup", "table", "ann", "robot", "camera", "ann/head", "bin/lid", "base", "lid", "hinge"),
    *("1e308", "1e-320", "nan", "-1", "0", "inf", "9" * 400, "1 2", "1 2 3", "0 0 0", "1e308 1e308 1e308"),
)
ODD_BYTES = (b"\xff\xff\xff\xff", b"\x00\x00\x00\x00", b"\xff\xff\xff\x7f", b"<", b"]]>", b'"', b"\n", b"#")
# What is wrong in many ways is refused for the first of them.
FEW = st.sampled_from((1, 1, 1, 2, 3))
leaves = st.one_of(
    st.none(),
    st.booleans(),
    st.sampled_from(ODD_NUMBERS),
    st.floats(),
    st.integers(),
    st.sampled_from(WORDS),
    st.text(max_size=8),
)


# Lists in one another are written down at the end: nothing on the way there can go so deep.
DEEP = re.compile(r'"<(\d+) deep>"')
deep = st.sampled_from((5, 60, 500, 900, 2000, 20_000)).map(lambda levels: f"<{levels} deep>")


def deepened(text: str) -> str:
    """A text of JSON with the lists in one another that `deep` stands for."""
    return DEEP.sub(lambda found: "[" * int(found[1]) + "]" * int(found[1]), text)


@st.composite
def wide(draw: st.DrawFn) -> Tree:
    """Much of the same."""
    leaf, many = draw(leaves), draw(st.sampled_from([1, 4, 36, 300, 3000]))
    return [leaf] * many if draw(st.booleans()) else {f"n{number}": leaf for number in range(many)}


values: st.SearchStrategy[Tree] = st.one_of(
    leaves, st.lists(leaves, max_size=4), st.dictionaries(st.sampled_from(WORDS), leaves, max_size=3), deep, wide()
)


def places(tree: Tree) -> Iterator[Place]:
    """Every list and mapping within, with each of its keys."""
    if isinstance(tree, dict):
        mapping = cast("dict[Tree, Tree]", tree)
        for key, value in mapping.items():
            yield mapping, key
            yield from places(value)
    elif isinstance(tree, list):
        row = cast("list[Tree]", tree)
        for number, value in enumerate(row):
            yield row, number
            yield from places(value)


def _like(value: Tree) -> st.SearchStrategy[Tree]:
    """Mostly of the same kind: what is of another is refused at the first look."""
    if isinstance(value, int | float):
        return st.one_of(st.sampled_from(ODD_NUMBERS), st.floats(), values)
    if isinstance(value, str):
        return st.one_of(st.sampled_from(WORDS), values)
    return values


@st.composite
def changed(draw: st.DrawFn, seed: Tree) -> Tree:
    """A tree with one to four places replaced, left out, doubled, renamed, or exchanged with others."""
    tree = copy.deepcopy(seed)
    for _ in range(draw(FEW)):
        known = list(places(tree))
        if not known:
            break
        holder, key = known[draw(st.integers(0, len(known) - 1))]
        match draw(st.sampled_from(["replace", "replace", "replace", "drop", "double", "rename", "exchange"])):
            case "replace":
                holder[key] = draw(_like(holder[key]))  # pyright: ignore
            case "drop":
                del holder[key]  # pyright: ignore
            case "double" if isinstance(holder, list):
                holder.extend([copy.deepcopy(holder[cast("int", key)])] * draw(st.sampled_from([1, 40, 1000])))
            case "rename" if isinstance(holder, dict):
                holder[draw(st.sampled_from(WORDS))] = holder.pop(key)
            case _:
                other, there = known[draw(st.integers(0, len(known) - 1))]
                holder[key] = copy.deepcopy(other[there])  # pyright: ignore
    return tree


def _edited(draw: st.DrawFn, pieces: list[str], spots: Sequence[int], odd: st.SearchStrategy[str]) -> None:
    for _ in range(draw(FEW)):
        if spots:
            pieces[spots[draw(st.integers(0, len(spots) - 1))]] = draw(odd)


@st.composite
def reworded(draw: st.DrawFn, seed: str, *, quoted: bool = False) -> bytes:
    """Text with some of its words replaced: those in double quotes, or any."""
    pieces = seed.split('"') if quoted else re.split(r"(\s+)", seed)
    spots = [number for number in range(len(pieces)) if (number % 2 == 1) == quoted]
    _edited(draw, pieces, spots, st.one_of(st.sampled_from(WORDS), st.text(max_size=6), st.floats().map(repr)))
    return ('"' if quoted else "").join(pieces).encode(errors="replace")


@st.composite
def relined(draw: st.DrawFn, seed: str) -> bytes:
    """Text with lines left out, doubled and exchanged."""
    lines = seed.splitlines(keepends=True)
    for _ in range(draw(FEW)):
        first, second = (draw(st.integers(0, max(len(lines) - 1, 0))) for _ in range(2))
        if not lines:
            break
        match draw(st.sampled_from(["drop", "double", "exchange"])):
            case "drop":
                del lines[first]
            case "double":
                lines[first] *= draw(st.sampled_from([2, 50, 2000]))
            case _:
                lines[first], lines[second] = lines[second], lines[first]
    return "".join(lines).encode()


@st.composite
def garbled(draw: st.DrawFn, seed: bytes) -> bytes:
    """Bytes cut, overwritten and repeated."""
    content = bytearray(seed)
    for _ in range(draw(FEW)):
        start = draw(st.integers(0, len(content)))
        many = draw(st.sampled_from([0, 1, 2, 4, 16, 200]))
        content[start : start + many] = draw(
            st.one_of(
                st.just(b""),
                st.binary(max_size=8),
                st.sampled_from(ODD_BYTES),
                st.just(bytes(content[start : start + many]) * 3),
            )
        )
    return bytes(content)
