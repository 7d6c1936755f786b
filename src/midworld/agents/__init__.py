"""Whom the robot shares its scene with: what each sees, attends to, can reach and believes."""

from .comparison import DIVERGENCES as DIVERGENCES
from .divergence import Divergence as Divergence
from .divergence import divergences as divergences
from .effort import Effort as Effort
from .effort import ReachSettings as ReachSettings
from .eyes import eyes as eyes
from .eyes import steadied as steadied
from .figures import Figure as Figure
from .figures import figures as figures
from .figures import limbs as limbs
from .kinematics import ChainKinematics as ChainKinematics
from .kinematics import Kinematics as Kinematics
from .links import solids as solids
from .monitor import ATTENTION_PREDICATES as ATTENTION_PREDICATES
from .monitor import Noticed as Noticed
from .monitor import notice as notice
from .monitor import retold as retold
from .parts import PartView as PartView
from .parts import look_at_parts as look_at_parts
from .reach import ReachMemory as ReachMemory
from .reach import can_reach as can_reach
from .reach import reachable as reachable
from .settings import Attention as Attention
