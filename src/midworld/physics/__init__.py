"""Engines behind one protocol, and the reasoner that asks them."""

from .body import Body as Body
from .body import Material as Material
from .body import bodies as bodies
from .conformance import check_engine as check_engine
from .engine import NOTHING as NOTHING
from .engine import Contacts as Contacts
from .engine import Engine as Engine
from .engine import Hits as Hits
from .engine import Image as Image
from .engine import Mode as Mode
from .engine import Settings as Settings
from .engine import Sight as Sight
from .engine import Simulation as Simulation
from .human import HumanBody as HumanBody
from .limbs import Limb as Limb
from .memory import Grip as Grip
from .memory import Memory as Memory
from .parameters import Parameters as Parameters
from .settle import Settled as Settled
from .settle import settle as settle
from .sight import Glance as Glance
from .sight import glance as glance
from .simulated import SimulatedScene as SimulatedScene
