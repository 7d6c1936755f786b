"""What it takes to reach for something, and the settings of reaching."""

from enum import IntEnum

import msgspec

from ..limits import Count, Degrees, Metres, Seconds, Share


class Effort(IntEnum):
    """The least an agent must do to touch a thing; a smaller one is less."""

    ARM = 1
    """Stretch an arm."""
    LEAN = 2
    """Bend forward as well."""
    STEP = 3
    """Turn round or make a step first."""


class ReachSettings(msgspec.Struct, frozen=True, kw_only=True):
    """Lengths in metres, times in seconds, angles in degrees.

    People's arms are those of their bodies; those of a robot without a model begin with `robot_`.
    `lean_angle` is how far people bend, `step_length` how far they step.
    `forward_angle`: what is farther than this from straight ahead takes a turn of the body.
    `robot_shoulder_height`: how high above its base the shoulders of a robot without a model are.
    `robot_shoulder_drop` is from its camera down to them, `robot_shoulder_side` from its middle to either.
    `hand_clearance`: how near to a thing the hand may touch others.
    `reach_steadiness`: how much longer arms are for what could be reached before.
    `reach_settle_time`: how long something must be otherwise before that is told.
    `reach_by_stepping`: whether what takes a turn or a step counts as within reach.
    `ik_seeds`: from how many postures of a robot's arm a solution is sought, the present one first.
    `ik_tolerance`: how near to its goal the tip of a robot's arm must come.
    `ik_refresh`: how many things out of a robot's reach are tried afresh in a tick.
    """

    lean_angle: Degrees = 50.0
    step_length: Metres = 0.70
    forward_angle: Degrees = 80.0
    robot_upper_arm: Metres = 0.40
    robot_forearm: Metres = 0.45
    robot_shoulder_height: Metres = 1.0
    robot_shoulder_drop: Metres = 0.28
    robot_shoulder_side: Metres = 0.19
    hand_clearance: Metres = 0.04
    reach_steadiness: Share = 0.03
    reach_settle_time: Seconds = 0.2
    reach_by_stepping: bool = False
    ik_seeds: Count = 8.0
    ik_tolerance: Metres = 0.01
    ik_refresh: Count = 1.0


DEFAULT_REACH = ReachSettings()
