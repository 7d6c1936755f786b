"""What a page asks for and what it is told: JSON over a websocket, one object a message."""

import struct
from typing import Annotated, TypeAlias

import msgspec

from ...errors import BadInput, Problem
from ..scenery import Difference, Mistake
from .card import Card
from .facts import Fact
from .plans import PlanShown
from .shown import PaneNews, Payload


class View(msgspec.Struct, frozen=True, tag="view"):
    """What is to be shown, all but the time: the worlds of each pane (none named: the usual ones) and how."""

    panes: tuple[tuple[str, ...], ...] = ((),)
    agent: str | None = None
    chosen: tuple[str, ...] = ()
    model: str | None = None
    trails_s: float = 8.0
    links: bool = True
    doubt: bool = True
    by_world: bool = False
    dark: bool = False
    hidden: bool = False
    # Width by height of one pane.
    aspect: float = 1.5


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


class Imagine(msgspec.Struct, frozen=True, tag="imagine"):
    """What would happen now if: a sentence, or a thing that is put elsewhere. Neither ends it."""

    words: Annotated[str, msgspec.Meta(max_length=400)] = ""
    move: str = ""
    # How far it is moved along the floor, in metres.
    by: tuple[float, float] = (0.0, 0.0)


class Ack(msgspec.Struct, frozen=True, tag="ack"):
    """The page has taken a frame in; it gets the next one."""

    frame: int


Asked: TypeAlias = View | Seek | Play | Step | Follow | Turn | Imagine | Ack


class Hello(msgspec.Struct, frozen=True, tag="hello"):
    """The first thing a page hears."""

    chapters: tuple[tuple[str, str], ...]
    version: str
    # The plan of each chapter that has one.
    plans: tuple[PlanShown | None, ...] = ()


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
    agents: tuple[tuple[str, str, str, str], ...] | None = None
    facts: FactNews | None = None
    marks: MarkNews | None = None
    panes: tuple[PaneNews | None, ...] | None = None
    # Where to look from and where to, once for every chapter and shape of pane.
    aim: tuple[tuple[float, float, float], tuple[float, float, float]] | None = None
    wrong: tuple[Mistake, ...] | None = None
    mind: Mind | None = None
    cards: tuple[Card, ...] | None = None
    # What each panel that has news says.
    panels: dict[str, object] | None = None
    sentence: str | None = None


_decode = msgspec.json.Decoder(Asked).decode
encode = msgspec.json.Encoder().encode
_LENGTH = struct.Struct("<I")


def packed(frame: Frame, payload: Payload) -> bytes:
    """A frame and what it speaks of: the length of its JSON, that, and from a multiple of four on the arrays."""
    head = encode(frame)
    return b"".join((_LENGTH.pack(len(head)), head, b" " * (-len(head) % 4), *payload.parts))


def unpacked(message: bytes) -> bytes:
    """The JSON of a frame."""
    (length,) = _LENGTH.unpack_from(message)
    return message[4 : 4 + length]


def asked(text: str | bytes) -> Asked:
    """What a page said. Raises BadInput."""
    try:
        return _decode(text)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        raise BadInput([Problem("page", None, f"sent what it should not: {error}")]) from error
