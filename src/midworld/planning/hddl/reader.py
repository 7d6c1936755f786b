"""Reads domains and problems in HDDL; what cannot be understood is refused by name and line."""

from collections.abc import Iterable
from pathlib import Path

from ...errors import one_of
from .expressions import Bracket, Expression, Word, parse, read_text
from .formula import TRUE, And, Formula, Variable, flat
from .networks import NETWORK, constrained, network
from .syntax import NUMBERS, Syntax
from .texts import OBJECT, ActionText, DomainText, MethodText, NetworkText, ProblemText

UNSUPPORTED = {
    ":functions": NUMBERS,
    ":durative-action": NUMBERS,
    ":metric": f"{NUMBERS}; wishes go into --prefer",
    ":derived": "write what follows as preconditions",
    ":constraints": "say it in the methods",
}
SECTIONS = (":requirements", ":types", ":constants", ":predicates", ":task", ":method", ":action")
PROBLEM_SECTIONS = (":domain", ":requirements", ":objects", ":htn", ":init", ":goal")


class _DomainReader(Syntax):
    """Reads names first, then what is made of them."""

    def read(self, whole: Bracket) -> DomainText:
        name, sections = self.defined(whole, "domain")
        by_kind: dict[str, list[Bracket]] = {}
        for section in sections:
            self.attempt(lambda section=section: self._sorted(section, by_kind))
        for section in by_kind.get(":requirements", ()):
            self.attempt(lambda section=section: self.requirements(section))
        self.above = types = self._type_tree(by_kind.get(":types", ()))
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
                    self.attempt(
                        lambda w=word: self.refuse(w, f"type '{w}' is of several types, which is not supported")
                    )
                for each in (word, *parents):
                    if each.text not in self.types:
                        self.types.declare(each.text)
                name, parent = self.types.of(word), next(map(self.types.of, parents))
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
        self.columns[word.text] = variables

    def _task(self, section: Bracket, tasks: dict[str, tuple[Variable, ...]]) -> None:
        word = self._fresh(section, "task")
        keys = self.keyed(section, 2, (":parameters", ":precondition", ":effect"))
        for key in (":precondition", ":effect"):
            if key in keys and self.bracket(keys[key], "a condition").items:
                self.refuse(keys[key], f"'{key}' of a task is not supported; say it in its methods")
        tasks[word.text] = self.variables(keys[":parameters"]) if ":parameters" in keys else ()
        self.steps[word.text] = tasks[word.text]

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
        self.steps[word.text] = self.variables(keys[":parameters"]) if ":parameters" in keys else ()

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
        keys = self.keyed(section, 2, (":parameters", ":task", ":precondition", *NETWORK))
        if ":task" not in keys:
            self.refuse(section, f"method '{word}' has no :task")
        variables = self.variables(keys[":parameters"]) if ":parameters" in keys else ()
        scope = frozenset(each.name for each in variables)
        task = self.task(self.bracket(keys[":task"], "a task"), scope, abstract=True)
        condition = self.formula(keys[":precondition"], scope) if ":precondition" in keys else TRUE
        condition = flat(And((condition, constrained(self, keys, scope))))
        methods[word.text] = MethodText(word.text, variables, task, condition, network(self, keys, scope), section.line)


class _ProblemReader(Syntax):
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
            self.columns[name] = variables
        for name, variables in (*domain.tasks.items(), *((n, a.variables) for n, a in domain.actions.items())):
            self.tasks.declare(name)
            self.steps[name] = variables
        self.above, self.kinds = domain.types, dict(domain.constants)

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
        found = None
        if ":htn" in by_kind:
            found = self.attempt(lambda: self._htn(by_kind[":htn"]))
        else:
            self.attempt(lambda: self.refuse(whole, "the problem has no :htn that says which tasks are to be done"))
        self.finish()
        assert found is not None
        assert goal is not None
        variables, condition, tasks = found
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
        self.fitting(bracket, atom, self.columns[atom.terms[0]])
        facts[atom.terms] = None

    def _goal(self, section: Bracket | None) -> Formula:
        conditions = () if section is None else section.items[1:]
        if section is not None and len(conditions) > 1:
            self.refuse(section, ":goal holds one condition; join several with and")
        return next((self.formula(each, frozenset()) for each in conditions), TRUE)

    def _htn(self, section: Bracket) -> tuple[tuple[Variable, ...], Formula, NetworkText]:
        keys = self.keyed(section, 1, (":parameters", *NETWORK))
        variables = self.variables(keys[":parameters"]) if ":parameters" in keys else ()
        scope = frozenset(each.name for each in variables)
        return variables, constrained(self, keys, scope), network(self, keys, scope)


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
