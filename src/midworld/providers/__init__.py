"""What brings data in: scenes, models, observation logs."""

# Scenes.
# Observations.
from .bags import bag_observations as bag_observations
from .bags import is_bag as is_bag
from .colours import is_colour as is_colour
from .observations import Given as Given
from .observations import Log as Log
from .observations import Source as Source
from .observations import observation_log as observation_log
from .observations import read_observations as read_observations
from .provided import in_order as in_order
from .provided import provided_observations as provided_observations
from .rosintake import RosIntake as RosIntake
from .rosintake import RosMap as RosMap
from .rosintake import read_ros_map as read_ros_map
from .roslive import ros_observations as ros_observations
from .scenefile import described_scene as described_scene
from .scenefile import examined_scene as examined_scene
from .scenefile import read_scene as read_scene

# Things nobody described.
from .undeclared import Known as Known
from .undeclared import Knows as Knows
