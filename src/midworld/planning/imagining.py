"""`!imagine`: an action of any domain that asks for a later one to be tried out in the head, in each of its ways."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product
from typing import TYPE_CHECKING

from .model import Happening
from .state import State, Task

if TYPE_CHECKING:
    from .plan import Action, Plan

# As the paper spells it, and as those do who want plain names.
IMAGINE = "!imagine"
IMAGINES = frozenset((IMAGINE, "imagine"))
ALTERNATIVES = "/"
# It needs and changes nothing, is nobody's work and takes no time of the plan: what is asked is answered meanwhile.
INSTANT = Happening((), (), (), (), (), (), (), 0.0, (0.0, 0.0))


class ImagineOperator:
    """`("!imagine", action, argument, ...)` with any arguments; those like `slow/fast` are alternatives."""

    name: str = IMAGINE

    def happening(self, state: State, args: tuple[str, ...]) -> Happening | None:
        """Nothing but the wish."""
        return INSTANT if args else None

    def hindrance(self, state: State, args: tuple[str, ...]) -> str:
        return "the name of an action to imagine"


@dataclass(frozen=True, slots=True)
class Imagining:
    """An `!imagine` of a plan: the later action it means, or None, and what that could be: the plan's own way first."""

    id: int
    target: int | None
    candidates: tuple[Task, ...] = ()


def imaginings(plan: "Plan") -> tuple[Imagining, ...]:
    """Every `!imagine` of a plan, in order."""
    return tuple(_meant(plan, each) for each in plan.actions if each.task[0] in IMAGINES)


def _meant(plan: "Plan", wish: "Action") -> Imagining:
    for each in _later(plan, wish):
        if each.task[0].lstrip("!") == wish.task[1].lstrip("!") and len(each.task) == len(wish.task) - 1:
            ways = [given.split(ALTERNATIVES) for given in wish.task[2:]]
            if all(len(way) > 1 or way == [own] for way, own in zip(ways, each.task[1:], strict=True)):
                found = [(each.task[0], *args) for args in product(*ways)]
                return Imagining(wish.id, each.id, tuple(sorted(found, key=lambda task: task != each.task)))
    return Imagining(wish.id, None)


def _later(plan: "Plan", wish: "Action") -> Iterator["Action"]:
    place = next(place for place, each in enumerate(plan.actions) if each.id == wish.id)
    return (each for each in plan.actions[place + 1 :] if each.task[0] not in IMAGINES)
