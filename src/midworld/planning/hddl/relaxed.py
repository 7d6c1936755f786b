"""A problem of HDDL in which facts only ever get more: what cannot be done in it cannot be done at all."""

from dataclasses import replace

from .formula import TRUE, And, Atom, Effect, Exists, Forall, Formula, Not, Or
from .texts import DomainText, ProblemText


def relaxed_texts(domain: DomainText, problem: ProblemText) -> tuple[DomainText, ProblemText]:
    """Without deletions, conditions of effects, and demands that something does not hold which may change."""
    dynamic = frozenset(each.atom.terms[0] for action in domain.actions.values() for each in action.effects)

    def eased(formula: Formula, *, wanted: bool = True) -> Formula:
        match formula:
            case Atom(terms):
                if wanted:
                    return formula
                return TRUE if terms[0] in dynamic else Not(formula)
            case Not(part):
                return eased(part, wanted=not wanted)
            case And(parts) | Or(parts):
                inner = tuple(eased(each, wanted=wanted) for each in parts)
                return And(inner) if isinstance(formula, And) is wanted else Or(inner)
            case Forall(variables, part) | Exists(variables, part):
                inner = eased(part, wanted=wanted)
                return Forall(variables, inner) if isinstance(formula, Forall) is wanted else Exists(variables, inner)

    actions = {
        name: replace(
            action,
            condition=eased(action.condition),
            effects=tuple(Effect(each.atom, True, each.variables) for each in action.effects if each.adds),
        )
        for name, action in domain.actions.items()
    }
    methods = tuple(replace(each, condition=eased(each.condition)) for each in domain.methods)
    easier = replace(domain, actions=actions, methods=methods)
    return easier, replace(problem, condition=eased(problem.condition), goal=eased(problem.goal))
