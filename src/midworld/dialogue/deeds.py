"""What is known to have been done: situations told of, found by their roles and said in words."""

from collections.abc import Iterator

from .facts import TYPE, Facts
from .lexicon import Lexicon
from .speaking import SAID, Wording
from .words import past, spaced

# Verbs people ask with for what was told with others.
ALIASES = {
    "Take": ("Pick", "Grab", "Get"),
    "Move": ("Put", "Place", "Push", "Take", "Pick"),
    "Put": ("Place", "Release"),
    "Place": ("Put",),
    "Pick": ("Take", "Grab"),
    "Bring": ("Give", "Carry"),
    "Do": (),
}
TAKING = ("Take", "Pick", "Grab", "Get", "Grasp", "Catch")
GIVING = ("Give", "Pass", "Bring", "Fetch", "Lend")
LETTING_GO = ("Put", "Place", "Drop", "Release", "Throw", "Hide")


def situations(facts: Facts, verb: str, lexicon: Lexicon) -> Iterator[str]:
    """Situations a verb may tell of, without those only wished for or denied."""
    kinds = {lexicon.action(verb), lexicon.action(verb.split()[0])}
    for kind in kinds | {alias for each in kinds for alias in ALIASES.get(each, ())}:
        for name in facts.subjects(TYPE, kind):
            if happened(facts, name):
                yield name


def happened(facts: Facts, name: str) -> bool:
    return (
        not facts.holds(name, "hasPolarity", "negative")
        and not facts.subjects("desires", name)
        and not facts.subjects("hasGoal", name)
        and not facts.holds(name, "hasTime", "future")
    )


def deeds_of(facts: Facts, who: str) -> list[str]:
    """What somebody is known to have done, in the order it was told."""
    return [each for each in facts.subjects("performedBy", who) if happened(facts, each)]


def holder(facts: Facts, thing: str) -> str:
    """Who has a thing by the last that is told of it; empty where nobody does."""
    for name in reversed(facts.subjects("actsOnObject", thing)):
        kinds = facts.objects(name, TYPE)
        if not happened(facts, name):
            continue
        if any(each in TAKING for each in kinds):
            return next(iter(facts.objects(name, "performedBy")), "")
        if any(each in GIVING for each in kinds):
            return next(iter(facts.objects(name, "receivedBy")), "")
        if any(each in LETTING_GO for each in kinds):
            return ""
    return ""


def verb_of(facts: Facts, name: str, lexicon: Lexicon) -> str:
    """The verb a situation is told with; empty where none is known."""
    kinds = [each for each in facts.objects(name, TYPE) if not each.startswith("cyc:")]
    plain = [spaced(kind) for kind in kinds if spaced(kind) in lexicon.verbs]
    said = [verb for kind in kinds for verb, other in lexicon.actions.items() if other == kind]
    return next(iter(plain or said), "")


def told(facts: Facts, name: str, lexicon: Lexicon, wording: Wording) -> str:
    """A deed as a sentence without its full stop: `Ben gave the book to you`."""
    verb = verb_of(facts, name, lexicon)
    who = wording.names(facts.objects(name, "performedBy"), subject=True)
    if not verb:
        return ""
    words = [who or "somebody", past(verb), _named(facts, name, "actsOnObject", wording)]
    for role, way in (("receivedBy", "to"), ("hasSource", "from")):
        if facts.objects(name, role):
            words.append(f"{way} {_named(facts, name, role, wording)}")
    if facts.objects(name, "hasDestination"):
        way = SAID.get(next(iter(facts.objects(name, "destinationRelation")), ""), "to")
        words.append(f"{way} {_named(facts, name, 'hasDestination', wording)}")
    return " ".join(each for each in words if each)


def _named(facts: Facts, name: str, role: str, wording: Wording) -> str:
    return wording.names(facts.objects(name, role))
