"""How sure one can be of what nobody sees: many rollouts of one moment, each a little different."""

from collections.abc import Callable, Mapping, Set
from dataclasses import dataclass, replace
from types import MappingProxyType

import msgspec
import numpy as np

from ..geometry import FloatArray, angle_between, compose, conjugate, invert, multiply, normalised, rotation_matrix
from ..physics import Image, Mode, Simulation
from ..world import EntityId

Claim = tuple[EntityId, str, EntityId]
Judge = Callable[[Simulation], Set[Claim]]
"""What is true where a rollout ended: isOn, isIn, or whatever else one asks of it."""

# A rollout ends once its thing has been slower than this for two looks in a row.
REST_M_S = 0.02
REST_RAD_S = 0.3
LOOK_STEPS = 24
# A start deeper in something than this is no start: the draw is halved until it fits.
OVERLAP_M = 0.004
HALVINGS = 4
# What no rollout varies: shapes, masses, and how things bounce, which matters more the deeper they fall. Fitted on made
# scenes whose truth comes from another engine.
MODEL_M = 0.006
MODEL_RAD = 0.05
BOUNCE = 0.1
# What rides in something carried slides and tips by this share of its way, and of its turn.
SLIP = 0.15
SLIP_RAD = 0.2


class Doubt(msgspec.Struct, frozen=True, kw_only=True):
    """What is uncertain at the start, as standard deviations; friction and rolling vary by a factor `exp(friction)`."""

    position_m: float = 0.004
    turn_rad: float = 0.05
    velocity_m_s: float = 0.0
    friction: float = 0.4


@dataclass(frozen=True, slots=True, eq=False)
class Spread:
    """Where a thing may be: mean pose, covariance `(6, 6)` along the fixed axes (metres, then radians), and claims."""

    id: EntityId
    pose: FloatArray
    covariance: FloatArray
    probabilities: Mapping[Claim, float]

    def about(self, pose: FloatArray) -> FloatArray:
        """The covariance as seen from another pose than the mean: what it is off by is doubt too."""
        away = _difference(self.pose, pose)
        return self.covariance + np.outer(away, away)

    def holds(self, claim: Claim) -> float:
        return self.probabilities.get(claim, 0.0)


@dataclass(frozen=True, slots=True, eq=False)
class Cloud:
    """The rollouts of one thing from one moment on: advance it when there is time, ask for its spread when `done`.

    `begun` is the moment, `path` has positions on the way of the first rollout, the undisturbed one; `starts` are how
    each rollout differs, `ends` and `claims` where those run so far ended and what was true there.
    """

    id: EntityId
    row: int
    begun: Image
    pose: FloatArray
    velocity: FloatArray
    starts: FloatArray
    looks: int
    path: FloatArray
    ends: tuple[FloatArray, ...] = ()
    claims: tuple[frozenset[Claim], ...] = ()

    @property
    def done(self) -> bool:
        return len(self.ends) == len(self.starts)

    def spread(self) -> Spread:
        """Of the rollouts so far."""
        assert self.ends, "no rollout has been run yet"
        ends = np.array(self.ends)
        mean = _mean(ends)
        away = np.array([_difference(end, mean) for end in ends])
        # A handful of rollouts knows its own spread badly: Student's factor, as for a mean of so many.
        few = (len(ends) + 1) / max(len(ends) - 3, 1)
        fallen = max(0.0, float(self.pose[2] - mean[2])) * BOUNCE
        floor = np.diag([MODEL_M**2 + fallen**2] * 2 + [MODEL_M**2] + [MODEL_RAD**2] * 3)
        claims = sorted({claim for true in self.claims for claim in true})
        shares = {claim: sum(claim in true for true in self.claims) / len(ends) for claim in claims}
        covariance = few * (away.T @ away) / len(ends) + floor
        return Spread(self.id, mean, covariance, MappingProxyType(shares))


def begun(
    trial: Simulation,
    row: int,
    doubt: Doubt,
    *,
    judge: Judge,
    trail: FloatArray | None = None,
    count: int = 24,
    seconds: float = 2.0,
    timestep_s: float = 0.00416,
    seed: int = 0,
) -> Cloud:
    """A cloud with its first rollout run, in a simulation to try things out with, where kinematic bodies stay.

    `trail` are positions `(m, 3)` where the thing may have begun as well: half of the rollouts begin on it.
    """
    starts = _draws(doubt, count, seed)
    driven = [each for each, mode in enumerate(trial.modes) if mode is Mode.KINEMATIC and each != row]
    if driven:
        trial.set_state(driven, trial.poses()[driven])
    trial.set_mode([row], Mode.DYNAMIC)
    pose, velocity = trial.poses()[row], trial.velocities()[row]
    if trail is not None and len(trail):
        chosen = np.random.default_rng(seed).integers(len(trail), size=len(starts) // 2)
        starts[1 : len(chosen) + 1, :3] += trail[chosen] - pose[:3]
    looks = max(1, round(seconds / timestep_s / LOOK_STEPS))
    cloud = Cloud(trial.ids[row], row, trial.image(), pose, velocity, starts, looks, pose[None, :3])
    end, way = _rolled_out(cloud, trial, starts[0])
    return replace(cloud, path=np.array([pose[:3], *way]), ends=(end,), claims=(frozenset(judge(trial)),))


def advanced(cloud: Cloud, trial: Simulation, *, judge: Judge, rollouts: int) -> Cloud:
    """Some more rollouts; the same ones whenever they are run."""
    ends, claims = list(cloud.ends), list(cloud.claims)
    for start in cloud.starts[len(ends) : len(ends) + rollouts]:
        ends.append(_rolled_out(cloud, trial, start)[0])
        claims.append(frozenset(judge(trial)))
    return replace(cloud, ends=tuple(ends), claims=tuple(claims))


def _rolled_out(cloud: Cloud, trial: Simulation, start: FloatArray) -> tuple[FloatArray, list[FloatArray]]:
    """Where a rollout ends, and positions on its way."""
    row = cloud.row
    trial.restore(cloud.begun)
    trial.set_friction([row], float(np.exp(start[9])))
    velocity = cloud.velocity.copy()
    velocity[:3] += start[6:9]
    offset = start[:6]
    for _ in range(HALVINGS):
        trial.set_state([row], _displaced(cloud.pose, offset)[None], velocity[None])
        if not _overlaps(trial, row):
            break
        offset = offset / 2
    slow, way = 0, list[FloatArray]()
    for _ in range(cloud.looks):
        trial.begin()
        trial.step(LOOK_STEPS)
        now = trial.velocities()[row]
        way.append(trial.positions([row])[0])
        rests = np.linalg.norm(now[:3]) < REST_M_S and np.linalg.norm(now[3:]) < REST_RAD_S
        slow = slow + 1 if rests else 0
        if slow == 2:
            break
    return trial.poses()[row], way


def spread(
    simulation: Simulation,
    name: EntityId,
    doubt: Doubt,
    *,
    judge: Judge,
    count: int = 24,
    seconds: float = 2.0,
    timestep_s: float = 0.00416,
    seed: int = 0,
) -> Spread:
    """Where a thing of a simulation will come to rest, and what will then be true of it. The same for equal seeds."""
    row, trial = simulation.ids.index(name), simulation.fork()
    cloud = begun(trial, row, doubt, judge=judge, count=count, seconds=seconds, timestep_s=timestep_s, seed=seed)
    found = advanced(cloud, trial, judge=judge, rollouts=count - 1).spread()
    trial.close()
    return found


def carried(spread: Spread, before: FloatArray, after: FloatArray, *, limit_m: float = np.inf) -> Spread:
    """The spread of what rides in or on something that moved from one pose to another.

    It turns along and grows with the way; in a container it grows no wider than `limit_m`.
    """
    step = compose(after, invert(before))
    turn = rotation_matrix(step[3:])
    both = np.kron(np.eye(2), turn)
    covariance = both @ spread.covariance @ both.T
    way = float(np.linalg.norm(after[:3] - before[:3]))
    angle = float(angle_between(after[3:], before[3:]))
    room = np.clip(limit_m**2 - np.diag(covariance)[:3], 0.0, None)
    grown = np.minimum(SLIP**2 * way * max(way, 0.05), room)
    covariance = covariance + np.diag([*grown, *[SLIP_RAD**2 * angle * max(angle, 0.1)] * 3])
    return replace(spread, pose=compose(step, spread.pose), covariance=covariance)


def at_rest(name: EntityId, pose: FloatArray, doubt: Doubt, claims: Set[Claim] = frozenset()) -> Spread:
    """Of what was seen to rest before it was hidden: no rollout could tell more."""
    position, turn = doubt.position_m**2 + MODEL_M**2, doubt.turn_rad**2 + MODEL_RAD**2
    covariance = np.diag([position] * 3 + [turn] * 3)
    return Spread(name, pose, covariance, MappingProxyType(dict.fromkeys(claims, 1.0)))


def _draws(doubt: Doubt, count: int, seed: int) -> FloatArray:
    """Starts `(count, 10)`: displacement, turn, velocity, friction. First none, then opposites: the mean is exact."""
    scale = np.repeat([doubt.position_m, doubt.turn_rad, doubt.velocity_m_s, doubt.friction], [3, 3, 3, 1])
    half = np.random.default_rng(seed).normal(size=(count // 2, 10)) * scale
    return np.concatenate([np.zeros((1, 10)), np.stack([half, -half], axis=1).reshape(-1, 10)])[:count]


def _displaced(pose: FloatArray, offset: FloatArray) -> FloatArray:
    moved = pose.copy()
    moved[:3] += offset[:3]
    moved[3:] = normalised(multiply(_turned(offset[3:]), pose[3:]))
    return moved


def _turned(vector: FloatArray) -> FloatArray:
    angle = float(np.linalg.norm(vector))
    axis = vector / angle if angle > 1e-12 else np.zeros(3)
    return np.append(axis * np.sin(angle / 2), np.cos(angle / 2))


def _overlaps(simulation: Simulation, row: int) -> bool:
    contacts = simulation.contacts()
    if not len(contacts):
        return False
    return bool(((contacts.rows == row).any(axis=1) & (contacts.gaps < -OVERLAP_M)).any())


def _mean(poses: FloatArray) -> FloatArray:
    """Mean place, and the turn that is nearest to all: the first eigenvector of the quaternions' scatter."""
    _, vectors = np.linalg.eigh(poses[:, 3:].T @ poses[:, 3:])
    return np.concatenate([poses[:, :3].mean(axis=0), vectors[:, -1]])


def _difference(pose: FloatArray, reference: FloatArray) -> FloatArray:
    """From a reference to a pose: a displacement and a rotation vector along the fixed axes."""
    turn = multiply(pose[3:], conjugate(reference[3:]))
    turn = -turn if turn[3] < 0 else turn
    sine = float(np.linalg.norm(turn[:3]))
    angle = 2 * np.arctan2(sine, float(turn[3]))
    return np.concatenate([pose[:3] - reference[:3], turn[:3] / max(sine, 1e-12) * angle])
