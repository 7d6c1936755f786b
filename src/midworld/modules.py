"""What it takes to write a plug-in: `from midworld.modules import monitor, World`."""

from .runtime import Commit as Commit
from .runtime import filter as filter  # noqa: A004
from .runtime import module as module
from .runtime import monitor as monitor
from .runtime import provider as provider
from .runtime import reader as reader
from .world import Delta as Delta
from .world import EntityId as EntityId
from .world import Event as Event
from .world import World as World
from .world import change as change
