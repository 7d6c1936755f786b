"""One front door: a scene that is opened, fed and asked, by scripts, notebooks, commands and servers alike."""

# A run that is resumed.
from .again import minds_again as minds_again
from .again import told_again as told_again

# What the commands are made of.
from .background import Background as Background

# What users open.
from .door import open as open  # noqa: A004
from .following import present as present
from .health import Tempo as Tempo
from .live import Live as Live
from .page import viewer as viewer
from .page import wire_of as wire_of
from .progress import Silent as Silent
from .progress import progress as progress
from .resuming import digest as digest
from .session import Session as Session
from .shared import Shared as Shared
from .shared import share as share
