"""Plain functions run with variables instead of names: what they read, write and return, path by path."""

import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from types import CodeType
from typing import NoReturn, TypeAlias, TypeVar, cast

from ..errors import MidworldError
from .state import Fact, Task, fact_text
from .traced import Blocked

# Paths through one function; each `holds` and each comparison of names doubles them.
MOST_PATHS = 200
T = TypeVar("T")
# Where in which function something is called.
Site: TypeAlias = tuple[CodeType, int]


class Unsayable(MidworldError):
    """A function does something that conditions and effects cannot say."""


class Name(str):
    """A variable in place of a name: it can be passed on and compared, nothing else."""

    __slots__ = ("path",)
    path: "Path"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, str) and self.path.same(self, other)

    def __ne__(self, other: object) -> bool:
        return not self == other

    def __hash__(self) -> int:
        raise Unsayable("it looks a name up in a table; only what the state says can be written down")

    def __getattribute__(self, name: str) -> object:
        if not name.startswith("__") and name in str.__dict__:
            raise Unsayable(f"it takes a name apart (str.{name}); only whole names can be written down")
        return cast(object, object.__getattribute__(self, name))


def same_words(one: Sequence[str], other: Sequence[str]) -> bool:
    """Whether terms are the very same, variables not being compared."""
    return len(one) == len(other) and all(map(str.__eq__, one, other))


@dataclass
class Path:
    """One way through a function. `choices` says how every question on the way was answered."""

    facts: Sequence[Fact]
    changing: frozenset[str]
    choices: list[int]
    # Calls of `find` whose rows are used all together.
    collected: frozenset[Site]
    asked: int = 0
    fresh: int = 0
    # Calls of `find` whose row is being looked at, those gone past, and those of which something came meanwhile.
    within: list[Site] = field(default_factory=list[Site])
    passed: set[Site] = field(default_factory=set[Site])
    fruitful: set[Site] = field(default_factory=set[Site])
    # What each question could be answered with.
    options: list[int] = field(default_factory=list[int])
    conditions: list[tuple[Task, bool]] = field(default_factory=list[tuple[Task, bool]])
    added: list[Fact] = field(default_factory=list[Fact])
    removed: list[Fact] = field(default_factory=list[Fact])
    # Variables of rows that have been gone past, by the call that gave them.
    past: dict[str, Site] = field(default_factory=dict[str, Site])

    def choose(self, count: int) -> int:
        """One of so many answers."""
        if self.asked == len(self.choices):
            self.choices.append(0)
        self.options[self.asked :] = [count]
        self.asked += 1
        return self.choices[self.asked - 1]

    def same(self, one: str, other: str) -> bool:
        """Whether two names are the same: on this path they are, on the next they are not."""
        if str.__eq__(one, other):
            return True
        for fact, holds in self.conditions:
            if fact[0] == "=" and (same_words(fact[1:], (one, other)) or same_words(fact[1:], (other, one))):
                return holds
        answer = self.choose(2) == 0
        self.conditions.append((("=", one, other), answer))
        return answer

    def name(self, hint: str) -> "Name":
        """A variable that is new."""
        self.fresh += 1
        return self.variable(f"?{hint}{self.fresh}")

    def check(self, terms: Sequence[str]) -> None:
        """Raises Collected where terms speak of rows that have been gone past."""
        for each in terms:
            if isinstance(each, Name) and str.__str__(each) in self.past:
                raise Collected(self.past[str.__str__(each)])
            if not isinstance(each, Name) and "?" in each:
                raise Unsayable(f"it makes the name '{each}' of another one")

    def variable(self, text: str) -> "Name":
        made = Name(text)
        made.path = self
        return made


class SaidState:
    """The state as a function sees it while it is written down; it answers as `TracedState` does."""

    def __init__(self, path: Path, *, writable: bool) -> None:
        self._path, self.writable = path, writable

    def holds(self, *fact: str) -> bool:
        path = self._path
        for changed, value in ((path.added, True), (path.removed, False)):
            if any(same_words(each, fact) for each in changed):
                return value
        for known, value in path.conditions:
            if same_words(known, fact):
                return value
        answer = path.choose(2) == 0
        path.conditions.append((fact, answer))
        return answer

    def require(self, *fact: str) -> None:
        for known, value in self._path.conditions:
            if same_words(known, fact) and not value:
                raise Blocked(fact_text(fact))
        self._path.conditions.append((fact, True))

    def forbid(self, *fact: str) -> None:
        for known, value in self._path.conditions:
            if same_words(known, fact) and value:
                raise Blocked(fact_text(fact))
        self._path.conditions.append((fact, False))

    def find(self, name: str, *args: str | None) -> "Sequence[tuple[str, ...]]":
        caller = sys._getframe(1)  # pyright: ignore[reportPrivateUsage]
        site = (caller.f_code, caller.f_lasti)
        if site in self._path.collected:
            return self._all(name, args)
        return cast("Sequence[tuple[str, ...]]", _Rows(self._path, site, name, args))

    def the(self, name: str, *args: str) -> str:
        found = self._path.name(name[:1].lower())
        self._path.conditions.append(((name, *args, found), True))
        return found

    def value(self, name: str, *args: str) -> str | None:
        if self._path.choose(2) == 0:
            return self.the(name, *args)
        raise Unsayable(f"it asks whether there is any '{name}'; ask with `the` or `find`")

    def add(self, *fact: str) -> None:
        self._check()
        self._path.removed[:] = [each for each in self._path.removed if not same_words(each, fact)]
        self._path.added.append(fact)

    def remove(self, *fact: str) -> None:
        self._check()
        self._path.added[:] = [each for each in self._path.added if not same_words(each, fact)]
        self._path.removed.append(fact)

    def _check(self) -> None:
        if not self.writable:
            raise Unsayable("a method only reads")

    def _all(self, name: str, args: tuple[str | None, ...]) -> list[tuple[str, ...]]:
        """All rows of what never changes; the variables asked with take one value after the other."""
        path = self._path
        if self.writable or name in path.changing:
            raise Unsayable(f"it goes through all of '{name}', which may change; HDDL has no loop")
        rows = [each[1:] for each in path.facts if each[0] == name and len(each) == len(args) + 1]
        for place, value in enumerate(args):
            if value is None:
                continue
            if isinstance(value, Name):
                values = list(dict.fromkeys(row[place] for row in rows))
                if not values:
                    raise Blocked(fact_text((name, *(each or "?" for each in args))))
                chosen = values[path.choose(len(values))]
                path.conditions.append((("=", value, chosen), True))
            else:
                chosen = value
            rows = [row for row in rows if row[place] == chosen]
        return rows


class _Rows:
    """What `find` gives: one row that stands for every one of them."""

    def __init__(self, path: Path, site: Site, name: str, args: tuple[str | None, ...]) -> None:
        self._path, self._site, self._name, self._args = path, site, name, args

    def __iter__(self) -> Iterator[tuple[str, ...]]:
        path, before = self._path, len(self._path.conditions)
        row = tuple(path.name(self._name[:1].lower()) if each is None else each for each in self._args)
        path.conditions.append(((self._name, *row), True))
        path.within.append(self._site)
        yield row
        # Who has gone past a row no longer rests on it, and must not speak of it either.
        path.within.remove(self._site)
        path.passed.add(self._site)
        del path.conditions[before:]
        path.past |= {str.__str__(new): self._site for new, old in zip(row, self._args, strict=True) if old is None}

    def _refuse(self) -> NoReturn:
        raise Collected(self._site)

    def __len__(self) -> int:
        self._refuse()

    def __bool__(self) -> bool:
        self._refuse()

    def __getitem__(self, place: object) -> object:
        self._refuse()


class Collected(Exception):
    """A function uses the rows of a `find` all together."""

    def __init__(self, site: Site) -> None:
        self.site = site
        super().__init__(site)


def paths(run: Callable[[Path], list[T]], facts: Sequence[Fact], changing: frozenset[str]) -> list[T]:
    """What something gives along every path. Raises Unsayable where there are too many."""
    choices, found = list[int](), list[T]()
    collected, passed, fruitful = frozenset[Site](), set[Site](), set[Site]()
    for _ in range(MOST_PATHS):
        path = Path(facts, changing, list(choices), collected)
        try:
            found += run(path)
            passed |= path.passed
            fruitful |= path.fruitful
            taken = path.choices[: path.asked]
            while taken and taken[-1] + 1 == path.options[len(taken) - 1]:
                taken.pop()
            if taken:
                choices = [*taken[:-1], taken[-1] + 1]
                continue
            # Rows of which nothing ever came while they were looked at are looked at for later.
            for barren in passed - fruitful - collected:
                raise Collected(barren)
            return found
        except Collected as whole:
            # From the start, with these rows all together.
            choices, collected, found = list[int](), collected | {whole.site}, list[T]()
            passed, fruitful = set[Site](), set[Site]()
    raise Unsayable(f"it decides in more than {MOST_PATHS} ways")
