"""What stands on, in, beside and in the hands of what, for whom; who picked, placed and let go."""

# What is told of hands.
from .deeds import DEEDS as DEEDS

# The physics reasoner: what is perceived in, a world that physics and hands agree with out.
from .hands import limbs as limbs

# On, in, beside; left, right, in front and behind.
from .layout import Layout as Layout
from .layout import layout as layout
from .reasoner import Reasoner as Reasoner
from .reasoner import ReasonerMemory as ReasonerMemory
from .reasoner import SettledMemory as SettledMemory
from .reasoner import settling as settling
from .spatial import SPATIAL_PREDICATES as SPATIAL_PREDICATES
from .spatial import holds as holds
from .spatial import respatial as respatial
from .spatial import spatial as spatial
from .spatial_memory import SpatialMemory as SpatialMemory
from .thresholds import SpatialSettings as SpatialSettings

# From where agents look and where they stand.
from .viewpoint import Viewpoint as Viewpoint
from .viewpoint import agents_in as agents_in
from .viewpoint import body_viewpoint as body_viewpoint
from .viewpoint import eye_viewpoint as eye_viewpoint
