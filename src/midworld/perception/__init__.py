"""Observations, and what they make of the sources' worlds and of the merged one."""

from .fuse import aged as aged
from .fuse import fuse as fuse
from .observation import AgentPercept as AgentPercept
from .observation import Observation as Observation
from .observation import PartPercept as PartPercept
from .observation import Percept as Percept
from .percepts import percepts as percepts
