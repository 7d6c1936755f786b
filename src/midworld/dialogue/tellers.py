"""Who said what: from the sources of statements and from what was said to have been said."""

from collections.abc import Mapping, Sequence

from .facts import TYPE, Facts, Statement


def tellers(
    facts: Facts, sources: Mapping[Statement, str], things: Sequence[str], names: Sequence[str], targets: Sequence[str]
) -> list[str]:
    """Whoever said of some things that they stand in a relation; with no targets, in any."""
    found = [
        who
        for (s, p, o), who in sources.items()
        if s in things and (not names or p in names) and (not targets or o in targets)
    ]
    for thing in things:
        for note in facts.subjects("rdf:subject", thing):
            same = not names or any(facts.holds(note, "rdf:predicate", name) for name in names)
            if same and (not targets or any(facts.holds(note, "rdf:object", each) for each in targets)):
                found += facts.subjects("says", note)
                told = [each for each in facts.subjects("about", note) if facts.holds(each, TYPE, "Tell")]
                found += [who for each in told for who in facts.objects(each, "performedBy")]
    return list(dict.fromkeys(found))
