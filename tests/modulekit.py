"""Plug-ins for tests: packages that are as good as installed, and scenes that use them."""

from pathlib import Path

import pytest

from clikit import SCENE

PLUGINS = '''
from dataclasses import dataclass

from midworld.runtime import filter, monitor, provider, reader
from midworld.world import EntityId, Event, Situation, change


@dataclass(frozen=True)
class Peak:
    metres: float = 0.0
    times: int = 0


@monitor(memory=Peak())
def lifted(world, peak, *, limit: float = 0.9):
    """Things that are higher than a limit."""
    found = [name for name in ("cup", "ball") if name in world and world.pose(name).position[2] > limit]
    entries = [(name, "isLifted", True) for name in found]
    if found and not peak.times:
        entries.append(Event(world.stamp, "Lift", None, found[0]))
    return entries, Peak(limit, len(found))


@monitor
def broken(world, memory, *, at: float):
    """Raises at an instant."""
    if world.stamp >= at:
        raise RuntimeError(f"broken at {at:g}")
    return [("cup", "isFine", True)]


@filter
def raised(world, memory, stamp, *, by: float = 1.0):
    """All things higher."""
    poses = {name: world.state.pose[world.structure.row(name)] + [0, 0, by, 0, 0, 0, 0] for name in world.ids}
    return world.apply(change(pose=poses, entries=[Situation(stamp, "isRaised", "cup", True)]))


@provider
def fork(*, at: list[float] = [0.5, 0.0, 0.8], ticks: int = 5):
    """A fork nobody declared."""
    for tick in range(ticks):
        shape = {"class": "Fork", "shape": {"box": [0.02, 0.2, 0.01]}, "mass": 0.05}
        yield {"stamp": tick / 10 + 0.05, "objects": [{"id": "fork", "position": at, **shape}]}


@reader
class Notes:
    """Notes the names of worlds."""

    def __init__(self, *, file: str) -> None:
        self.file = file

    def __call__(self, commit):
        with open(self.file, "a") as notes:
            notes.write(f"{commit.stamp:g} {commit.name}\\n")


def untyped(world, memory, *, limit=3):
    return []


def neither(cat, dog):
    return []
'''
NAMES = ("lifted", "broken", "raised", "fork", "Notes", "untyped", "neither", "missing")


def install(folder: Path, monkeypatch: pytest.MonkeyPatch, name: str = "test_plugins") -> None:
    """A package with the plug-ins above that importing and entry points find."""
    (folder / f"{name}.py").write_text(PLUGINS)
    about = folder / f"{name}-1.0.dist-info"
    about.mkdir()
    (about / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n")
    points = "\n".join(f"{each.lower()} = {name}:{each}" for each in NAMES)
    (about / "entry_points.txt").write_text(f"[midworld.modules]\n{points}\n")
    monkeypatch.syspath_prepend(str(folder))  # pyright: ignore[reportUnknownMemberType]
    monkeypatch.delitem(__import__("sys").modules, name, raising=False)


def scene_with(folder: Path, modules: str) -> Path:
    """A scene file with some modules, each a line `name: {use: ...}`."""
    path = folder / "scene.yaml"
    lines = "".join(f"  {line}\n" for line in modules.splitlines())
    path.write_text(f"{SCENE}modules:\n{lines}")
    return path
