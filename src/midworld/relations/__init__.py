"""What stands on, in and in the hands of what; who picked, placed and let go."""

from .actions import Conduct as Conduct
from .actions import Sighting as Sighting
from .actions import Verdict as Verdict
from .actions import judged as judged
from .hands import Hand as Hand
from .hands import hands as hands
from .hands import limbs as limbs
from .placement import placements as placements
from .placement import told as told
