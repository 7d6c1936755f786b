"""Worlds as values, deltas as proposals, timelines as memory."""

# What there is.
# What happened and what holds.
from .allen import Allen as Allen
from .allen import related as related
from .allen import relation as relation
from .allen import relations as relations

# Worlds as bytes.
from .codec import decode_delta as decode_delta
from .codec import decode_world as decode_world
from .codec import encode_delta as encode_delta
from .codec import encode_world as encode_world

# Both, at one instant, and how one becomes the next.
from .delta import Column as Column
from .delta import Delta as Delta
from .delta import change as change
from .delta import clashes as clashes
from .delta import compose as compose
from .delta import merge as merge

# Where two worlds differ.
from .divergence import APART_M as APART_M
from .divergence import FALSE_BELIEF as FALSE_BELIEF
from .divergence import IGNORANCE as IGNORANCE
from .divergence import PLACES as PLACES
from .divergence import WORDS as WORDS
from .divergence import Divergence as Divergence
from .divergence import divergences as divergences
from .divergence import places as places
from .divergence import spots as spots
from .entity import HANDS as HANDS
from .entity import PART_NAMES as PART_NAMES
from .entity import Agent as Agent
from .entity import BodyPart as BodyPart
from .entity import Colour as Colour
from .entity import Entity as Entity
from .entity import EntityId as EntityId
from .entity import Joint as Joint
from .entity import JointKind as JointKind
from .entity import Link as Link
from .entity import Mimic as Mimic
from .entity import Mount as Mount
from .entity import Object as Object
from .entity import PartName as PartName
from .entity import PointOfInterest as PointOfInterest
from .entity import Role as Role
from .entity import Sensor as Sensor
from .entity import Status as Status
from .entity import is_made_up as is_made_up
from .entity import part_id as part_id

# What is known beforehand.
from .layers import Group as Group

# Why something is not perceived.
from .missing import MISSING as MISSING
from .missing import Why as Why

# Their names.
from .names import DIVERGENCES as DIVERGENCES
from .names import MERGED as MERGED
from .names import SOURCE_PREFIX as SOURCE_PREFIX
from .names import STABLE as STABLE
from .names import robot_of as robot_of
from .scene import ModuleSettings as ModuleSettings
from .scene import Placed as Placed
from .scene import Scene as Scene
from .scene import Setting as Setting
from .scene import Timing as Timing
from .scene import enter as enter

# Where it is.
from .state import DEFAULTS as DEFAULTS
from .state import FIELDS as FIELDS
from .state import Field as Field
from .state import State as State
from .state import is_default as is_default
from .structure import Structure as Structure
from .timeline import ANYTHING as ANYTHING
from .timeline import Ended as Ended
from .timeline import Entry as Entry
from .timeline import Event as Event
from .timeline import Pattern as Pattern
from .timeline import Situation as Situation
from .timeline import Statement as Statement
from .timeline import Timeline as Timeline
from .timeline import Value as Value
from .world import World as World
from .world import attach as attach
from .world import diff as diff
from .world import move as move
from .world import remove as remove
from .world import same as same
