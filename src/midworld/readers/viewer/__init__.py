"""A live page of worlds, minds and time, on this machine only."""

from .apart import ViewerApart as ViewerApart
from .apart import Wire as Wire
from .chapter import Chapter as Chapter
from .server import Viewer as Viewer
from .tape import Tape as Tape
