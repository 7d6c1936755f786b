"""The knowledge base: one model per agent, revised, asked and watched."""

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from weakref import WeakValueDictionary

from ..errors import BadStatement, Inconsistent, UnknownName
from . import vocabulary as v
from .axioms import is_axiom, with_parts
from .closed import ClosedWorld
from .computed import Computables
from .core import Net
from .events import Changes, Listener, Subscription, Subscriptions, When, event_id
from .limits import UNLIMITED, QueryLimits
from .model import Model, Supports, difference
from .net import Method, Models, Revised, everybody, joined
from .proof import confidence as confidence_of
from .query import View, holds, instance, solve, unify
from .rules import Rule
from .statement import (
    Answer,
    Slot,
    Triple,
    Written,
    answers,
    chosen_slots,
    listed,
    parse_patterns,
    parse_statement,
    slots,
)
from .swrl import parse_filter, parse_rule
from .tbox import TBox
from .terms import Atom, Terms
from .wording import clash_text

DEFAULT = "default"
ACTIVE_CONCEPT_S = 5.0
# Chosen: more minds than anybody meets, and few enough for a name typed at random to cost nothing that matters.
MODELS = 1_000
LIFESPANS: Mapping[str, float] = {"SHORTTERM": 10.0, "EPISODIC": 300.0, "LONGTERM": math.inf}
Observer = Callable[[str, Net], None]
_Said = tuple[str, float, float]
"""By whom, for how many seconds, how surely."""


class KnowledgeBase:
    """Models over shared terms and a shared terminology. Time is what `clock` says."""

    def __init__(
        self,
        axioms: Iterable[Atom] = (),
        facts: Iterable[Atom] = (),
        *,
        terms: Terms | None = None,
        clock: Callable[[], float] = lambda: 0.0,
        unique_names: bool = True,
        history_s: float = 300.0,
    ) -> None:
        self.terms = terms or Terms()
        self.show = self.terms.plain
        self.clock, self.unique_names = clock, unique_names
        # Those some model believes, by what they say; the others are forgotten.
        self._tboxes: WeakValueDictionary[object, TBox] = WeakValueDictionary()
        self.common = Model("common", TBox(self.terms, frozenset(axioms)), history_s=history_s)
        self.common.update(facts, owner="ontology")
        self.models: dict[str, Model] = {DEFAULT: self.common.copy(DEFAULT)}
        self.subscriptions = Subscriptions()
        self.observers: list[Observer] = []
        self.computables = Computables()

    def fork(self) -> "KnowledgeBase":
        """Another knowledge base that knows the same, to go on otherwise; nobody observes it yet."""
        other = KnowledgeBase(terms=self.terms, clock=self.clock, unique_names=self.unique_names)
        other._tboxes = self._tboxes.copy()
        other.common = self.common.copy(self.common.name)
        other.models = {name: model.copy(name) for name, model in self.models.items()}
        return other

    def model(self, name: str = DEFAULT) -> Model:
        """The model of an agent; the first mention of an agent creates it from the common knowledge."""
        found = self.models.get(name)
        if found is None:
            if len(self.models) >= MODELS:
                raise BadStatement(name, f"is one model too many: a knowledge base has {MODELS} at most")
            found = self.models[name] = self.common.copy(name)
        return found

    def reset(self, name: str) -> None:
        """Back to the common knowledge."""
        self.replace(self.common.copy(name))

    def replace(self, model: Model) -> None:
        """Put another state in the place of a model, as one change."""
        before = self.model(model.name)
        self.models[model.name] = model
        self.computables.forget(model.name)
        self._publish(model, difference(before, model))

    def empty(self, name: str) -> None:
        """Nothing at all is known any more, the common knowledge included."""
        self.replace(Model(name, TBox(self.terms), history_s=self.common.history_s))

    def known(self, name: str) -> Model:
        """The model of an agent that was met before; raises UnknownName."""
        if name not in self.models:
            raise UnknownName("model", name, self.models)
        return self.models[name]

    def delete(self, name: str) -> None:
        """Forget an agent; whoever mentions it again meets it for the first time."""
        self.known(name)
        if name == DEFAULT:
            raise BadStatement(name, "is for whoever asks without a name: it can be cleared, not deleted")
        self.empty(name)
        del self.models[name]
        for subscription in self.subscriptions.values():
            subscription.truth.pop(name, None)

    def copy(self, source: str, target: str) -> None:
        """Let one agent know what another does, and nothing else."""
        self.replace(self.known(source).copy(target))

    def chosen(self, models: Models = None) -> list[Model]:
        """The models a caller means: none is `default`, "all" is every one."""
        if not models:
            return [self.model()]
        if everybody(models):
            return list(self.models.values())
        return [self.model(name) for name in ([models] if isinstance(models, str) else dict.fromkeys(models))]

    def revise(
        self,
        statements: Iterable[Written],
        *,
        method: Method = "update",
        models: Models = None,
        lifespan: float = 0.0,
        source: str = "",
        confidence: float = 1.0,
        limits: QueryLimits = UNLIMITED,
    ) -> list[Revised]:
        """Change what models hold. `safe_` methods raise Inconsistent and change nothing in any model."""
        chosen = self.chosen(models)
        if method == "retract":
            patterns = parse_patterns(listed(statements), self.terms)
            if everybody(models):
                self._retract(self.common, patterns, "", limits)
            done = [self._retract(model, patterns, source, limits) for model in chosen]
            for model, revised in zip(chosen, done, strict=True):
                self._publish(model, revised.net)
            return done
        if not 0.0 < confidence <= 1.0:
            raise BadStatement(str(confidence), "is no confidence: write more than 0 and at most 1")
        atoms = [parse_statement(each, self.terms) for each in listed(statements)]
        if method not in {"add", "safe_add", "update", "safe_update", "revision"}:
            raise BadStatement(method, "is not a way to revise; known: add, safe_add, retract, update, safe_update")
        if everybody(models):
            self._teach([atom for atom in atoms if is_axiom(atom)], ())
        return self.assert_atoms(
            atoms,
            chosen,
            replace=method in {"update", "safe_update", "revision"},
            safe=method.startswith("safe_"),
            lifespan=lifespan,
            source=source,
            confidence=confidence,
        )

    def assert_atoms(
        self,
        atoms: Sequence[Atom],
        models: Sequence[Model],
        *,
        removed: Sequence[Atom] = (),
        replace: bool = False,
        safe: bool = False,
        lifespan: float = 0.0,
        source: str = "",
        confidence: float = 1.0,
        rules: Sequence[Rule] = (),
    ) -> list[Revised]:
        """Assert in several models; a replaced value of a functional property goes in the same step."""
        now = self.expire()
        undo: list[tuple[Model, dict[Atom, Supports | None], TBox]] = []
        done: list[Revised] = []
        for model in models:
            gone = list(removed) + (self._replaced(model, atoms) if replace else [])
            touched = {atom: model.supports.get(atom) for atom in (*atoms, *gone) if not is_axiom(atom)} if safe else {}
            undo.append((model, touched, model.tbox))
            revised = self._apply(model, atoms, gone, now, (source, lifespan, confidence), rules)
            done.append(revised)
            if safe and revised.clashes:
                reasons = [clash_text(model.tbox, clash, model.reasoner.index) for clash in revised.clashes]
                for changed, supports, tbox in reversed(undo):
                    changed.revert(supports, tbox)
                raise Inconsistent(tuple(dict.fromkeys(reasons)))
        for model, revised in zip(models, done, strict=True):
            self._publish(model, revised.net)
        return done

    def _apply(
        self, model: Model, atoms: Sequence[Atom], gone: Sequence[Atom], now: float, said: _Said, rules: Sequence[Rule]
    ) -> Revised:
        source, lifespan, confidence = said
        axioms, lost = list(filter(is_axiom, atoms)), list(filter(is_axiom, gone))
        tbox = self._tbox(model.tbox, axioms, lost, rules) if axioms or lost or rules else model.tbox
        until = now + lifespan if lifespan > 0 else math.inf
        facts = [atom for atom in atoms if not is_axiom(atom)] if axioms else atoms
        concept, brief = self.terms.parse("ActiveConcept"), now + ACTIVE_CONCEPT_S
        active = [atom for atom in facts if atom[2] == concept and atom[1] == v.TYPE] if until > brief else []
        first = Net((), ())
        if active:
            first, _ = model.update(active, now=now, owner=source, until=brief, confidence=confidence)
            facts = [atom for atom in facts if atom not in active]
        broken = set(model.tbox.unsatisfiable) if tbox is not model.tbox else set[int]()
        net, clashes = model.update(facts, gone, now=now, owner=source, until=until, confidence=confidence, tbox=tbox)
        if axioms:
            clashes += [clash for kind, clash in tbox.unsatisfiable.items() if kind not in broken]
        return Revised(model.name, joined(first, net), clashes=tuple(clashes))

    def _tbox(self, tbox: TBox, added: Sequence[Atom], removed: Sequence[Atom], rules: Sequence[Rule]) -> TBox:
        """The next version; models that learn the same share the same."""
        self._tboxes[tbox.key] = tbox
        axioms = (tbox.axioms - frozenset(removed)) | frozenset(added)
        more = {rule.key: rule for rule in (*tbox.added_rules, *rules)}
        key = (axioms, tuple(more))
        found = self._tboxes.get(key)
        if found is None:
            found = self._tboxes[key] = TBox(self.terms, axioms, tuple(more.values()))
        return found

    def _replaced(self, model: Model, atoms: Sequence[Atom]) -> list[Atom]:
        pairs, new = {(s, p) for s, p, _ in atoms if p in model.tbox.functional}, set(atoms)
        objects = model.reasoner.index.objects
        return [(s, p, o) for s, p in sorted(pairs) for o in objects(s, p) if (s, p, o) not in new]

    def _retract(self, model: Model, patterns: tuple[Triple, ...], source: str, limits: QueryLimits) -> Revised:
        now = self.expire()
        view = limits.timed(model.beliefs())
        going: dict[Atom, None] = {}
        for pattern in patterns:
            for found in solve(view, [pattern]):
                going[instance(pattern, found)] = None
            # Lists, restrictions and whatever else has no name are no answers, but they were said.
            stated = model.tbox.stated(None if isinstance(pattern[1], Slot) else pattern[1])
            going.update(dict.fromkeys(atom for atom in stated if unify(pattern, atom, {}) is not None))
        axioms = with_parts((atom for atom in going if atom in model.tbox.axioms), model.tbox.axioms, self.terms)
        tbox = self._tbox(model.tbox, (), sorted(axioms), ()) if axioms else None
        net, _ = model.update((), going, now=now, owner=source, tbox=tbox)
        after = model.beliefs()
        return Revised(model.name, net, tuple(atom for atom in going if holds(after, [atom])))

    def rule(self, text: str, models: Models = "all") -> list[Revised]:
        """Teach a rule: `?x isOn ?y, ?y isIn ?z -> ?x isIn ?z`."""
        rules = [parse_rule(text, self.terms)]
        if everybody(models):
            self._teach((), rules)
        return self.assert_atoms((), self.chosen(models), rules=rules)

    def _teach(self, axioms: Sequence[Atom], rules: Sequence[Rule]) -> None:
        """What everybody learns, those who come later know as well."""
        if axioms or rules:
            self.common.update(tbox=self._tbox(self.common.tbox, axioms, (), rules))

    def _view(
        self, model: Model, patterns: Sequence[Triple], at: float | None, closed: bool, sure: float, limits: QueryLimits
    ) -> View:
        """What to ask in: the past as it was, the present with on-demand facts computed."""
        if sure > 0.0 and (at is not None or closed):
            raise BadStatement("confidence", "is known of what holds now: ask without `at` and `closed`")
        now = self.expire()
        if at is None and self.computables:
            added, removed = self.computables.refresh(model, patterns, now)
            if added or removed:
                net, _ = model.update(added, removed, now=now, owner="computed")
                self._publish(model, net)
        found = model.beliefs(unique_names=self.unique_names, at=at)
        view = limits.timed(found)
        return ClosedWorld(view, found.tbox) if closed else view

    def find(
        self,
        patterns: Iterable[Written],
        variables: Sequence[str] | None = None,
        *,
        models: Models = None,
        at: float | None = None,
        absent: Iterable[Written] = (),
        filters: Iterable[str] = (),
        closed: bool = False,
        confidence: float = 0.0,
        limits: QueryLimits = UNLIMITED,
    ) -> "list[Answer] | list[Written]":
        """Every binding under which all patterns hold, filters pass, and none of `absent` can be made to hold.

        `closed` takes what is not known as not so; `confidence` is the least for each pattern. Raises LimitReached.
        """
        written = listed(patterns)
        parsed = parse_patterns(written, self.terms)
        refused = parse_patterns(absent, self.terms)
        tests = [parse_filter(each, self.terms) for each in filters]
        wanted = chosen_slots(parsed, variables)
        rows: list[list[tuple[int, ...]]] = []
        count = 0
        for model in self.chosen(models):
            view = self._view(model, parsed, at, closed, confidence, limits)
            seen: dict[tuple[int, ...], None] = {}
            for found in solve(view, parsed):
                key = tuple(found[slot] for slot in wanted)
                if key in seen or not all(test.passes(found) for test in tests):
                    continue
                if any(holds(view, [pattern], found) for pattern in refused):
                    continue
                if confidence <= 0.0 or self._least(model, parsed, found) >= confidence:
                    seen[key] = None
                    limits.check_rows(count + len(seen))
            rows.append(list(seen))
            count += len(seen)
        if not slots(parsed):
            return written if all(rows) else []
        return [row for found in rows for row in answers(wanted, found, self.terms)]

    def _least(self, model: Model, patterns: Iterable[Triple], found: Mapping[Slot, int]) -> float:
        """The confidence of the least certain of some patterns."""
        return min(confidence_of(model, instance(pattern, found)) for pattern in patterns)

    def confidence(self, statement: Written, model: str = DEFAULT) -> float:
        """How sure an agent is of a statement; 0 where it does not hold."""
        self.expire()
        return confidence_of(self.model(model), parse_statement(statement, self.terms))

    def exist(
        self,
        statements: Iterable[Written],
        *,
        models: Models = None,
        at: float | None = None,
        closed: bool = False,
        confidence: float = 0.0,
        limits: QueryLimits = UNLIMITED,
    ) -> bool:
        """Whether all statements hold together in all the models."""
        parsed = parse_patterns(listed(statements), self.terms)

        def known(model: Model) -> bool:
            found = solve(self._view(model, parsed, at, closed, confidence, limits), parsed)
            return any(confidence <= 0.0 or self._least(model, parsed, each) >= confidence for each in found)

        return all(known(model) for model in self.chosen(models))

    def subscribe(
        self,
        patterns: Iterable[Written],
        listener: Listener,
        *,
        one_shot: bool = False,
        models: Models = None,
        variables: Sequence[str] | None = None,
        when: When = When.NEW,
        limits: QueryLimits = UNLIMITED,
    ) -> str:
        """Hear what begins to match from now on; the identifier depends only on what is asked.

        What takes longer to match than its limits allow is dropped, and its listeners are told.
        """
        written = listed(patterns)
        parsed = parse_patterns(written, self.terms)
        chosen = ["all"] if models == "all" else [model.name for model in self.chosen(models)]
        key = event_id([*map(str, written), *(variables or ())], one_shot, chosen, when)
        if key not in self.subscriptions:
            wanted = chosen_slots(parsed, variables)
            found = Subscription(key, parsed, tuple(chosen), one_shot, when, wanted, limits=limits)
            found.truth = {name: holds(limits.timed(each.beliefs()), parsed) for name, each in self.models.items()}
            self.subscriptions[key] = found
        self.subscriptions.hear(key, listener)
        return key

    def unsubscribe(self, listener: Listener, event: str | None = None) -> None:
        """Stop telling a listener about one event, or about all."""
        self.subscriptions.end(listener, event)

    def expire(self) -> float:
        """Forget what has lived long enough; the instant it is."""
        now = self.clock()
        for model in list(self.models.values()):
            if model.next_expiry <= now:
                net, _ = model.expire(now)
                self._publish(model, net)
        return now

    @property
    def next_expiry(self) -> float:
        return min((model.next_expiry for model in self.models.values()), default=math.inf)

    def _publish(self, model: Model, net: Net) -> None:
        for observer in self.observers if net else ():
            observer(model.name, net)
        if net and self.subscriptions:
            self.subscriptions.tell(model.name, Changes(net, model.beliefs(unique_names=self.unique_names)), self.terms)
