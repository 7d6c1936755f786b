"""The settings of attention: what it takes to see, look at, point at and reach for."""

import msgspec

from ..limits import Degrees, FieldOfView, Metres, MetresASecond, Positions, Seconds, Share, Turn


class Attention(msgspec.Struct, frozen=True, kw_only=True):
    """Angles in degrees, lengths in metres, speeds in metres a second, times in seconds, shares from 0 to 1.

    Where there are two numbers for one notion, the first starts it and the one called `_end` ends it, so that jitter on
    a boundary gives one change. Angles of cones are from their axis to their edge.
    """

    human_fov_horizontal: FieldOfView = 120.0
    human_fov_vertical: FieldOfView = 90.0
    human_range_near: Metres = 0.05
    human_range_far: Metres = 10.0
    head_turn: Turn = 45.0
    """How far people turn their heads left or right to see more."""
    sensor_turn: Turn = 0.0
    """The same for the sensors of robots."""
    part_memory: Seconds = 0.5
    """A head or hand not reported for this long is not known to be anywhere."""
    steady_distance: Metres = 0.03
    steady_angle: Degrees = 5.0
    """Heads that move or turn less than this are taken to be still, and their jitter is evened out."""
    steady_time: Seconds = 0.3

    sees_share: Share = 0.015
    sees_share_end: Share = 0.005
    """The part of a thing's silhouette that has to show."""
    sees_time: Seconds = 0.1
    """Over which shares are evened out."""
    looks_angle: Degrees = 8.0
    looks_angle_end: Degrees = 12.0
    """The middle of the two is the cone of attention; a gaze that rests needs one of them to change its mind."""
    perceives_share: Share = 0.25
    perceives_share_end: Share = 0.10
    """The part of somebody's head or hand that has to show."""

    points_angle: Degrees = 10.0
    points_angle_end: Degrees = 14.0
    points_extension: Metres = 0.45
    points_extension_end: Metres = 0.40
    """How far from the shoulder the hand of an adult's stretched arm is; longer arms are stretched more."""
    points_steepness: Degrees = 65.0
    """An arm that hangs down more steeply than this points at nothing."""
    points_speed: MetresASecond = 0.30
    """A hand faster than this is on its way, and points at nothing."""
    points_gap: Metres = 0.08
    """A hand nearer than this touches a thing rather than pointing at it."""

    toward_positions: Positions = 8
    """How many of the last positions of a hand tell where it goes."""
    toward_angle: Degrees = 25.0
    toward_angle_end: Degrees = 30.0
    toward_speed: MetresASecond = 0.10
    toward_speed_end: MetresASecond = 0.05
    toward_distance: Metres = 0.9

    tell_delay: Seconds = 0.15
    """A fact is told once it has lasted, and taken back once it has been gone, this long."""
    points_delay: Seconds = 0.30
    """The same for pointing, which every reach resembles for a moment."""
