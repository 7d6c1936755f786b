"""Observations, and what they make of the sources' worlds and of the merged one."""

# What sources report.
# Why something is not perceived.
from .absence import Absence as Absence
from .absence import Missing as Missing
from .absence import box_corners as box_corners
from .absence import explained as explained
from .calibration import Calibration as Calibration

# What that makes of their worlds, and of the merged one.
from .clouds import clusters as clusters
from .clouds import placed_shape as placed_shape
from .faults import UNIT_TOLERANCE as UNIT_TOLERANCE
from .faults import covariance_fault as covariance_fault
from .faults import observation_faults as observation_faults
from .fuse import Reported as Reported
from .fuse import aged as aged
from .fuse import fusing as fusing
from .identity import IDENTIFIED as IDENTIFIED
from .identity import has_questions as has_questions
from .identity import identify as identify
from .joints import joint_faults as joint_faults
from .looks import rgb as rgb
from .observation import AgentPercept as AgentPercept
from .observation import Observation as Observation
from .observation import PartPercept as PartPercept
from .observation import Percept as Percept
from .observation import Unnamed as Unnamed
from .people import STATES as STATES
from .percepts import percepts as percepts

# How good trackers are, and what looks wrong.
from .statistics import Against as Against
from .statistics import Statistics as Statistics
from .statistics import Tracked as Tracked
from .statistics import noise_of as noise_of
from .steadiness import steadied as steadied
from .suspicions import Suspicions as Suspicions
from .suspicions import suspicious as suspicious
from .swapping import MAY_BE as MAY_BE
from .tracks import Identities as Identities
