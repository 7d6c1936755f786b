"""Facts of the worlds told to the model of the mind they belong to, and what that makes begin and end to follow."""

from collections.abc import Iterable

from ..world import Agent, BodyPart, Entity, Link, Object, Sensor, Statement
from . import vocabulary as v
from .core import Net
from .kb import KnowledgeBase
from .literal import Literal, from_python, to_python
from .model import Model
from .net import Revised
from .tbox import TBox
from .terms import Atom, Terms
from .vocabulary import ORO

PERCEPTION = "perception"
MYSELF = "myself"
_SEEING = ("sees", "looksAt", "pointsAt", "focusesOn", "isPerceiving")
_OWN = ("sees", "looksAt", "focusesOn", "canReach")
_PARTS = {"head": "Head", "torso": "Torso", "left_hand": "LeftHand", "right_hand": "RightHand", "base": "BodyPart"}
# The colours the ontology names, for things whose colour is given in numbers.
_COLOURS = {
    "red": (0.8, 0.1, 0.1), "green": (0.1, 0.6, 0.1), "blue": (0.1, 0.2, 0.8), "yellow": (0.9, 0.9, 0.1),
    "orange": (1.0, 0.5, 0.0), "white": (1.0, 1.0, 1.0), "black": (0.0, 0.0, 0.0), "gray": (0.5, 0.5, 0.5),
    "pink": (1.0, 0.6, 0.75), "violet": (0.5, 0.1, 0.6), "brown": (0.45, 0.25, 0.1),
}  # fmt: skip


def fact_atom(statement: Statement, terms: Terms) -> Atom:
    """The atom of a fact; a fact without an object is true of its subject."""
    subject, predicate, target = statement
    value = True if target is None else target
    obj = terms.literal(from_python(value)) if isinstance(value, bool) else terms.thing(value)
    return (terms.thing(subject), terms.parse(predicate, predicate=True), obj)


def with_myself(atoms: Iterable[Atom], me: int, terms: Terms) -> list[Atom]:
    """Facts together with what they say of oneself: in the mind of Ann, `ann sees cup` is `myself sees cup`.

    Only for what the ontology's isInFieldOfView and isReachable rest on.
    """
    self = terms.name(ORO + MYSELF)
    own = {terms.parse(name) for name in _OWN}
    found: list[Atom] = []
    for atom in atoms:
        found.append(atom)
        if atom[0] == me and atom[1] in own:
            found.append((self, atom[1], atom[2]))
    return found


def feed(
    kb: KnowledgeBase,
    model: str,
    started: Iterable[Statement],
    ended: Iterable[Statement] = (),
    *,
    known: Iterable[Atom] = (),
    unknown: Iterable[Atom] = (),
    active: Iterable[str] = (),
    source: str = PERCEPTION,
) -> Revised:
    """One difference of an agent's world, as one change; what it sees becomes an active concept.

    `known` and `unknown` are atoms about the things themselves that come and go, `active` names what was seen.
    """
    terms = kb.terms
    me = terms.thing(model)
    new = with_myself((fact_atom(each, terms) for each in started), me, terms)
    gone = with_myself((fact_atom(each, terms) for each in ended), me, terms)
    seeing = {terms.parse(name) for name in _SEEING}
    concept = terms.parse("ActiveConcept")
    seen = {o: None for _, p, o in new if p in seeing and o > 0}
    seen.update(dict.fromkeys(terms.thing(name) for name in active))
    noted = [(each, v.TYPE, concept) for each in seen]
    chosen = [kb.model(model)]
    (revised,) = kb.assert_atoms([*known, *new, *noted], chosen, removed=[*gone, *unknown], source=source)
    return revised


def entity_atoms(entity: Entity, terms: Terms) -> tuple[Atom, ...]:
    """What is known of a thing because it is in a world: its class, what people call it, its colour."""
    name = terms.thing(entity.id)
    match entity.role:
        case Agent(kind):
            kinds = {"Human" if kind == "human" else "Robot", entity.category} - {"Object"}
        case BodyPart(part, owner):
            body: Atom = (terms.thing(owner), terms.parse("hasBodyPart"), name)
            return ((name, v.TYPE, terms.parse(_PARTS[part])), body)
        case Sensor(_, owner):
            camera: Atom = (name, v.TYPE, terms.parse("Camera"))
            return (camera,) if owner is None else (camera, (name, terms.parse("belongsTo"), terms.thing(owner)))
        case Link():
            return ()
        case Object(_, _, cavities):
            kinds = {entity.category, "Container"} if cavities else {entity.category}
    atoms = [(name, v.TYPE, terms.thing(kind)) for kind in sorted(kinds)]
    atoms += [(name, v.LABEL, terms.literal(Literal(label))) for label in entity.labels]
    colour = entity.colour
    if colour is not None:
        word = colour if isinstance(colour, str) else _nearest(colour)
        atoms.append((name, terms.parse("hasColor"), terms.thing(word.replace(" ", "_"))))
    return tuple(atoms)


def _nearest(colour: tuple[float, float, float]) -> str:
    def distance(name: str) -> float:
        return sum((one - other) ** 2 for one, other in zip(_COLOURS[name], colour, strict=True))

    return min(_COLOURS, key=distance)


def inferred(model: Model, net: Net, unsaid: Iterable[Atom] = ()) -> tuple[list[Statement], list[Statement]]:
    """The conclusions that begin and those that end, each in a fixed order; `unsaid` is what is no longer said."""
    index, dropped = model.reasoner.index, set(unsaid)
    begun = [atom for atom in net.added if atom not in model.supports]
    # No longer said and still true: now it is a conclusion.
    begun += [atom for atom in dropped if atom in index and atom not in model.supports and atom not in begun]
    ended = [atom for atom in net.removed if atom not in dropped]
    return _named(model.tbox, begun), _named(model.tbox, ended)


def _named(tbox: TBox, atoms: Iterable[Atom]) -> list[Statement]:
    """Relations and classes with names; what is internal and mere synonyms stay out."""
    terms = tbox.terms
    hidden = tbox.unspoken | {terms.name(ORO + MYSELF)}
    found: list[Statement] = []
    for s, p, o in atoms:
        if s in hidden or p in hidden or o in hidden or terms.is_blank(s) or terms.is_blank(o):
            continue
        predicate = spoken(p, terms)
        if ":" in predicate and p != v.TYPE:
            continue
        value = to_python(terms.value(o)) if o < 0 else spoken(o, terms)
        found.append((spoken(s, terms), predicate, value if isinstance(value, bool) else str(value)))
    return sorted(found, key=str)


def spoken(term: int, terms: Terms) -> str:
    """A name as it came: `24` stays `24`."""
    iri = terms.iri(term)
    return iri[len(ORO) :] if iri.startswith(ORO) else terms.show(term)
