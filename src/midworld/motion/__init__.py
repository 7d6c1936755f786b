"""How robots move: bases that follow a path within their limits."""

from .dynamicwindow import BaseLimits as BaseLimits
from .dynamicwindow import Course as Course
from .dynamicwindow import LocalPlanner as LocalPlanner
from .dynamicwindow import Steering as Steering
from .dynamicwindow import steered as steered
from .trajectory import Stuck as Stuck
from .trajectory import Trajectory as Trajectory
from .trajectory import drive as drive
