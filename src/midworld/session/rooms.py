"""What a session is made of, from the rooms that reason and remember: named here and nowhere else in this one."""

from ..agents.divergence import Divergence as Divergence
from ..perception import MISSING as MISSING
from ..perception import Observation as Observation
from ..runtime import DIVERGENCES as DIVERGENCES
from ..runtime import MERGED as MERGED
from ..runtime import SOURCE_PREFIX as SOURCE_PREFIX
from ..runtime import STABLE as STABLE
from ..runtime import Assessment as Assessment
from ..runtime import Board as Board
from ..runtime import Commit as Commit
from ..runtime import Conclusion as Conclusion
from ..runtime import Minds as Minds
from ..runtime import Recorder as Recorder
from ..runtime import Retention as Retention
from ..runtime.assessment import robot_of as robot_of
from ..runtime.queue import SLACK_S as SLACK_S
from ..runtime.queue import StampQueue as StampQueue
from ..runtime.queue import Tempo as Tempo
from ..runtime.queue import Windows as Windows
