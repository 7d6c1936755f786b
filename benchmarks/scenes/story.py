"""Playing a script: set the stage, let everybody act, and keep what happened frame by frame."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np

from .bullet import STEP_S
from .onlookers import Glimpse, Onlookers
from .pose import Array, Pose
from .script import Script, Step
from .sight import POINTS, point_seen, shares_seen
from .stage import Action, Hand, Misfire, Stage
from .verbs import Deed, deed

SETTLE_S = 0.8
LONGEST_S = 45.0


@dataclass(frozen=True, slots=True, eq=False)
class Frame:
    """The truth at the instant of one camera frame, in the story's frame and time."""

    stamp: float
    poses: dict[str, Pose]
    speeds: dict[str, float]
    held: dict[str, str]
    supports: dict[str, dict[str, float]]
    seen: dict[str, float]
    hands: dict[tuple[str, str], Array]
    hands_seen: dict[tuple[str, str], bool]
    heads: dict[str, Array]
    gazes: dict[str, Array]
    away: frozenset[str]
    blind: bool
    glimpses: dict[str, dict[str, Glimpse]]


@dataclass(frozen=True, slots=True, eq=False)
class Recording:
    """A played story."""

    frames: tuple[Frame, ...]
    actions: tuple[Action, ...]
    labels: dict[str, float]
    statics: dict[str, Pose]


def play(script: Script, rng: np.random.Generator, *, watch: Callable[[Stage], None] | None = None) -> Recording:
    """Raises Misfire when the story cannot be told with these numbers. `watch` is called at every frame."""
    deeds = [deed(step, pace=script.pace) for step in script.steps]
    stage = Stage(script.room, script.things)
    try:
        _set(stage, script, rng)
        samples = {name: stage.things[name].samples(POINTS, rng) for name in stage.movable}
        return _perform(stage, script, deeds, samples, watch)
    finally:
        stage.close()


def _set(stage: Stage, script: Script, rng: np.random.Generator) -> None:
    """Put everything where the script starts it, and let it come to rest."""
    intended: dict[str, Pose] = {}
    for name, actor in script.actors.items():
        yaw = 0.0
        if script.noise.orientation:
            yaw = float(rng.uniform(-np.pi, np.pi)) if actor.start.yaw is None else np.radians(actor.start.yaw)
        elif actor.start.yaw is not None and abs(actor.start.yaw) % 360:
            raise Misfire("a turned thing without orientations")
        base = _scattered(stage, name, actor.start.relation, rng) if actor.start.scatter else stage.base(actor.start)
        pose = stage.standing(name, base, yaw=yaw, upside_down=actor.upside_down)
        stage.enter(name, pose)
        intended[name] = pose
    for _ in range(round(SETTLE_S / STEP_S)):
        stage.step()
    for name in stage.movable:
        moved = float(np.linalg.norm(stage.pose(name).position - intended[name].position))
        if moved > 0.03 and script.actors[name].start.relation != "in":
            raise Misfire(f"{name} does not stay where it starts")
    stage.time = 0.0
    stage.actions.clear()
    stage.raise_hands()


def _scattered(stage: Stage, name: str, where: str, rng: np.random.Generator) -> Array:
    """A free spot on the table; `sides` keeps the middle, where the story is told, clear."""
    table = stage.room.table
    size = stage.things[name].corners
    reach = float(np.max(np.linalg.norm(size[:, :2], axis=1)))
    for _ in range(200):
        x = float(rng.uniform(-1, 1)) * (table.depth / 2 - reach - 0.02)
        y = float(rng.uniform(-1, 1)) * (table.width / 2 - reach - 0.02)
        if where == "sides" and abs(y) < 0.42:
            continue
        free = True
        for other in stage.ids:
            if other in ("floor", "table"):
                continue
            low, high = stage.extents(other)
            near = np.clip([x, y], low[:2], high[:2])
            free &= float(np.hypot(near[0] - x, near[1] - y)) > reach + 0.02
        if free:
            return np.array([x, y, table.height])
    raise Misfire(f"no room on the table for {name}")


def _perform(
    stage: Stage,
    script: Script,
    deeds: list[Deed],
    samples: dict[str, Array],
    watch: Callable[[Stage], None] | None,
) -> Recording:
    running = _parts(stage, script, deeds)
    onlookers = Onlookers(stage) if script.minds else None
    frames: list[Frame] = []
    period = 1 / script.noise.rate
    finish = np.inf
    stage.labels["start"] = 0.0
    while stage.time < finish:
        for key in list(running):
            if next(running[key], "done") == "done":
                del running[key]
        if not running and finish == np.inf:
            finish = stage.time + script.tail
        stage.step()
        if stage.time >= len(frames) * period:
            stage.check_grips()
            frames.append(_frame(stage, samples, script, onlookers))
            if watch is not None:
                watch(stage)
        if stage.time > LONGEST_S:
            raise Misfire("the story does not end")
    stage.labels["end"] = frames[-1].stamp
    statics = {name: stage.pose(name) for name in stage.ids if stage.things[name].static}
    return Recording(tuple(frames), tuple(stage.actions), dict(stage.labels), statics)


def _parts(stage: Stage, script: Script, deeds: list[Deed]) -> dict[str, Iterator[str | None]]:
    """Each person does their own steps in order; `after` makes one wait for another's label."""
    parts: dict[str, list[tuple[Step, Deed]]] = {}
    for step, made in zip(script.steps, deeds, strict=True):
        parts.setdefault(step.who, []).append((step, made))
    return {who: _part(stage, steps) for who, steps in parts.items()}


def _part(stage: Stage, steps: list[tuple[Step, Deed]]) -> Iterator[str | None]:
    for step, made in steps:
        while step.after is not None and step.after not in stage.labels:
            yield None
        hand: Hand = stage.hands[step.who, step.hand]
        for _ in made(stage, hand):
            yield None
        if step.label is not None:
            stage.labels[step.label] = stage.time


def _frame(stage: Stage, samples: dict[str, Array], script: Script, onlookers: Onlookers | None) -> Frame:
    names = stage.movable
    held: dict[str, str] = {}
    for hand in stage.hands.values():
        if hand.holds is not None:
            held[hand.holds] = hand.who
    by_sight = script.noise.hands_by_sight
    return Frame(
        stamp=stage.time,
        poses={name: stage.pose(name) for name in names},
        speeds={name: stage.bullet.speeds(stage.ids[name])[0] for name in names},
        held=held,
        supports=_supports(stage),
        seen=shares_seen(stage, samples, arms=script.noise.arms_occlude) if samples else {},
        hands={key: hand.pose.position for key, hand in stage.hands.items()},
        hands_seen={key: not by_sight or point_seen(stage, hand.pose.position) for key, hand in stage.hands.items()},
        heads={name: person.head for name, person in stage.people.items()},
        gazes=dict(stage.gazes),
        away=frozenset(stage.away),
        blind=stage.blind,
        glimpses=onlookers.look(stage) if onlookers is not None else {},
    )


def _supports(stage: Stage) -> dict[str, dict[str, float]]:
    """Upward contact force on every movable thing, as a share of its weight, by what gives it."""
    names = {body: name for name, body in stage.ids.items()}
    found: dict[str, dict[str, float]] = {name: {} for name in stage.movable}
    for contact in stage.bullet.contacts():
        pairs = ((contact.a, contact.b, contact.up), (contact.b, contact.a, -contact.up))
        for mine, other, up in pairs:
            name, giver = names.get(mine), names.get(other)
            if name in found and giver is not None and up > 0.25 and contact.force > 0:
                weight = stage.things[name].mass * 9.81
                found[name][giver] = found[name].get(giver, 0.0) + contact.force * up / weight
    return found
