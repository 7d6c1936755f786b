"""Pictures and charts of recordings, drawn without a screen: the same recording always gives the same bytes."""

from .keyframes import key_instants as key_instants
from .palette import DARK as DARK
from .palette import LIGHT as LIGHT
from .palette import Theme as Theme
from .snapshot import Format as Format
from .snapshot import snapshot as snapshot
from .staging import Direction as Direction
from .story import RecordedInstant as RecordedInstant
from .story import Story as Story
from .story import Strand as Strand
from .story import Track as Track
from .story import moments as moments
from .story import read_story as read_story
from .strip import strip as strip
from .trails import known_runs as known_runs
from .trails import moved as moved
from .trails import runs as runs
from .trails import seen_runs as seen_runs
from .words import said as said
from .words import telling as telling
