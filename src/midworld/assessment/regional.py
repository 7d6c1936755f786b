"""Beliefs without physics: minds that perceive by rooms, nested as deep as somebody asks."""

from collections.abc import Iterable, Mapping, Sequence

from ..agents import MindMemory, believe, common_ground, perceived_in_region, settled_in_regions
from ..geometry import FloatArray
from ..physics import Parameters
from ..runtime import Inputs, Pipeline, Stage
from ..world import Delta, EntityId, Scene, World
from .names import STABLE, Path, mind_world, told_world
from .stages import hearsay

PATIENCE_S = Parameters().perceived_max_duration


def settling_by_rooms(heard: str) -> Stage[None]:
    """What is so, where a room is a region."""

    def step(inputs: Inputs, previous: World, memory: None, stamp: float) -> tuple[Delta, None]:
        return settled_in_regions(inputs[heard], previous, owner=None, stamp=stamp), memory

    return Stage("settle", (heard,), STABLE, step, None)


def believing_by_rooms(scene: Scene, path: Path) -> Stage[MindMemory[None]]:
    """The world of somebody who perceives whatever is in the same room."""
    agent, parent, told = path[-1], mind_world(path[:-1]) or STABLE, told_world(mind_world(path))

    def reasoned(
        percepts: World,
        previous: World,
        memory: None,
        stamp: float,
        *,
        heard: Mapping[EntityId, FloatArray],
        released: frozenset[EntityId],
        unsure: frozenset[EntityId],
    ) -> tuple[Delta, None]:
        return settled_in_regions(percepts, previous, owner=agent, heard=frozenset(heard), stamp=stamp), memory

    def step(inputs: Inputs, previous: World, memory: MindMemory[None], stamp: float) -> tuple[Delta, MindMemory[None]]:
        truth = inputs[parent]
        return believe(
            memory,
            truth,
            previous,
            agent=agent,
            seen=perceived_in_region(truth, agent, stamp=stamp),
            told=hearsay(inputs[told], truth),
            reasoning=reasoned,
            patience_s=PATIENCE_S,
            stamp=stamp,
        )

    memory = MindMemory(common_ground(scene.world), None)
    return Stage(f"mind/{mind_world(path)}", (parent, told), mind_world(path), step, memory)


def add_minds(pipeline: Pipeline, scene: Scene, chains: Iterable[Sequence[EntityId]]) -> None:
    """A mind for each chain of who thinks of whom, and for its beginnings: `ann`, `ann/bob` and so on."""
    known: set[Path] = set()
    for chain in chains:
        for depth in range(1, len(chain) + 1):
            path = tuple(chain[:depth])
            if path not in known:
                known.add(path)
                pipeline.add_source(told_world(mind_world(path)))
                pipeline.add(believing_by_rooms(scene, path))
