"""The room with time and threads, and nothing of the domain: board, pipeline, recorder."""

from .board import Board as Board
from .board import Writer as Writer
from .commit import Commit as Commit
from .commit import Root as Root
from .draft import Draft as Draft
from .filters import Filter as Filter
from .filters import filtering as filtering
from .guests import Guests as Guests
from .guests import Health as Health
from .guests import Limits as Limits
from .history import Retention as Retention
from .log import LoggedCommit as LoggedCommit
from .log import read_header as read_header
from .log import read_log as read_log
from .marks import Kind as Kind
from .marks import filter as filter  # noqa: A004
from .marks import monitor as monitor
from .marks import provider as provider
from .marks import reader as reader
from .modules import Module as Module
from .modules import Plugin as Plugin
from .modules import module as module
from .modules import plugin as plugin
from .outages import MODULES as MODULES
from .parameters import Parameter as Parameter
from .pipeline import Pipeline as Pipeline
from .plugins import installed as installed
from .recorder import Recorder as Recorder
from .replay import replayed as replayed
from .stage import AnyStage as AnyStage
from .stage import Inputs as Inputs
from .stage import Stage as Stage
from .stage import Step as Step
from .streams import Stream as Stream
from .watching import Look as Look
from .watching import Monitor as Monitor
