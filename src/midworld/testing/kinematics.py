"""What every solver of robot arms must do: run `check_kinematics` on yours."""

from collections.abc import Iterator, Mapping

import numpy as np

from ..agents import Arm, Kinematics, Obstacles, obstacles
from ..geometry import Box, Cylinder, FloatArray, IntArray, Part, Pose, Vector3
from ..world import Entity, EntityId, Joint, JointKind, Object, World, enter
from .checks import Check, Failure, failures

# Height of each joint above the one before, its axis, how far it turns either way: an arm of 1.5 m, upright at zero.
AXES: tuple[tuple[float, Vector3, float], ...] = (
    (0.30, (0, 0, 1), 2.9),
    (0.15, (0, 1, 0), 2.0),
    (0.20, (0, 0, 1), 2.9),
    (0.20, (0, 1, 0), 2.1),
    (0.20, (0, 0, 1), 2.9),
    (0.20, (0, 1, 0), 2.1),
    (0.08, (0, 0, 1), 3.0),
)
LINK_RADIUS_M = 0.055
HAND_M = 0.17
BASE = Pose((0.0, 0.0, 0.4))
STRAIGHT = np.zeros((1, len(AXES)))
# Horizontal from the second joint on, at a height of 0.45 m above the base.
BENT = np.array([[0.0, np.pi / 2, 0, 0, 0, 0, 0]])
NOBODY = -1


def check_kinematics(kinematics: Kinematics) -> tuple[Failure, ...]:
    """Everything wrong with a solver of arms; empty if it conforms."""
    return failures(KINEMATICS_CHECKS, kinematics)


def seven_axis_arm() -> Arm:
    """An arm of seven axes with a hand of two fingers, all of primitives."""
    joints = tuple(
        Joint(f"joint{number}", JointKind.REVOLUTE, Pose((0.0, 0.0, height)), axis, -limit, limit)
        for number, (height, axis, limit) in enumerate(AXES)
    )
    reaches = [height for height, _, _ in AXES[1:]] + [0.06]
    parts: list[tuple[Part, ...]] = [
        (Part(Cylinder(LINK_RADIUS_M, max(reach - 0.02, 0.05)), Pose((0.0, 0.0, reach / 2))),) for reach in reaches
    ]
    palm = Part(Box((0.05, 0.14, 0.03)), Pose((0.0, 0.0, 0.075)))
    fingers = tuple(Part(Box((0.02, 0.01, 0.08)), Pose((0.0, side, 0.13))) for side in (0.045, -0.045))
    parts[-1] = (*parts[-1], palm, *fingers)
    limits = np.array([limit for _, _, limit in AXES])
    return Arm(
        EntityId("robot"),
        EntityId("robot/base"),
        tuple(EntityId(f"robot/link{number}") for number in range(len(AXES))),
        joints,
        tuple(parts),
        (Part(Cylinder(0.11, 0.26), Pose((0.0, 0.0, 0.13))),),
        np.array([0.0, 0.0, HAND_M]),
        -limits,
        limits,
    )


ARM = seven_axis_arm()


def boxes(placed: Mapping[str, tuple[Vector3, Vector3]]) -> Obstacles:
    """Boxes by name, each with its size and its place in the world."""
    entered = [(Entity(EntityId(name), Object(), collision=Box(size)), Pose(at)) for name, (size, at) in placed.items()]
    return obstacles(World().apply(enter(entered, stamp=0.0)))


def postures(count: int, *, seed: int) -> FloatArray:
    return np.random.default_rng(seed).uniform(ARM.lower, ARM.upper, (count, len(AXES)))


def _none_ignored(count: int) -> IntArray:
    return np.full(count, NOBODY, dtype=np.intp)


def stretched_arm_is_as_long_as_its_links(kinematics: Kinematics) -> Iterator[str]:
    for joints, place in ((STRAIGHT, (0.0, 0.0, 1.5)), (BENT, (1.05, 0.0, 0.45))):
        tip = kinematics.tips(ARM, joints)[0]
        if np.abs(tip - place).max() > 1e-9:
            yield f"the tip is at {tip.round(4).tolist()}, not at {list(place)}"


def solutions_get_there_within_the_limits(kinematics: Kinematics) -> Iterator[str]:
    for count in (5, 60):
        points = kinematics.tips(ARM, postures(count, seed=3))
        joints, misses = kinematics.solved(ARM, points, postures(count, seed=8))
        if (joints < ARM.lower).any() or (joints > ARM.upper).any():
            yield "a solution is beyond the limits of the joints"
        off = np.linalg.norm(kinematics.tips(ARM, joints) - points, axis=1)
        if np.abs(off - misses).max() > 1e-9:
            yield f"misses are told wrong by {np.abs(off - misses).max():.1e} m"
        if (misses < 0.01).mean() < 0.8:
            yield f"only {(misses < 0.01).sum()} of {count} points that can be reached are"


def what_is_too_far_is_missed_by_as_much(kinematics: Kinematics) -> Iterator[str]:
    _, misses = kinematics.solved(ARM, np.array([[3.0, 0.0, 0.45]]), STRAIGHT)
    if misses[0] < 1.8:
        yield f"a point 3 m away is missed by {misses[0]:.2f} m only, with an arm that reaches 1.05 m there"


def arm_is_stopped_by_a_wall(kinematics: Kinematics) -> Iterator[str]:
    wall = boxes({"wall": ((0.05, 1.0, 1.0), (0.6, 0.0, 0.85))})
    if not kinematics.free(ARM, BASE, BENT, boxes({}), _none_ignored(1)).all():
        yield "a horizontal arm with nothing around collides"
    if kinematics.free(ARM, BASE, BENT, wall, _none_ignored(1)).any():
        yield "an arm goes through a wall"
    if not kinematics.free(ARM, BASE, STRAIGHT, wall, _none_ignored(1)).all():
        yield "an upright arm collides with a wall 0.6 m beside it"


def what_is_reached_for_does_not_count(kinematics: Kinematics) -> Iterator[str]:
    cup = boxes({"cup": ((0.1, 0.1, 0.1), (1.0, 0.0, 0.85))})
    if kinematics.free(ARM, BASE, BENT, cup, _none_ignored(1)).any():
        yield "a hand goes into an object"
    if not kinematics.free(ARM, BASE, BENT, cup, cup.owner[:1]).all():
        yield "a hand collides with the object it reaches for"


def arm_folded_into_itself_is_not_free(kinematics: Kinematics) -> Iterator[str]:
    folded = np.array([[0.0, 2.0, 0, 2.1, 0, 2.1, 0]])
    if kinematics.free(ARM, BASE, folded, boxes({}), _none_ignored(1)).any():
        yield "an arm folded into itself counts as free"


def no_postures_have_no_answers(kinematics: Kinematics) -> Iterator[str]:
    none = np.zeros((0, len(AXES)))
    joints, misses = kinematics.solved(ARM, np.zeros((0, 3)), none)
    shapes = kinematics.free(ARM, BASE, none, boxes({}), _none_ignored(0)).shape, joints.shape, misses.shape
    if shapes != ((0,), (0, len(AXES)), (0,)):
        yield f"for no postures answers have the shapes {shapes}"


KINEMATICS_CHECKS: tuple[Check[Kinematics], ...] = (
    stretched_arm_is_as_long_as_its_links,
    solutions_get_there_within_the_limits,
    what_is_too_far_is_missed_by_as_much,
    arm_is_stopped_by_a_wall,
    what_is_reached_for_does_not_count,
    arm_folded_into_itself_is_not_free,
    no_postures_have_no_answers,
)
