"""What each person really sees of each thing, with a margin on either side, and of where they last saw it."""

from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from .pose import Array, Pose, array
from .room import Camera, Person
from .shape import Thing
from .sight import Flags, blocked, capsules, in_view, present
from .stage import Stage

POINTS = 60
# Human eyes as scene files have them unless they say otherwise, in degrees.
LENS = (120.0, 90.0)
REACH_M = (0.05, 10.0)
# What differs between two honest models of a field of view and of a body.
LENS_MARGIN = 8.0
STOUT, LEAN = 1.35, 0.6
# Points this much farther out than a thing is: if even they are hidden, no sliver of it shows.
SLIVER = 1.1
SURELY = 0.2
MOVED_M = 0.02
NOBODY = -2


@dataclass(frozen=True, slots=True)
class Glimpse:
    """Shares of a thing: what somebody surely sees of it, and what they could possibly see.

    `place_sure` and `place_maybe` are the same for the place where they last surely saw it, were it still there.
    """

    sure: float
    maybe: float
    place_sure: float
    place_maybe: float


UNSEEN = Glimpse(0.0, 0.0, 0.0, 0.0)


class Onlookers:
    """Looks with everybody's eyes, frame by frame."""

    def __init__(self, stage: Stage) -> None:
        rng = np.random.default_rng(POINTS)
        self._inner = {name: stage.things[name].samples(POINTS, rng) for name in stage.movable}
        self._outer = {name: _around(stage.things[name], rng) for name in stage.movable}
        self._last: dict[tuple[str, str], Pose] = {}

    def look(self, stage: Stage) -> dict[str, dict[str, Glimpse]]:
        """What each person sees now of each thing that can be moved."""
        found: dict[str, dict[str, Glimpse]] = {}
        for who, person in stage.people.items():
            if person.kind != "human" or who not in stage.gazes:
                continue
            away = who in stage.away
            found[who] = dict.fromkeys(self._inner, UNSEEN) if away else self._glimpses(stage, person)
        return found

    def _glimpses(self, stage: Stage, person: Person) -> dict[str, Glimpse]:
        names = list(self._inner)
        poses = [stage.pose(name) for name in names]
        bodies = [stage.ids[name] for name in names]
        shares = self._shares(stage, person, names, poses, bodies)
        own = {hand.holds for hand in stage.hands.values() if hand.who == person.name}
        found: dict[str, Glimpse] = {}
        left: list[str] = []
        for name, pose, (sure, maybe) in zip(names, poses, shares, strict=True):
            # Whoever holds a thing knows of it.
            sure, maybe = (1.0, 1.0) if name in own else (sure, maybe)
            found[name] = Glimpse(sure, maybe, sure, maybe)
            if sure > SURELY:
                self._last[person.name, name] = pose
            place = self._last.get((person.name, name), pose)
            if float(np.linalg.norm(place.position - pose.position)) >= MOVED_M:
                left.append(name)
        places = [self._last[person.name, name] for name in left]
        empty = self._shares(stage, person, left, places, [NOBODY] * len(left))
        for name, (sure, maybe) in zip(left, empty, strict=True):
            found[name] = replace(found[name], place_sure=sure, place_maybe=maybe)
        return found

    def _shares(
        self, stage: Stage, person: Person, names: list[str], poses: list[Pose], bodies: list[int]
    ) -> list[tuple[float, float]]:
        """At least and at most what is seen of each thing at a pose; without a body, of the empty place."""
        if not names:
            return []
        pairs = list(zip(names, poses, strict=True))
        near = np.vstack([pose.apply(self._inner[name]) for name, pose in pairs])
        far = np.vstack([pose.apply(self._outer[name]) for name, pose in pairs])
        owners = np.repeat(bodies, POINTS)
        free = owners == NOBODY
        sure = _reached(stage, person, near, owners, free, margin=-LENS_MARGIN, girth=STOUT, arms=True)
        maybe = _reached(stage, person, far, owners, np.ones_like(free), margin=LENS_MARGIN, girth=LEAN, arms=False)
        shares = [flags.reshape(-1, POINTS).mean(axis=1).tolist() for flags in (sure, maybe | sure)]
        return list(zip(*shares, strict=True))


def _around(thing: Thing, rng: np.random.Generator) -> Array:
    """Points on a box a little larger than the thing, its corners among them."""
    low, high = thing.corners.min(axis=0), thing.corners.max(axis=0)
    signs = np.array([[x, y, z] for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)], dtype=np.float64)
    some = rng.uniform(-1, 1, (POINTS - len(signs), 3))
    some /= np.abs(some).max(axis=1, keepdims=True)
    return (low + high) / 2 + SLIVER * np.vstack([signs, some]) * (high - low) / 2


def _reached(
    stage: Stage,
    person: Person,
    points: Array,
    owners: npt.NDArray[np.int_],
    free: Flags,
    *,
    margin: float,
    girth: float,
    arms: bool,
) -> Flags:
    """Which points are seen: the ray meets their owner first, or nothing where that will do."""
    eye = person.head
    lens = Camera(eye, stage.gazes[person.name], (LENS[0] + margin, LENS[1] + margin), REACH_M)
    seen = in_view(lens, points)
    if not seen.any():
        return seen
    hits = np.array(stage.bullet.first_hits(eye, points))
    seen &= (hits == owners) | ((hits < 0) & free)
    for other in present(stage):
        if other.name != person.name:
            hands = [hand for hand in stage.hands.values() if hand.who == other.name]
            starts, ends, radii = capsules(other, hands, arms=arms)
            seen &= ~blocked(eye, points, (starts, ends, radii * girth))
    return seen


def level_left(eye: Array, target: Array) -> Array:
    """The unit direction along the floor to the left of somebody who looks from an eye to a target."""
    ahead = (target - eye) * array(1, 1, 0)
    ahead = ahead / np.linalg.norm(ahead)
    return array(-ahead[1], ahead[0], 0)
