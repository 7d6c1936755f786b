"""Whom the robot shares its scene with: what each sees, attends to, can reach and believes."""

from .eyes import eyes as eyes
from .figures import Figure as Figure
from .figures import figures as figures
from .figures import limbs as limbs
from .settings import ATTENTION_TYPES as ATTENTION_TYPES
from .settings import Attention as Attention
