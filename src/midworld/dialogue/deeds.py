"""What is known to have been done: situations told of, found by their roles and said in words."""

from collections.abc import Iterable, Iterator
from math import inf

from .adverbials import DAYS
from .facts import TYPE, Facts
from .lexicon import Lexicon
from .speaking import SAID, Wording
from .words import past, spaced

# Verbs people ask with for what was told with others.
ALIASES = {
    "Take": ("Pick", "Grab", "Get"),
    "Move": ("Put", "Place", "Push", "Take", "Pick", "Release"),
    "Touch": ("Put", "Place", "Push", "Take", "Pick", "Release"),
    "Grab": ("Pick", "Take"),
    "Get": ("Pick", "Take"),
    "Lift": ("Pick",),
    "Drop": ("Release", "Place"),
    "Hide": ("Place", "Put"),
    "Leave": ("Place", "Put", "Release"),
    "Hand": ("Give",),
    "Pass": ("Give",),
    "Put": ("Place", "Release"),
    "Place": ("Put",),
    "Pick": ("Take", "Grab"),
    "Bring": ("Give", "Carry"),
    "Do": (),
}
# What actions that were seen are called.
SEEN = {"Pick": "pick up", "Place": "put", "Release": "let go of"}
TAKING = ("Take", "Pick", "Grab", "Get", "Grasp", "Catch")
GIVING = ("Give", "Pass", "Bring", "Fetch", "Lend")
LETTING_GO = ("Put", "Place", "Drop", "Release", "Throw", "Hide")


def situations(facts: Facts, verb: str, lexicon: Lexicon, *, future: bool = False) -> Iterator[str]:
    """Situations a verb may tell of, without those only wished for or denied; with `future` those to come."""
    kinds = {lexicon.action(verb), lexicon.action(verb.split()[0])}
    wanted = kinds | {alias for each in kinds for alias in ALIASES.get(each, ())}
    found = dict.fromkeys(
        name for kind in wanted for name in facts.subjects(TYPE, kind) if _counts(facts, name, future)
    )
    yield from in_order(facts, found)


def _counts(facts: Facts, name: str, future: bool) -> bool:
    if not future:
        return happened(facts, name)
    return facts.holds(name, "hasTime", "future") or bool(facts.subjects("desires", name))


def why_done(facts: Facts, name: str, lexicon: Lexicon, wording: Wording) -> str:
    """Why something was done or is so, as it was told; empty where nobody said."""
    for why in facts.objects(name, "hasReason"):
        if facts.objects(why, TYPE) and (words := told(facts, why, lexicon, wording)):
            return words
        felt = next(iter(facts.subjects("experiences", why)), "")
        if felt:
            who, like = wording.name(felt, subject=True), facts.objects(why, "hasFeature")
            return f"{who} {'were' if who in {'you', 'they'} else 'was'} {' and '.join(map(spaced, like))}"
        fact = [next(iter(facts.objects(why, f"rdf:{part}")), "") for part in ("subject", "predicate", "object")]
        return wording.fact(*fact) if all(fact) else spaced(why)
    return ""


def denied(facts: Facts, verb: str, lexicon: Lexicon) -> Iterator[str]:
    """Situations of a verb that somebody said did not take place."""
    for name in facts.subjects(TYPE, lexicon.action(verb)):
        wished = facts.subjects("desires", name) or facts.subjects("hasGoal", name)
        if facts.holds(name, "hasPolarity", "negative") and not wished:
            yield name


def in_order(facts: Facts, names: Iterable[str]) -> list[str]:
    """Situations by when they were, then by when they were told of."""

    def order(name: str) -> tuple[float, int]:
        times = [float(each) for each in facts.objects(name, "hasTime") if each.replace(".", "", 1).isdigit()]
        number = name.lstrip("abcdefghijklmnopqrstuvwxyz_")
        return (times[0] if times else inf, int(number) if number.isdigit() else 0)

    return sorted(names, key=order)


def happened(facts: Facts, name: str) -> bool:
    return (
        not facts.holds(name, "hasPolarity", "negative")
        and not facts.subjects("desires", name)
        and not facts.subjects("hasGoal", name)
        and not facts.holds(name, "hasTime", "future")
    )


def deeds_of(facts: Facts, who: str) -> list[str]:
    """What somebody is known to have done, in the order it was told."""
    return in_order(facts, [each for each in facts.subjects("performedBy", who) if happened(facts, each)])


def put_there(facts: Facts, thing: str, place: str) -> str:
    """The last deed that brought a thing to a place; empty where none is known."""
    names = [
        each
        for each in facts.subjects("actsOnObject", thing)
        if happened(facts, each) and facts.holds(each, "hasDestination", place)
    ]
    return next(reversed(in_order(facts, names)), "")


def holder(facts: Facts, thing: str) -> str:
    """Who has a thing by the last that is told of it; empty where nobody does. What is seen says it itself."""
    told_of = [each for each in facts.subjects("actsOnObject", thing) if not moment(facts, each).startswith("at ")]
    for name in reversed(in_order(facts, told_of)):
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
    if "Place" in kinds and not facts.objects(name, "hasDestination"):
        return "put down"
    plain = [SEEN.get(kind) or spaced(kind) for kind in kinds if spaced(kind) in lexicon.verbs]
    said = [verb for kind in kinds for verb, other in lexicon.actions.items() if other == kind]
    return next(iter(plain or said), "")


def told(facts: Facts, name: str, lexicon: Lexicon, wording: Wording) -> str:
    """A deed as a sentence without its full stop: `Ben gave the book to you`."""
    verb = verb_of(facts, name, lexicon)
    who = wording.names(facts.objects(name, "performedBy"), subject=True)
    if not verb:
        return ""
    words = [who or "somebody", past(verb), *_roles(facts, name, wording)]
    return " ".join(each for each in (*words, moment(facts, name)) if each)


def wishes_of(facts: Facts, who: str = "", doer: str = "") -> list[str]:
    """What somebody, or anybody, wants done, by anybody or by one, as it was told; nothing forbidden."""
    names = [name for wisher, name in facts.all_of("desires") if not who or wisher == who]
    mine = [each for each in names if not doer or facts.holds(each, "performedBy", doer)]
    return in_order(facts, [each for each in mine if not facts.holds(each, "hasPolarity", "negative")])


def wanted(facts: Facts, name: str, lexicon: Lexicon, wording: Wording) -> str:
    """What is to be done, without whoever does it: `give the knife to you`."""
    verb = verb_of(facts, name, lexicon)
    return " ".join(filter(None, [verb, *_roles(facts, name, wording)])) if verb else ""


def _roles(facts: Facts, name: str, wording: Wording) -> list[str]:
    words = [_named(facts, name, "actsOnObject", wording)]
    for role, way in (("receivedBy", "to"), ("hasSource", "from")):
        if facts.objects(name, role):
            words.append(f"{way} {_named(facts, name, role, wording)}")
    if facts.objects(name, "hasDestination"):
        way = SAID.get(next(iter(facts.objects(name, "destinationRelation")), ""), "to")
        words.append(f"{way} {_named(facts, name, 'hasDestination', wording)}")
    return words


def moment(facts: Facts, name: str) -> str:
    """When something was done, as far as that is known: `at 41.8 s`, `yesterday`."""
    times = [each for each in facts.objects(name, "hasTime") if each not in {"past", "future"}]
    if not times:
        return ""
    if times[0].replace(".", "", 1).isdigit():
        return f"at {times[0]} s"
    return " ".join(word.capitalize() if word in DAYS else word for word in spaced(times[0]).split())


def _named(facts: Facts, name: str, role: str, wording: Wording) -> str:
    return wording.names(facts.objects(name, role))
