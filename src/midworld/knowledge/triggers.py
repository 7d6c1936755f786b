"""What to run when an atom comes or goes, compiled when the first one does."""

from collections.abc import Callable, Iterable, Mapping

from . import vocabulary as v
from .index import LiveIndex
from .quickrules import quick_trigger
from .rules import Done, Env, Places, Rule, Step, Trigger, Variable, body_atoms, head_step, trigger
from .terms import Terms

Compile = Callable[[Rule, int], Trigger]
Conditions = Mapping[int, "list[tuple[Rule, int]]"]


class Triggers(dict[int, tuple[Trigger, ...]]):
    """Triggers by predicate or class; what was compiled takes its place in the table, so looking up stays plain."""

    def __init__(self, conditions: Conditions, compiled: Compile) -> None:
        super().__init__({key: (self._first(key),) for key in conditions})
        self._conditions, self._compiled = conditions, compiled
        self._ready: set[int] = set()

    def ready(self, key: int) -> tuple[Trigger, ...]:
        """The triggers of a predicate or class, to be kept."""
        if key in self and key not in self._ready:
            self[key] = tuple([self._compiled(rule, position) for rule, position in self._conditions[key]])
            self._ready.add(key)
        return self.get(key, ())

    def _first(self, key: int) -> Trigger:
        def run(index: LiveIndex, s: int, o: int, done: Done) -> None:
            for each in self.ready(key):
                each(index, s, o, done)

        return run


def triggers(rules: Iterable[Rule], compiled: Compile) -> tuple[Triggers, Triggers]:
    """What to run for an atom by its predicate, and for a membership by its class."""
    by_predicate: dict[int, list[tuple[Rule, int]]] = {}
    by_class: dict[int, list[tuple[Rule, int]]] = {}
    for rule in rules:
        for position, (_, predicate, obj) in enumerate(rule.body):
            if predicate == v.TYPE and not isinstance(obj, Variable):
                by_class.setdefault(obj, []).append((rule, position))
            else:
                by_predicate.setdefault(predicate, []).append((rule, position))
    return Triggers(by_predicate, compiled), Triggers(by_class, compiled)


def heads(terms: Terms) -> Compile:
    """A condition compiled to give the head of its rule."""

    def compiled(rule: Rule, position: int) -> Trigger:
        return quick_trigger(rule, position, terms) or trigger(rule, position, head_step)

    return compiled


def contradiction(rule: Rule, position: int) -> Trigger:
    """A condition compiled to give its rule and the atoms that contradict each other."""
    return trigger(rule, position, _clash_step)


def _clash_step(rule: Rule, places: Places) -> Step:
    def step(index: LiveIndex, env: Env, done: Done) -> object:
        return done((rule, body_atoms(rule, places, env)))  # pyright: ignore[reportArgumentType]

    return step
