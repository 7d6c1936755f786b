"""What a person is about to do, as a distribution: from what the plan has for them, hands, eyes, and how they stand."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

import numpy as np

from ..geometry import FloatArray, rotate
from ..planning import Fact, Task
from ..world import EntityId, Object, World
from .run import Phase, Run

# How much likelier what the plan has next for somebody is than anything else they could do, and what was asked for.
PLANNED, ASKED = 4.0, 8.0
# Doing nothing at all, beside a single thing that could be done.
NOTHING = 1.0
# How peaked directions are around what is meant (von Mises-Fisher): heads by some 18 degrees or, as often when people
# fix their eyes on what they are about to take, by 3; hands under way by some 20; a body is just turned there. Chosen.
HAND, GAZE, FIXED, BODY = 8.0, 10.0, 400.0, 0.5
# A hand slower than this tells nothing; at this speed it tells all.
STILL_M_S, FAST_M_S = 0.08, 0.4
# Old evidence fades with this time constant; a second is what a reach takes.
FADES_S = 0.5
IDLE: Task = ()
AHEAD = np.array([1.0, 0.0, 0.0])
NO_PLACES: Mapping[str, FloatArray] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Foresight:
    """What somebody may do next, likeliest first, `()` for nothing; and what it was worked out from."""

    person: str
    stamp: float
    likely: tuple[tuple[Task, float], ...] = ()
    evidence: Mapping[Task, float] = field(default_factory=lambda: MappingProxyType({}))
    hands: Mapping[str, FloatArray] = field(default_factory=lambda: NO_PLACES)

    @property
    def next(self) -> Task:
        """What is likeliest."""
        return self.likely[0][0] if self.likely else IDLE

    def chance(self, task: Task) -> float:
        """How likely somebody does this next; what a plan names beyond verb, person, thing and container counts not."""
        return sum(each for known, each in self.likely if known == task[: len(known)] and known)


def foreseen(
    before: Foresight | None, person: str, world: World, choices: Mapping[Task, float], *, stamp: float
) -> Foresight:
    """What somebody is about to do now. `choices` are what they could do (`options`), each with its weight."""
    evidence: Mapping[Task, float] = {} if before is None else before.evidence
    passed = 0.1 if before is None else max(stamp - before.stamp, 0.0)
    hands = {
        each: _place(world, f"{person}/{each}") for each in ("left_hand", "right_hand") if _known(world, person, each)
    }
    heard = _heard(person, world, before, hands, passed)
    kept = float(np.exp(-passed / FADES_S))
    fresh = {task: kept * evidence.get(task, 0.0) + (1.0 - kept) * heard(task) for task in choices}
    weights = {task: weight * float(np.exp(fresh[task])) for task, weight in choices.items()}
    total = sum(weights.values())
    likely = sorted(((task, weight / total) for task, weight in weights.items()), key=lambda each: (-each[1], each[0]))
    return Foresight(person, stamp, tuple(likely), MappingProxyType(fresh), MappingProxyType(hands))


def options(
    person: str, world: World, facts: Iterable[Fact], *, run: Run | None = None, asked: Iterable[Task] = ()
) -> dict[Task, float]:
    """What somebody could do next, with how likely that is before one looks; what the plan has next is likelier."""
    known = frozenset(facts)
    held = sorted(each[1] for each in known if each[0] == "isHeldBy" and each[2] == person)
    reached = sorted(each[2] for each in known if each[0] == "canReach" and each[1] == person)
    inside = {each[1] for each in known if each[0] == "isIn"}
    busy = {each[1] for each in known if each[0] == "isHeldBy" and each[2] == person} | inside
    found: dict[Task, float] = {IDLE: NOTHING}
    for thing in reached:
        if _is_loose(world, thing) and thing not in busy and not _is_container(world, thing):
            found["take", person, thing] = 1.0
    for thing in held:
        for place in (each for each in reached if each != thing and _is_container(world, each)):
            found["throw", person, thing, place] = 1.0
        found["put", person, thing] = 1.0
    for task in _next_of(run, person):
        _raise(found, task, PLANNED)
    for task in asked:
        _raise(found, task, ASKED)
    return found


def _raise(found: dict[Task, float], task: Task, weight: float) -> None:
    for known in found:
        if known and known == task[: len(known)]:
            found[known] = max(found[known], weight)


def _next_of(run: Run | None, person: str) -> tuple[Task, ...]:
    """The actions of a plan that are somebody's next, or under way."""
    if run is None:
        return ()
    over = set(run.ids(Phase.DONE))
    waiting = [run.action(each) for each in run.ids(Phase.RUNNING, Phase.PENDING)]
    return tuple(each.task for each in waiting if each.agents[:1] == (person,) and over.issuperset(each.after))


def _heard(
    person: str, world: World, before: Foresight | None, hands: Mapping[str, FloatArray], passed: float
) -> Callable[[Task], float]:
    """How much what is seen of somebody now speaks for a task, as a log likelihood."""
    lines: list[tuple[FloatArray, FloatArray, tuple[float, ...]]] = []
    for name, peaks in (("head", (GAZE, FIXED)), ("torso", (BODY,))):
        if _known(world, person, name):
            pose = world.pose(f"{person}/{name}")
            lines.append((np.asarray(pose.position), rotate(np.asarray(pose.orientation), AHEAD), peaks))
    for name, place in hands.items():
        last = before.hands.get(name) if before is not None else None
        if last is not None and passed > 0.0:
            speed = float(np.linalg.norm(place - last)) / passed
            sure = float(np.clip((speed - STILL_M_S) / (FAST_M_S - STILL_M_S), 0.0, 1.0))
            if sure > 0.0:
                lines.append((place, (place - last) / (speed * passed), (HAND * sure,)))

    def told(task: Task) -> float:
        target = _target(world, task)
        if target is None:
            # Who does nothing in particular looks and moves anywhere.
            return 0.0
        return sum(_peaked(peaks, _cosine(target - origin, way)) for origin, way, peaks in lines)

    return told


def _target(world: World, task: Task) -> FloatArray | None:
    """Where hands and eyes go for a task; for putting something down that is not known."""
    name = task[3] if task[:1] == ("throw",) else task[2] if task[:1] == ("take",) else None
    return None if name is None or name not in world else _place(world, name)


def _peaked(peaks: tuple[float, ...], cosine: float) -> float:
    """The logarithm of von Mises-Fisher densities on the sphere, one as likely as the other, against a flat one."""
    logs = [peak * (cosine - 1.0) + float(np.log(2.0 * peak / -np.expm1(-2.0 * peak))) for peak in peaks]
    return float(np.logaddexp.reduce(logs)) - float(np.log(len(peaks)))


def _cosine(one: FloatArray, other: FloatArray) -> float:
    size = float(np.linalg.norm(one) * np.linalg.norm(other))
    return float(one @ other) / size if size > 1e-9 else 0.0


def _known(world: World, person: str, part: str) -> bool:
    return f"{person}/{part}" in world


def _place(world: World, name: str) -> FloatArray:
    return np.asarray(world.pose(name).position)


def _is_loose(world: World, name: str) -> bool:
    role = world.entity(EntityId(name)).role if name in world else None
    return isinstance(role, Object) and not role.static


def _is_container(world: World, name: str) -> bool:
    role = world.entity(EntityId(name)).role if name in world else None
    return isinstance(role, Object) and bool(role.cavities)
