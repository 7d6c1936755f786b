"""The settings of the physics reasoner, with the defaults of the published experiment."""

import msgspec

from ..limits import BeliefDepth, Horizon, Metres, Seconds, Share, Step


class Parameters(msgspec.Struct, frozen=True, kw_only=True):
    """Lengths in metres, times in seconds; the first five are Table I of the physics-reasoning paper.

    `rest_tolerance` is how far physics may push a resting thing before it is put back where it is seen.
    `vanished_duration` is how long a held thing may be out of sight before that is taken for a sign.
    `hand_reach` is how far from a thing's surface a hand that holds it may be tracked.
    `absence_doubt` is how long something may be missing from plain view before its place is unknown; `plain_view` and
    `plain_sight` are the shares of it a camera and a person must have in view to be sure that it is not there.
    `tracking_filter` smooths percepts by what physics predicts, for trackers that jump or state covariances.
    `belief_depth` is how deep minds go: 1 for what people believe, 2 for what they think of one another's beliefs.
    `tell_pick` and the others after it: whether such events are told.
    """

    perceived_max_duration: Seconds = 0.7
    simulation_tolerance: Metres = 0.045
    perception_tolerance: Metres = 0.032
    prediction_horizon: Horizon = 0.08
    simulation_step: Step = 0.00416
    rest_tolerance: Metres = 0.02
    vanished_duration: Seconds = 0.25
    hand_attachment: bool = True
    hand_reach: Metres = 0.25
    absence_reasoning: bool = True
    absence_doubt: Seconds = 0.5
    plain_view: Share = 0.6
    plain_sight: Share = 0.35
    belief_depth: BeliefDepth = 1.0
    tracking_filter: bool = False
    tell_pick: bool = True
    tell_place: bool = True
    tell_release: bool = True
    tell_handover: bool = True
    tell_push: bool = True
    tell_throw: bool = True
    tell_pour: bool = True
    tell_open: bool = True
    tell_close: bool = True
