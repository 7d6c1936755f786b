"""What a page asks for and what it is told: JSON over a websocket, one object a message."""

from typing import TypeAlias

import msgspec

from ...errors import BadInput, Problem
from .card import Card
from .facts import Fact
from .health import Health
from .labels import Label
from .minds import Difference
from .plans import PlanShown


class View(msgspec.Struct, frozen=True, tag="view"):
    """What is to be shown, all but the time: the worlds of each pane (none named: the usual ones) and how."""

    panes: tuple[tuple[str, ...], ...] = ((),)
    agent: str | None = None
    chosen: tuple[str, ...] = ()
    model: str | None = None
    trails_s: float = 8.0
    links: bool = True
    doubt: bool = True
    labels: bool = True
    real_colours: bool = False
    dark: bool = False
    hidden: bool = False
    # The pane whose camera the other one follows: the last one that was touched.
    leader: int = 0
    # Width by height of one pane, and its height in pixels of the page (0: as large as the picture in it).
    aspect: float = 1.5
    height: int = 0


class Seek(msgspec.Struct, frozen=True, tag="seek"):
    """To an instant, in seconds from the beginning."""

    at: float


class Play(msgspec.Struct, frozen=True, tag="play"):
    playing: bool
    speed: float = 1.0


class Step(msgspec.Struct, frozen=True, tag="step"):
    ticks: int


class Follow(msgspec.Struct, frozen=True, tag="follow"):
    """To the newest tick, and on with it."""


class Turn(msgspec.Struct, frozen=True, tag="turn"):
    """To another chapter."""

    chapter: int


class Aim(msgspec.Struct, frozen=True, tag="aim"):
    """The camera back to where it was at first."""


class Ack(msgspec.Struct, frozen=True, tag="ack"):
    """The page has taken a frame in; it gets the next one."""

    frame: int


Asked: TypeAlias = View | Seek | Play | Step | Follow | Turn | Aim | Ack


class Hello(msgspec.Struct, frozen=True, tag="hello"):
    """The first thing a page hears."""

    chapters: tuple[tuple[str, str], ...]
    version: str
    # The plan of each chapter that has one.
    plans: tuple[PlanShown | None, ...] = ()


class Panes(msgspec.Struct, frozen=True, tag="panes"):
    """Where the 3D of each pane is served from."""

    ports: tuple[int, ...]


class Picked(msgspec.Struct, frozen=True, tag="picked"):
    """Somebody clicked on a thing in a pane."""

    id: str


class FactNews(msgspec.Struct, frozen=True):
    """Rows that are new or gone; `whole` says that these are all there are."""

    whole: bool
    rows: dict[str, Fact]
    gone: tuple[str, ...] = ()


class MarkNews(msgspec.Struct, frozen=True):
    """Timeline entries that are new; `whole` begins the timeline anew."""

    whole: bool
    marks: tuple[tuple[object, ...], ...]
    left_out: int = 0


class Mind(msgspec.Struct, frozen=True):
    """The chosen agent's mind next to the robot's."""

    agent: str
    known: bool
    sees: tuple[str, ...] | None
    differences: tuple[Difference, ...]
    noted: tuple[tuple[float, str], ...]


class Frame(msgspec.Struct, frozen=True, tag="frame", omit_defaults=True):
    """One instant; what is left out has not changed."""

    number: int
    at: float
    stop: float
    playing: bool
    speed: float
    following: bool
    complete: bool
    chapter: int
    stamp: float
    ticks: int
    worlds: tuple[str, ...] | None = None
    models: tuple[tuple[str, str], ...] | None = None
    agents: tuple[tuple[str, str, str], ...] | None = None
    things: tuple[tuple[str, str, str], ...] | None = None
    facts: FactNews | None = None
    marks: MarkNews | None = None
    labels: tuple[tuple[Label, ...], ...] | None = None
    mind: Mind | None = None
    cards: tuple[Card, ...] | None = None
    health: Health | None = None
    sentence: str | None = None


_decode = msgspec.json.Decoder(Asked).decode
encode = msgspec.json.Encoder().encode


def asked(text: str | bytes) -> Asked:
    """What a page said. Raises BadInput."""
    try:
        return _decode(text)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        raise BadInput([Problem("page", None, f"sent what it should not: {error}")]) from error
