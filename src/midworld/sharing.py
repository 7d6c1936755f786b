"""What it takes to share worlds between programs: join a board, host one, put a plug-in to work on it."""

from .adapters.boards import connect as connect
from .adapters.boards import host as host
from .adapters.boards import serve as serve
from .runtime import Changes as Changes
from .runtime import Presence as Presence
from .runtime import SharedBoard as SharedBoard
from .session import share as share
