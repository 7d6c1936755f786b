"""Carrying out plans: expectations, monitoring, imagining meanwhile, and repair."""

from .advance import advance as advance
from .advance import begin as begin
from .advance import wake as wake
from .driving import carried_out as carried_out
from .expectations import Expectations as Expectations
from .expectations import Span as Span
from .expectations import Surprise as Surprise
from .monitoring import Observed as Observed
from .robot import Imaginer as Imaginer
from .robot import Report as Report
from .robot import Robot as Robot
from .run import Answer as Answer
from .run import Answered as Answered
from .run import Candidate as Candidate
from .run import Do as Do
from .run import Ended as Ended
from .run import Imagine as Imagine
from .run import Note as Note
from .run import Outcome as Outcome
from .run import Passed as Passed
from .run import Phase as Phase
from .run import Policy as Policy
from .run import Request as Request
from .run import Run as Run
from .run import Stop as Stop
