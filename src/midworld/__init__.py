"""Midworld: a physically consistent picture of a scene shared by robots and people.

`midworld.open("scene.yaml")` gives a session to feed and ask; nothing heavy is imported before.
"""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .adapters.boards import connect as connect
    from .errors import MidworldError as MidworldError
    from .geometry import Pose as Pose
    from .session import Session as Session
    from .session import open as open  # noqa: A004
    from .world import move as move

_ROOMS = {
    "open": "session",
    "connect": "adapters.boards",
    "Session": "session",
    "MidworldError": "errors",
    "Pose": "geometry",
    "move": "world",
}


def __getattr__(name: str) -> object:
    if name not in _ROOMS:
        raise AttributeError(f"module 'midworld' has no attribute '{name}'")
    from importlib import import_module

    room = import_module(f".{_ROOMS[name]}", __name__)
    found = globals()[name] = getattr(room, name)
    return found


def __dir__() -> list[str]:
    return sorted(_ROOMS)
