"""Every number of spatial language in one place."""

import msgspec

from ..limits import Count, Degrees, Heading, Metres, MetresASecond, Seconds, Share, Sizes


class SpatialSettings(msgspec.Struct, frozen=True, kw_only=True):
    """Lengths in metres, times in seconds, angles in degrees; a `reach` is in sizes of the two things concerned.

    The size of a pair is the geometric mean of the diagonals of the boxes around the two things, so that houses are
    near each other at a distance at which pens are not.

    `next_to_reach`: gap up to which two things are next to each other.
    `direction_reach`: gap up to which one thing is said to be left of, right of, in front of or behind another.
    `direction_overlap`: share of the larger half width by which two things must be apart along an axis.
    `direction_margin`: what they must be apart besides; a relation once told ends half of it later.
    `canonical_tilt`: how far from upright a thing still has a front.
    `north_heading`: where north lies, from +X towards +Y.
    `above_gap`: how far a thing may have sunk into what it is above.
    `agent_regions`: into how many equal sectors the space around an agent is divided, the first straight ahead.
    `near_distance`: what is no farther than this from an agent's body is near it, the rest is far.
    `moving_speed`: speed from which something is moving; it comes to rest at half of it.
    `moving_window`: time over which that speed is measured.
    `steadiness`: width of the band in which a relation stays as it was told.
    `settle_time`: how long a relation must have changed before that is told.
    """

    next_to_reach: Sizes = 1.0
    direction_reach: Sizes = 5.0
    direction_overlap: Share = 0.5
    direction_margin: Metres = 0.03
    canonical_tilt: Degrees = 30.0
    north_heading: Heading = 90.0
    above_gap: Metres = 0.02
    agent_regions: Count = 4.0
    near_distance: Metres = 1.2
    moving_speed: MetresASecond = 0.06
    moving_window: Seconds = 0.4
    steadiness: Metres = 0.03
    settle_time: Seconds = 0.2


DEFAULT_SPATIAL = SpatialSettings()
