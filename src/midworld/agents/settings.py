"""The settings of attention: what it takes to see, look at, point at and reach for."""

import msgspec


class Attention(msgspec.Struct, frozen=True, kw_only=True):
    """Angles in degrees, lengths in metres, times in seconds, shares from 0 to 1.

    Where there are two numbers for one notion, the first starts it and the second ends it, so that jitter on a boundary
    gives one change. Angles of cones are from their axis to their edge.
    """

    human_fov_horizontal: float = 120.0
    human_fov_vertical: float = 90.0
    human_range_near: float = 0.05
    human_range_far: float = 10.0
    head_turn: float = 45.0
    """How far people turn their heads left or right to see more."""
    sensor_turn: float = 0.0
    """The same for a robot's sensors."""
    part_memory: float = 0.5
    """A head or hand not reported for this long is not known to be anywhere."""

    sees_share: float = 0.02
    unsees_share: float = 0.01
    look_angle: float = 10.0
    look_angle_end: float = 14.0
    perceives_share: float = 0.25
    unperceives_share: float = 0.10

    point_angle: float = 10.0
    point_angle_end: float = 14.0
    point_extension: float = 0.42
    point_extension_end: float = 0.36
    """How far from the shoulder the hand of a stretched arm is."""

    toward_positions: int = 8
    toward_angle: float = 20.0
    toward_angle_end: float = 30.0
    toward_speed: float = 0.10
    toward_speed_end: float = 0.05
    toward_distance: float = 0.9

    tell_delay: float = 0.15
    """A fact is told once it has lasted, and taken back once it has been gone, this long."""
    pillar_radius: float = 0.18
    pillar_top: float = 0.05
    """How far below the head the body begins that hides things."""
    arm_radius: float = 0.045
    shoulder_drop: float = 0.28
    shoulder_side: float = 0.19
    hand_length: float = 0.10
    """The arm that hides things ends this far before the tracked hand, so that it does not hide what is held."""


ATTENTION_TYPES: dict[str, type] = {item.name: item.type for item in msgspec.structs.fields(Attention)}
