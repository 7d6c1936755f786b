"""What is known about a term, in words people use."""

import difflib
from collections.abc import Iterator, Mapping, Sequence
from typing import Literal as OneOf

from . import vocabulary as v
from .literal import Literal, to_python
from .model import Model
from .schema import named_classes, named_properties
from .terms import Atom

Kind = OneOf["instance", "class", "object_property", "datatype_property", "literal", "undecided"]
Search = OneOf["exact", "substring", "fuzzy"]
FUZZY_RATIO = 0.75


def kind_of(model: Model, term: int) -> Kind:
    """What sort of thing a term is."""
    if term < 0:
        return "literal"
    graph = model.tbox.graph
    kinds = set(graph.all(term, v.TYPE))
    if kinds & {v.DATATYPE_PROPERTY}:
        return "datatype_property"
    if kinds & v.CLASS_KINDS or term in named_classes(graph) or term in (v.THING, v.NOTHING):
        return "class"
    if kinds & v.PROPERTY_KINDS or term in named_properties(graph):
        return "object_property"
    index = model.reasoner.index
    if index.subjects(v.TYPE, term):
        return "class"
    if term in index.predicates():
        literal = any(each < 0 for _, _, each in index.match(None, term, None))
        return "datatype_property" if literal else "object_property"
    return "instance" if index.mentions(term) else "undecided"


def labels(model: Model) -> Iterator[tuple[int, Literal]]:
    """Every label of every term."""
    terms = model.tbox.terms
    return ((s, terms.value(o)) for s, _, o in model.beliefs().match(None, v.LABEL, None) if o < 0)


def label(model: Model, term: int, *, language: str = "en") -> dict[str, str]:
    """`{default, en, fr...}`: the default is the current language, then English, then any, then the name."""
    terms = model.tbox.terms
    found: dict[str, str] = {}
    bare = ""
    # The first label stated wins: literals are numbered downwards.
    for _, _, each in sorted(model.beliefs().match(term, v.LABEL, None), reverse=True):
        if each < 0:
            literal = terms.value(each)
            if literal.language:
                found.setdefault(literal.language, literal.text)
            else:
                bare = bare or literal.text
    default = found.get(language) or found.get("en") or bare or next(iter(sorted(found.values())), "")
    return {"default": default or terms.show(term), **found}


def lookup(model: Model, text: str, *, search: Search = "substring", language: str = "") -> list[tuple[str, Kind]]:
    """Terms by name or label: exact ones first, human labels before names, then those that are near."""
    terms = model.tbox.terms
    wanted = text.casefold().strip()
    scores: dict[int, float] = {}

    def score(term: int, name: str, less: float = 0.0) -> None:
        scores[term] = max(_nearness(wanted, name.casefold(), search) - less, scores.get(term, 0.0))

    for term, each in labels(model):
        if not language or each.language in {language, ""}:
            score(term, each.text)
    for term in _mentioned(model):
        # A label is what people say: at equal nearness it wins over a name.
        score(term, terms.show(term), 0.01)
        score(term, terms.show(term).rpartition(":")[2], 0.02)
    ranked = sorted((-found, terms.show(term), term) for term, found in scores.items() if found > 0.5)
    return [(name, kind_of(model, term)) for _, name, term in ranked]


def _nearness(wanted: str, have: str, search: Search) -> float:
    if wanted == have:
        return 3.0
    if search == "exact" or not wanted:
        return 0.0
    if wanted in have:
        return 1.0 + len(wanted) / len(have)
    if search == "fuzzy":
        ratio = difflib.SequenceMatcher(None, wanted, have).ratio()
        return ratio if ratio >= FUZZY_RATIO else 0.0
    return 0.0


def _mentioned(model: Model) -> set[int]:
    index, graph = model.reasoner.index, model.tbox.graph
    found = named_classes(graph) | named_properties(graph) | set(index.predicates())
    for subject, _, obj in index:
        found.add(subject)
        found.add(obj)
    hidden = model.tbox.terms.is_blank
    return {term for term in found if term > len(v.KNOWN) and not hidden(term)}


def about(model: Model, text: str) -> list[Atom]:
    """Every statement a term takes part in, and those of terms whose label contains it."""
    terms = model.tbox.terms
    view = model.beliefs()
    found: dict[Atom, None] = {}
    subjects = {terms.parse(text)} if " " not in text.strip() else set[int]()
    wanted = text.casefold().strip()
    subjects |= {term for term, each in labels(model) if wanted in each.text.casefold()}
    for term in sorted(subjects):
        for pattern in ((term, None, None), (None, term, None), (None, None, term)):
            for atom in view.match(*pattern):
                if not any(terms.is_blank(each) or each == v.THING for each in atom):
                    found[atom] = None
    return list(found)


def classes_of(model: Model, term: int, *, direct: bool = False) -> list[int]:
    """The named classes of an individual; only the most specific ones when direct."""
    terms = model.tbox.terms
    held = [each for each in model.reasoner.index.objects(term, v.TYPE) if not terms.is_blank(each) and each != v.THING]
    return most_specific(model, held) if direct else sorted(held)


def most_specific(model: Model, kinds: Sequence[int]) -> list[int]:
    """Those classes of a list that no other of the list is below of."""
    wider = model.tbox.expansion.classes
    every = set(kinds)
    kept: list[int] = []
    for each in sorted(every):
        below = (other for other in every if other != each and each in wider(other))
        if not any(other not in wider(each) or other < each for other in below):
            kept.append(each)
    return kept


def superclasses(model: Model, term: int, *, direct: bool = False) -> list[int]:
    hidden = model.tbox.terms.is_blank
    above = [each for each in model.tbox.expansion.classes(term) if each != term and not hidden(each)]
    return most_specific(model, above) if direct else sorted(above)


def subclasses(model: Model, term: int, *, direct: bool = False) -> list[int]:
    below = set(model.tbox.schema.subjects(v.SUB_CLASS_OF, term))
    if not direct:
        return sorted(below)
    wider = model.tbox.expansion.classes
    return sorted(each for each in below if not any(other != each and other in wider(each) for other in below))


def instances(model: Model, kind: int, *, direct: bool = False) -> list[int]:
    members = sorted(model.reasoner.index.subjects(v.TYPE, kind))
    return [each for each in members if kind in classes_of(model, each, direct=True)] if direct else members


def details(model: Model, term: int, *, language: str = "en") -> dict[str, object]:
    """A card for a term: id, label, type, direct neighbours in the taxonomy, relations."""
    kind = kind_of(model, term)
    attributes: dict[str, list[int]] = {}
    if kind == "class":
        attributes["Parents"] = superclasses(model, term, direct=True)
        attributes["Children"] = subclasses(model, term, direct=True)
        attributes["Instances"] = instances(model, term, direct=True)
    else:
        attributes["Classes"] = classes_of(model, term, direct=True)
    return {
        "id": model.tbox.terms.show(term),
        "label": label(model, term, language=language)["default"],
        "type": kind,
        "attributes": [
            {"id": name, "name": name, "values": [_card(model, each, language) for each in found]}
            for name, found in attributes.items()
            if found
        ],
        "relations": _relations(model, term, language) if kind == "instance" else [],
    }


def _card(model: Model, term: int, language: str) -> Mapping[str, object]:
    if term < 0:
        shown = to_python(model.tbox.terms.value(term))
        return {"id": shown, "name": str(shown), "literal": True}
    return {"id": model.tbox.terms.show(term), "name": label(model, term, language=language)["default"]}


def _relations(model: Model, term: int, language: str) -> list[Mapping[str, object]]:
    return [
        {
            "subject": model.tbox.terms.show(s),
            "predicate": _card(model, p, language),
            "object": _card(model, o, language),
        }
        for s, p, o in model.beliefs().match(term, None, None)
        if p not in {v.TYPE, v.LABEL, v.COMMENT}
    ]
