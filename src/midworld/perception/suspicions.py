"""What looks wrong in a log though every line is good: shapes or frames that do not fit, trackers that hide a loss."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

import numpy as np

from ..geometry import Bounds, FloatArray, Pose, Shape, bounds
from ..world import Entity, EntityId, Object, Scene
from .observation import Observation, Percept

# Chosen; a tracker's noise is smaller, a wrong size or frame larger.
GAP_M = 0.02
# A support is looked for this far below or above the bottom of what rests.
SUPPORT_WITHIN_M = 0.15
STILL_M, STILL_S = 0.01, 0.5
# Motion capture repeats the last pose of a lost marker to the bit; a real one differs in the last digits.
REPEATS = 5
REPEAT_JUMP_M = 0.05
JUMP_M_S = 8.0
MOVED_M = 0.15
HAND_M = 0.35
# What is as near to a hand may be held up by it.
HELD_M = 0.2


@dataclass(slots=True)
class _Watched:
    """One object of one source, as far as it was read."""

    stamp: float
    place: FloatArray
    first: FloatArray
    since: float
    anchor: FloatArray
    repeats: int = 0
    gaps: list[float] = field(default_factory=list[float])
    frozen: tuple[float, float, int, float] | None = None
    jumps: list[tuple[float, float]] = field(default_factory=list[tuple[float, float]])
    lately_m: tuple[float, float] = (0.0, 0.0)
    moved_m: float = 0.0
    hand_m: float = float("inf")


class Suspicions:
    """Reads observations one by one; `told` then gives a sentence for what looks wrong, and what mends it."""

    def __init__(self, scene: Scene) -> None:
        self._scene = scene
        self._shapes = dict(_shapes(scene))
        world = scene.world
        self._static = {
            entity.id: bounds(entity.collision, world.pose(entity.id), scene.meshes)
            for entity in world.structure.entities
            if isinstance(entity.role, Object) and entity.role.static and entity.collision is not None
        }
        self._watched: dict[tuple[str, EntityId], _Watched] = {}
        self._placed: dict[EntityId, Bounds] = {}
        self._hands: dict[tuple[EntityId, str], FloatArray] = {}

    def read(self, observation: Observation) -> None:
        """Takes in a line; what is given in a frame of its own is passed over."""
        for agent in observation.agents or ():
            for part in agent.parts:
                if part.part.endswith("hand") and part.frame is None:
                    self._hands[agent.id, part.part] = np.asarray(part.position)
        for percept in observation.objects or ():
            if percept.frame is None:
                self._percept(observation.source, observation.stamp, percept)

    def told(self) -> Iterator[str]:
        """A sentence for each suspicion, by object."""
        for (source, name), watched in sorted(self._watched.items()):
            yield from _sentences(source, name, watched, hands=bool(self._hands))

    def _percept(self, source: str, stamp: float, percept: Percept) -> None:
        place = np.asarray(percept.position, dtype=np.float64)
        known = self._watched.get((source, percept.id))
        if known is None:
            self._watched[source, percept.id] = _Watched(stamp, place, place, stamp, place)
            return
        step = float(np.linalg.norm(place - known.place))
        _repeated(known, stamp, step)
        if step > max(JUMP_M_S * (stamp - known.stamp), GAP_M) and stamp > known.stamp:
            known.jumps.append((stamp, step))
        self._rested(known, stamp, place, percept)
        known.stamp, known.place = stamp, place
        # A mistaken percept or two have not moved it.
        away = float(np.linalg.norm(place - known.first))
        known.moved_m = max(known.moved_m, min(away, *known.lately_m))
        known.lately_m = (known.lately_m[1], away)
        if known.moved_m > MOVED_M:
            known.hand_m = min(known.hand_m, self._hand_m(place))

    def _rested(self, known: _Watched, stamp: float, place: FloatArray, percept: Percept) -> None:
        shape = self._shapes.get(percept.id)
        if float(np.linalg.norm(place - known.anchor)) > STILL_M:
            known.anchor, known.since = place, stamp
        elif shape is not None and stamp - known.since >= STILL_S and self._hand_m(place) > HELD_M:
            pose = (
                Pose(percept.position) if percept.orientation is None else Pose(percept.position, percept.orientation)
            )
            self._placed[percept.id] = here = bounds(shape, pose, self._scene.meshes)
            if (gap := self._gap(percept.id, here)) is not None:
                known.gaps.append(gap)

    def _hand_m(self, place: FloatArray) -> float:
        return min((float(np.linalg.norm(hand - place)) for hand in self._hands.values()), default=float("inf"))

    def _gap(self, name: EntityId, here: Bounds) -> float | None:
        """From the nearest support up to the bottom; negative where it is sunk into it. None where nothing is near."""
        others = (box for other, box in self._placed.items() if other != name)
        tops = [box.high[2] for box in (*self._static.values(), *others) if _over(here, box)]
        gaps = [here.low[2] - top for top in tops]
        near = [gap for gap in gaps if abs(gap) < SUPPORT_WITHIN_M]
        return min(near, key=abs, default=None)


def _shapes(scene: Scene) -> Iterator[tuple[EntityId, Shape]]:
    awaited: Iterable[Entity] = (placed[0][0] for placed in scene.awaited.values() if len(placed) == 1)
    for entity in (*scene.world.structure.entities, *awaited):
        role = entity.role
        if isinstance(role, Object) and not role.static and entity.collision is not None:
            yield entity.id, entity.collision


def _over(upper: Bounds, lower: Bounds) -> bool:
    x, y = ((upper.low[axis] + upper.high[axis]) / 2 for axis in range(2))
    return lower.low[0] <= x <= lower.high[0] and lower.low[1] <= y <= lower.high[1]


def _repeated(known: _Watched, stamp: float, step: float) -> None:
    if step == 0.0:
        known.repeats += 1
        return
    if known.repeats >= REPEATS and step > REPEAT_JUMP_M and known.frozen is None:
        known.frozen = (known.stamp, stamp, known.repeats + 1, step)
    known.repeats = 0


def _sentences(source: str, name: EntityId, watched: _Watched, *, hands: bool) -> Iterator[str]:
    gap = float(np.median(watched.gaps)) if watched.gaps else 0.0
    if abs(gap) > GAP_M and float(np.median(np.abs(np.subtract(watched.gaps, gap)))) < GAP_M:
        how = f"floats {100 * gap:.0f} cm above" if gap > 0 else f"is sunk {-100 * gap:.0f} cm into"
        mend = f"if its tracker's origin is off, say `offset: [0, 0, {-gap:.3f}]`; else mend its size or the support's"
        yield f"{name} {how} what it rests on, whenever it lies still ({source}); {mend}"
    if watched.frozen is not None:
        before, after, count, step = watched.frozen
        lost = f'{{"id": "{name}", "lost": true}}'
        yield (
            f"{name} has the same pose to the bit in {count} lines up to {before:.10g} s and is "
            f"{100 * step:.0f} cm off at {after:.10g} s ({source}); "
            f"if that is how its tracker tells a loss, write {lost} there"
        )
    if len(watched.jumps) > 1:
        stamp, step = watched.jumps[0]
        yield (
            f"{name} jumps {len(watched.jumps)} times faster than {JUMP_M_S:g} m/s, first by {100 * step:.0f} cm at "
            f"{stamp:.10g} s ({source}); look for names that are swapped, or two things of one name"
        )
    if hands and watched.moved_m > MOVED_M and watched.hand_m > HAND_M and np.isfinite(watched.hand_m):
        yield (
            f"{name} is moved, and no hand comes nearer to it than {100 * watched.hand_m:.0f} cm ({source}); "
            "look for hands in another frame or unit, or clocks that differ (`timing: {skew: ...}`)"
        )


def suspicious(scene: Scene, observations: Iterable[Observation]) -> list[str]:
    """What looks wrong in a whole log."""
    suspicions = Suspicions(scene)
    for observation in observations:
        suspicions.read(observation)
    return list(suspicions.told())
