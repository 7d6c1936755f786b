"""Classes that can have no member."""

from collections.abc import Mapping
from weakref import WeakKeyDictionary

from . import vocabulary as v
from .clash import Clash
from .schema import named_classes
from .tbox import TBox

# A terminology never changes: what was the new one is asked about again as the old one.
_known: WeakKeyDictionary[TBox, Mapping[int, Clash]] = WeakKeyDictionary()


def unsatisfiable(tbox: TBox) -> Mapping[int, Clash]:
    """Every named class that excludes itself, with the reason; its own name stands for a member."""
    found = _known.get(tbox)
    if found is None:
        found = _known[tbox] = _unsatisfiable(tbox)
    return found


def _unsatisfiable(tbox: TBox) -> Mapping[int, Clash]:
    found: dict[int, Clash] = {}
    # The table has every pair both ways round.
    exclusive = frozenset(tbox.disjoint)
    for kind in named_classes(tbox.graph):
        if kind in {v.NOTHING, v.THING}:
            continue
        held = tbox.expansion.classes(kind)
        if v.NOTHING in held:
            found[kind] = Clash("cls-nothing2", (), frozenset(((kind, v.TYPE, v.NOTHING),)))
        members = exclusive.intersection(held)
        if not members or kind in found:
            continue
        for each in held:
            other = next((other for other in tbox.disjoint.get(each, ()) if other in members), None)
            if other is not None:
                apart = tbox.disjoint[each][other]
                pair = frozenset(((kind, v.TYPE, each), (kind, v.TYPE, other)))
                found[kind] = Clash(apart.rule, apart.axioms, pair)
                break
    return found
