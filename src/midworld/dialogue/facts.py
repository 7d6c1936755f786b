"""What minds hold, as words, and what the things in them are called."""

from collections.abc import Collection, Iterable, Iterator, Mapping

from .lexicon import Vocabulary
from .words import camel, spaced

TYPE, LABEL, SUBCLASS = "rdf:type", "rdfs:label", "rdfs:subClassOf"
ROBOT, MYSELF = "robot", "myself"
LABELS = frozenset({LABEL, "hasName", "label"})
Statement = tuple[str, str, str]


class Facts:
    """The facts of one mind by subject and by object."""

    def __init__(self, sizes: Mapping[str, Mapping[str, float]] | None = None) -> None:
        self.sizes: Mapping[str, Mapping[str, float]] = {} if sizes is None else sizes
        self._forward: dict[str, dict[str, dict[str, None]]] = {}
        self._backward: dict[str, dict[str, dict[str, None]]] = {}
        self.noted: dict[str, frozenset[str]] = {}
        self._former: dict[Statement, None] = {}
        self._denied: set[Statement] = set()

    def add(self, s: str, p: str, o: str) -> None:
        self.noted.pop(s, None)
        self._denied.discard((s, p, o))
        self._forward.setdefault(s, {}).setdefault(p, {})[o] = None
        self._backward.setdefault(o, {}).setdefault(p, {})[s] = None

    def drop(self, s: str, p: str, o: str) -> None:
        self.noted.pop(s, None)
        self._former.pop((s, p, o), None)
        self._former[s, p, o] = None
        for table, one, other in ((self._forward, s, o), (self._backward, o, s)):
            held = table.get(one, {}).get(p)
            if held is not None:
                held.pop(other, None)
                if not held:
                    del table[one][p]
                    if not table[one]:
                        del table[one]

    def objects(self, subject: str, predicate: str) -> list[str]:
        return list(self._forward.get(subject, {}).get(predicate, ()))

    def subjects(self, predicate: str, target: str) -> list[str]:
        return list(self._backward.get(target, {}).get(predicate, ()))

    def of(self, subject: str) -> Iterator[tuple[str, str]]:
        """What is said of a thing: properties and values."""
        for predicate, held in self._forward.get(subject, {}).items():
            for value in held:
                yield predicate, value

    def holds(self, s: str, p: str, o: str) -> bool:
        return o in self._forward.get(s, {}).get(p, ())

    def all_of(self, predicate: str) -> Iterator[tuple[str, str]]:
        """Every pair that stands in a relation."""
        for subject, table in self._forward.items():
            for target in table.get(predicate, ()):
                yield subject, target

    def was(self, s: str, p: str, o: str) -> bool:
        """Whether a fact held once and no longer does."""
        return (s, p, o) in self._former

    def deny(self, statements: Iterable[Statement]) -> None:
        """What somebody said is not so, until it is."""
        self._denied.update(each for each in statements if not self.holds(*each))

    def denies(self, s: str, p: str, o: str) -> bool:
        """Whether a fact was said not to hold."""
        return (s, p, o) in self._denied

    def denied(self, subject: str, predicate: str) -> list[str]:
        """What was said not to stand in a relation."""
        return [o for s, p, o in self._denied if (s, p) == (subject, predicate)]

    def inherit(self, other: "Facts") -> None:
        """What another mirror of the same mind remembers beside what holds."""
        self._former = {each: None for each in other._former if not self.holds(*each)}
        self.deny(other._denied)

    def recall(self, statements: Iterable[Statement]) -> None:
        """What once held, in the order in which it ceased; replaces what was remembered of that."""
        self._former = {each: None for each in statements if not self.holds(*each)}

    def once(self, subject: str, predicate: str) -> list[str]:
        """What stood in a relation and no longer does, the last first."""
        return [o for s, p, o in reversed(self._former) if s == subject and p == predicate]

    def __contains__(self, thing: str) -> bool:
        return thing in self._forward or thing in self._backward

    def individuals(self, kind: str) -> Iterator[str]:
        """The instances of a class."""
        yield from self._backward.get(kind, {}).get(TYPE, ())

    def things(self) -> Iterator[str]:
        """What has a class or stands in a relation."""
        yield from self._forward


def is_situation(name: str) -> bool:
    """Whether a name is one that dialogue gives to what somebody tells of: `s12`."""
    return name[:1] == "s" and name[1:].isdigit()


class PlainModels:
    """All minds, one of them the robot's, and the words their things go by; nothing follows from what they hold."""

    def __init__(self, *, robot: str = ROBOT) -> None:
        self.robot = robot
        self.vocabulary = Vocabulary()
        self.said_as: dict[str, str] = {}
        self._facts: dict[str, Facts] = {}
        self.situations: set[str] = set()
        # Whether people are watched: then `this` is what they point at, and nothing else.
        self.watched = False
        # What is measured of things, by property, for whoever compares them.
        self.sizes: dict[str, Mapping[str, float]] = {}
        self.common: set[str] = {MYSELF}
        for name in (ROBOT, MYSELF, robot):
            self.vocabulary.add_name(name, robot)

    @property
    def names(self) -> Collection[str]:
        """Whoever has a mind."""
        return self._facts

    def own(self, name: str) -> str:
        """A model as it is called here: the robot is also `myself`."""
        return self.robot if name.casefold() in {MYSELF, ROBOT} else name

    def facts(self, name: str) -> Facts:
        """The facts of a mind."""
        return self._facts.setdefault(name, Facts(self.sizes))

    def know_person(self, name: str) -> None:
        """Somebody who speaks has a name and a mind."""
        self.vocabulary.add_name(name, name)
        self.facts(name)

    def above(self, kind: str) -> frozenset[str]:
        """A class and all that are wider."""
        return frozenset({kind})

    def asserted(self, thing: str) -> list[tuple[str, str]]:
        """What the robot was told of a thing, without what follows from it."""
        return list(self.facts(self.robot).of(thing))

    def is_of_things(self, kind: str) -> bool:
        """Whether a class is one of things, which no situation can be."""
        return "cyc:SpatialThing" in self.above(kind)

    def kind(self, name: str) -> None:
        """Makes a class known by its name."""
        if name.rpartition(":")[2][:1].isupper() and name not in self.said_as:
            self.said_as[name] = spaced(name)
            self.vocabulary.add_noun(spaced(name), name)
            for label in self.vocabulary.unname(name):
                self.vocabulary.add_noun(label, name)

    def class_of(self, noun: str) -> str:
        """The class a noun names, a new one if nobody knows it."""
        known = self.vocabulary.classes(noun)
        return known[0] if known else camel(noun)

    def noun(self, kind: str) -> str:
        return self.said_as.get(kind) or spaced(kind)

    def hold(self, held: Facts, statement: Statement) -> None:
        """A fact in a mind, what it names known by its words."""
        subject, predicate, target = statement
        held.add(subject, predicate, target)
        if subject in self.common or subject in self.situations:
            return
        if predicate == TYPE:
            self.kind(target)
            self._name_thing(subject)
        elif predicate in LABELS:
            if subject[:1].isupper() and subject in self.said_as:
                self.vocabulary.add_noun(target, subject)
            else:
                self.vocabulary.add_name(target, subject)

    def _name_thing(self, name: str) -> None:
        if name == self.robot:
            return
        self.vocabulary.add_name(name, name)
        if spaced(name) != name.casefold() and not self.vocabulary.classes(spaced(name)):
            self.vocabulary.add_name(spaced(name), name)
