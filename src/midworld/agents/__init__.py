"""Whom the robot shares its scene with: what each sees, attends to, can reach and believes."""

# Eyes, and what they see.
# What somebody reaches.
from .arm import Arm as Arm
from .arm import arms as arms
from .arm import joint_values as joint_values

# What somebody attends to.
from .awareness import Awareness as Awareness
from .awareness import AwarenessSettings as AwarenessSettings
from .awareness import Space as Space
from .awareness import aware as aware
from .awareness import place as place

# Who is wrong about what.
from .comparison import Comparison as Comparison
from .comparison import compare as compare
from .effort import Effort as Effort
from .effort import ReachSettings as ReachSettings
from .eyes import eyes as eyes
from .eyes import steadied as steadied
from .figures import figures as figures
from .figures import limbs as limbs

# What somebody believes.
from .hearsay import said as said
from .kinematics import DESCENT as DESCENT
from .kinematics import ChainKinematics as ChainKinematics
from .kinematics import Kinematics as Kinematics
from .kinematics import frames as frames
from .links import solids as solids
from .mind import Hearsay as Hearsay
from .mind import MindMemory as MindMemory
from .mind import Reasoning as Reasoning
from .mind import believe as believe
from .monitor import Noticed as Noticed
from .monitor import notice as notice
from .monitor import retold as retold
from .obstacles import Obstacles as Obstacles
from .obstacles import obstacles as obstacles
from .parts import look_at_parts as look_at_parts
from .perspective import common_ground as common_ground
from .posture import Posture as Posture
from .posture import posture as posture
from .reach import NUMPY as NUMPY
from .reach import Efforts as Efforts
from .reach import Grasp as Grasp
from .reach import ReachMemory as ReachMemory
from .reach import can_reach as can_reach
from .reach import reachable as reachable
from .regions import perceived_in_region as perceived_in_region
from .regions import settled_in_regions as settled_in_regions
from .settings import Attention as Attention
from .sharing import SharingMemory as SharingMemory
from .sharing import Thinkers as Thinkers
from .sharing import agrees_still as agrees_still
from .sharing import believe_sharing as believe_sharing
from .visibility import MovableSight as MovableSight
from .visibility import SightMaker as SightMaker
from .visibility import VisibilityCache as VisibilityCache
from .visibility import Watching as Watching
from .visibility import engine_sight as engine_sight
from .visibility import watched as watched
