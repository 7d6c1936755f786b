"""One front door: a scene that is opened, fed and asked, by scripts, notebooks, commands and servers alike."""

from .door import open as open  # noqa: A004
from .session import Session as Session
