"""Engines behind one protocol, and what is asked of them."""

from .body import Body as Body
from .body import Material as Material
from .body import bodies as bodies
from .conformance import check_engine as check_engine
from .engine import NOTHING as NOTHING
from .engine import Contacts as Contacts
from .engine import Engine as Engine
from .engine import Hits as Hits
from .engine import Mode as Mode
from .engine import Settings as Settings
from .engine import Sight as Sight
from .engine import Simulation as Simulation
from .engine import Snapshot as Snapshot
