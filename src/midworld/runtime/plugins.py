"""The plug-ins that are installed: entry points of the group `midworld.modules`."""

from importlib.metadata import EntryPoint, entry_points

from ..errors import UnfitModule, UnknownName
from .modules import Plugin, plugin

GROUP = "midworld.modules"


def names() -> tuple[str, ...]:
    """What is installed, loaded or not."""
    return tuple(sorted({each.name for each in entry_points(group=GROUP)}))


def installed(name: str) -> Plugin:
    """The plug-in of a name. Raises UnknownName, and UnfitModule where it does not load or is none."""
    found = [each for each in entry_points(group=GROUP) if each.name == name]
    if not found:
        raise UnknownName("plug-in", name, names())
    if len({each.value for each in found}) > 1:
        raise UnfitModule(f"plug-in '{name}' is installed twice, by {' and '.join(sorted(map(_package, found)))}")
    try:
        target = found[0].load()
    except Exception as error:
        said = str(error).strip().splitlines()
        why = f"{type(error).__name__}: {said[0]}" if said else type(error).__name__
        raise UnfitModule(f"plug-in '{name}' of {_package(found[0])} does not load: {why}") from error
    return plugin(target, name=name)


def _package(point: EntryPoint) -> str:
    return point.value if point.dist is None else point.dist.name
