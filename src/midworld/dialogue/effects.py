"""What deeds told of leave behind: where things are then, and what they are like."""

from collections.abc import Callable, Mapping, Sequence

from .deeds import GIVING, TAKING
from .facts import TYPE, Facts, Statement

PLACED = ("isIn", "isOn", "isHeldBy", "isUnder", "isAt")
BESIDE = ("isNextTo", "behind", "inFrontOf", "near", "isAbove", "isBelow", "leftOf", "rightOf")
# What a thing is like after something was done to it, and what it was before.
BECOMES = {
    "Open": ("open", "closed"),
    "Close": ("closed", "open"),
    "Shut": ("closed", "open"),
    "Clean": ("clean", "dirty"),
    "Wash": ("clean", "dirty"),
    "Fill": ("full", "empty"),
    "Empty": ("empty", "full"),
    "Break": ("broken", "whole"),
    "Lock": ("locked", "unlocked"),
    "Unlock": ("unlocked", "locked"),
}


def effects(
    roles: Mapping[str, Sequence[str]],
    facts: Facts,
    property_of: Callable[[str], str],
    asserted: Callable[[str], Sequence[tuple[str, str]]],
) -> tuple[list[Statement], list[Statement]]:
    """What holds and what no longer does after a deed with these roles; `asserted` is what was said of a thing."""
    added: list[Statement] = []
    removed: list[Statement] = []
    kinds, things = roles.get(TYPE, ()), roles.get("actsOnObject", ())
    relation = next(iter(roles.get("destinationRelation", ())), "")
    for place in roles.get("hasDestination", ()):
        way = relation or ("isIn" if "Container" in facts.objects(place, TYPE) else "isAt")
        if way in PLACED or way in BESIDE:
            added += [(thing, way, place) for thing in things]
        if way in BESIDE:
            removed += [(thing, name, old) for thing in things for name, old in asserted(thing) if name in PLACED]
    if not added and any(kind in (*TAKING, *GIVING) for kind in kinds):
        removed += [(thing, name, old) for thing in things for name, old in asserted(thing) if name in PLACED]
    elif relation == "" and added:
        removed += [
            (thing, name, old)
            for thing in things
            for name, old in asserted(thing)
            if name in PLACED and (thing, name, old) not in added
        ]
    for after, before in (BECOMES[kind] for kind in kinds if kind in BECOMES):
        added += [(thing, property_of(after), after) for thing in things]
        name = property_of(before)
        removed += [(thing, name, before) for thing in things if facts.holds(thing, name, before)]
    return added, removed
