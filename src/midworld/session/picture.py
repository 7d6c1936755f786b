"""A world that shows itself: a `World` of a session, which also knows what to be drawn with."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from io import BytesIO
from types import MappingProxyType

from ..assessment import STABLE
from ..geometry import Meshes
from ..world import Agent, Delta, Object, World

WIDTH, HEIGHT = 960, 640


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class ShownWorld(World):
    """A world as a notebook can show it: a `World` in all else, also after `apply`.

    `around` holds the worlds of the same instant that a picture of it refers to.
    """

    name: str = STABLE
    meshes: Meshes = field(default_factory=lambda: MappingProxyType({}))
    around: Mapping[str, World] = field(default_factory=lambda: MappingProxyType({}))

    def apply(self, delta: Delta) -> "ShownWorld":
        return shown(World.apply(self, delta), self.name, self.meshes, self.around)

    def __repr__(self) -> str:
        roles = [entity.role for entity in self.structure.entities]
        things = sum(isinstance(role, Object) for role in roles)
        agents = sum(isinstance(role, Agent) for role in roles)
        return f"<world {self.name} at {self.stamp:.2f} s: {things} things, {agents} agents>"

    def _repr_png_(self) -> bytes:
        """What a notebook shows."""
        from ..readers.pictures import Direction, Format, RecordedInstant, Story, Strand, snapshot

        worlds = {**self.around, self.name: self}
        strands = {name: Strand({}, tuple(world.timeline.entries), world) for name, world in worlds.items()}
        story = Story(self.name, strands, self.stamp, self.stamp)
        direction = Direction(self.name, meshes=self.meshes)
        image = snapshot(story, RecordedInstant(self.stamp, worlds), direction, Format(WIDTH, HEIGHT))
        file = BytesIO()
        image.save(file, "PNG")
        return file.getvalue()


def shown(world: World, name: str, meshes: Meshes, around: Mapping[str, World]) -> ShownWorld:
    """A world with what it takes to draw it."""
    return ShownWorld(world.structure, world.state, world.timeline, world.stamp, name, meshes, around)
