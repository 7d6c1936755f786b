"""Observations, and what they make of the sources' worlds and of the merged one."""

from .absence import MISSING as MISSING
from .absence import Absence as Absence
from .absence import Why as Why
from .fuse import aged as aged
from .fuse import fuse as fuse
from .observation import AgentPercept as AgentPercept
from .observation import Observation as Observation
from .observation import PartPercept as PartPercept
from .observation import Percept as Percept
from .percepts import percepts as percepts
