"""The room with time and threads, and nothing of the domain: board, pipeline, recorder."""

from .board import Board as Board
from .board import Writer as Writer
from .commit import Cause as Cause
from .commit import Commit as Commit
from .commit import Correction as Correction
from .commit import Root as Root
from .draft import Draft as Draft
from .history import Retention as Retention
from .log import LoggedCommit as LoggedCommit
from .log import read_header as read_header
from .log import read_log as read_log
from .pipeline import Pipeline as Pipeline
from .recorder import Recorder as Recorder
from .replay import replayed as replayed
from .replay import worlds_at as worlds_at
from .resume import Ending as Ending
from .resume import Resumption as Resumption
from .resume import resumption as resumption
from .stage import AnyStage as AnyStage
from .stage import Inputs as Inputs
from .stage import Stage as Stage
from .stage import Step as Step
