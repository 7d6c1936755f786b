"""What stands beside the picture, one panel each: a name, how often it is looked at, and what it says.

What `news` returns goes to the JavaScript module of the same name whenever it is another than before.
"""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol, runtime_checkable

from ...world import Object
from ..scenery import Picture, place
from .chapter import Chapter
from .health import health
from .tape import TickSnapshot

if TYPE_CHECKING:
    from .message import View


class Panel(Protocol):
    """One panel. `news` is anything msgspec writes as JSON, or None for nothing to say."""

    @property
    def name(self) -> str: ...

    @property
    def every_s(self) -> float: ...

    def news(self, chapter: Chapter, moment: TickSnapshot, view: "View") -> object | None: ...


@runtime_checkable
class Drawing(Protocol):
    """A panel that also draws in the scene."""

    def picture(self, chapter: Chapter, moment: TickSnapshot, view: "View") -> Picture: ...


@dataclass(frozen=True, slots=True)
class HealthPanel:
    """How the run is doing."""

    name: str = "health"
    every_s: float = 1.0

    def news(self, chapter: Chapter, moment: TickSnapshot, view: "View") -> object | None:
        return health(chapter.tape, moment)


@dataclass(frozen=True, slots=True)
class ThingsPanel:
    """Everything that moves: name, status, and where it is in words."""

    name: str = "things"
    every_s: float = 0.4

    def news(self, chapter: Chapter, moment: TickSnapshot, view: "View") -> object | None:
        world = moment.base
        return tuple(
            (entity.id, world.status(entity.id).word, place(world, entity.id))
            for entity in world.structure.entities
            if isinstance(entity.role, Object) and not entity.role.static
        )


@dataclass(frozen=True, slots=True)
class TalkPanel:
    """What was said until now, word by word, with what each was taken for."""

    name: str = "talk"
    every_s: float = 0.2

    def news(self, chapter: Chapter, moment: TickSnapshot, view: "View") -> object | None:
        said = chapter.tape.said(self.name, until=moment.stamp)
        return tuple((stamp - chapter.tape.start, each) for stamp, each in said) or None


PANELS: tuple[Panel, ...] = (ThingsPanel(), HealthPanel(), TalkPanel())
