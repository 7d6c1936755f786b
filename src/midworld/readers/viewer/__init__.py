"""A live page of worlds, minds and time, on this machine only."""

from .chapter import Chapter as Chapter
from .server import Viewer as Viewer
from .tape import Tape as Tape
