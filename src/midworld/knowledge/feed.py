"""Facts of the worlds as they begin and end, told to the model of the mind they belong to."""

import math
from collections.abc import Iterable
from dataclasses import dataclass

from ..world.timeline import Statement
from . import vocabulary as v
from .kb import KnowledgeBase, Revised
from .literal import from_python, to_python
from .model import Model
from .terms import Atom, Terms, expand

PERCEPTION = "perception"
RECENT_S = 10.0
_SEEING = ("sees", "looksAt", "pointsAt", "focusesOn", "isPerceiving")


def fact_atom(statement: Statement, terms: Terms) -> Atom:
    """The atom of a fact; a fact without an object is true of its subject."""
    subject, predicate, target = statement
    value = True if target is None else target
    # An identifier may look like a number: it is a name all the same.
    obj = terms.literal(from_python(value)) if isinstance(value, bool) else terms.name(expand(value))
    return (terms.name(expand(subject)), terms.parse(predicate, predicate=True), obj)


def feed(
    kb: KnowledgeBase,
    model: str,
    started: Iterable[Statement],
    ended: Iterable[Statement] = (),
    *,
    recent_s: float = RECENT_S,
) -> Revised:
    """One difference of an agent's world, as one change; what it newly sees or holds becomes an active concept."""
    terms = kb.terms
    new = [fact_atom(each, terms) for each in started]
    gone = [fact_atom(each, terms) for each in ended]
    seeing = {terms.parse(name) for name in _SEEING}
    concept = terms.parse("ActiveConcept")
    active = [(o, v.TYPE, concept) for _, p, o in new if p in seeing and o > 0]
    chosen = kb.model(model)
    if active:
        kb.assert_atoms(active, [chosen], lifespan=min(recent_s, 5.0), source=PERCEPTION)
    (revised,) = kb.assert_atoms(new, [chosen], removed=gone, source=PERCEPTION)
    return revised


def inferred(kb: KnowledgeBase, revised: Revised) -> tuple[list[Statement], list[Statement]]:
    """What a change made begin and end that nobody said: relations and classes with names, in a fixed order."""
    model = kb.models[revised.model]
    begun = [atom for atom in revised.net.added if atom not in model.supports]
    ended = [atom for atom in revised.net.removed if atom[1] not in v.ANNOTATIONS]
    return _named(kb.terms, begun), _named(kb.terms, ended)


def _named(terms: Terms, atoms: Iterable[Atom]) -> list[Statement]:
    found: list[Statement] = []
    for s, p, o in atoms:
        if not terms.is_blank(s) and not terms.is_blank(o) and ":" not in terms.show(p).replace("rdf:type", ""):
            value = to_python(terms.value(o)) if o < 0 else terms.show(o)
            found.append((terms.show(s), terms.show(p), value if isinstance(value, bool) else str(value)))
    return sorted(found, key=str)


@dataclass(frozen=True, slots=True)
class Completion:
    """What the knowledge base adds to a percept; what it does not know is empty."""

    id: str
    classes: tuple[str, ...] = ()
    labels: tuple[str, ...] = ()
    colour: str = ""
    mass_kg: float = math.nan
    mesh: str = ""
    texture: str = ""


def completed(model: Model, percept: str | int) -> Completion | None:
    """What is known of a percept by its name or its tag; None when it means nothing to this model."""
    terms = model.tbox.terms
    index = model.reasoner.index
    tagged = sorted(index.subjects(terms.parse("hasTag"), terms.literal(from_python(percept))))
    thing = tagged[0] if tagged else terms.parse(percept) if isinstance(percept, str) else 0
    if not thing or not any(thing in row for row in index.fwd.values()):
        return None

    def values(predicate: str) -> list[int]:
        return sorted(index.objects(thing, terms.parse(predicate)))

    def text(predicate: str) -> str:
        return next((str(to_python(terms.value(each))) for each in values(predicate) if each < 0), "")

    kinds = [each for each in index.objects(thing, v.TYPE) if not terms.is_blank(each)]
    mass = next((to_python(terms.value(each)) for each in values("hasMass") if each < 0), math.nan)
    return Completion(
        terms.show(thing),
        classes=tuple(sorted(terms.show(each) for each in kinds)),
        labels=tuple(
            terms.value(each).text for each in sorted(index.objects(thing, v.LABEL), reverse=True) if each < 0
        ),
        colour=next((terms.show(each) for each in values("hasColor") if each > 0), ""),
        mass_kg=float(mass) if isinstance(mass, int | float) else math.nan,
        mesh=text("hasMesh"),
        texture=text("hasTexture"),
    )
