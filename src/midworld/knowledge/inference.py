"""What a change made begin and end that nobody said, in the words people use."""

from collections.abc import Iterable

from ..world import Statement
from . import vocabulary as v
from .feed import MYSELF
from .literal import to_python
from .model import Model
from .names import ORO
from .net import Net
from .tbox import TBox
from .terms import Atom, Terms


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
