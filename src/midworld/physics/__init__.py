"""Engines behind one protocol, and the reasoner that asks them."""

# What Midworld asks of an engine, and the check every engine passes.
from .body import Body as Body
from .body import Material as Material
from .body import bodies as bodies

# Who sees how much.
from .disturbance import TREMBLE as TREMBLE
from .disturbance import Disturbance as Disturbance
from .disturbance import Placed as Placed
from .disturbance import disturbance as disturbance
from .disturbance import steady_limbs as steady_limbs
from .engine import NOTHING as NOTHING
from .engine import Contacts as Contacts
from .engine import Engine as Engine
from .engine import Hits as Hits
from .engine import Image as Image
from .engine import Mode as Mode
from .engine import Rows as Rows
from .engine import Settings as Settings
from .engine import Sight as Sight
from .engine import Simulation as Simulation
from .engine import as_rows as as_rows
from .engine import checked_edit as checked_edit
from .engine import pixels as pixels
from .handtracks import HandSights as HandSights

# People's bodies, and what hides behind them.
from .human import HumanBody as HumanBody
from .limbs import NO_LIMBS as NO_LIMBS
from .limbs import Limb as Limb
from .limbs import Limbs as Limbs

# The reasoner's loop: what is perceived, settled by physics; trackers made smooth.
from .memory import Grip as Grip
from .memory import Memory as Memory
from .modes import FALL as FALL
from .modes import FIRST_HAND as FIRST_HAND
from .modes import LOOSE as LOOSE
from .modes import REST as REST
from .modes import SLIDE as SLIDE
from .outlines import Outlines as Outlines
from .parameters import Parameters as Parameters
from .points import seen_points as seen_points

# Simulations of a world, lent to one step at a time.
from .pool import SimulationPool as SimulationPool
from .settle import Settled as Settled
from .settle import settle as settle
from .sight import Glance as Glance
from .sight import glance as glance
from .simulated import SimulatedScene as SimulatedScene
from .smoothing import SmoothingMemory as SmoothingMemory
from .smoothing import smoothed as smoothed
from .views import Eye as Eye
from .views import View as View
from .views import look as look
