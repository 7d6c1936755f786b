"""What a session is made of, from the rooms that reason and remember: named here and nowhere else in this one."""

from ..agents import DIVERGENCES as DIVERGENCES
from ..agents.divergence import Divergence as Divergence
from ..assessment import MERGED as MERGED
from ..assessment import SOURCE_PREFIX as SOURCE_PREFIX
from ..assessment import STABLE as STABLE
from ..assessment import Assessment as Assessment
from ..assessment import Conclusion as Conclusion
from ..assessment import Minds as Minds
from ..assessment import robot_of as robot_of
from ..perception import MISSING as MISSING
from ..perception import Observation as Observation
from ..runtime import Board as Board
from ..runtime import Commit as Commit
from ..runtime import Recorder as Recorder
from ..runtime import Retention as Retention
from ..runtime.queue import SLACK_S as SLACK_S
from ..runtime.queue import StampQueue as StampQueue
from ..runtime.queue import Tempo as Tempo
from ..runtime.queue import Windows as Windows
