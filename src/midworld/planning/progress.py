"""A plan in the making: steps taken, tasks left, what holds, and how to take the last step back."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple, Protocol, TypeAlias

from .model import Decomposition, Happening, Problem, Step, Way
from .network import Network
from .state import Fact, State, Task
from .telling import KNOWS

Choice: TypeAlias = tuple[int, Happening | Way]
# What an objective counts; only it knows how.
Tally: TypeAlias = object


class _Taken(NamedTuple):
    """What is needed to take a choice back."""

    available: tuple[int, ...]
    agenda: int
    left: float
    released: "list[_Waiting]"
    looked_at: tuple[Fact, ...]
    # Where its subtasks begin; None of an action, which has the rest.
    first: int | None
    overwritten: Sequence[tuple[Fact, int | None, list[int] | None]] = ()
    occupied: Sequence[tuple[str, int | None]] = ()
    removed: Sequence[Fact] = ()
    added: Sequence[Fact] = ()
    thought: dict[str, dict[Fact, bool]] | None = None


# A task, how many it waited for, from when on, and after which steps.
_Waiting: TypeAlias = tuple[int, int, float, tuple[int, ...]]


class Objective(Protocol):
    """What a plan costs, counted as it grows."""

    def first(self) -> Tally:
        """Of a plan without steps."""
        ...

    def grown(self, tally: Tally, progress: "Progress", step: Step, happening: Happening) -> Tally:
        """With one step more."""
        ...

    def floor(self, tally: Tally) -> float:
        """What every plan costs at least that begins so."""
        ...

    def cost(self, tally: Tally) -> float:
        """What a whole plan costs."""
        ...


class Progress:
    """Everything a search changes while it goes forward, and changes back with `undo`."""

    def __init__(self, problem: Problem, objective: Objective) -> None:
        self.problem, self.objective = problem, objective
        self.state = State(problem.facts)
        # Of every task met: what it is, who comes after it, how many it waits for, from when on, after which steps.
        self.tasks: list[Task] = []
        self.after: list[tuple[int, ...]] = []
        self.blocked: list[int] = []
        self.ready: list[float] = []
        self.waits: list[tuple[int, ...]] = []
        # A number that tells a task and all behind it, one that tells where in the hierarchy it is, and its rank.
        self.keys: list[int] = []
        self.paths: list[int] = []
        self.ranks: list[float] = []
        # By which decomposition a task came up.
        self.groups: list[int] = []
        self._tables: tuple[list[Task] | list[tuple[int, ...]] | list[int] | list[float], ...] = (
            *(self.tasks, self.after, self.blocked, self.ready, self.waits, self.keys, self.paths, self.ranks),
            self.groups,
        )
        self.wished_ranks: Mapping[int, float] = {}
        self.available: tuple[int, ...] = ()
        # Tells the tasks left; equal for equal ones.
        self.agenda = 0
        self.steps: list[Step] = []
        self.tallies: list[Tally] = [objective.first()]
        self.decompositions: list[Decomposition] = []
        # The least that is left to do.
        self.left = 0.0
        # Whether something was ever found to go round in circles.
        self.circled = False
        self.free: dict[str, int] = {}
        self.beliefs = {agent: dict(wrong) for agent, wrong in problem.beliefs.items()}
        self._writers: dict[Fact, int] = {}
        self._readers: dict[Fact, list[int]] = {}
        self._undo: list[_Taken] = []

    def begin(self, ranks: Mapping[int, float] | None = None) -> None:
        """Put the tasks of the problem on the agenda."""
        self.wished_ranks = ranks or {}
        network = self.problem.tasks
        self._enter(network, (), 0.0, (), 0, 0.0)
        self.available = network.shape.firsts

    def restart(self, ranks: Mapping[int, float]) -> None:
        """Begin again with other ranks; everything has been taken back."""
        for table in self._tables:
            table.clear()
        self.agenda, self.left = 0, 0.0
        self.begin(ranks)

    @property
    def depth(self) -> int:
        """How many choices have been made."""
        return len(self._undo)

    @property
    def floor(self) -> float:
        """What every plan costs at least that begins so."""
        return self.objective.floor(self.tallies[-1])

    @property
    def cost(self) -> float:
        """What the plan costs, if nothing is left to do."""
        return self.objective.cost(self.tallies[-1])

    @property
    def makespan(self) -> float:
        """When the last step ends."""
        return max((each.end for each in self.steps), default=0.0)

    def circular(self, task: int) -> bool:
        """Whether a task came up while the very same one is being done, and nothing has happened since."""
        words, group = self.tasks[task], self.groups[task]
        while group:
            above = self.decompositions[group - 1]
            if any(step.happening is not None for step in self.steps[above.steps :]):
                return False
            if self.tasks[above.task] == words:
                self.circled = True
                return True
            group = self.groups[above.task]
        return False

    def apply(self, choice: Choice) -> None:
        """Do an action, or a task in some way."""
        place, how = choice
        if isinstance(how, Way):
            self.decompose(place, how)
        else:
            self.act(place, how)

    def act(self, place: int, happening: Happening) -> None:
        """Do the action at this place of what is available, as early as it can be done."""
        task, before = self.available[place], self.available
        number, steps, start = len(self.steps), self.steps, self.ready[task]
        after = list(self.waits[task])
        for agent in happening.agents:
            last = self.free.get(agent)
            if last is not None:
                after.append(last)
        writers, readers = self._writers, self._readers
        makers: list[int | None] = []
        for fact in happening.needs:
            maker = writers.get(fact)
            makers.append(maker)
            if maker is not None:
                after.append(maker)
        for fact in happening.denies + happening.reads:
            maker = writers.get(fact)
            if maker is not None:
                after.append(maker)
        changed = happening.adds + happening.deletes
        for fact in changed:
            maker = writers.get(fact)
            if maker is not None:
                after.append(maker)
            looked = readers.get(fact)
            if looked:
                after += looked
        for each in after:
            end = steps[each].end
            if end > start:
                start = end
        looked_at = happening.needs + happening.denies + happening.reads
        for fact in looked_at:
            looked = readers.get(fact)
            if looked is None:
                readers[fact] = [number]
            else:
                looked.append(number)
        overwritten: list[tuple[Fact, int | None, list[int] | None]] = []
        for fact in changed:
            overwritten.append((fact, writers.get(fact), readers.get(fact)))
            writers[fact] = number
            readers[fact] = []
        occupied = [(agent, self.free.get(agent)) for agent in happening.agents]
        for agent in happening.agents:
            self.free[agent] = number
        step = Step(task, happening, start, start + happening.seconds, tuple(after), tuple(makers))
        steps.append(step)
        facts, state = self.state.facts, self.state
        removed = [fact for fact in happening.deletes if fact in facts]
        for fact in removed:
            state.remove(fact)
        added = [fact for fact in happening.adds if fact not in facts]
        for fact in added:
            state.add(fact)
        thought = self._noticed(happening, added, removed) if self.beliefs else None
        self.tallies.append(self.objective.grown(self.tallies[-1], self, step, happening))
        agenda, left = self.agenda, self.left
        self.left -= 1.0
        released = self._release(task, step.end, (number,))
        self.available = before[:place] + self._freed(task) + before[place + 1 :]
        self._undo.append(
            _Taken(before, agenda, left, released, looked_at, None, overwritten, occupied, removed, added, thought)
        )

    def decompose(self, place: int, way: Way) -> None:
        """Replace the task at this place of what is available by its subtasks."""
        task, before = self.available[place], self.available
        agenda, left = self.agenda, self.left
        ready, waits, looked_at = self.ready[task], self.waits[task], way.needs + way.denies
        if looked_at:
            ready, waits = self._look(task, looked_at, ready, waits)
        first, network = len(self.tasks), way.network
        self.decompositions.append(Decomposition(task, way, first, len(self.steps)))
        released: list[_Waiting] = []
        if network.tasks:
            lasts = len(network.shape.lasts)
            self.agenda -= hash((self.keys[task], 0))
            self.left -= self.problem.least.get(self.tasks[task][0], 1.0)
            if lasts > 1:
                for each in self.after[task]:
                    released.append((each, self.blocked[each], self.ready[each], self.waits[each]))
                    self._block(each, self.blocked[each] + lasts - 1)
            path = hash((self.paths[task], way.method))
            self._enter(network, self.after[task], ready, waits, path, self.ranks[task])
            fresh = tuple(first + each for each in network.shape.firsts)
        else:
            self.left -= self.problem.least.get(self.tasks[task][0], 1.0)
            released = self._release(task, ready, waits)
            fresh = self._freed(task)
        self.available = before[:place] + fresh + before[place + 1 :]
        self._undo.append(_Taken(before, agenda, left, released, looked_at, first))

    def undo(self) -> None:
        """Take back what was done last."""
        taken = self._undo.pop()
        self.available, self.agenda, self.left = taken.available, taken.agenda, taken.left
        for each, blocked, ready, waits in taken.released:
            self.blocked[each], self.ready[each], self.waits[each] = blocked, ready, waits
        if taken.first is None:
            self._undo_action(taken)
        else:
            self.decompositions.pop()
            for table in self._tables:
                del table[taken.first :]
        if taken.first is None or taken.looked_at:
            self.steps.pop()
            self.tallies.pop()
        for fact in taken.looked_at:
            self._readers[fact].pop()

    def _undo_action(self, taken: _Taken) -> None:
        for agent, last in taken.occupied:
            if last is None:
                del self.free[agent]
            else:
                self.free[agent] = last
        for fact in taken.added:
            self.state.remove(fact)
        for fact in reversed(taken.removed):
            self.state.add(fact)
        writers, readers = self._writers, self._readers
        for fact, writer, looked in reversed(taken.overwritten):
            if writer is None:
                del writers[fact]
            else:
                writers[fact] = writer
            if looked is None:
                del readers[fact]
            else:
                readers[fact] = looked
        if taken.thought is not None:
            self.beliefs = taken.thought

    def rewind(self, depth: int) -> None:
        """Take back all but so many choices."""
        while len(self._undo) > depth:
            self.undo()

    def _look(
        self, task: int, facts: tuple[Fact, ...], ready: float, waits: tuple[int, ...]
    ) -> tuple[float, tuple[int, ...]]:
        """A moment at which a method's precondition holds; its subtasks come after it."""
        number, after = len(self.steps), list(waits)
        for fact in facts:
            maker = self._writers.get(fact)
            if maker is not None:
                after.append(maker)
                ready = max(ready, self.steps[maker].end)
            self._readers.setdefault(fact, []).append(number)
        self.steps.append(Step(task, None, ready, ready, tuple(after), ()))
        self.tallies.append(self.tallies[-1])
        return ready, (number,)

    def _enter(
        self,
        network: Network,
        then: tuple[int, ...],
        ready: float,
        waits: tuple[int, ...],
        path: int,
        rank: float,
    ) -> None:
        """Put tasks on the agenda that come before others already there."""
        first, shape = len(self.tasks), network.shape
        tasks, keys, wished, least = self.tasks, self.keys, self.wished_ranks, self.problem.least
        tasks += network.tasks
        keys += [0] * len(network.tasks)
        for place in shape.backwards:
            later = shape.after[place]
            ids = tuple([first + each for each in later]) if later else then
            behind = tuple(sorted([keys[each] for each in ids])) if len(ids) > 1 else keys[ids[0]] if ids else 0
            keys[first + place] = hash((tasks[first + place], behind))
        agenda = self.agenda
        for place, earlier in enumerate(shape.before):
            later = shape.after[place]
            self.after.append(tuple([first + each for each in later]) if later else then)
            self.blocked.append(len(earlier))
            self.ready.append(ready)
            self.waits.append(waits)
            own = hash((path, place))
            self.paths.append(own)
            self.groups.append(len(self.decompositions))
            self.ranks.append(wished.get(own, rank) if wished else rank)
            agenda += hash((keys[first + place], len(earlier)))
            self.left += least.get(network.tasks[place][0], 1.0)
        self.agenda = agenda

    def _block(self, task: int, count: int) -> None:
        key = self.keys[task]
        self.agenda += hash((key, count)) - hash((key, self.blocked[task]))
        self.blocked[task] = count

    def _release(self, task: int, end: float, waits: tuple[int, ...]) -> list[_Waiting]:
        """Those that come after a task wait for it no more; returns what was before."""
        self.agenda -= hash((self.keys[task], 0))
        released: list[_Waiting] = []
        own = self.waits[task]
        for each in self.after[task]:
            released.append((each, self.blocked[each], self.ready[each], self.waits[each]))
            self._block(each, self.blocked[each] - 1)
            if end > self.ready[each]:
                self.ready[each] = end
            # Who waits for an action waits for all it waited for.
            kept = [step for step in self.waits[each] if step not in own] if own else self.waits[each]
            self.waits[each] = (*kept, *waits)
        return released

    def _freed(self, task: int) -> tuple[int, ...]:
        return tuple([each for each in self.after[task] if not self.blocked[each]])

    def _noticed(
        self, happening: Happening, added: list[Fact], removed: list[Fact]
    ) -> dict[str, dict[Fact, bool]] | None:
        """Beliefs after a step: who is there learns what it changed, who is away does not. Returns those before."""
        before, facts = self.beliefs, self.state.facts
        after = {agent: dict(wrong) for agent, wrong in before.items()}
        for agent, wrong in after.items():
            there = agent in happening.agents or ("away", agent) not in facts
            for fact in happening.adds + happening.deletes:
                if there:
                    wrong.pop(fact, None)
                if fact[:2] == (KNOWS, agent):
                    wrong.pop(fact[2:], None)
            if not there:
                for fact in added + removed:
                    if wrong.pop(fact, None) is None:
                        wrong[fact] = fact in removed
        self.beliefs = after
        return before
