"""Words, variables, formulas and networks of HDDL over names that are known."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import NoReturn, TypeVar

from ...errors import BadInput, Problem, one_of, shortened
from ...limits import MOST_PROBLEMS
from .expressions import Bracket, Expression, Word, refuse
from .formula import TRUE, And, Atom, Effect, Exists, Forall, Formula, Not, Or, Variable, type_text
from .names import Names
from .texts import OBJECT, kinds_of

REQUIREMENTS = frozenset(
    (
        ":adl",
        ":conditional-effects",
        ":disjunctive-preconditions",
        ":equality",
        ":existential-preconditions",
        ":hierachie",
        ":hierarchy",
        ":htn",
        ":htn-method-prec",
        ":method-preconditions",
        ":negative-preconditions",
        ":quantified-preconditions",
        ":strips",
        ":typing",
        ":universal-preconditions",
    )
)
NUMBERS = "numbers, costs and durations are for domains in Python"
_CONDITIONS = "and, or, not, imply, forall, exists, = and the predicates"

_T = TypeVar("_T")


class Syntax:
    """What domains and problems share: words, variables, formulas and networks over known names."""

    def __init__(self, file: str) -> None:
        self.file = file
        self.types = Names("type", file, [OBJECT])
        self.objects = Names("object or constant", file)
        self.predicates = Names("predicate", file)
        self.tasks = Names("task or action", file)
        # The parameters of predicates, and of tasks and actions.
        self.columns: dict[str, tuple[Variable, ...]] = {}
        self.steps: dict[str, tuple[Variable, ...]] = {}
        # What each type is a kind of, and each object.
        self.above: Mapping[str, str] = {}
        self.kinds: dict[str, tuple[str, ...]] = {}
        self.problems: list[Problem] = []

    def refuse(self, at: Expression, message: str) -> NoReturn:
        refuse(self.file, at.line, message)

    def attempt(self, do: Callable[[], _T]) -> _T | None:
        """The result, or None with the problem kept for later."""
        try:
            return do()
        except BadInput as error:
            self.problems += error.problems
            return None

    def finish(self) -> None:
        if self.problems:
            raise BadInput(sorted(self.problems, key=lambda each: each.line or 0)[:MOST_PROBLEMS])

    def word(self, at: Expression, what: str) -> Word:
        if isinstance(at, Bracket):
            self.refuse(at, f"{what} is expected, not '{at}'")
        return at

    def bracket(self, at: Expression, what: str) -> Bracket:
        if isinstance(at, Word):
            self.refuse(at, f"{what} in brackets is expected, not '{at}'")
        return at

    def head(self, at: Expression, what: str) -> Word:
        bracket = self.bracket(at, what)
        if not bracket.items:
            self.refuse(at, f"{what} is expected, not ()")
        return self.word(bracket.items[0], what)

    def defined(self, whole: Bracket, kind: str) -> tuple[str, tuple[Bracket, ...]]:
        """The name and the sections of `(define (domain x) ...)`."""
        if len(whole.items) < 2 or self.word(whole.items[0], "define").text.lower() != "define":
            self.refuse(whole, f"a {kind} begins with (define ({kind} NAME)")
        title = self.bracket(whole.items[1], f"({kind} NAME)")
        if len(title.items) != 2 or self.head(title, kind).text.lower() != kind:
            self.refuse(title, f"'{title}' should be ({kind} NAME)")
        return self.word(title.items[1], "a name").text, tuple(
            self.bracket(each, "a section") for each in whole.items[2:]
        )

    def requirements(self, section: Bracket) -> None:
        for each in section.items[1:]:
            word = self.word(each, "a requirement")
            # Some domains of the competition leave the plural out.
            if not {word.text.lower(), f"{word.text.lower()}s"} & REQUIREMENTS:
                self.refuse(word, f"requirement '{word}' is not supported; {one_of(REQUIREMENTS, near=word.text)}")

    def typed(self, items: tuple[Expression, ...], *, declared: bool = True) -> list[tuple[Word, tuple[Word, ...]]]:
        """Words with their types; `declared` says whether those must be known."""
        found: list[tuple[Word, tuple[Word, ...]]] = []
        waiting: list[Word] = []
        place = 0
        while place < len(items):
            word = self.word(items[place], "a name")
            if word.text != "-":
                waiting.append(word)
                place += 1
                continue
            if place + 1 == len(items):
                self.refuse(word, "a type is missing after '-'")
            if not waiting:
                self.refuse(word, "there is no name before '-'")
            types = self._types(items[place + 1])
            if declared:
                types = tuple(Word(self.types.of(each), each.line) for each in types)
            found += [(each, types) for each in waiting]
            waiting = []
            place += 2
        return found + [(each, (Word(OBJECT, each.line),)) for each in waiting]

    def _types(self, at: Expression) -> tuple[Word, ...]:
        if isinstance(at, Word):
            return (at,)
        if len(at.items) < 2 or self.head(at, "either").text.lower() != "either":
            self.refuse(at, f"'{at}' should be a type or (either TYPES)")
        return tuple(self.word(each, "a type") for each in at.items[1:])

    def variables(self, at: Expression) -> tuple[Variable, ...]:
        found: dict[str, Variable] = {}
        for word, types in self.typed(self.bracket(at, "a list of variables").items):
            if not word.text.startswith("?") or len(word.text) == 1:
                self.refuse(word, f"'{word}' is no variable; it should begin with ?")
            if word.text in found:
                self.refuse(word, f"variable '{word}' is declared twice")
            found[word.text] = Variable(word.text, tuple(each.text for each in types))
        return tuple(found.values())

    def objects_in(self, items: tuple[Expression, ...], known: Mapping[str, tuple[str, ...]]):
        """Objects and their types, those known before first."""
        found = dict(known)
        for word, types in self.typed(items):
            if word.text.startswith(("?", ":")):
                self.refuse(word, f"'{word}' is no name of an object")
            name = self.objects.of(word) if word.text in found else word.text
            found[name] = tuple(dict.fromkeys((*found.get(name, ()), *(each.text for each in types))))
            self.objects.declare(name)
        self.kinds |= found
        return found

    def terms(self, items: tuple[Expression, ...], scope: frozenset[str]) -> tuple[str, ...]:
        found: list[str] = []
        for each in items:
            word = self.word(each, "a variable or an object")
            if not word.text.startswith("?"):
                found.append(self.objects.of(word))
            elif word.text in scope:
                found.append(word.text)
            else:
                self.refuse(word, f"variable '{word}' is not declared; {one_of(scope, near=word.text)}")
        return tuple(found)

    def atom(self, at: Bracket, scope: frozenset[str]) -> Atom:
        name = self.head(at, "a predicate")
        if name.text == "=":
            if len(at.items) != 3:
                self.refuse(at, f"'{at}' should compare two things")
            if any(isinstance(each, Bracket) for each in at.items[1:]):
                self.refuse(at, f"'{at}' is not supported; {NUMBERS}")
            return Atom(("=", *self.terms(at.items[1:], scope)), at.line)
        if name.text.lower() in ("increase", "decrease", "assign", "scale-up", "scale-down", "<", ">", "<=", ">="):
            self.refuse(at, f"'{name}' is not supported; {NUMBERS}")
        if name.text not in self.predicates:
            self.refuse(
                at,
                f"'{name}' is not known; {one_of(self.predicates, near=name.text)} (conditions know {_CONDITIONS})",
            )
        spelt = self.predicates.of(name)
        self._counted(at, spelt, len(self.columns[spelt]))
        return Atom((spelt, *self.terms(at.items[1:], scope)), at.line)

    def _counted(self, at: Bracket, name: str, wanted: int) -> None:
        if len(at.items) - 1 != wanted:
            self.refuse(at, f"'{shortened(name)}' takes {wanted} arguments, not {len(at.items) - 1}")

    def formula(self, at: Expression, scope: frozenset[str]) -> Formula:
        bracket = self.bracket(at, "a condition")
        if not bracket.items:
            return TRUE
        parts = bracket.items[1:]
        match self.head(bracket, "a condition").text.lower():
            case "and":
                return And(tuple(self.formula(each, scope) for each in parts))
            case "or":
                return Or(tuple(self.formula(each, scope) for each in parts))
            case "not":
                self._parts(bracket, 1)
                return Not(self.formula(parts[0], scope))
            case "imply":
                self._parts(bracket, 2)
                return Or((Not(self.formula(parts[0], scope)), self.formula(parts[1], scope)))
            case "forall" | "exists" as quantifier:
                self._parts(bracket, 2)
                variables = self.variables(parts[0])
                inner = self.formula(parts[1], scope | {each.name for each in variables})
                return Forall(variables, inner) if quantifier == "forall" else Exists(variables, inner)
            case "when" | "oneof" | "unless" | "preference" | "at" as word if word != "at":
                self.refuse(bracket, f"'{word}' is not supported in a condition; it knows {_CONDITIONS}")
            case _:
                pass
        return self.atom(bracket, scope)

    def _parts(self, at: Bracket, wanted: int) -> None:
        if len(at.items) != wanted + 1:
            self.refuse(at, f"'{at.items[0]}' takes {wanted} part{'s' if wanted > 1 else ''}, not {len(at.items) - 1}")

    def effects(self, at: Expression, scope: frozenset[str]) -> Iterator[Effect]:
        """The effects of an action, one fact each."""
        waiting: list[tuple[Bracket, frozenset[str], tuple[Variable, ...], Formula]] = [
            (self.bracket(at, "an effect"), scope, (), TRUE)
        ]
        while waiting:
            bracket, known, variables, condition = waiting.pop()
            if not bracket.items:
                continue
            parts = tuple(self.bracket(each, "an effect") for each in bracket.items[1:] if not isinstance(each, Word))
            match self.head(bracket, "an effect").text.lower():
                case "and":
                    self._parts(bracket, len(parts))
                    waiting += [(each, known, variables, condition) for each in reversed(parts)]
                case "not":
                    self._parts(bracket, 1)
                    self._only(bracket, parts, 1)
                    yield Effect(self._changed(parts[0], known), False, variables, condition)
                case "when":
                    self._only(bracket, parts, 2)
                    if condition is not TRUE:
                        self.refuse(bracket, "'when' inside 'when' is not supported; join the conditions with and")
                    waiting.append((parts[1], known, variables, self.formula(parts[0], known)))
                case "forall":
                    self._only(bracket, parts, 2)
                    more = self.variables(parts[0])
                    names = {each.name for each in more}
                    if names & {each.name for each in variables}:
                        self.refuse(bracket, "'forall' declares a variable again")
                    waiting.append((parts[1], known | names, variables + more, condition))
                case "or" | "imply" | "exists" | "oneof" | "probabilistic" as word:
                    self.refuse(bracket, f"'{word}' is not supported in an effect; it knows and, not, when and forall")
                case _:
                    yield Effect(self._changed(bracket, known), True, variables, condition)

    def _only(self, at: Bracket, parts: tuple[Bracket, ...], wanted: int) -> None:
        if len(parts) != wanted or len(at.items) != wanted + 1:
            self.refuse(at, f"'{at.items[0]}' takes {wanted} part{'s' if wanted > 1 else ''} in brackets")

    def _changed(self, at: Bracket, scope: frozenset[str]) -> Atom:
        atom = self.atom(at, scope)
        if atom.terms[0] == "=":
            self.refuse(at, "'=' cannot be an effect")
        return atom

    def task(self, at: Bracket, scope: frozenset[str], *, abstract: bool = False) -> Atom:
        name = self.head(at, "a task")
        spelt = self.tasks.of(name)
        if abstract and spelt not in self.compound:
            self.refuse(at, f"'{name}' is an action, a method needs a task; {one_of(self.compound, near=name.text)}")
        # A task whose own declaration is at fault has been told of.
        if spelt in self.steps:
            self._counted(at, spelt, len(self.steps[spelt]))
        found = Atom((spelt, *self.terms(at.items[1:], scope)), at.line)
        self.fitting(at, found, self.steps.get(spelt, ()))
        return found

    def fitting(self, at: Bracket, atom: Atom, variables: tuple[Variable, ...]) -> None:
        """Raises BadInput where an object is of another type than is asked for."""
        for term, variable in zip(atom.terms[1:], variables, strict=False):
            if term.startswith("?"):
                continue
            kinds = [kind for each in self.kinds.get(term, (OBJECT,)) for kind in kinds_of(each, self.above)]
            if not set(kinds) & set(variable.types):
                name, wanted, given = shortened(atom.terms[0]), type_text(variable.types), shortened(kinds[0])
                self.refuse(
                    at, f"'{shortened(term)}' is of type {given}, '{name}' takes a {wanted} for {variable.name}"
                )

    compound: frozenset[str] = frozenset()

    def keyed(self, section: Bracket, first: int, known: Iterable[str]) -> dict[str, Expression]:
        """`:parameters (...) :task (...)` by keyword."""
        found: dict[str, Expression] = {}
        rest = section.items[first:]
        for place in range(0, len(rest), 2):
            word = self.word(rest[place], "a keyword")
            key = word.text.lower()
            if key not in known:
                self.refuse(word, f"'{word}' is not supported in '{section.items[0]}'; {one_of(known, near=key)}")
            if key in found:
                self.refuse(word, f"'{word}' stands here twice")
            if place + 1 == len(rest):
                self.refuse(word, f"nothing follows '{word}'")
            found[key] = rest[place + 1]
        return found
