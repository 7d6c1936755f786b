"""What hands can do, each verb a sequence of moments. A verb reads its step at once and acts when its turn comes."""

from collections.abc import Callable
from dataclasses import replace

import numpy as np

from .bodily import Deed, Moments, depart, look, return_, round_
from .bullet import STEP_S
from .draw import Fields
from .motion import path, ramp
from .place import Place, place
from .pose import Array, Pose, about, array, product
from .script import Step
from .stage import Hand, Misfire, Stage

LOWERING_SPEED = 0.2


def deed(step: Step, *, pace: float) -> Deed:
    """The step as something a hand can do. Raises ScriptError when it says what the verb does not know."""
    for shared in ("who", "hand", "after", "label"):
        if shared in step.fields:
            step.fields.raw(shared)
    made = _VERBS[step.verb](step.fields, pace)
    step.fields.finished()
    return made


def _take(fields: Fields, pace: float) -> Deed:
    name, pause = fields.text("take"), fields.number("pause", "0.1..0.35")
    speed = fields.number("speed", pace * 1.2)
    grip = fields.text("grip", {"either": ["centre", "top", "side", "wrist"]})

    def act(stage: Stage, hand: Hand) -> Moments:
        if name not in stage.ids:
            raise Misfire(f"there is no {name} to take")
        target = _grip_point(stage, hand, name, grip)
        yield from _reach(stage, hand, target, speed)
        yield from _still(stage, pause)
        stage.grasp(hand, name)
        yield

    return act


def _grip_point(stage: Stage, hand: Hand, name: str, grip: str) -> Array:
    """Where a tracker says the hand is when it holds the thing: at it, above it, beside it, or at the wrist."""
    low, high = stage.extents(name)
    middle = (low + high) / 2
    towards = stage.people[hand.who].shoulder(hand.name) - middle
    towards = towards * array(1, 1, 0)
    towards = towards / max(1e-6, float(np.linalg.norm(towards)))
    if grip == "top":
        return array(middle[0], middle[1], high[2] + 0.02)
    if grip == "side":
        return middle + towards * float(np.min(high[:2] - low[:2]) / 2 + 0.01)
    if grip == "wrist":
        return middle + towards * float(np.min(high[:2] - low[:2]) / 2 + 0.05) + array(0, 0, 0.03)
    return middle


def _reach(stage: Stage, hand: Hand, target: Array, speed: float) -> Moments:
    start = hand.pose.position
    above = array(*(0.25 * start + 0.75 * target)[:2], max(float(start[2]), float(target[2]) + 0.08))
    for where, _ in path([start, above, target], speed=speed):
        stage.move(hand, Pose(where, hand.pose.turn))
        yield


def _still(stage: Stage, seconds: float) -> Moments:
    for _ in range(round(seconds / STEP_S)):
        yield


def _lift(fields: Fields, pace: float) -> Deed:
    height, speed = fields.number("lift"), fields.number("speed", pace * 0.8)

    def act(stage: Stage, hand: Hand) -> Moments:
        _need(hand)
        goal = hand.pose.position + array(0, 0, height)
        for where, _ in path([hand.pose.position, goal], speed=speed):
            stage.move(hand, Pose(where, hand.pose.turn))
            yield

    return act


def _need(hand: Hand) -> str:
    if hand.holds is None:
        raise Misfire(f"{hand.who} holds nothing")
    return hand.holds


def _carry(fields: Fields, pace: float) -> Deed:
    raw = fields.raw("carry")
    stops = [place(stop) for stop in fields.each("carry")] if isinstance(raw, list) else [place(fields.fields("carry"))]
    speed, wobble = fields.number("speed", pace), np.radians(fields.number("wobble", {"either": [0, "0..4"]}))
    clear, spin = fields.number("clear", "0.06..0.15"), np.radians(fields.number("turn", 0))

    def act(stage: Stage, hand: Hand) -> Moments:
        for stop in stops:
            yield from _transport(stage, hand, stop, speed=speed, clear=clear, wobble=wobble, spin=spin / len(stops))

    return act


def _transport(
    stage: Stage, hand: Hand, stop: Place, *, speed: float, clear: float, wobble: float = 0.0, spin: float = 0.0
) -> Moments:
    """Bring the underside of the held thing to a place plus a clearance, lifting it first, in one curved sweep."""
    name = _need(hand)
    pose = stage.pose(name)
    low, high = stage.things[name].extents(pose)
    under = array(*((low + high) / 2)[:2], low[2])
    goal = stage.base(stop) + array(0, 0, clear)
    start = hand.pose
    top = max(float(under[2]), float(goal[2])) + 0.04
    points = [under, 0.85 * under + 0.15 * goal, 0.15 * under + 0.85 * goal, goal]
    points[1][2] = points[2][2] = top
    lifted = float(under[2]) - float(goal[2]) > -0.02 and float(np.linalg.norm((goal - under)[:2])) < 0.03
    axis = array(np.cos(7 * speed), np.sin(7 * speed), 0)
    for where, share in path([under, goal] if lifted else points, speed=speed):
        lean = about(axis, wobble * float(np.sin(np.pi * share)))
        turn = product(product(about([0, 0, 1], spin * share), lean), start.turn)
        stage.move(hand, Pose(start.position + where - under, turn))
        yield


def _put(fields: Fields, pace: float) -> Deed:
    goal = place(fields.fields("put"))
    speed, clear = fields.number("speed", pace), fields.number("clear", "0.04..0.1")
    pause, after = fields.number("pause", "0.1..0.35"), fields.number("rest", "0.05..0.3")
    wobble = np.radians(fields.number("wobble", {"either": [0, "0..4"]}))

    def act(stage: Stage, hand: Hand) -> Moments:
        name = _need(hand)
        extra = _rim(stage, goal)
        yield from _transport(stage, hand, goal, speed=speed, clear=clear + extra, wobble=wobble)
        yield from _still(stage, 0.1)
        yield from _lower(stage, hand, name, limit=clear + extra + 0.04)
        yield from _still(stage, pause)
        stage.let_go(hand)
        yield from _still(stage, after)

    return act


def _rim(stage: Stage, goal: Place) -> float:
    """How much higher than its floor the rim of a container is: what goes in must pass above it."""
    cavity = stage.things[goal.thing].cavity if goal.relation == "in" else None
    return 2 * float(cavity.half[2]) if cavity else 0.0


def _lower(stage: Stage, hand: Hand, name: str, *, limit: float) -> Moments:
    """Go straight down until something carries the thing."""
    weight = stage.things[name].mass * 9.81
    for count in range(round(limit / LOWERING_SPEED / STEP_S)):
        if count % 2 == 0 and sum(stage.supporters(name).values()) > 0.5 * weight:
            return
        speed = LOWERING_SPEED * min(1.0, count / 30)
        stage.move(hand, Pose(hand.pose.position - array(0, 0, speed * STEP_S), hand.pose.turn))
        yield
    raise Misfire(f"{name} found nothing to stand on")


def _drop(fields: Fields, pace: float) -> Deed:
    fields.raw("drop")
    pause, after = fields.number("pause", "0.1..0.4"), fields.number("rest", "0.1..0.4")

    def act(stage: Stage, hand: Hand) -> Moments:
        _need(hand)
        yield from _still(stage, pause)
        stage.let_go(hand)
        yield from _still(stage, after)

    return act


def _drag(fields: Fields, pace: float) -> Deed:
    by = fields.vector("drag")
    speed, after = fields.number("speed", "0.12..0.35"), fields.number("rest", "0.1..0.3")
    release = fields.flag("let_go", default=True)

    def act(stage: Stage, hand: Hand) -> Moments:
        _need(hand)
        hand.dragging = True
        goal = hand.pose.position + array(by[0], by[1], 0.0)
        for where, _ in path([hand.pose.position, goal], speed=speed):
            stage.move(hand, Pose(where, hand.pose.turn))
            yield
        yield from _still(stage, after)
        hand.dragging = False
        if release:
            stage.let_go(hand)
            yield from _still(stage, after)

    return act


def _push(fields: Fields, pace: float) -> Deed:
    """Shove a thing with the hand, by contact only; `height` is the share of the thing's height that is touched."""
    name = fields.text("push")
    outward = fields.number("outward") if "outward" in fields else 0.0
    by = fields.vector("by", [0, 0])
    speed, height = fields.number("speed", "0.15..0.4"), fields.number("height", "0.3..0.5")

    def act(stage: Stage, hand: Hand) -> Moments:
        low, high = stage.extents(name)
        middle = (low + high) / 2
        way = array(by[0], by[1] + outward * float(np.sign(middle[1])), 0.0)
        length = float(np.linalg.norm(way))
        way = way / length
        reach = float(np.abs(way) @ (high - low) / 2) + 0.045
        touch = middle - way * reach
        touch[2] = max(float(low[2] + height * (high[2] - low[2])), float(low[2]) + 0.04)
        yield from _reach(stage, hand, touch - way * 0.03, 0.4)
        others = [stage.ids[other] for other in stage.movable]
        for other in others:
            stage.bullet.set_touch(hand.body, other, True)
        for where, _ in path([hand.pose.position, touch + way * length], speed=speed):
            stage.move(hand, Pose(where, hand.pose.turn))
            yield
        yield from _still(stage, 0.1)
        for where, _ in path([hand.pose.position, hand.pose.position - way * 0.06], speed=speed):
            stage.move(hand, Pose(where, hand.pose.turn))
            yield
        for other in others:
            stage.bullet.set_touch(hand.body, other, False)

    return act


def _pour(fields: Fields, pace: float) -> Deed:
    """Tip the held container over its lip so that its contents fall out over a place; `dip` lowers the lip into it."""
    goal = place(fields.fields("pour"))
    towards, tilt = np.radians(fields.number("towards", 0)), np.radians(fields.number("tilt", "115..140"))
    seconds, hold = fields.number("seconds", "1.2..2.0"), fields.number("hold", "0.3..0.8")
    clear, dip = fields.number("clear", "0.015..0.03"), fields.number("dip", 0)
    speed = fields.number("speed", pace)

    def act(stage: Stage, hand: Hand) -> Moments:
        name = _need(hand)
        way = array(np.cos(towards), np.sin(towards), 0)
        low, high = stage.extents(name)
        back = -way * float(np.abs(way) @ (high - low) / 2)
        spot = replace(goal, by=(goal.by[0] + float(back[0]), goal.by[1] + float(back[1]), goal.by[2]))
        yield from _transport(stage, hand, spot, speed=speed, clear=clear)
        yield from _still(stage, 0.15)
        yield from _tip(stage, hand, name, way, tilt=tilt, dip=dip, seconds=seconds, hold=hold)

    return act


def _tip(
    stage: Stage, hand: Hand, name: str, way: Array, *, tilt: float, dip: float, seconds: float, hold: float
) -> Moments:
    """Turn the held thing over its lip and back. The lip sinks as the far corner rises, so nothing is hit."""
    low, high = stage.extents(name)
    tall = float(high[2] - low[2])
    lip = (low + high) / 2 + way * float(np.abs(way) @ (high - low) / 2)
    lip[2] = high[2]
    start = hand.pose
    axis = array(-way[1], way[0], 0)

    def tipped(angle: float) -> Pose:
        turn, level = about(axis, angle), float(np.cos(angle))
        sunk = lip + array(0, 0, tall * (max(level, 0.0) - 1) + dip * min(level, 0.0))
        return Pose(Pose(sunk, turn).apply(start.position - lip), product(turn, start.turn))

    for share in ramp(seconds):
        stage.move(hand, tipped(tilt * share))
        yield
    yield from _still(stage, hold)
    for share in ramp(0.7 * seconds):
        stage.move(hand, tipped(tilt * (1 - share)))
        yield


def _go(fields: Fields, pace: float) -> Deed:
    goal, speed = place(fields.fields("go")), fields.number("speed", pace * 1.2)

    def act(stage: Stage, hand: Hand) -> Moments:
        yield from _reach(stage, hand, stage.base(goal), speed)

    return act


def _leave(fields: Fields, pace: float) -> Deed:
    fields.raw("leave")
    speed = fields.number("speed", pace * 1.3)

    def act(stage: Stage, hand: Hand) -> Moments:
        goal = stage.people[hand.who].rest[hand.name]
        start = hand.pose.position
        up = start + array(0, 0, 0.06) + 0.1 * (goal - start)
        for where, _ in path([start, up, goal], speed=speed):
            stage.move(hand, Pose(where, array(0, 0, 0, 1) if hand.holds is None else hand.pose.turn))
            yield

    return act


def _wait(fields: Fields, pace: float) -> Deed:
    seconds = fields.number("wait")

    def act(stage: Stage, hand: Hand) -> Moments:
        yield from _still(stage, seconds)

    return act


def _walk(fields: Fields, pace: float) -> Deed:
    """The whole person shifts, hands and all."""
    by, speed = fields.vector("walk"), fields.number("speed", "0.4..0.8")

    def act(stage: Stage, hand: Hand) -> Moments:
        person = stage.people[hand.who]
        own = [other for other in stage.hands.values() if other.who == hand.who]
        starts = [other.pose for other in own]
        shift = array(by[0], by[1], 0.0)
        for where, _ in path([array(0, 0, 0), shift], speed=speed):
            stage.people[hand.who] = replace(person, torso=person.torso + where, head=person.head + where)
            for other, start in zip(own, starts, strict=True):
                stage.move(other, Pose(start.position + where, start.turn))
            yield

    return act


def _vanish(fields: Fields, pace: float) -> Deed:
    name = fields.text("vanish")

    def act(stage: Stage, hand: Hand) -> Moments:
        stage.vanish(name)
        yield

    return act


def _blind(fields: Fields, pace: float) -> Deed:
    """The camera reports nothing, or reports again."""
    state = fields.flag("blind")

    def act(stage: Stage, hand: Hand) -> Moments:
        stage.blind = state
        yield

    return act


_VERBS: dict[str, Callable[[Fields, float], Deed]] = {
    "take": _take,
    "lift": _lift,
    "carry": _carry,
    "put": _put,
    "drop": _drop,
    "drag": _drag,
    "push": _push,
    "pour": _pour,
    "go": _go,
    "leave": _leave,
    "wait": _wait,
    "walk": _walk,
    "look": look,
    "depart": depart,
    "return": return_,
    "round": round_,
    "vanish": _vanish,
    "blind": _blind,
}
