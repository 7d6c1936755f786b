"""Look-alikes that may have been exchanged out of sight, and trackers that mix up the names of things."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from types import MappingProxyType

import numpy as np

from ..world import Ended, EntityId, Entry, Object, Scene, Situation, World
from .looks import Looks, alike, comparable, looks_of, told_looks
from .observation import Observation, Percept
from .tracks import AWAY_S, Track

MAY_BE = "mayBe"
# A hand carries things no further than this while nobody sees it (chosen: the reach of an arm).
EXCHANGED_M = 1.2
# How likely two that were both handled out of sight are the other one each: when both are back where they were, and
# elsewhere. Below the last, a doubt is none.
BACK, ELSEWHERE, DOUBT = 0.3, 0.5, 0.02
SAME_PLACE_M = 0.08
# A thing that leaps this far into the place that another, which leaps as well, has just left was mixed up with it.
LEAP_M = 0.06
PLACE_M = 0.03
# Reports further apart than this leave a person time to exchange two things.
TOGETHER_S = 0.4


def doubted(tracks: dict[EntityId, Track], returned: Mapping[EntityId, Track], *, stamp: float) -> None:
    """Mixes up who is who among tracks of which some have just returned; `returned` are these as they were before."""
    mixed: set[frozenset[EntityId]] = set()
    for name, before in returned.items():
        now = tracks[name]
        if now.away[1] != stamp:
            continue
        for other, rival in tracks.items():
            pair = frozenset((name, other))
            if other == name or pair in mixed or not alike(now.looks, rival.looks):
                continue
            lost, back = _out_of_sight(rival, stamp)
            if min(back, stamp) <= max(lost, now.away[0]):
                continue
            where = returned.get(other, rival)
            if np.linalg.norm(np.subtract(before.position, where.position)) > EXCHANGED_M:
                continue
            mixed.add(pair)
            home = np.linalg.norm(np.subtract(now.position, before.position)) < SAME_PLACE_M
            share = BACK if home else ELSEWHERE
            tracks[name], tracks[other] = _mixed(tracks[name], tracks[other], share)
            now = tracks[name]


def _out_of_sight(track: Track, stamp: float) -> tuple[float, float]:
    """When a track was last out of sight and handled; nowhen if it never was."""
    if stamp - track.seen > AWAY_S and track.touched > track.seen:
        return track.seen, stamp
    return track.away


def _mixed(one: Track, other: Track, share: float) -> tuple[Track, Track]:
    """Two tracks of which each may be the other, with that probability."""
    names = one.shares.keys() | other.shares.keys()

    def blend(mine: Track, yours: Track) -> Mapping[EntityId, float]:
        found = {
            name: (1 - share) * mine.shares.get(name, 0.0) + share * yours.shares.get(name, 0.0)
            for name in sorted(names)
        }
        return MappingProxyType({name: likely for name, likely in found.items() if likely > 0.0})

    return replace(one, names=blend(one, other)), replace(other, names=blend(other, one))


def settled(tracks: dict[EntityId, Track], name: EntityId) -> None:
    """A track is known to be what it is called: nobody else is that."""
    for other, track in tracks.items():
        if other == name or not track.names:
            continue
        left = {each: share for each, share in track.names.items() if each != name}
        total = sum(left.values())
        sure = total <= 0.0 or set(left) == {other}
        names = {} if sure else {each: share / total for each, share in left.items()}
        tracks[other] = replace(track, names=MappingProxyType(names))
    tracks[name] = replace(tracks[name], names=MappingProxyType({}))


def doubts(tracks: Mapping[EntityId, Track]) -> dict[tuple[EntityId, EntityId], float]:
    """Which things may be which others, and how likely."""
    return {
        (name, other): share
        for name, track in tracks.items()
        for other, share in track.names.items()
        if other != name and share >= DOUBT and other in tracks
    }


def doubt_entries(
    told: Mapping[tuple[EntityId, EntityId], float],
    now: Mapping[tuple[EntityId, EntityId], float],
    *,
    stamp: float,
) -> list[Entry]:
    """What begins and ends to be in doubt."""
    ended: list[Entry] = [Ended(stamp, MAY_BE, *pair) for pair in sorted(told.keys() - now.keys())]
    reason = "they look alike, and both were handled out of sight"
    begun = [
        Situation(stamp, MAY_BE, *pair, confidence=now[pair], reason=reason)
        for pair in sorted(now.keys() - told.keys())
    ]
    return [*ended, *begun]


def mixed_up(source: World, observation: Observation) -> list[tuple[EntityId, EntityId]]:
    """Pairs of things that changed places from one report of a source to the next: its tracker swapped their names."""
    if observation.stamp - source.stamp > TOGETHER_S:
        return []
    leapt: list[tuple[Percept, Sequence[float]]] = []
    rows, poses, seen = source.structure.rows, source.state.pose[:, :3].tolist(), source.state.perceived.tolist()
    for percept in observation.objects or ():
        row = rows.get(percept.id)
        if row is None or percept.frame is not None or not seen[row]:
            continue
        (x, y, z), before = percept.position, poses[row]
        if abs(x - before[0]) + abs(y - before[1]) + abs(z - before[2]) > LEAP_M:
            leapt.append((percept, before))
    if len(leapt) < 2:
        return []
    return [
        (one.id, other.id)
        for number, (one, before) in enumerate(leapt)
        for other, place in leapt[number + 1 :]
        if _near(one.position, place) and _near(other.position, before)
    ]


def miscalled(scene: Scene, observation: Observation) -> list[tuple[EntityId, EntityId]]:
    """Pairs of names that a tracker gives the wrong things, by their looks: each looks as the other is declared."""
    percepts = [each for each in observation.objects or () if each.colour is not None or each.size is not None]
    if not percepts:
        return []
    known = declared_looks(scene)
    wrong = [each for each in percepts if each.id in known and not comparable(told_looks(each), known[each.id])]
    here, found = {each.id for each in observation.objects or ()}, dict[EntityId, EntityId]()
    for one in wrong:
        fit = [name for name, looks in known.items() if looks.colour is not None and comparable(told_looks(one), looks)]
        others = [other.id for other in wrong if other.id in fit and comparable(told_looks(other), known[one.id])]
        # With nobody to exchange it with, it is the only thing of that colour, if that is not here.
        alone = fit if len(fit) == 1 and fit[0] not in here and one.colour is not None else []
        mate = next((name for name in (*others, *alone) if name not in found), None)
        if mate is not None and one.id not in found:
            found[one.id], found[mate] = mate, one.id
    return [(one, other) for number, (one, other) in enumerate(found.items()) if number % 2 == 0]


@lru_cache(maxsize=16)
def declared_looks(scene: Scene) -> Mapping[EntityId, Looks]:
    """How the movable things of a scene look by their declarations."""
    things = [thing[0][0] for thing in scene.awaited.values() if thing]
    there = [each for each in scene.world.structure.entities if isinstance(each.role, Object) and not each.role.static]
    return MappingProxyType({each.id: looks_of(each) for each in (*things, *there)})


def _near(one: Sequence[float], other: Sequence[float]) -> bool:
    return sum((a - b) ** 2 for a, b in zip(one, other, strict=True)) < PLACE_M**2
