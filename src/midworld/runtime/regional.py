"""Beliefs without physics: minds that perceive by rooms, nested as deep as somebody asks."""

from collections.abc import Iterable, Mapping, Sequence

from ..agents.regions import perceived_in_region, settled_in_regions
from ..geometry import FloatArray
from ..world import Delta, EntityId, Scene, World
from .mind import Mind
from .pipeline import Pipeline
from .stage import Stage


class RegionReasoner:
    """Makes a world of percepts where a room is a region; `owner` is the person whose world it is."""

    def __init__(self, owner: EntityId | None = None) -> None:
        self._owner = owner
        self._heard: set[EntityId] = set()

    def propose(self, inputs: Mapping[str, World], previous: World, stamp: float) -> Delta:
        """One tick, as a pipeline stage asks for it."""
        (percepts,) = inputs.values()
        heard, self._heard = frozenset(self._heard), set()
        return settled_in_regions(percepts, previous, owner=self._owner, heard=heard, stamp=stamp)

    def place(self, name: EntityId, pose: FloatArray) -> None:
        """Lets something have a place again that somebody was told of; its pose is among the percepts already."""
        self._heard.add(name)


def regional_mind(agent: EntityId, scene: Scene) -> Mind:
    """The mind of somebody who perceives whatever is in the same room."""

    def perceive(world: World, stamp: float) -> frozenset[EntityId]:
        return perceived_in_region(world, agent, stamp=stamp)

    return Mind(agent, scene, RegionReasoner(agent), perceive=perceive)


def add_minds(
    pipeline: Pipeline, scene: Scene, chains: Iterable[Sequence[EntityId]], *, truth: str
) -> dict[tuple[EntityId, ...], Mind]:
    """A mind for each chain of who thinks of whom, and for its beginnings: `ann`, `ann/bob` and so on from `truth`."""
    minds: dict[tuple[EntityId, ...], Mind] = {}
    for chain in chains:
        for depth in range(1, len(chain) + 1):
            path = tuple(chain[:depth])
            if path in minds:
                continue
            mind = minds[path] = regional_mind(path[-1], scene)
            name, parent = "/".join(path), "/".join(path[:-1]) or truth
            pipeline.add(Stage(f"mind/{name}", (parent,), name, mind.propose))
    return minds
