"""What a robot says while it acts: every change of an action is told in words people know."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType

from ..planning import Action, Fact
from ..world import World

PHRASES: Mapping[str, str] = MappingProxyType(
    {
        "take": "take the {2}",
        "put": "put the {2} on the {3}",
        "throw": "throw the {2} into the {3}",
        "give": "give the {2} to {3}",
    }
)
RELATIONS: Mapping[str, str] = MappingProxyType({"isOn": "on the", "isIn": "in the", "isHeldBy": "with"})


@dataclass(frozen=True, slots=True)
class Wording:
    """Phrases of actions by their names, as orders: `take the {2}`, where {1} is the first argument."""

    phrases: Mapping[str, str] = field(default_factory=lambda: PHRASES)

    def phrase(self, action: Action, world: World) -> str:
        """`take the grey tape`."""
        words = [called(world, word) for word in action.task]
        pattern = self.phrases.get(action.task[0])
        return " ".join(words).replace("_", " ") if pattern is None else pattern.format(*words)

    def request(self, who: str, actions: Sequence[Action], world: World) -> str:
        """`Ann, please take the grey tape and throw it into the pink box.`"""
        return f"{called(world, who)}, please {self._joined(actions, world)}."

    def reminder(self, who: str, actions: Sequence[Action], world: World) -> str:
        """A second time, differently."""
        return f"{called(world, who)}, could you {self._joined(actions, world)}?"

    def announcement(self, action: Action, world: World) -> str:
        """`I take the grey tape.`"""
        return f"I {self.phrase(action, world)}."

    def information(self, fact: Fact, world: World) -> str:
        """`The grey tape is on the table.`"""
        relation, thing, place = fact
        return f"The {called(world, thing)} is {RELATIONS.get(relation, relation)} {called(world, place)}."

    def _joined(self, actions: Sequence[Action], world: World) -> str:
        first, *others = (self.phrase(each, world) for each in actions)
        thing = f"the {called(world, actions[0].task[2])}" if len(actions[0].task) > 2 else ""
        return " and ".join([first, *(each.replace(thing, "it") if thing else each for each in others)])


def called(world: World, name: str) -> str:
    """What people call something."""
    if name not in world:
        return name
    labels = world.entity(name).labels
    return labels[0] if labels else name.replace("_", " ")
