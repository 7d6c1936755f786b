"""The studies of the papers, played in a simulated room from raw observations to the last word."""

from .tell import tell as tell
