"""What a function or a class is as a plug-in."""

from collections.abc import Iterator
from typing import Any, Literal

import pytest

from midworld.errors import UnfitModule
from midworld.runtime import Commit, Parameter, filter, module, monitor, provider  # noqa: A004
from midworld.runtime.modules import plugin
from midworld.world import World


def watching(world: World, memory: object, *, limit: float, names: list[str] = ["cup"]) -> list[object]:  # noqa: B006
    """Watches.

    And so on.
    """
    return [limit, names]


class Smoother:
    """Smooths."""

    def __init__(self, *, share: float = 0.5, how: Literal["mean", "median"] = "mean") -> None:
        self.share = share

    def __call__(self, world: World, memory: object, stamp: float) -> World:
        return world


def listening(commit: Commit) -> None: ...


def giving(*, rate: int = 3) -> Iterator[int]:
    yield rate


def test_an_undecorated_function_is_what_it_takes() -> None:
    kinds = {each: plugin(each).kind for each in (watching, Smoother, listening, giving)}
    assert kinds == {watching: "monitor", Smoother: "filter", listening: "reader", giving: "provider"}


def test_parameters_have_types_and_defaults() -> None:
    assert plugin(watching).parameters == (
        Parameter("limit", float, required=True),
        Parameter("names", list[str], ["cup"]),
    )
    assert plugin(watching).summary == "Watches."
    assert [each.words for each in plugin(Smoother).parameters] == ["a number", "one of mean, median"]


def test_a_decorator_says_what_it_is_whatever_it_takes() -> None:
    @monitor(memory=[1, 2])
    def odd(scene: World, state: object, *, limit: float = 1.0) -> list[object]:
        return []

    @filter
    def better(scene: World, state: object, now: float) -> World:
        return scene

    @provider
    def some(rate: float, *, to: float = 1.0) -> Iterator[int]:
        yield 1

    assert (plugin(odd).kind, plugin(odd).memory) == ("monitor", (1, 2))
    assert plugin(better).kind == "filter"
    assert [each.name for each in plugin(some).parameters] == ["rate", "to"]


def test_every_object_of_a_class_is_its_own() -> None:
    made = module(Smoother, "one", share="0.25")
    first, second = made.begin(), made.begin()
    assert first is not second
    assert first.share == 0.25


def with_star(world: World, memory: object, *names: str) -> list[object]:
    return []


def with_on(world: World, memory: object, *, on: str = "here") -> list[object]:
    return []


def with_others(cat: object, dog: object) -> list[object]:
    return []


@pytest.mark.parametrize(
    ("target", "problem"),
    [
        (with_star, "plug-in 'with_star' takes *names; parameters have names and types"),
        (with_on, "plug-in 'with_on' has a parameter 'on', which says where a module is put"),
        (with_others, "plug-in 'with_others' takes (cat, dog); a monitor takes (world, memory)"),
        (3, "plug-in 'int' is neither a function nor a class, but a int"),
    ],
)
def test_what_is_no_plug_in_is_refused_with_a_sentence(target: Any, problem: str) -> None:
    with pytest.raises(UnfitModule) as refused:
        plugin(target)
    assert str(refused.value).startswith(problem)


def test_what_a_plug_in_needs_it_must_be_given() -> None:
    with pytest.raises(UnfitModule, match="plug-in 'watching' needs 'limit', a number"):
        module(watching)
    with pytest.raises(
        UnfitModule, match="parameter 'how' of plug-in 'Smoother' must be one of mean, median, not 'max'"
    ):
        module(Smoother, how="max")
