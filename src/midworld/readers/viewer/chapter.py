"""One run to look at: a name, a sentence, its tape, the triangles its shapes are made of, and its plan."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

from ...geometry import Triangles
from ...imagination import Doubt
from .plans import PlanShown
from .tape import Tape


@dataclass(frozen=True, slots=True, eq=False)
class Chapter:
    """`live` says that the run goes on by itself: then the page follows its newest tick. `doubt` is its scene's."""

    name: str
    tape: Tape
    sentence: str = ""
    meshes: Mapping[str, Triangles] = field(default_factory=lambda: MappingProxyType({}))
    live: bool = False
    plan: PlanShown | None = None
    doubt: Doubt = field(default_factory=Doubt)
