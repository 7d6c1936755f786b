"""What a tracker calls things, put right where it mixes up their names."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from types import MappingProxyType

import msgspec

from ..world import EntityId, Entry, Event, Scene, World
from .observation import Observation, Percept
from .swapping import miscalled, mixed_up

IDENTIFIED = "Identified"
Calls = Mapping[str, Mapping[EntityId, EntityId]]


def rightly_called(
    called: Calls, observation: Observation, source: World, scene: Scene
) -> tuple[Observation, Calls, list[Entry]]:
    """An observation under the right names, what each source calls things by mistake after it, and what that tells.

    `source` is the world of its source before it.
    """
    if observation.objects is None:
        return observation, called, []
    calls = dict(called.get(observation.source, {}))
    right: Sequence[Percept] = [
        msgspec.structs.replace(each, id=calls.get(each.id, each.id)) for each in observation.objects
    ]
    told: list[Entry] = []
    finders: tuple[tuple[str, Callable[[Observation], list[tuple[EntityId, EntityId]]]], ...] = (
        ("both leapt into each other's place", partial(mixed_up, source)),
        ("each looks like the other", partial(miscalled, scene)),
    )
    for how, find in finders:
        for one, other in find(msgspec.structs.replace(observation, objects=tuple(right))):
            back = {real: name for name, real in calls.items()}
            calls[back.get(one, one)], calls[back.get(other, other)] = other, one
            right = [msgspec.structs.replace(each, id={one: other, other: one}.get(each.id, each.id)) for each in right]
            why = f"{observation.source} swapped their names: {how}"
            here = {each.id for each in right}
            told += [
                Event(observation.stamp, IDENTIFIED, None, real, reason=why, was=was)
                for real, was in ((one, other), (other, one))
                if real in here
            ]
    wrong = {name: real for name, real in calls.items() if name != real}
    if wrong or observation.source in called:
        called = MappingProxyType({**called, observation.source: MappingProxyType(wrong)})
    return msgspec.structs.replace(observation, objects=tuple(right)), called, told
