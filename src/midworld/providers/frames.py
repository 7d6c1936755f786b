"""What hangs on what, as far as that can be."""

from collections.abc import Mapping

from ..errors import shortened
from ..limits import DEEPEST_FRAME
from ..world import EntityId

SHOWN = 6


def frame_faults(parents: Mapping[EntityId, EntityId | None]) -> dict[EntityId, str]:
    """Who hangs on oneself, or deeper than anybody needs; each of these let loose, the rest is a forest."""
    faults: dict[EntityId, str] = {}
    depth: dict[EntityId, int] = {}
    for name in parents:
        path: dict[EntityId, None] = {}
        step: EntityId | None = name
        while step is not None and step not in depth and step not in path:
            path[step] = None
            step = parents.get(step)
        if step is not None and step in path:
            circle = [*path][[*path].index(step) :]
            more = f", and {len(circle) - SHOWN} more" if len(circle) > SHOWN else ""
            around = " -> ".join(map(shortened, [*circle[:SHOWN], circle[0]]))
            faults[circle[0]] = f"hangs on itself: {around}{more}"
            depth[circle[0]] = 0
        for each in reversed(path):
            if each not in depth:
                above = parents.get(each)
                depth[each] = 0 if above is None else depth.get(above, 0) + 1
            if depth[each] > DEEPEST_FRAME:
                faults[each] = f"hangs on things that hang on things, more than {DEEPEST_FRAME} deep"
                depth[each] = 0
    return faults
