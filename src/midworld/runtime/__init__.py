"""The rooms with memory, time and threads: board, pipeline, recorder."""

from .assessment import MERGED as MERGED
from .assessment import SOURCE_PREFIX as SOURCE_PREFIX
from .assessment import STABLE as STABLE
from .assessment import Assessment as Assessment
from .assessment import source_world as source_world
from .board import Board as Board
from .board import Writer as Writer
from .commit import Commit as Commit
from .comparison import DIVERGENCES as DIVERGENCES
from .draft import Draft as Draft
from .history import Retention as Retention
from .log import LoggedCommit as LoggedCommit
from .log import read_header as read_header
from .log import read_log as read_log
from .minds import Conclusion as Conclusion
from .minds import Minds as Minds
from .pipeline import Pipeline as Pipeline
from .recorder import Recorder as Recorder
from .replay import replayed as replayed
from .stage import Stage as Stage
from .stage import Step as Step
