"""What one tick is: the stages of a scene, wired, and the minds they feed."""

# A scene, wired: feed it observations.
from .assessment import Assessment as Assessment

# What its minds know.
from .knowledge import Conclusion as Conclusion
from .knowledge import Minds as Minds
from .modules import Modules as Modules
from .modules import known_worlds as known_worlds
from .modules import misplaced as misplaced

# Its worlds by name.
from .names import MERGED as MERGED
from .names import MINDS as MINDS
from .names import RESERVED as RESERVED
from .names import RESERVED_PREFIXES as RESERVED_PREFIXES
from .names import SOURCE_PREFIX as SOURCE_PREFIX
from .names import STABLE as STABLE
from .names import robot_of as robot_of
from .names import source_world as source_world
from .settings import setting_faults as setting_faults
from .settings import setting_ranges as setting_ranges
