"""Small domains and problems of chance, with everything the planner says it supports."""

from random import Random

TYPES = {"red": "colour", "blue": "colour", "colour": "object", "shape": "object", "pr": "robot", "robot": "agent"}
CONSTANTS = {"k": "red", "s1": "shape"}
OBJECTS = {"r1": "red", "b1": "blue", "b2": "blue", "s2": "shape", "a1": "pr"}
KINDS = ("red", "blue", "colour", "shape", "object", "agent", "(either red shape)", "(either blue agent)")
PREDICATES = {"p": ("object",), "q": ("object",), "link": ("object", "object"), "flag": ()}


class _Inventor:
    def __init__(self, seed: int) -> None:
        self.chance = Random(seed)
        self.tasks = {f"t{number}": self.kinds(self.chance.randrange(3)) for number in range(3)}
        self.actions = {f"act{number}": self.kinds(self.chance.randrange(3)) for number in range(3)}
        self.ordered = self.chance.random() < 0.5

    def kinds(self, count: int) -> tuple[str, ...]:
        return tuple(self.chance.choice(KINDS) for _ in range(count))

    def atom(self, names: list[str]) -> str:
        """A predicate of variables and constants."""
        name = self.chance.choice(list(PREDICATES))
        terms = [self.chance.choice([*names, *names, *CONSTANTS]) for _ in PREDICATES[name]]
        return f"({' '.join([name, *terms])})"

    def condition(self, names: list[str], depth: int = 2) -> str:
        """A formula."""
        chance = self.chance
        roll = chance.random() if depth else 0.0
        if roll < 0.4:
            return self.atom(names)
        if roll < 0.6:
            return f"(not {self.condition(names, depth - 1)})"
        if roll < 0.7:
            return f"(= {chance.choice([*names, 'k'])} {chance.choice([*names, 's1'])})"
        if roll < 0.9:
            word = chance.choice(("and", "or", "imply"))
            return f"({word} {self.condition(names, depth - 1)} {self.condition(names, depth - 1)})"
        word, own = chance.choice(("forall", "exists")), f"?v{depth}"
        return f"({word} ({own} - {chance.choice(KINDS)}) {self.condition([*names, own], depth - 1)})"

    def conditions(self, names: list[str], most: int) -> str:
        count = self.chance.randrange(most + 1)
        return f"(and {' '.join(self.condition(names) for _ in range(count))})" if count else "()"

    def effect(self, names: list[str]) -> str:
        """One or several changes."""
        chance, found = self.chance, list[str]()
        for _ in range(chance.choice((1, 1, 2, 3))):
            inner, own = names, ""
            if chance.random() < 0.2:
                own = f"(?w - {chance.choice(KINDS)})"
                inner = [*names, "?w"]
            change = self.atom(inner) if chance.random() < 0.6 else f"(not {self.atom(inner)})"
            if chance.random() < 0.3:
                change = f"(when {self.condition(inner, 1)} {change})"
            found.append(f"(forall {own} {change})" if own else change)
        return f"(and {' '.join(found)})"

    def _fitting(self, kind: str, names: list[str]) -> list[str]:
        """Variables, and objects of a type."""
        wanted = set(kind.strip("()").split())
        known, found = CONSTANTS | OBJECTS, list[str]()
        for name in dict.fromkeys([*names, *CONSTANTS]):
            at = known.get(name, "")
            while at in TYPES and at not in wanted:
                at = TYPES[at]
            if name.startswith("?") or at in wanted or "object" in wanted:
                found.append(name)
        return found or ["nothing"]

    def subtasks(self, names: list[str], most: int) -> str:
        """Tasks and actions in an order of chance, or in a row."""
        chance, labels = self.chance, list[str]()
        for _ in range(chance.randrange(most + 1)):
            pool = self.actions if chance.random() < 0.65 else self.tasks
            name = chance.choice(list(pool))
            terms = [chance.choice(self._fitting(kind, names)) for kind in pool[name]]
            if "nothing" not in terms:
                labels.append(f"(x{len(labels)} ({' '.join([name, *terms])}))")
        if not labels:
            return ":subtasks ()"
        if self.ordered or chance.random() < 0.5:
            return f":ordered-subtasks (and {' '.join(labels)})"
        pairs = [
            f"(< x{one} x{other})"
            for one in range(len(labels))
            for other in range(one + 1, len(labels))
            if chance.random() < 0.3
        ]
        return f":subtasks (and {' '.join(labels)})" + (f" :ordering (and {' '.join(pairs)})" if pairs else "")


def _typed(names: list[str], kinds: tuple[str, ...]) -> str:
    return " ".join(f"{name} - {kind}" for name, kind in zip(names, kinds, strict=True))


def invented(seed: int) -> tuple[str, str]:
    """A domain and a problem."""
    one = _Inventor(seed)
    chance, lines = one.chance, ["(define (domain invented)", "  (:requirements :adl :typing :hierarchy)"]
    lines.append(f"  (:types {' '.join(f'{name} - {above}' for name, above in TYPES.items())})")
    lines.append(f"  (:constants {' '.join(f'{name} - {kind}' for name, kind in CONSTANTS.items())})")
    columns = {
        name: " ".join(f"?x{at} - {kind}" for at, kind in enumerate(kinds)) for name, kinds in PREDICATES.items()
    }
    lines.append(f"  (:predicates {' '.join(f'({name} {more})' for name, more in columns.items())})")
    for name, kinds in one.tasks.items():
        lines.append(f"  (:task {name} :parameters ({_typed([f'?x{at}' for at in range(len(kinds))], kinds)}))")
    for number in range(chance.choice((3, 5, 7))):
        task = chance.choice(list(one.tasks)) if number >= len(one.tasks) else list(one.tasks)[number]
        head = [f"?x{at}" for at in range(len(one.tasks[task]))]
        more = one.kinds(chance.choice((0, 0, 1, 2)))
        names = [*head, *(f"?y{at}" for at in range(len(more)))]
        kinds = (*(kind if chance.random() < 0.8 else chance.choice(KINDS) for kind in one.tasks[task]), *more)
        lines.append(f"  (:method m{number} :parameters ({_typed(names, kinds)}) :task ({' '.join([task, *head])})")
        lines.append(f"    :precondition {one.conditions(names, 2)}")
        lines.append(f"    {one.subtasks(names, 3)})")
    for name, kinds in one.actions.items():
        names = [f"?x{at}" for at in range(len(kinds))]
        lines.append(f"  (:action {name} :parameters ({_typed(names, kinds)})")
        lines.append(f"    :precondition {one.conditions(names, 2)}")
        lines.append(f"    :effect {one.effect(names)})")
    return "\n".join([*lines, ")\n"]), _problem(one)


def _problem(one: _Inventor) -> str:
    chance, names = one.chance, [*CONSTANTS, *OBJECTS]
    facts = [f"(p {name})" for name in names if chance.random() < 0.4]
    facts += [f"(q {name})" for name in names if chance.random() < 0.3]
    facts += [f"(link {a} {b})" for a in names for b in names if chance.random() < 0.15]
    goal = f"(:goal {one.condition([], 2)})" if chance.random() < 0.5 else ""
    own = one.kinds(chance.choice((0, 0, 1)))
    free = [f"?h{at}" for at in range(len(own))]
    return (
        f"(define (problem invented) (:domain invented)\n"
        f"  (:objects {' '.join(f'{name} - {kind}' for name, kind in OBJECTS.items())})\n"
        f"  (:htn :parameters ({_typed(free, own)}) {one.subtasks([*free, *OBJECTS], 3)})\n"
        f"  (:init {' '.join(facts)})\n  {goal})\n"
    )
