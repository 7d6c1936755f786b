"""Who can reach what, with how much effort, in any world."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

import numpy as np

from ..geometry import FloatArray, IntArray, Pose, transform
from ..relations import agents_in
from ..world import EntityId, Statement, World
from .arm import Arm, arms, joint_values
from .effort import DEFAULT_REACH, Effort, ReachSettings
from .goals import Goals, goals
from .kinematics import ChainKinematics, Kinematics
from .obstacles import Obstacles, obstacles
from .posture import Posture, posture
from .seek import Aim, sought, tried
from .stretch import human_efforts

CAN_REACH, HELD_BY = "canReach", "isHeldBy"
# What has moved less than this since it was last looked at is looked at again only in its turn.
STILL_M, STILL_RAD = 0.015, 0.03
TURNS = 8
NUMPY = ChainKinematics()
_NO_ROWS = np.zeros(0, dtype=np.intp)

Efforts = Mapping[EntityId, Effort]


@dataclass(frozen=True, slots=True, eq=False)
class Grasp:
    """How a robot gets to a thing: by which of its arms, to which of the two points, and the joint values."""

    arm: int
    goal: int
    joints: FloatArray


Postures = Mapping[EntityId, Grasp]


@dataclass(frozen=True, slots=True, eq=False)
class Look:
    """What was found out about one agent: where it stood, where each thing was then, the effort, a robot's postures."""

    stand: FloatArray
    places: Mapping[EntityId, FloatArray]
    efforts: Efforts
    postures: Postures = field(default_factory=lambda: MappingProxyType({}))


@dataclass(frozen=True, slots=True, eq=False)
class ReachMemory:
    """What was told and found out before, and since when it has been otherwise; `turn` counts the ticks."""

    told: Mapping[EntityId, Efforts] = field(default_factory=lambda: MappingProxyType({}))
    since: Mapping[tuple[EntityId, EntityId], float] = field(default_factory=lambda: MappingProxyType({}))
    looks: Mapping[EntityId, Look] = field(default_factory=lambda: MappingProxyType({}))
    turn: int = 0


def reachable(
    memory: ReachMemory,
    world: World,
    *,
    settings: ReachSettings = DEFAULT_REACH,
    stamp: float,
    kinematics: Kinematics = NUMPY,
) -> tuple[ReachMemory, Mapping[EntityId, Efforts]]:
    """For each agent whose place is known, the things it can get hold of and the least effort that takes.

    People reach with the arms people have; robots with those of their model, else with generic ones. Nobody reaches
    what is in a closed container or whose place is unknown. A change is told once it has lasted.
    """
    around = obstacles(world)
    things = goals(world, around)
    robots: dict[EntityId, Look] = {}
    stances: dict[EntityId, Posture] = {}
    for agent in agents_in(world.structure):
        before = memory.looks.get(agent)
        own = [arm for arm in arms(world.structure) if arm.owner == agent]
        stance = None if own else posture(world, agent, settings)
        if own:
            robots[agent] = _robot(own, world, things, around, before, memory.turn, settings, kinematics)
        elif stance is not None:
            stances[agent] = stance
    people = _people(stances, things, around, memory, settings)
    looks = {agent: (robots | people)[agent] for agent in agents_in(world.structure) if agent in robots | people}
    true = {agent: {**look.efforts, **_in_hand(world, agent)} for agent, look in looks.items()}
    told, since = _settled(memory, true, stamp, settings.reach_settle_time)
    return ReachMemory(told, since, MappingProxyType(looks), memory.turn + 1), told


def can_reach(efforts: Mapping[EntityId, Efforts], settings: ReachSettings = DEFAULT_REACH) -> frozenset[Statement]:
    """The facts to tell of the efforts: canReach for what takes no step, unless steps are allowed."""
    most = Effort.STEP if settings.reach_by_stepping else Effort.LEAN
    return frozenset(
        (agent, CAN_REACH, thing)
        for agent, found in efforts.items()
        for thing, effort in found.items()
        if effort <= most
    )


def _people(
    stances: Mapping[EntityId, Posture],
    things: Goals,
    around: Obstacles,
    memory: ReachMemory,
    settings: ReachSettings,
) -> dict[EntityId, Look]:
    """What is found out about everybody without a model: what is to be looked at, all in one go."""
    stands: dict[EntityId, tuple[FloatArray, Look | None, IntArray]] = {}
    slacks: list[float] = []
    for agent, stance in stances.items():
        stand, before = np.concatenate([stance.neck, stance.ahead]), memory.looks.get(agent)
        if before is not None and _has_moved(stand, before.stand):
            before = None
        rows, told = _due(things, before, memory.turn), memory.told.get(agent, {})
        slacks += [settings.reach_steadiness if things.ids[row] in told else 0.0 for row in rows.tolist()]
        stands[agent] = (stand, before, rows)
    rows = np.concatenate([_NO_ROWS, *(rows for _, _, rows in stands.values())])
    who = np.repeat(np.arange(len(stands)), [len(rows) for _, _, rows in stands.values()])
    each = iter(
        human_efforts(
            [*stances.values()], who, things.only(rows), around, settings, slack_m=np.array(slacks, dtype=np.float64)
        )
    )
    found: dict[EntityId, Look] = {}
    for agent, (stand, before, rows) in stands.items():
        looked: list[int] = rows.tolist()
        fresh: dict[EntityId, Effort | None] = {things.ids[row]: next(each) for row in looked}
        kept: Efforts = {} if before is None else before.efforts
        efforts = {name: effort for name, effort in kept.items() if name not in fresh and name in things.known}
        efforts |= {name: effort for name, effort in fresh.items() if effort is not None}
        found[agent] = Look(*_noted(stand, things, rows, before), MappingProxyType(efforts))
    return found


def _due(things: Goals, before: Look | None, turn: int) -> IntArray:
    """The things to look at now: all of them for who is new or has moved, else those that have, and some in turn."""
    if before is None:
        return np.arange(len(things.ids))
    nowhere = np.full(3, np.inf)
    places = np.array([before.places.get(name, nowhere) for name in things.ids]).reshape(-1, 3)
    due = np.abs(things.places.centre - places).max(axis=1) > STILL_M
    due[turn % TURNS :: TURNS] = True
    return np.flatnonzero(due)


def _has_moved(stand: FloatArray, before: FloatArray) -> bool:
    moved, turned = np.abs(stand[:3] - before[:3]).max(), np.abs(stand[3:] - before[3:]).max()
    return bool(moved > STILL_M or turned > STILL_RAD)


def _noted(
    stand: FloatArray, things: Goals, rows: IntArray, before: Look | None
) -> tuple[FloatArray, Mapping[EntityId, FloatArray]]:
    """Where the agent and the things were when they were last looked at."""
    if before is None:
        return stand, MappingProxyType(dict(zip(things.ids, things.places.centre, strict=True)))
    places = {name: before.places[name] for name in things.ids if name in before.places}
    places |= {things.ids[row]: things.places.centre[row] for row in rows.tolist()}
    return before.stand, MappingProxyType(places)


def _robot(
    own: list[Arm],
    world: World,
    things: Goals,
    around: Obstacles,
    before: Look | None,
    turn: int,
    settings: ReachSettings,
    kinematics: Kinematics,
) -> Look:
    """Postures that served before are tried first; what is not reached by them is sought afresh, some in each tick."""
    known = {name: row for row, name in enumerate(things.ids)}
    found: dict[EntityId, Grasp] = {}
    bases = [world.pose(arm.base) for arm in own]
    places = [things.points(base.apply(arm.joints[0].origin.position)) for arm, base in zip(own, bases, strict=True)]
    stand = bases[0].array
    if before is not None:
        found |= _again(own, bases, places, things, known, around, before, settings, kinematics)
    left = np.array([row for row, name in enumerate(things.ids) if name not in found and not things.shut[row]], np.intp)
    if before is not None and _has_moved(stand, before.stand):
        before = None
    urgent, again = left, left[:0]
    if before is not None:
        urgent, again = _turn(left, things, before, turn, int(settings.ik_refresh))
    for number, (arm, base, points) in enumerate(zip(own, bases, places, strict=True)):
        rest = joint_values(arm, world)
        for rows, when in ((urgent, None), (again, turn // max(len(left), 1))):
            todo = np.array([row for row in rows.tolist() if things.ids[row] not in found], dtype=np.intp)
            if not len(todo):
                continue
            got = sought(kinematics, arm, base, points[todo], things.rows[todo], around, rest, settings, turn=when)
            found |= {
                things.ids[todo[row]]: Grasp(number, int(got.goal[row]), got.joints[row])
                for row in np.flatnonzero(got.works).tolist()
            }
    efforts = MappingProxyType(dict.fromkeys(found, Effort.ARM))
    looked = np.array([*urgent.tolist(), *again.tolist(), *(known[name] for name in found)], dtype=np.intp)
    return Look(*_noted(stand, things, looked, before), efforts, MappingProxyType(found))


def _again(
    own: list[Arm],
    bases: list[Pose],
    places: list[FloatArray],
    things: Goals,
    known: Mapping[EntityId, int],
    around: Obstacles,
    before: Look,
    settings: ReachSettings,
    kinematics: Kinematics,
) -> dict[EntityId, Grasp]:
    """The things still reached from the posture that reached them before, mended where they or the robot moved."""
    found: dict[EntityId, Grasp] = {}
    for number, (arm, base, points) in enumerate(zip(own, bases, places, strict=True)):
        grasps = {
            name: grasp
            for name, grasp in before.postures.items()
            if grasp.arm == number and name in known and not things.shut[known[name]]
        }
        if not grasps:
            continue
        rows = np.array([known[name] for name in grasps], dtype=np.intp)
        goals_of = [grasp.goal for grasp in grasps.values()]
        joints = np.array([grasp.joints for grasp in grasps.values()])
        aim = Aim(arm, base, points[rows, goals_of], things.rows[rows])
        # What was reached may slip a little out of reach before that is believed.
        slip = settings.ik_tolerance + settings.reach_steadiness
        works = np.zeros(len(rows), dtype=np.bool_)
        tips = transform(base.array, kinematics.tips(arm, joints))
        stays = np.flatnonzero(np.linalg.norm(tips - aim.points, axis=1) <= STILL_M)
        works[stays] = kinematics.free(arm, base, joints[stays], around, aim.things[stays])
        slid = np.setdiff1d(np.arange(len(rows)), stays)
        if len(slid):
            joints[slid], _, works[slid] = tried(kinematics, aim.only(slid), around, joints[slid], slip)
        names = list(grasps)
        found |= {names[row]: Grasp(number, goals_of[row], joints[row]) for row in np.flatnonzero(works).tolist()}
    return found


def _turn(left: IntArray, things: Goals, before: Look, turn: int, count: int) -> tuple[IntArray, IntArray]:
    """What was reached a moment ago or has moved; and a few of the others, in their turn."""

    def at_once(row: int) -> bool:
        name = things.ids[row]
        place = before.places.get(name)
        moved = place is None or float(np.abs(things.places.centre[row] - place).max()) > STILL_M
        return moved or name in before.efforts

    first = [row for row in left.tolist() if at_once(row)]
    others = [row for row in left.tolist() if not at_once(row)]
    start = turn * count % max(len(others), 1)
    some = (others + others)[start : start + min(count, len(others))]
    return np.array(first, dtype=np.intp), np.array(some, dtype=np.intp)


def _in_hand(world: World, agent: EntityId) -> dict[EntityId, Effort]:
    """What somebody holds is at hand."""
    return {EntityId(subject): Effort.ARM for subject, _, target in world.timeline.held(HELD_BY) if target == agent}


def _settled(
    memory: ReachMemory, true: Mapping[EntityId, Mapping[EntityId, Effort]], stamp: float, settle_s: float
) -> tuple[Mapping[EntityId, Efforts], Mapping[tuple[EntityId, EntityId], float]]:
    """What to tell: at once the first time somebody is looked at, else once it has been otherwise for a while."""
    told: dict[EntityId, Efforts] = {}
    since: dict[tuple[EntityId, EntityId], float] = {}
    for agent, efforts in true.items():
        if agent not in memory.told:
            told[agent] = MappingProxyType(dict(efforts))
            continue
        now = dict(memory.told[agent])
        for thing in sorted(now.keys() | efforts.keys()):
            if now.get(thing) is efforts.get(thing):
                continue
            begun = memory.since.get((agent, thing), stamp)
            if stamp - begun < settle_s - 1e-6:
                since[agent, thing] = begun
            elif thing in efforts:
                now[thing] = efforts[thing]
            else:
                del now[thing]
        told[agent] = MappingProxyType(now)
    return MappingProxyType(told), MappingProxyType(since)
