"""Random actions over a few facts, plans that can be done, and what doing them one by one gives."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from random import Random

from midworld.planning import Domain, Fact, Problem, Task, TracedState, load

ATOMS = tuple((f"p{place}",) for place in range(6))
# Needs a fact, denies a fact, then writes some in this order: True is an add.
Effects = tuple[tuple[Fact, bool], ...]


@dataclass(frozen=True)
class Written:
    """An action as the dice wrote it."""

    needs: tuple[Fact, ...]
    denies: tuple[Fact, ...]
    writes: Effects

    def possible(self, facts: set[Fact]) -> bool:
        return facts.issuperset(self.needs) and facts.isdisjoint(self.denies)

    def done(self, facts: set[Fact]) -> set[Fact]:
        after = set(facts)
        for fact, adds in self.writes:
            if adds:
                after.add(fact)
            else:
                after.discard(fact)
        return after


@dataclass(frozen=True)
class Made:
    problem: Problem
    plan: tuple[Task, ...]
    actions: dict[str, Written]

    def stepwise(self) -> frozenset[Fact]:
        """What holds after doing the plan one action after the other, by plain sets."""
        facts = set(self.problem.facts)
        for (name,) in self.plan:
            assert self.actions[name].possible(facts)
            facts = self.actions[name].done(facts)
        return frozenset(facts)


def written(random: Random) -> Written:
    needs, denies = random.sample(ATOMS, 2)
    writes = tuple((random.choice(ATOMS), random.random() < 0.5) for _ in range(random.randint(1, 4)))
    return Written((needs,) * random.randint(0, 1), (denies,) * random.randint(0, 1), writes)


def walked(random: Random, facts: set[Fact], actions: dict[str, Written]) -> tuple[Task, ...]:
    """Up to eight actions, each possible where it stands."""
    plan: list[Task] = []
    for _ in range(random.randint(1, 8)):
        possible = [name for name, each in actions.items() if each.possible(facts)]
        if not possible:
            break
        plan.append((random.choice(possible),))
        facts = actions[plan[-1][0]].done(facts)
    return tuple(plan)


def python_actions(random: Random) -> Made:
    """A domain in Python with five random actions, and a plan."""
    actions = {f"do{place}": written(random) for place in range(5)}
    domain = Domain("random")
    for name, each in actions.items():
        domain.action()(_function(name, each))
    facts = set(random.sample(ATOMS, 3))
    plan = walked(random, facts, actions)
    return Made(domain.problem(sorted(facts), plan, agents={}), plan, actions)


def _function(name: str, each: Written) -> Callable[[TracedState], None]:
    def body(state: TracedState) -> None:
        for fact in each.needs:
            state.require(*fact)
        for fact in each.denies:
            state.forbid(*fact)
        for fact, adds in each.writes:
            (state.add if adds else state.remove)(*fact)

    body.__name__ = name
    return body


def hddl_actions(random: Random, count: int, folder: Path) -> Iterator[Made]:
    """Plans over one domain in HDDL with 40 random actions, in which no action writes a fact twice."""
    actions = {f"do{place}": written(random) for place in range(40)}
    actions = {
        name: Written(each.needs, each.denies, tuple(dict(each.writes).items())) for name, each in actions.items()
    }
    texts = "\n".join(_text(name, each) for name, each in actions.items())
    domain, problem = folder / "domain.hddl", folder / "problem.hddl"
    predicates = " ".join(f"({atom[0]})" for atom in ATOMS)
    domain.write_text(
        "(define (domain dice) (:requirements :strips :hierarchy :negative-preconditions)\n"
        f"(:predicates {predicates})\n"
        f"(:task roll :parameters ())\n(:method m :parameters () :task (roll) :ordered-subtasks (do0))\n{texts})"
    )
    for _ in range(count // 50):
        facts = set(random.sample(ATOMS, 3))
        problem.write_text(
            "(define (problem dice1) (:domain dice) (:htn :ordered-subtasks (roll))\n"
            f"(:init {' '.join(f'({atom[0]})' for atom in sorted(facts))}))"
        )
        loaded = load(domain, problem).problem
        yield from (Made(loaded, walked(random, facts, actions), actions) for _ in range(50))


def _text(name: str, each: Written) -> str:
    condition = " ".join((*(f"({fact[0]})" for fact in each.needs), *(f"(not ({fact[0]}))" for fact in each.denies)))
    effect = " ".join(f"({fact[0]})" if adds else f"(not ({fact[0]}))" for fact, adds in each.writes)
    return f"(:action {name} :parameters () :precondition (and {condition}) :effect (and {effect}))"
