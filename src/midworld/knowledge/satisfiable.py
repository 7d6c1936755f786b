"""Classes that can have no member."""

from collections.abc import Mapping

from . import vocabulary as v
from .clash import Clash
from .schema import named_classes
from .tbox import TBox


def unsatisfiable(tbox: TBox) -> Mapping[int, Clash]:
    """Every named class that excludes itself, with the reason; its own name stands for a member."""
    found: dict[int, Clash] = {}
    for kind in named_classes(tbox.graph):
        if kind in {v.NOTHING, v.THING}:
            continue
        held = tbox.expansion.classes(kind)
        if v.NOTHING in held:
            found[kind] = Clash("cls-nothing2", (), frozenset(((kind, v.TYPE, v.NOTHING),)))
        members = set(held)
        for each in held:
            for other, apart in tbox.disjoint.get(each, {}).items():
                if other in members and kind not in found:
                    pair = frozenset(((kind, v.TYPE, each), (kind, v.TYPE, other)))
                    found[kind] = Clash(apart.rule, apart.axioms, pair)
    return found
