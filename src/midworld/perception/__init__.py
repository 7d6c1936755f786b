"""Observations, and what they make of the sources' worlds and of the merged one."""

# What sources report.
# Why something is not perceived.
from .absence import MISSING as MISSING
from .absence import Absence as Absence
from .absence import Missing as Missing
from .absence import Why as Why
from .absence import box_corners as box_corners
from .absence import explained as explained
from .calibration import Calibration as Calibration

# What that makes of their worlds, and of the merged one.
from .faults import UNIT_TOLERANCE as UNIT_TOLERANCE
from .faults import covariance_fault as covariance_fault
from .faults import observation_faults as observation_faults
from .fuse import Reported as Reported
from .fuse import aged as aged
from .fuse import fusing as fusing
from .joints import joint_faults as joint_faults
from .observation import AgentPercept as AgentPercept
from .observation import Observation as Observation
from .observation import PartPercept as PartPercept
from .observation import Percept as Percept
from .percepts import percepts as percepts
from .suspicions import Suspicions as Suspicions
from .suspicions import suspicious as suspicious
