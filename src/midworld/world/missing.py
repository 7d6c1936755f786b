"""Why something is not perceived, in the words of facts."""

from enum import StrEnum

# The predicate of the situations that say why a thing is not perceived.
MISSING = "isMissing"


class Why(StrEnum):
    """The explanations, in the order in which they are tried."""

    RECENT = "recent"
    OUT_OF_VIEW = "out of view"
    HELD = "held"
    OCCLUDED = "occluded"
    SEARCHED = "searched"
    UNKNOWN = "unknown"
