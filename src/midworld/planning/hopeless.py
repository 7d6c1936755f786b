"""A proof that there is no plan, even if nothing were ever undone: for searches that would not end by themselves."""

from collections.abc import Iterator

from .descent import Clock, missing
from .model import Problem, Way
from .results import Impossible
from .state import State, Task, fact_text

MOST_WAYS = 100_000


def hopeless(relaxed: Problem, clock: Clock) -> Impossible | None:
    """Why a problem in which facts only ever get more has no plan; None where it has, or where that takes too long."""
    state = State(relaxed.facts)
    while True:
        reached = _Reached(relaxed, state)
        if not reached.explore(clock):
            return None
        added = [fact for fact in reached.added if fact not in state.facts]
        if not added:
            break
        for fact in dict.fromkeys(added):
            state.add(fact)
    possible = reached.possible()
    for task in relaxed.tasks.tasks:
        if task not in possible:
            return reached.reason(task, possible)
    met = relaxed.goal(state)
    return None if met.holds else Impossible("the goal", met.missing)


class _Reached:
    """Every task that may come up while these facts hold, with every way to do it."""

    def __init__(self, problem: Problem, state: State) -> None:
        self._problem, self._state = problem, state
        self.ways: dict[Task, list[Way]] = {}
        self.doable: set[Task] = set()
        self.added: list[tuple[str, ...]] = []

    def explore(self, clock: Clock) -> bool:
        """From the tasks asked for down to actions; False where there are too many."""
        waiting, count = list(self._problem.tasks.tasks), 0
        seen = set(waiting)
        for task in waiting:
            operator = self._problem.operators.get(task[0])
            if operator is not None:
                happening = operator.happening(self._state, task[1:])
                if happening is not None:
                    self.doable.add(task)
                    self.added += happening.adds
                continue
            for way in self._found(task):
                count += 1
                if count > MOST_WAYS or (count % 256 == 0 and clock.over):
                    return False
                if way is None:
                    continue
                self.ways.setdefault(task, []).append(way)
                for each in way.network.tasks:
                    if each not in seen:
                        seen.add(each)
                        waiting.append(each)
        return True

    def _found(self, task: Task) -> Iterator[Way | None]:
        for method in self._problem.methods.get(task[0], ()):
            yield from method.ways(self._state, task[1:])

    def possible(self) -> set[Task]:
        """Tasks that come down to actions that can be done."""
        done = set(self.doable)
        users: dict[Task, list[tuple[Task, int]]] = {}
        missing: dict[tuple[Task, int], int] = {}
        ready = list(done)
        for task, ways in self.ways.items():
            for place, way in enumerate(ways):
                parts = set(way.network.tasks) - done
                missing[task, place] = len(parts)
                for each in parts:
                    users.setdefault(each, []).append((task, place))
                if not parts and task not in done:
                    done.add(task)
                    ready.append(task)
        for task in ready:
            for user in users.pop(task, ()) if task not in self.doable else ():
                missing[user] -= 1
                if not missing[user] and user[0] not in done:
                    done.add(user[0])
                    ready.append(user[0])
        return done

    def reason(self, task: Task, possible: set[Task]) -> Impossible:
        """Down the first way each time, to what cannot be done at all."""
        seen = {task}
        while True:
            operator = self._problem.operators.get(task[0])
            if operator is not None:
                return Impossible(fact_text(task), operator.hindrance(self._state, task[1:]))
            below = [
                each
                for way in self.ways.get(task, ())
                for each in way.network.tasks
                if each not in possible and each not in seen
            ]
            if not below:
                break
            task = below[0]
            seen.add(task)
        return Impossible(fact_text(task), missing(self._problem, self._state, task))
