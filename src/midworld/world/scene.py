"""What a robot knows beforehand: the things, agents and sensors that may be there, and the settings to reason with."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Literal, TypeAlias

from ..geometry import Meshes, Pose
from .delta import Delta, change
from .entity import Entity, EntityId, Status
from .world import World

Placed = tuple[Entity, Pose]
Setting: TypeAlias = "str | int | float | bool | tuple[Setting, ...] | None"


@dataclass(frozen=True, slots=True)
class ModuleSettings:
    """A plug-in that is to work in a scene: which one, where it is put, and its parameters.

    It reads or watches the world it is `on`, `writes` a world or `feeds` one, and may take `time_limit` seconds a call.
    """

    use: str
    kind: Literal["monitor", "filter", "provider", "reader"]
    on: str | None = None
    writes: str | None = None
    feeds: str | None = None
    time_limit: float | None = None
    parameters: Mapping[str, Setting] = field(default_factory=lambda: MappingProxyType({}))


@dataclass(frozen=True, slots=True)
class Timing:
    """How stamps are taken: how late they may come, and what is added to those of a source, in seconds.

    With `tick_hz`, all that falls in one window of that rate is one tick; without, every observation is one.
    """

    max_lateness: float = 0.2
    tick_hz: float | None = None
    skew: Mapping[str, float] = field(default_factory=lambda: MappingProxyType({}))


@dataclass(frozen=True, slots=True, eq=False)
class Scene:
    """`world` holds what has a place from the start; `awaited` what enters when it is first perceived.

    What is awaited is a thing and the links that hang on it, each with its pose relative to its parent. `doubt` says
    how well things are known when something is imagined.
    """

    world: World = field(default_factory=World)
    awaited: Mapping[EntityId, tuple[Placed, ...]] = field(default_factory=lambda: MappingProxyType({}))
    meshes: Meshes = field(default_factory=lambda: MappingProxyType({}))
    reasoner: Mapping[str, float | bool] = field(default_factory=lambda: MappingProxyType({}))
    timing: Timing = field(default_factory=Timing)
    modules: Mapping[str, ModuleSettings] = field(default_factory=lambda: MappingProxyType({}))
    doubt: Mapping[str, float | tuple[float, float]] = field(default_factory=lambda: MappingProxyType({}))

    @property
    def declared(self) -> tuple[EntityId, ...]:
        """The names a percept may use without bringing a shape."""
        return (*self.world.ids, *self.awaited)


def enter(entities: Iterable[Placed], *, stamp: float) -> Delta:
    """Entities known beforehand take their place."""
    placed = tuple(entities)
    return change(
        stamp=stamp,
        put=[entity for entity, _ in placed],
        pose={entity.id: pose.array for entity, pose in placed},
        status={entity.id: Status.INFERRED.value for entity, _ in placed},
    )
