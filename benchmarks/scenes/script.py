"""A scenario file as data: read, checked and drawn for one seed. See `scenarios/README.md` for the language."""

import re
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import yaml

from .catalogue import SMALL_KINDS, thing
from .draw import Fields, ScriptError, plain
from .noise import Noise, noise
from .place import Place, place
from .room import Room, room
from .shape import Thing

SCENARIOS = Path(__file__).resolve().parents[2] / "scenarios"


class _Loader(yaml.SafeLoader):
    """YAML in which `on` and `off` are words, not truth values."""


_Loader.yaml_implicit_resolvers = {
    first: [(tag, found) for tag, found in rules if tag != "tag:yaml.org,2002:bool"]
    for first, rules in yaml.SafeLoader.yaml_implicit_resolvers.items()
}
for _first in "tf":
    _Loader.yaml_implicit_resolvers[_first].append(("tag:yaml.org,2002:bool", re.compile("^(?:true|false)$")))


@dataclass(frozen=True, slots=True)
class Actor:
    """Something put somewhere before the story starts. `known`: the scene file says where."""

    start: Place
    known: bool
    upside_down: bool


@dataclass(frozen=True, slots=True, eq=False)
class Step:
    """One thing one hand does. What the verb needs is read from `fields` when the step is built."""

    who: str
    hand: str
    verb: str
    fields: Fields
    after: str | None
    label: str | None


@dataclass(frozen=True, slots=True)
class Claim:
    """Subject, predicate, object, and whether the script says it holds."""

    subject: str
    predicate: str
    object: str
    holds: bool


@dataclass(frozen=True, slots=True)
class Thought:
    """A claim about somebody's mind: of what `kind`, whose (`model`), and what of it holds or does not."""

    kind: str
    model: str
    words: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Check:
    """What must be so at a moment: `label + delay`. `hidden` things must not be seen from `since` on."""

    label: str
    delay: float
    claims: tuple[Claim, ...]
    hidden: tuple[str, ...]
    seen: tuple[str, ...]
    since: str | None
    thoughts: tuple[Thought, ...] = ()


@dataclass(frozen=True, slots=True, eq=False)
class Script:
    """One drawn story."""

    name: str
    room: Room
    things: dict[str, Thing]
    actors: dict[str, Actor]
    steps: tuple[Step, ...]
    checks: tuple[Check, ...]
    events: tuple[tuple[str, str, str], ...] | None
    noise: Noise
    tail: float
    pace: float

    @property
    def minds(self) -> bool:
        """Whether the story is about what people believe."""
        return any(person.looks is not None for person in self.room.people.values())


def names(under: str = "") -> tuple[str, ...]:
    """The scenarios there are, those in a folder of theirs as `folder/name`."""
    prefix = f"{under}/" if under else ""
    return tuple(sorted(f"{prefix}{path.stem}" for path in (SCENARIOS / under).glob("*.yaml")))


def load(name: str, rng: np.random.Generator) -> Script:
    """Read `scenarios/<name>.yaml` and draw every range in it."""
    path = SCENARIOS / f"{name}.yaml"
    if not path.exists():
        raise ScriptError(f"no scenario named {name!r}; there are {', '.join(names())}")
    content: object = yaml.load(path.read_text(), Loader=_Loader)
    return read(name, Fields(plain(content), rng=rng, where=name))


def read(name: str, fields: Fields) -> Script:
    fields.text("about")
    here = room(fields)
    things: dict[str, Thing] = {}
    actors: dict[str, Actor] = {}
    _objects(fields.fields("objects"), things, actors)
    _clutter(fields.fields("clutter"), things, actors)
    steps = tuple(_step(step, here) for step in fields.each("steps"))
    checks = tuple(_check(check) for check in fields.each("checks"))
    events = tuple(_event(text, fields.where) for text in fields.words("events")) if "events" in fields else None
    found = Script(
        name=name,
        room=here,
        things=things,
        actors=actors,
        steps=steps,
        checks=checks,
        events=events,
        noise=noise(fields.fields("noise")),
        tail=fields.number("tail", "1.8..2.6"),
        pace=fields.number("pace", "0.3..0.55"),
    )
    fields.finished()
    return found


def _objects(fields: Fields, things: dict[str, Thing], actors: dict[str, Actor]) -> None:
    for name in fields.keys:
        entry = fields.fields(name)
        if "chance" in entry and not entry.flag("chance"):
            continue
        things[name] = thing(name, entry)
        actors[name] = Actor(place(entry.fields("start")), entry.flag("known"), entry.flag("upside_down"))
        for unused in ("size", "radius", "height"):
            # With `kind: {either: ..}`, the measures of the kinds that were not drawn stay unread.
            entry.raw(unused)
        entry.finished()


def _clutter(fields: Fields, things: dict[str, Thing], actors: dict[str, Actor]) -> None:
    """Things that have no part in the story."""
    count = fields.count("count", "0..3")
    kinds = fields.words("kinds") or SMALL_KINDS
    sides = fields.text("where", "sides")
    fields.finished()
    for index in range(count):
        kind = kinds[int(fields.rng.integers(len(kinds)))]
        name = f"{kind}_{index + 1}"
        entry = Fields({"kind": kind}, rng=fields.rng, where=name)
        things[name] = thing(name, entry)
        actors[name] = Actor(Place(sides, "table", scatter=True), known=False, upside_down=False)


def _step(fields: Fields, here: Room) -> Step:
    who = fields.text("who", next(iter(here.people), ""))
    if who not in here.people:
        raise ScriptError(f"{fields.where}: nobody named {who!r}; there are {', '.join(here.people)}")
    hand = fields.text("hand", here.people[who].hands[0])
    verbs = [key for key in fields.keys if key in VERBS]
    if len(verbs) != 1:
        raise ScriptError(f"{fields.where}: a step needs exactly one of {', '.join(VERBS)}; found {fields.keys}")
    after = fields.text("after") if "after" in fields else None
    label = fields.text("label") if "label" in fields else None
    return Step(who, hand, verbs[0], fields, after, label)


VERBS = (
    "take", "lift", "carry", "put", "drop", "drag", "push", "pour", "go", "leave", "wait", "walk",
    "look", "depart", "return", "round", "vanish", "blind",
)  # fmt: skip
# What a check may say of minds, with how many words: whose, and a claim or a thing.
THOUGHTS = {
    "thinks": 4, "doubts": 4, "infers": 4, "sees": 2, "misses": 2, "knows": 2, "ignores": 2, "lost": 2, "wrong": 2,
    "agrees": 2,
}  # fmt: skip


def _check(fields: Fields) -> Check:
    label, _, delay = fields.text("when").partition("+")
    claims = [_claim(text, holds=True, where=fields.where) for text in fields.words("holds")]
    claims += [_claim(text, holds=False, where=fields.where) for text in fields.words("fails")]
    since = fields.text("since") if "since" in fields else None
    thoughts = tuple(
        _thought(kind, text, where=fields.where) for kind in THOUGHTS if kind in fields for text in fields.words(kind)
    )
    hidden, seen = fields.words("hidden"), fields.words("seen")
    found = Check(label.strip(), float(delay or 0), tuple(claims), hidden, seen, since, thoughts)
    fields.finished()
    return found


def _claim(text: str, *, holds: bool, where: str) -> Claim:
    words = text.split()
    if len(words) != 3:
        raise ScriptError(f"{where}: a claim is three words, subject predicate object; found {text!r}")
    return Claim(words[0], words[1], words[2], holds)


def _thought(kind: str, text: str, *, where: str) -> Thought:
    words = text.split()
    if len(words) != THOUGHTS[kind]:
        raise ScriptError(f"{where}.{kind}: expected {THOUGHTS[kind]} words, found {text!r}")
    return Thought(kind, words[0], tuple(words[1:]))


def _event(text: str, where: str) -> tuple[str, str, str]:
    words = text.split()
    if len(words) != 3 or words[1] not in ("Pick", "Place", "Release"):
        raise ScriptError(f"{where}.events: expected 'agent Pick object', found {text!r}")
    return words[0], words[1], words[2]
