"""Domains and problems as HDDL text."""

from collections.abc import Iterator, Mapping

from .formula import TRUE, Atom, Effect, Variable, flat, text, type_text
from .texts import DomainText, MethodText, NetworkText, ProblemText


def domain_text(domain: DomainText) -> str:
    """A domain that is read as the same one again."""
    return "\n".join(_domain(domain)) + "\n"


def _domain(domain: DomainText) -> Iterator[str]:
    yield f"(define (domain {domain.name})"
    yield "  (:requirements :adl :hierarchy :method-preconditions :typing)"
    if domain.types:
        yield f"  (:types {' '.join(f'{name} - {above}' for name, above in domain.types.items())})"
    if domain.constants:
        yield f"  (:constants {_objects(domain.constants)})"
    yield "  (:predicates"
    for name, variables in domain.predicates.items():
        yield f"    ({' '.join([name, *_typed(variables)])})"
    yield "  )"
    for name, variables in domain.tasks.items():
        yield f"  (:task {name} :parameters ({' '.join(_typed(variables))}))"
    for method in domain.methods:
        yield from _method(method)
    for action in domain.actions.values():
        yield f"  (:action {action.name} :parameters ({' '.join(_typed(action.variables))})"
        yield f"    :precondition {text(flat(action.condition))}"
        yield f"    :effect (and{''.join(f' {_effect(each)}' for each in action.effects)}))"
    yield ")"


def problem_text(problem: ProblemText, domain: DomainText) -> str:
    """A problem that is read as the same one again."""
    own = {name: types for name, types in problem.objects.items() if domain.constants.get(name) != types}
    lines = [f"(define (problem {problem.name})", f"  (:domain {domain.name})", f"  (:objects {_objects(own)})"]
    lines.append(f"  (:htn :parameters ({' '.join(_typed(problem.variables))})")
    lines += _network(problem.network)
    if flat(problem.condition) != TRUE:
        lines.append(f"    :constraints {text(flat(problem.condition))}")
    lines += ["  )", "  (:init"]
    lines += [f"    ({' '.join(fact)})" for fact in problem.facts]
    lines += ["  )", f"  (:goal {text(problem.goal)})", ")"]
    return "\n".join(lines) + "\n"


def _method(method: MethodText) -> Iterator[str]:
    yield f"  (:method {method.name} :parameters ({' '.join(_typed(method.variables))})"
    yield f"    :task {text(method.task)}"
    yield f"    :precondition {text(flat(method.condition))}"
    yield from _network(method.network)
    yield "  )"


def _network(network: NetworkText) -> Iterator[str]:
    tasks = " ".join(f"(t{place} {text(each)})" for place, each in enumerate(network.tasks))
    yield f"    :subtasks (and {tasks})" if tasks else "    :subtasks ()"
    if network.order:
        yield f"    :ordering (and {' '.join(f'(< t{one} t{other})' for one, other in network.order)})"


def _effect(effect: Effect) -> str:
    found = text(Atom(effect.atom.terms)) if effect.adds else f"(not {text(effect.atom)})"
    if effect.condition != TRUE:
        found = f"(when {text(effect.condition)} {found})"
    return f"(forall ({' '.join(_typed(effect.variables))}) {found})" if effect.variables else found


def _typed(variables: tuple[Variable, ...]) -> list[str]:
    return [f"{each.name} - {type_text(each.types)}" for each in variables]


def _objects(objects: Mapping[str, tuple[str, ...]]) -> str:
    return " ".join(f"{name} - {types[0]}" for name, types in objects.items())
