"""What becomes of the target of each situation: why it is no longer perceived."""

from collections.abc import Callable

import numpy as np

from .absences import TARGET, WHO, Scene
from .bullet import STEP_S
from .draw import Value
from .pose import Array, Pose, array

Facts = tuple[tuple[str, str], ...]
Fate = tuple[Scene, tuple[str, ...], Facts, Facts]
ON_TABLE: Facts = (("isOn", "table"),)
SOMETHING: dict[str, Value] = {
    "kind": {"either": ["block", "can", "mug", "ball"]},
    "size": ["0.05..0.09", "0.05..0.09", "0.05..0.1"],
    "radius": "0.028..0.045",
    "height": "0.06..0.1",
}
SMALL: dict[str, Value] = {
    "kind": {"either": ["block", "ball"]},
    "size": ["0.04..0.06", "0.04..0.06", "0.04..0.06"],
    "radius": "0.022..0.032",
}
SCREEN: dict[str, Value] = {"kind": "screen", "size": ["0.02..0.04", "0.4..0.5", "0.36..0.45"]}


def _begun(rng: np.random.Generator, begun: list[Scene], things: dict[str, dict[str, Value]], **more: Value) -> Scene:
    scene = Scene(rng, things, **more)
    begun.append(scene)
    return scene


def _placed(scene: Scene, *, person: bool = False) -> Scene:
    """The target somewhere on the table, well seen for a while, with somebody there or not."""
    scene.put(TARGET, float(scene.rng.uniform(0.0, 0.25)), float(scene.rng.uniform(-0.3, 0.3)))
    scene.person = person
    if not person:
        scene.stage.away.add(WHO)
    scene.start()
    return scene


def _seen_first(scene: Scene) -> None:
    scene.need(scene.share() > 0.7, "not well seen")
    scene.watch(float(scene.rng.uniform(1.2, 1.8)))


def recent(rng: np.random.Generator, begun: list[Scene]) -> Fate:
    """A few frames without it, and it is there again."""
    scene = _placed(_begun(rng, begun, {TARGET: SOMETHING}))
    _seen_first(scene)
    for _ in range(2):
        scene.unreported = True
        scene.watch(float(rng.uniform(0.15, 0.5)))
        scene.unreported = False
        scene.watch(float(rng.uniform(0.6, 0.8)))
    return scene, (), ON_TABLE, ()


def out_of_view(rng: np.random.Generator, begun: list[Scene]) -> Fate:
    """The camera turns elsewhere."""
    scene = _placed(_begun(rng, begun, {TARGET: SOMETHING}))
    _seen_first(scene)
    side = float(np.sign(rng.uniform(-1, 1)))
    eye = scene.camera.position
    scene.turn(array(eye[0] + rng.uniform(-0.5, 0.8), eye[1] + side * rng.uniform(2, 3), rng.uniform(0.4, 1.2)))
    scene.need(scene.glimpse() == 0.0, "still in view")
    scene.watch(float(rng.uniform(2.2, 3.0)))
    return scene, ("out of view",), ON_TABLE, ()


def partly_in_view(rng: np.random.Generator, begun: list[Scene]) -> Fate:
    """The camera turns so far that less than half of it is in the picture, too little for the tracker."""
    scene = _placed(_begun(rng, begun, {TARGET: SOMETHING}))
    _seen_first(scene)
    eye, target = scene.camera.position, scene.stage.pose(TARGET).position
    side, way = float(np.sign(rng.uniform(-1, 1))), (target - eye)[:2]
    heading, reach = float(np.arctan2(way[1], way[0])), float(np.linalg.norm(way))
    wanted = float(rng.uniform(0.15, 0.38))

    def ahead(angle: float) -> Array:
        return array(eye[0] + reach * np.cos(angle), eye[1] + reach * np.sin(angle), target[2])

    angles = [heading + side * turn for turn in np.linspace(0.3, 1.3, 300)]
    best = min(angles, key=lambda angle: abs(scene.framed(ahead(angle)) - wanted))
    scene.turn(ahead(best))
    scene.need(0.1 <= scene.framed() <= 0.4, "not just partly in view")
    scene.unreported = True
    scene.watch(float(rng.uniform(2.5, 3.2)))
    return scene, ("out of view", "occluded"), ON_TABLE, ()


def _covered(rng: np.random.Generator, begun: list[Scene]) -> Scene:
    """A screen is slid between the camera and the target."""
    scene = _placed(_begun(rng, begun, {TARGET: SOMETHING, "screen": SCREEN}))
    goal = scene.between(float(rng.uniform(0.12, 0.2)))
    side = float(np.sign(rng.uniform(-1, 1)))
    start = (float(goal[0]), float(goal[1]) + side * float(rng.uniform(0.5, 0.6)))
    scene.need(abs(start[1]) < scene.stage.room.table.width / 2 - 0.26, "no room for the screen")
    scene.put("screen", *start)
    _seen_first(scene)
    scene.move(
        float(rng.uniform(0.8, 1.4)),
        lambda share: _slide(scene, "screen", start, (float(goal[0]), float(goal[1])), share),
    )
    return scene


def _slide(scene: Scene, name: str, start: tuple[float, float], goal: tuple[float, float], share: float) -> None:
    scene.put(name, start[0] + share * (goal[0] - start[0]), start[1] + share * (goal[1] - start[1]))


def behind_thing(rng: np.random.Generator, begun: list[Scene]) -> Fate:
    scene = _covered(rng, begun)
    scene.need(scene.glimpse() == 0.0, "still in view")
    scene.watch(float(rng.uniform(2.2, 3.0)))
    return scene, ("occluded",), ON_TABLE, ()


def behind_person(rng: np.random.Generator, begun: list[Scene]) -> Fate:
    """Somebody steps between the camera and the target."""
    agents: Value = {
        WHO: {"looks": [0, 0], "side": "near", "girth": "0.17..0.2", "height": "1.5..1.8", "distance": 0.2}
    }
    scene = _begun(rng, begun, {TARGET: SOMETHING}, agents=agents, camera={"distance": "1.5..1.9", "rise": "0.3..0.6"})
    scene = _placed(scene, person=True)
    goal = scene.between(float(rng.uniform(0.45, 0.6))) * array(1, 1, 0)
    scene.need(float(goal[0]) < -scene.stage.room.table.depth / 2 - 0.15, "inside the table")
    aside = goal + array(0, float(np.sign(rng.uniform(-1, 1))) * 0.9, 0)
    facing = array(1, 0, 0)
    scene.stage.settle_person(WHO, aside, facing)
    _seen_first(scene)
    scene.move(
        float(rng.uniform(0.8, 1.3)),
        lambda share: scene.stage.settle_person(WHO, aside + share * (goal - aside), facing),
    )
    scene.need(scene.glimpse() == 0.0, "still in view")
    scene.watch(float(rng.uniform(2.2, 3.0)))
    return scene, ("occluded",), ON_TABLE, ()


def _taken(scene: Scene) -> Pose:
    """A hand comes, closes on the target and lifts it; returns how it lies in the hand."""
    home = scene.someone.rest["right_hand"]
    pose = scene.stage.pose(TARGET)
    grip = pose.position + array(0, 0, float(scene.rng.uniform(0.02, 0.06)))
    scene.move(0.8, lambda share: scene.hand(home + share * (grip - home)))
    scene.watch(0.3)
    return Pose(pose.position - grip, pose.turn)


def _carried(scene: Scene, lies: Pose, goal: tuple[float, ...], seconds: float) -> None:
    start, end = scene.stage.hands[WHO, "right_hand"].pose.position, array(*goal)

    def act(share: float) -> None:
        where = start + share * (end - start)
        scene.hand(where)
        scene.place(TARGET, Pose(where + lies.position, lies.turn))

    scene.move(seconds, act)


def held(rng: np.random.Generator, begun: list[Scene]) -> Fate:
    """It is taken before everybody's eyes and kept in the hand behind the screen, or under the table."""
    things: dict[str, dict[str, Value]] = {TARGET: SMALL, "screen": SCREEN}
    scene = _placed(_begun(rng, begun, things, camera={"azimuth": "-15..15"}), person=True)
    x, y = float(rng.uniform(0.1, 0.2)), float(np.sign(rng.uniform(-1, 1))) * float(rng.uniform(0.3, 0.36))
    scene.put("screen", x - 0.1, y)
    scene.put(TARGET, float(rng.uniform(0.0, 0.2)), -y * float(rng.uniform(0.2, 0.8)))
    _seen_first(scene)
    lies = _taken(scene)
    height = scene.stage.room.table.height
    up = scene.stage.hands[WHO, "right_hand"].pose.position + array(0, 0, 0.18)
    _carried(scene, lies, tuple(up), 0.6)
    scene.watch(0.5)
    under = rng.random() < 0.4
    edge = scene.stage.room.table.depth / 2 + 0.12
    goal = (edge, float(up[1]) * 0.8, height - 0.25) if under else (x + 0.08, y, height + 0.12)
    if under:
        _carried(scene, lies, (edge, float(up[1]) * 0.8, height + 0.15), 0.6)
    _carried(scene, lies, goal, 0.8)
    scene.need(scene.glimpse() == 0.0, "still in view")
    scene.watch(float(rng.uniform(2.2, 3.0)))
    return scene, ("held",), (("isHeldBy", WHO),), ON_TABLE


def dropped_in(rng: np.random.Generator, begun: list[Scene]) -> Fate:
    """It is let go over a box and is in there, where the camera cannot see it."""
    box: dict[str, Value] = {"kind": "box", "size": ["0.18..0.24", "0.18..0.24", "0.16..0.22"]}
    scene = _placed(_begun(rng, begun, {TARGET: SMALL, "box": box}, camera={"rise": "0.3..0.6"}), person=True)
    x, y = float(rng.uniform(0.0, 0.15)), float(np.sign(rng.uniform(-1, 1))) * float(rng.uniform(0.15, 0.25))
    scene.put("box", x, y)
    scene.put(TARGET, float(rng.uniform(-0.05, 0.15)), -y)
    _seen_first(scene)
    lies = _taken(scene)
    height = scene.stage.room.table.height
    up = scene.stage.hands[WHO, "right_hand"].pose.position + array(0, 0, 0.3)
    _carried(scene, lies, tuple(up), 0.7)
    over = (
        x + float(rng.uniform(-0.02, 0.02)),
        y + float(rng.uniform(-0.02, 0.02)),
        height + float(rng.uniform(0.32, 0.4)),
    )
    _carried(scene, lies, over, 1.0)
    scene.watch(0.6)
    home, start = scene.someone.rest["right_hand"], array(*over)

    def fall(share: float) -> None:
        scene.hand(start + share * (home - start))
        for _ in range(round(1 / scene.noise.rate / STEP_S)):
            scene.stage.bullet.step()

    scene.move(1.2, fall)
    scene.need(scene.glimpse() == 0.0, "still in view")
    cavity = scene.stage.things["box"].cavity
    assert cavity is not None
    inside = scene.stage.pose("box").undo(scene.stage.pose(TARGET).position) - cavity.centre
    scene.need(bool(np.all(np.abs(inside) < cavity.half)), "missed the box")
    scene.watch(float(rng.uniform(2.2, 3.0)))
    return scene, ("occluded",), (("isIn", "box"),), (*ON_TABLE, ("isHeldBy", WHO))


def taken_from_behind(rng: np.random.Generator, begun: list[Scene]) -> Fate:
    """It is taken away behind the screen; then the screen goes, and the place is empty."""
    scene = _covered(rng, begun)
    scene.need(scene.glimpse() == 0.0, "still in view")
    scene.watch(float(rng.uniform(1.2, 1.8)))
    here = scene.stage.pose(TARGET)
    scene.gone()
    start = scene.stage.pose("screen").position
    goal = float(start[1]) + (0.55 if start[1] < 0 else -0.55)
    scene.move(1.0, lambda share: _slide(scene, "screen", (start[0], start[1]), (float(start[0]), goal), share))
    _need_clear(scene, here)
    scene.watch(float(rng.uniform(2.4, 3.0)))
    return scene, ("unknown",), (), (*ON_TABLE, ("isIn", "screen"))


def taken_unwatched(rng: np.random.Generator, begun: list[Scene]) -> Fate:
    """The camera reports nothing for a while, and then an empty place."""
    scene = _placed(_begun(rng, begun, {TARGET: SOMETHING, "other": SOMETHING}), person=bool(rng.random() < 0.4))
    scene.put("other", float(rng.uniform(-0.2, 0.2)), -0.5 if scene.stage.pose(TARGET).position[1] > 0 else 0.5)
    _seen_first(scene)
    here = scene.stage.pose(TARGET)
    scene.shut = True
    scene.watch(float(rng.uniform(0.5, 3.0)))
    scene.gone()
    scene.shut = False
    _need_clear(scene, here)
    scene.watch(float(rng.uniform(2.4, 3.0)))
    return scene, ("unknown",), (), ON_TABLE


def _need_clear(scene: Scene, here: Pose) -> None:
    """The place where the target was is in plain view."""
    points = here.apply(scene.samples[TARGET])
    hits = np.array(scene.stage.bullet.first_hits(scene.camera.position, points))
    scene.need(float((hits < 0).mean()) > 0.85, "the place is not in plain view")


FATES: dict[str, Callable[[np.random.Generator, list[Scene]], Fate]] = {
    "recent": recent,
    "out of view": out_of_view,
    "partly in view": partly_in_view,
    "behind a thing": behind_thing,
    "behind a person": behind_person,
    "held": held,
    "dropped in": dropped_in,
    "taken from behind": taken_from_behind,
    "taken unwatched": taken_unwatched,
}
