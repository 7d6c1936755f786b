"""What stands on, in, beside and in the hands of what, for whom; who picked, placed and let go."""

from .actions import Conduct as Conduct
from .actions import Sighting as Sighting
from .actions import Verdict as Verdict
from .actions import judged as judged
from .hands import Hand as Hand
from .hands import hands as hands
from .hands import limbs as limbs
from .layout import Layout as Layout
from .layout import layout as layout
from .placement import placements as placements
from .placement import told as told
from .reasoner import Reasoner as Reasoner
from .reasoner import ReasonerMemory as ReasonerMemory
from .spatial import SPATIAL_PREDICATES as SPATIAL_PREDICATES
from .spatial import SpatialMemory as SpatialMemory
from .spatial import directions as directions
from .spatial import holds as holds
from .spatial import spatial as spatial
from .thresholds import SpatialSettings as SpatialSettings
from .viewpoint import Viewpoint as Viewpoint
from .viewpoint import agents_in as agents_in
from .viewpoint import body_viewpoint as body_viewpoint
from .viewpoint import eye_viewpoint as eye_viewpoint
