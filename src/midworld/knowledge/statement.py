"""Statements and patterns as people write them, turned into numbers."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from ..errors import BadStatement
from .literal import from_python
from .terms import Atom, Terms
from .vocabulary import THING

Word = str | int | float | bool
Written = str | Sequence[Word]
"""A statement: `"cup isOn table"` or `("cup", "isOn", "table")`."""

_WORD = re.compile(
    r"\"\"\"(?:[^\\]|\\.)*?\"\"\"\S*|\"(?:[^\"\\]|\\.)*\"\S*|'(?:[^'\\]|\\.)*'(?:@\S+|\^\^\S+)?(?=\s|$)|\S+", re.S
)
ANONYMOUS = "__"


@dataclass(frozen=True, slots=True)
class Slot:
    """A variable of a pattern; anonymous ones are never told apart by name."""

    name: str

    @property
    def anonymous(self) -> bool:
        return self.name.startswith(ANONYMOUS)


Place = Slot | int
Triple = tuple[Place, Place, Place]


def words(statement: Written) -> tuple[Word, Word, Word]:
    """The three words of a statement."""
    if isinstance(statement, str):
        found = statement.split() if '"' not in statement and "'" not in statement else _WORD.findall(statement)
        if len(found) == 4 and found[3] == ".":
            found.pop()
        if len(found) != 3:
            raise BadStatement(statement, "is not a statement: write `subject predicate object`")
        return (found[0], found[1], found[2])
    if len(statement) != 3:
        raise BadStatement(str(statement), "is not a statement of subject, predicate and object")
    return (statement[0], statement[1], statement[2])


def _term(word: Word, terms: Terms, *, predicate: bool = False) -> int:
    if isinstance(word, str):
        return terms.parse(word, predicate=predicate)
    return terms.literal(from_python(word))


def parse_statement(statement: Written, terms: Terms) -> Atom:
    """A fact; raises BadStatement for a variable or a literal where a name must be."""
    s, p, o = words(statement)
    for word in (s, p, o):
        if isinstance(word, str) and (word == "*" or word.startswith("?")):
            raise BadStatement(str(statement), "has a variable: it can be asked, not stated")
    atom = (_term(s, terms), _term(p, terms, predicate=True), _term(o, terms))
    if atom[0] < 0 or atom[1] < 0:
        raise BadStatement(str(statement), "has a value where a name must be")
    return atom


def listed(statements: str | Iterable[Written]) -> list[Written]:
    """Statements, of which a single text is one."""
    return [statements] if isinstance(statements, str) else list(statements)


def parse_pattern(statement: Written, terms: Terms, fresh: "list[int] | None" = None) -> Triple:
    """A pattern; `?x` and `*` are variables."""
    counter = fresh if fresh is not None else [0]
    s, p, o = words(statement)
    places: list[Place] = []
    for position, word in enumerate((s, p, o)):
        if word == "*" or word == "?":
            counter[0] += 1
            places.append(Slot(f"{ANONYMOUS}{counter[0]}"))
        elif isinstance(word, str) and word.startswith("?"):
            places.append(Slot(word[1:]))
        else:
            places.append(_term(word, terms, predicate=position == 1))
    return (places[0], places[1], places[2])


def parse_patterns(statements: Iterable[Written], terms: Terms) -> tuple[Triple, ...]:
    fresh = [0]
    return tuple(parse_pattern(each, terms, fresh) for each in statements)


def slots(patterns: Iterable[Triple]) -> tuple[Slot, ...]:
    """Every variable, in the order of first use."""
    return tuple(dict.fromkeys(place for pattern in patterns for place in pattern if isinstance(place, Slot)))


def chosen_slots(patterns: Sequence[Triple], variables: Sequence[str] | None) -> tuple[Slot, ...]:
    """The variables to answer with: those asked for, else the named ones, else the anonymous ones."""
    every = slots(patterns)
    if variables:
        wanted = [name.removeprefix("?") for name in variables]
        unknown = [name for name in wanted if Slot(name) not in every]
        if unknown:
            raise BadStatement(f"?{unknown[0]}", "is asked for, but no pattern has it")
        asked = tuple(Slot(name) for name in wanted)
        # A client's library asks for every variable it made itself; nobody wants to read those.
        return tuple(slot for slot in asked if not slot.anonymous) or asked
    named = tuple(slot for slot in every if not slot.anonymous)
    return named or every


Answer = dict[str, object]


def answers(wanted: Sequence[Slot], rows: Iterable[tuple[int, ...]], terms: Terms) -> list[Answer]:
    """Answers as people read them, without unnamed nodes and what everything is."""
    names = [slot.name for slot in wanted]
    if all(slot.anonymous for slot in wanted):
        names = [f"var{number}" for number in range(1, len(wanted) + 1)]
    return [
        {name: terms.plain(term) for name, term in zip(names, row, strict=True)}
        for row in rows
        if not any(terms.is_blank(term) or term == THING for term in row)
    ]
