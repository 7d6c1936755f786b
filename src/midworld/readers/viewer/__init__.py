"""A live page of worlds, minds and time, on this machine only."""

from .apart import ViewerProcess as ViewerProcess
from .apart import Wire as Wire
from .chapter import Chapter as Chapter
from .server import Viewer as Viewer
from .tape import Tape as Tape
