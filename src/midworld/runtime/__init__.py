"""The room with time and threads, and nothing of the domain: board, pipeline, recorder."""

# The board: worlds, memories and how they change.
from .board import Board as Board
from .board import Writer as Writer

# Boards that programs share.
from .changes import Changes as Changes
from .changes import achanges as achanges
from .claims import Claims as Claims
from .claims import allowed as allowed
from .commit import Cause as Cause
from .commit import Commit as Commit
from .commit import Correction as Correction
from .commit import Root as Root
from .commit import followed as followed

# Work that can be stopped.
from .errand import Errand as Errand

# The pipeline and its stages.
from .filters import filtering as filtering
from .frozen import frozen_memory as frozen_memory

# Plug-ins, and what they may do.
from .guests import Guests as Guests
from .guests import Health as Health
from .guests import Limits as Limits
from .guests import Trouble as Trouble
from .history import Retention as Retention
from .history import footprint as footprint

# Recordings.
from .log import LoggedCommit as LoggedCommit
from .log import read_header as read_header
from .log import read_log as read_log
from .marks import Kind as Kind
from .marks import filter as filter  # noqa: A004
from .marks import monitor as monitor
from .marks import provider as provider
from .marks import reader as reader
from .memory import remembered as remembered
from .modules import Module as Module
from .modules import Plugin as Plugin
from .modules import configured as configured
from .modules import module as module
from .outages import MODULES as MODULES
from .parameters import PLACING as PLACING
from .parameters import Parameter as Parameter
from .pipeline import Pipeline as Pipeline
from .plugins import GROUP as GROUP
from .plugins import installed as installed
from .plugins import names as names

# Observations in the order of their stamps.
from .queue import SLACK_S as SLACK_S
from .queue import Report as Report
from .queue import Tick as Tick
from .queue import Ticks as Ticks
from .queue import Unread as Unread
from .recorder import Recorder as Recorder
from .replay import replayed as replayed
from .replay import worlds_at as worlds_at
from .resume import Ending as Ending
from .resume import Resumption as Resumption
from .resume import resumption as resumption
from .serving import at_work as at_work
from .sharedboard import SharedBoard as SharedBoard
from .sharing import Presence as Presence
from .sharing import Sharing as Sharing
from .sharing import Welcome as Welcome
from .stage import AnyStage as AnyStage
from .stage import Inputs as Inputs
from .stage import Stage as Stage
from .streams import Stream as Stream
from .transport import HOST as HOST
from .transport import PATIENCE_S as PATIENCE_S
from .transport import Listener as Listener
from .transport import Transport as Transport
from .transport import named as named
from .transport import user_of as user_of
from .virtualtime import VirtualLoop as VirtualLoop
from .virtualtime import run_virtually as run_virtually
from .virtualtime import timed_virtually as timed_virtually
from .watching import Look as Look
from .watching import Monitor as Monitor
from .wire import MAGIC as MAGIC
