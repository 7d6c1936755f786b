"""Thirty cups nobody can tell apart, two people who move them, a tracker that loses every fifth sight, and a screen
behind which cups are exchanged, or handled and put back, or left alone.
"""

import math
from collections.abc import Iterator
from dataclasses import dataclass, field

import numpy as np

from midworld.geometry import FloatArray
from midworld.perception import AgentPercept, Observation, PartPercept, Unnamed
from midworld.world import EntityId

RATE_HZ = 25
CUPS = 30
RADIUS, HEIGHT, TOP = 0.035, 0.10, 0.75
NOISE_M = 0.005
DROPOUT = 0.2
SPEED_M_S = 0.6
TABLE = (1.8, 1.4)
# Behind the screen: cups with y beyond this are not seen while it is up.
SCREEN_Y = 0.35
UP_S = 3.2

SCENE = {
    "objects": {
        "table": {
            "class": "Table",
            "shape": {"box": [*TABLE, 0.04]},
            "position": [0.0, 0.0, TOP - 0.02],
            "static": True,
        },
    },
    "agents": {"robot": {"kind": "robot"}, "ann": {"kind": "human"}, "bob": {"kind": "human"}},
    "sensors": {"camera": {"agent": "robot", "position": [-1.6, 0, 1.9], "looks_at": [0, 0, 0.75], "fov": [80, 60]}},
}
MODEL = {"class": "Cup", "shape": {"cylinder": [RADIUS, HEIGHT]}, "mass": 0.2}


@dataclass(frozen=True)
class Step:
    """One instant: what the tracker says, and which cup each of its percepts is really of."""

    observation: Observation
    truth: tuple[int, ...]


@dataclass(frozen=True)
class Screened:
    """What happened behind the screen, from and to: cups that changed places, and cups that were touched."""

    start: float
    end: float
    swapped: tuple[int, int] | None
    touched: frozenset[int]


@dataclass
class Table:
    """The truth: where cups and hands are."""

    rng: np.random.Generator
    cups: list[FloatArray] = field(default_factory=list[FloatArray])
    hands: dict[str, FloatArray] = field(default_factory=dict[str, FloatArray])

    def lay(self) -> None:
        spots = [(-0.6 + 0.24 * row, -0.55 + 0.22 * column) for row in range(6) for column in range(6)]
        chosen: list[int] = self.rng.permutation(len(spots))[:CUPS].tolist()
        for number in chosen:
            shift: FloatArray = self.rng.uniform(-0.03, 0.03, 2)
            x, y = spots[number]
            self.cups.append(np.array([x + float(shift[0]), y + float(shift[1]), TOP + HEIGHT / 2]))
        self.hands = {"ann": np.array([1.0, -0.3, 1.0]), "bob": np.array([1.0, 0.3, 1.0])}

    def free(self, near: FloatArray | None = None, within: float = 2.0, *, seen: bool = True) -> FloatArray:
        """A place with room for a cup."""
        while True:
            place = np.array([*self.rng.uniform((-0.75, -0.6), (0.75, 0.6)), TOP + HEIGHT / 2])
            if seen and place[1] > SCREEN_Y - 0.08:
                continue
            if near is not None and float(np.linalg.norm(place - near)) > within:
                continue
            if all(float(np.linalg.norm(place - cup)) > 0.1 for cup in self.cups):
                return place


def scene_steps(seed: int, seconds: float) -> tuple[list[Step], list[Screened]]:
    """A whole scene."""
    rng = np.random.default_rng(seed)
    table = Table(rng)
    table.lay()
    screened: list[Screened] = []
    actors = {"ann": _errands(table, "ann"), "bob": _screens(table, "bob", screened)}
    clock = {"now": 0.0}
    table.hands["clock"] = np.zeros(3)
    steps: list[Step] = []
    for tick in range(int(seconds * RATE_HZ)):
        clock["now"] = stamp = tick / RATE_HZ
        table.hands["clock"][0] = stamp
        hidden = any(next(actor) for actor in actors.values())
        steps.append(_seen(table, rng, stamp, hidden=hidden))
    return steps, screened


def _seen(table: Table, rng: np.random.Generator, stamp: float, *, hidden: bool) -> Step:
    order: list[int] = rng.permutation(CUPS).tolist()
    shown = [each for each in order if not (hidden and table.cups[each][1] > SCREEN_Y) and rng.random() >= DROPOUT]
    noise: FloatArray = rng.normal(0, NOISE_M, (CUPS, 3))
    percepts = tuple(_percept(table.cups[each] + noise[each]) for each in shown)
    agents = tuple(
        AgentPercept(
            EntityId(who), (_part("head", np.array([1.5, 0.3 * side, 1.6])), _part("right_hand", table.hands[who]))
        )
        for who, side in (("ann", -1), ("bob", 1))
    )
    return Step(Observation(stamp, "camera", (), agents, unnamed=percepts), tuple(shown))


def _percept(place: FloatArray) -> Unnamed:
    x, y, z = place.tolist()
    return Unnamed((x, y, z), category="Cup")


def _part(part: str, place: FloatArray) -> PartPercept:
    x, y, z = place.tolist()
    return PartPercept("head" if part == "head" else "right_hand", (x, y, z))


def _reach(table: Table, who: str, place: FloatArray, cup: int | None) -> Iterator[bool]:
    """A hand goes somewhere, on an arc, with a cup in it or none."""
    start = table.hands[who].copy()
    ticks = max(2, int(math.dist(start, place) / SPEED_M_S * RATE_HZ))
    for tick in range(1, ticks + 1):
        share = tick / ticks
        table.hands[who] = start + share * (place - start) + [0, 0, 0.12 * math.sin(math.pi * share)]
        if cup is not None:
            table.cups[cup] = table.hands[who].copy()
        yield False
    table.hands[who] = place.copy()
    if cup is not None:
        table.cups[cup] = place.copy()


def _wait(seconds: float) -> Iterator[bool]:
    for _ in range(max(1, int(seconds * RATE_HZ))):
        yield False


def _errands(table: Table, who: str) -> Iterator[bool]:
    """Takes one cup after the other, all of them in sight, and puts it elsewhere."""
    while True:
        seen = [number for number, cup in enumerate(table.cups) if cup[1] < SCREEN_Y - 0.15]
        cup = int(table.rng.choice(seen))
        yield from _reach(table, who, table.cups[cup].copy(), None)
        yield from _wait(0.2)
        yield from _reach(table, who, table.free(), cup)
        yield from _wait(table.rng.uniform(0.2, 0.8))


def _screens(table: Table, who: str, told: list[Screened]) -> Iterator[bool]:
    """Now and then a screen goes up, behind which two cups are exchanged, taken up and put back, or left alone."""
    away = np.array([1.0, 0.3, 1.0])
    while True:
        yield from _reach(table, who, away, None)
        yield from _wait(table.rng.uniform(0.6, 1.2))
        behind = [number for number, cup in enumerate(table.cups) if cup[1] > SCREEN_Y + 0.03]
        kind = table.rng.choice(["swap", "swap", "handle", "alone"])
        start, touched, swapped = float(table.hands["clock"][0]), frozenset[int](), None
        if len(behind) < 2 or kind == "alone":
            yield from (True for _ in range(int(UP_S / 2 * RATE_HZ)))
        else:
            one, other = (int(each) for each in table.rng.choice(behind, 2, replace=False))
            touched = frozenset((one, other))
            yield from (True for _ in _exchange(table, who, one, other, swap=kind == "swap"))
            swapped = (one, other) if kind == "swap" else None
            yield from (True for _ in _reach(table, who, away, None))
        told.append(Screened(start, float(table.hands["clock"][0]), swapped, touched))
        yield False


def _exchange(table: Table, who: str, one: int, other: int, *, swap: bool) -> Iterator[bool]:
    """One cup aside, the other into its place, and the first where the other was; or each up and down again."""
    first, second = table.cups[one].copy(), table.cups[other].copy()
    yield from _wait(0.6)
    yield from _reach(table, who, first, None)
    if not swap:
        yield from _reach(table, who, first + np.array([0, 0, 0.05]), one)
        yield from _reach(table, who, first, one)
        yield from _reach(table, who, second, None)
        yield from _reach(table, who, second + np.array([0, 0, 0.05]), other)
        yield from _reach(table, who, second, other)
        return
    aside = np.array([float(np.clip(first[0], -0.7, 0.7)), 0.66, TOP + HEIGHT / 2])
    yield from _reach(table, who, aside, one)
    yield from _reach(table, who, second, None)
    yield from _reach(table, who, first, other)
    yield from _reach(table, who, aside, None)
    yield from _reach(table, who, second, one)
