"""Reads domains and problems in HDDL; what cannot be understood is refused by name and line."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import TypeVar

from ...errors import BadInput, Problem, one_of, shortened
from ...limits import MOST_PROBLEMS
from .expressions import Bracket, Expression, Word, parse, read_text, refuse
from .formula import TRUE, And, Atom, Effect, Exists, Forall, Formula, Not, Or, Variable
from .texts import OBJECT, ActionText, DomainText, MethodText, NetworkText, ProblemText

REQUIREMENTS = frozenset(
    f":{name}"
    for name in (
        "adl conditional-effects disjunctive-preconditions equality existential-preconditions hierachie hierarchy htn "
        "htn-method-prec method-preconditions negative-preconditions quantified-preconditions strips typing "
        "universal-preconditions"
    ).split()
)
_NUMBERS = "numbers, costs and durations are for domains in Python"
UNSUPPORTED = {
    ":functions": _NUMBERS,
    ":durative-action": _NUMBERS,
    ":metric": f"{_NUMBERS}; wishes go into --prefer",
    ":derived": "write what follows as preconditions",
    ":constraints": "say it in the methods",
}
SECTIONS = (":requirements", ":types", ":constants", ":predicates", ":task", ":method", ":action")
PROBLEM_SECTIONS = (":domain", ":requirements", ":objects", ":htn", ":init", ":goal")
_NETWORK = (":subtasks", ":tasks", ":ordered-subtasks", ":ordered-tasks", ":ordering", ":constraints")
_CONDITIONS = "and, or, not, imply, forall, exists, = and the predicates"

_T = TypeVar("_T")


class _Names:
    """Names of one kind as they are declared; found whatever their case, unless case alone tells two apart."""

    def __init__(self, kind: str, file: str, names: Iterable[str] = ()) -> None:
        self.kind, self._file = kind, file
        self._spelt: dict[str, str] = {}
        self._folded: dict[str, str | None] = {}
        for name in names:
            self.declare(name)

    def declare(self, name: str) -> None:
        self._spelt[name] = name
        folded = name.lower()
        self._folded[folded] = None if folded in self._folded and self._folded[folded] != name else name

    def __contains__(self, name: str) -> bool:
        return name in self._spelt or self._folded.get(name.lower()) is not None

    def __iter__(self) -> Iterator[str]:
        return iter(self._spelt)

    def of(self, word: Word) -> str:
        found = self._spelt.get(word.text) or self._folded.get(word.text.lower())
        if found is None:
            refuse(
                self._file, word.line, f"no {self.kind} is named '{word}'; {one_of(self._spelt, near=word.text)}"
            )
        return found


class _Reader:
    """What domains and problems share: words, variables, formulas and networks over known names."""

    def __init__(self, file: str) -> None:
        self.file = file
        self.types = _Names("type", file, [OBJECT])
        self.objects = _Names("object or constant", file)
        self.predicates = _Names("predicate", file)
        self.tasks = _Names("task or action", file)
        self.arity: dict[str, int] = {}
        self.steps: dict[str, int] = {}
        self.problems: list[Problem] = []

    def refuse(self, at: Expression, message: str):  # noqa: ANN201
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
            if word.text.lower() not in REQUIREMENTS:
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
                self.refuse(at, f"'{at}' is not supported; {_NUMBERS}")
            return Atom(("=", *self.terms(at.items[1:], scope)), at.line)
        if name.text.lower() in ("increase", "decrease", "assign", "scale-up", "scale-down", "<", ">", "<=", ">="):
            self.refuse(at, f"'{name}' is not supported; {_NUMBERS}")
        if name.text not in self.predicates:
            self.refuse(
                at,
                f"'{name}' is not known; {one_of(self.predicates, near=name.text)} (conditions know {_CONDITIONS})",
            )
        spelt = self.predicates.of(name)
        self._counted(at, spelt, self.arity[spelt])
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
        self._counted(at, spelt, self.steps[spelt])
        return Atom((spelt, *self.terms(at.items[1:], scope)), at.line)

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

    def network(self, keys: Mapping[str, Expression], scope: frozenset[str]) -> NetworkText:
        given = [key for key in _NETWORK[:4] if key in keys]
        if len(given) > 1:
            self.refuse(keys[given[1]], f"{given[0]} and {given[1]} cannot stand together")
        if not given:
            if ":ordering" in keys and self.bracket(keys[":ordering"], "an ordering").items:
                self.refuse(keys[":ordering"], ":ordering needs :subtasks")
            return NetworkText()
        names: dict[str, int] = {}
        tasks: list[Atom] = []
        for at in self._conjuncts(keys[given[0]], "and"):
            if len(at.items) == 2 and isinstance(at.items[1], Bracket):
                label = self.word(at.items[0], "a label")
                if label.text in names:
                    self.refuse(label, f"label '{label}' stands here twice")
                names[label.text] = len(tasks)
                at = at.items[1]
            tasks.append(self.task(at, scope))
        if "ordered" in given[0]:
            if ":ordering" in keys and self.bracket(keys[":ordering"], "an ordering").items:
                self.refuse(keys[":ordering"], f"{given[0]} are ordered already")
            return NetworkText(tuple(tasks), tuple((place, place + 1) for place in range(len(tasks) - 1)))
        order: dict[tuple[int, int], None] = {}
        for at in self._conjuncts(keys.get(":ordering"), "and"):
            words = [self.word(each, "a label").text for each in at.items]
            if len(words) == 3 and words[1] == "<":
                words[:2] = words[1::-1]
            if len(words) != 3 or words[0] != "<":
                self.refuse(at, f"'{at}' should be (< LABEL LABEL)")
            for name in words[1:]:
                if name not in names:
                    self.refuse(at, f"no subtask is labelled '{shortened(name)}'; {one_of(names, near=name)}")
            order[names[words[1]], names[words[2]]] = None
        _acyclic(self.file, keys.get(":ordering"), len(tasks), order)
        return NetworkText(tuple(tasks), tuple(order))

    def _conjuncts(self, at: Expression | None, word: str) -> list[Bracket]:
        if at is None:
            return []
        bracket = self.bracket(at, "a list")
        if not bracket.items:
            return []
        first = bracket.items[0]
        if isinstance(first, Word) and first.text.lower() == word:
            return [self.bracket(each, "a task") for each in bracket.items[1:]]
        if isinstance(first, Bracket):
            return [self.bracket(each, "a task") for each in bracket.items]
        return [bracket]

    def constrained(self, keys: Mapping[str, Expression], scope: frozenset[str]) -> Formula:
        """`:constraints`, which only compare."""
        if ":constraints" not in keys:
            return TRUE
        formula = self.formula(keys[":constraints"], scope)
        waiting: list[Formula] = [formula]
        while waiting:
            match waiting.pop():
                case Atom(terms) if terms[0] != "=":
                    self.refuse(keys[":constraints"], f"constraint '{terms[0]}' is not supported; constraints know =")
                case Not(part) | Forall(_, part) | Exists(_, part):
                    waiting.append(part)
                case And(parts) | Or(parts):
                    waiting += parts
                case _:
                    pass
        return formula


def _acyclic(file: str, at: Expression | None, count: int, order: Iterable[tuple[int, int]]) -> None:
    later: dict[int, list[int]] = {}
    blocked = [0] * count
    for first, second in order:
        later.setdefault(first, []).append(second)
        blocked[second] += 1
    free = [place for place in range(count) if not blocked[place]]
    for place in free:
        for each in later.get(place, ()):
            blocked[each] -= 1
            if not blocked[each]:
                free.append(each)
    if len(free) < count:
        refuse(file, None if at is None else at.line, "the ordering goes round in a circle")


class _DomainReader(_Reader):
    """Reads names first, then what is made of them."""

    def read(self, whole: Bracket) -> DomainText:
        name, sections = self.defined(whole, "domain")
        by_kind: dict[str, list[Bracket]] = {}
        for section in sections:
            self.attempt(lambda section=section: self._sorted(section, by_kind))
        for section in by_kind.get(":requirements", ()):
            self.attempt(lambda section=section: self.requirements(section))
        types = self._type_tree(by_kind.get(":types", ()))
        constants: dict[str, tuple[str, ...]] = {}
        for section in by_kind.get(":constants", ()):
            constants = self.attempt(lambda s=section, c=constants: self.objects_in(s.items[1:], c)) or constants
        predicates: dict[str, tuple[Variable, ...]] = {}
        for section in by_kind.get(":predicates", ()):
            for each in section.items[1:]:
                self.attempt(lambda each=each: self._predicate(each, predicates))
        tasks: dict[str, tuple[Variable, ...]] = {}
        for section in by_kind.get(":task", ()):
            self.attempt(lambda section=section: self._task(section, tasks))
        self.compound = frozenset(tasks)
        for section in by_kind.get(":action", ()):
            self.attempt(lambda section=section: self._named_action(section))
        methods, actions = dict[str, MethodText](), dict[str, ActionText]()
        for section in by_kind.get(":action", ()):
            self.attempt(lambda section=section: self._action(section, actions))
        for section in by_kind.get(":method", ()):
            self.attempt(lambda section=section: self._method(section, methods))
        self.finish()
        return DomainText(name, types, constants, predicates, tasks, tuple(methods.values()), actions)

    def _sorted(self, section: Bracket, by_kind: dict[str, list[Bracket]]) -> None:
        word = self.head(section, "a section")
        kind = word.text.lower()
        if kind in UNSUPPORTED:
            self.refuse(word, f"'{word}' is not supported: {UNSUPPORTED[kind]}")
        if kind not in SECTIONS:
            self.refuse(word, f"'{word}' is not supported in a domain; {one_of(SECTIONS, near=kind)}")
        by_kind.setdefault(kind, []).append(section)

    def _type_tree(self, sections: Iterable[Bracket]) -> dict[str, str]:
        types: dict[str, str] = {}
        for section in sections:
            for word, parents in self.attempt(lambda s=section: self.typed(s.items[1:], declared=False)) or ():
                if len(parents) > 1:
                    self.attempt(lambda w=word: self.refuse(w, f"type '{w}' is of several types, which is not supported"))
                for each in (word, *parents):
                    if each.text not in self.types:
                        self.types.declare(each.text)
                name, parent = self.types.of(word), self.types.of(parents[0])
                if name != OBJECT and types.get(name, OBJECT) == OBJECT:
                    types[name] = parent
                self.attempt(lambda w=word, n=name: self._no_circle(w, n, types))
        return types

    def _no_circle(self, word: Word, name: str, types: dict[str, str]) -> None:
        at, seen = types.get(name), {name}
        while at is not None and at != OBJECT:
            if at in seen:
                types[name] = OBJECT
                self.refuse(word, f"type '{word}' is a kind of itself")
            seen.add(at)
            at = types.get(at)

    def _predicate(self, at: Expression, predicates: dict[str, tuple[Variable, ...]]) -> None:
        word = self.head(at, "a predicate")
        if word.text in predicates:
            self.refuse(word, f"predicate '{word}' is declared twice")
        if word.text.startswith(("?", ":")) or word.text == "=":
            self.refuse(word, f"'{word}' is no name of a predicate")
        assert isinstance(at, Bracket)
        variables = self.variables(Bracket(at.items[1:], at.line))
        predicates[word.text] = variables
        self.predicates.declare(word.text)
        self.arity[word.text] = len(variables)

    def _task(self, section: Bracket, tasks: dict[str, tuple[Variable, ...]]) -> None:
        word = self._fresh(section, "task")
        keys = self.keyed(section, 2, (":parameters", ":precondition", ":effect"))
        for key in (":precondition", ":effect"):
            if key in keys and self.bracket(keys[key], "a condition").items:
                self.refuse(keys[key], f"'{key}' of a task is not supported; say it in its methods")
        tasks[word.text] = self.variables(keys[":parameters"]) if ":parameters" in keys else ()
        self.steps[word.text] = len(tasks[word.text])

    def _fresh(self, section: Bracket, kind: str) -> Word:
        if len(section.items) < 2:
            self.refuse(section, f"the {kind} has no name")
        word = self.word(section.items[1], "a name")
        if word.text.startswith((":", "?")):
            self.refuse(word, f"'{word}' is no name of a {kind}")
        if word.text in self.steps:
            self.refuse(word, f"'{word}' is declared twice; tasks and actions share their names")
        self.tasks.declare(word.text)
        return word

    def _named_action(self, section: Bracket) -> None:
        word = self._fresh(section, "action")
        keys = self.keyed(section, 2, (":parameters", ":precondition", ":effect"))
        self.steps[word.text] = len(self.variables(keys[":parameters"])) if ":parameters" in keys else 0

    def _action(self, section: Bracket, actions: dict[str, ActionText]) -> None:
        name = section.items[1] if len(section.items) > 1 else section
        if not isinstance(name, Word) or name.text not in self.steps or name.text in actions:
            return
        keys = self.keyed(section, 2, (":parameters", ":precondition", ":effect"))
        variables = self.variables(keys[":parameters"]) if ":parameters" in keys else ()
        scope = frozenset(each.name for each in variables)
        condition = self.formula(keys[":precondition"], scope) if ":precondition" in keys else TRUE
        effects = tuple(self.effects(keys[":effect"], scope)) if ":effect" in keys else ()
        actions[name.text] = ActionText(name.text, variables, condition, effects, section.line)

    def _method(self, section: Bracket, methods: dict[str, MethodText]) -> None:
        if len(section.items) < 2:
            self.refuse(section, "the method has no name")
        word = self.word(section.items[1], "a name")
        if word.text in methods or word.text.startswith((":", "?")):
            self.refuse(word, f"method '{word}' is declared twice" if word.text in methods else f"'{word}' is no name")
        keys = self.keyed(section, 2, (":parameters", ":task", ":precondition", *_NETWORK))
        if ":task" not in keys:
            self.refuse(section, f"method '{word}' has no :task")
        variables = self.variables(keys[":parameters"]) if ":parameters" in keys else ()
        scope = frozenset(each.name for each in variables)
        task = self.task(self.bracket(keys[":task"], "a task"), scope, abstract=True)
        condition = self.formula(keys[":precondition"], scope) if ":precondition" in keys else TRUE
        condition = And((condition, self.constrained(keys, scope)))
        methods[word.text] = MethodText(word.text, variables, task, condition, self.network(keys, scope), section.line)


class _ProblemReader(_Reader):
    """Reads a problem in the words of its domain."""

    def __init__(self, file: str, domain: DomainText) -> None:
        super().__init__(file)
        self._domain = domain
        for name in {**domain.types, **dict.fromkeys(domain.types.values())}:
            self.types.declare(name)
        for name in domain.constants:
            self.objects.declare(name)
        for name, variables in domain.predicates.items():
            self.predicates.declare(name)
            self.arity[name] = len(variables)
        for name, variables in (*domain.tasks.items(), *((n, a.variables) for n, a in domain.actions.items())):
            self.tasks.declare(name)
            self.steps[name] = len(variables)

    def read(self, whole: Bracket) -> ProblemText:
        name, sections = self.defined(whole, "problem")
        by_kind: dict[str, Bracket] = {}
        for section in sections:
            self.attempt(lambda section=section: self._sorted(section, by_kind))
        if ":requirements" in by_kind:
            self.attempt(lambda: self.requirements(by_kind[":requirements"]))
        objects: dict[str, tuple[str, ...]] = dict(self._domain.constants)
        if ":objects" in by_kind:
            objects = self.attempt(lambda: self.objects_in(by_kind[":objects"].items[1:], objects)) or objects
        facts: dict[tuple[str, ...], None] = {}
        for each in by_kind[":init"].items[1:] if ":init" in by_kind else ():
            self.attempt(lambda each=each: self._fact(each, facts))
        goal = self.attempt(lambda: self._goal(by_kind.get(":goal")))
        network = None
        if ":htn" in by_kind:
            network = self.attempt(lambda: self._htn(by_kind[":htn"]))
        else:
            self.attempt(lambda: self.refuse(whole, "the problem has no :htn that says which tasks are to be done"))
        self.finish()
        assert network is not None
        assert goal is not None
        variables, condition, tasks = network
        return ProblemText(name, objects, tuple(facts), tasks, variables, condition, goal)

    def _sorted(self, section: Bracket, by_kind: dict[str, Bracket]) -> None:
        word = self.head(section, "a section")
        kind = word.text.lower()
        if kind in UNSUPPORTED:
            self.refuse(word, f"'{word}' is not supported: {UNSUPPORTED[kind]}")
        if kind not in PROBLEM_SECTIONS:
            self.refuse(word, f"'{word}' is not supported in a problem; {one_of(PROBLEM_SECTIONS, near=kind)}")
        if kind in by_kind:
            self.refuse(word, f"'{word}' stands here twice")
        by_kind[kind] = section

    def _fact(self, at: Expression, facts: dict[tuple[str, ...], None]) -> None:
        bracket = self.bracket(at, "a fact")
        if self.head(bracket, "a fact").text.lower() == "not":
            self._parts(bracket, 1)
            self.atom(self.bracket(bracket.items[1], "a fact"), frozenset())
            return
        atom = self.atom(bracket, frozenset())
        if atom.terms[0] == "=":
            self.refuse(bracket, f"'{bracket}' is no fact")
        facts[atom.terms] = None

    def _goal(self, section: Bracket | None) -> Formula:
        if section is None or len(section.items) == 1:
            return TRUE
        if len(section.items) > 2:
            self.refuse(section, ":goal holds one condition; join several with and")
        return self.formula(section.items[1], frozenset())

    def _htn(self, section: Bracket) -> tuple[tuple[Variable, ...], Formula, NetworkText]:
        keys = self.keyed(section, 1, (":parameters", *_NETWORK))
        variables = self.variables(keys[":parameters"]) if ":parameters" in keys else ()
        scope = frozenset(each.name for each in variables)
        return variables, self.constrained(keys, scope), self.network(keys, scope)


def parse_domain(text: str, file: str) -> DomainText:
    """A domain from its text. Raises BadInput with every problem found."""
    return _DomainReader(file).read(parse(text, file))


def parse_problem(text: str, file: str, domain: DomainText) -> ProblemText:
    """A problem of a domain from its text. Raises BadInput with every problem found."""
    return _ProblemReader(file, domain).read(parse(text, file))


def read_domain(path: Path) -> DomainText:
    """A domain from a file. Raises BadInput with every problem found."""
    return parse_domain(read_text(path), str(path))


def read_problem(path: Path, domain: DomainText) -> ProblemText:
    """A problem of a domain from a file. Raises BadInput with every problem found."""
    return parse_problem(read_text(path), str(path), domain)
