"""What is asked of a robot's body: a few verbs to await, each of which can be cancelled. Yours needs no more."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from math import inf
from types import MappingProxyType
from typing import Literal, Protocol, TypeAlias, get_args

from ..errors import CannotDo
from ..geometry import Pose, Vector3

Verb: TypeAlias = Literal["go", "look", "reach", "grasp", "release", "say"]
VERBS: tuple[Verb, ...] = get_args(Verb)


@dataclass(frozen=True, slots=True)
class Capabilities:
    """What a body can do: its verbs, the names of its arms, and how fast it drives, in m/s."""

    verbs: frozenset[Verb] = frozenset(VERBS)
    arms: tuple[str, ...] = ()
    top_speed_m_s: float = inf

    def require(self, verb: Verb, arm: str | None = None) -> None:
        """Raises CannotDo where the body lacks the verb, or the arm."""
        if verb not in self.verbs:
            raise CannotDo(verb, f"this robot cannot; it can {', '.join(sorted(self.verbs)) or 'nothing'}")
        if arm is not None and arm not in self.arms:
            raise CannotDo(verb, f"there is no arm '{arm}'; there is {', '.join(self.arms) or 'none'}")


@dataclass(frozen=True, slots=True)
class Feeling:
    """What a robot feels of itself: where its base is, what joints say, which arms have closed on something."""

    stamp: float
    base: Pose
    gripping: Mapping[str, bool] = field(default_factory=lambda: MappingProxyType({}))
    moving: bool = False


class Driver(Protocol):
    """A robot's body. Points and poses are in the fixed frame; nothing returns before it is done.

    What cannot be done raises CannotDo with a sentence. A verb that is cancelled stops the motion before the
    cancellation passes on; `stop` ends every motion at once, after which verbs that were under way raise CannotDo.
    Verbs of different arms, of the base and of the head may go on side by side.
    """

    @property
    def capabilities(self) -> Capabilities: ...

    async def go(self, place: Pose) -> None:
        """Drives the base to a pose on the floor."""
        ...

    async def look(self, point: Vector3) -> None:
        """Turns head or camera to a point."""
        ...

    async def reach(self, arm: str, point: Vector3 | None) -> None:
        """Brings the tip of a hand to a point, or (None) the arm to where it is out of the way."""
        ...

    async def grasp(self, arm: str) -> None:
        """Closes a hand on what is there; CannotDo where it closes on nothing."""
        ...

    async def release(self, arm: str) -> None:
        """Opens a hand; nothing happens where it is open."""
        ...

    async def say(self, text: str, *, to: str | None = None) -> None:
        """Says a sentence, to somebody or to everybody, and returns when it is said."""
        ...

    async def feel(self) -> Feeling:
        """What the body knows of itself, at once."""
        ...

    async def stop(self) -> None:
        """Ends every motion; what is held stays held."""
        ...
