"""Plans in the format of the 2020 HTN competition: actions, then every task with its method and its parts."""

from collections.abc import Iterator
from dataclasses import dataclass

from ..errors import BadInput, Problem, shortened
from ..limits import LONGEST_NAME
from .plan import Plan
from .state import Task

_BEGIN, _END, _ROOT, _ARROW = "==>", "<==", "root", "->"


@dataclass(frozen=True, slots=True)
class Part:
    """A line of such a plan: an action, or a task with the method it is done by."""

    id: int
    task: Task
    method: str | None
    parts: tuple[int, ...]
    line: int = 0


@dataclass(frozen=True, slots=True)
class Decomposed:
    """A sequence of actions, the tasks they come from, and the ids of those that were asked for."""

    actions: tuple[Part, ...]
    tasks: tuple[Part, ...]
    roots: tuple[int, ...]
    file: str = "plan"
    root_line: int = 0


def decomposed(plan: Plan) -> Decomposed:
    """The sequence and hierarchy of a plan."""
    actions = tuple(Part(each.id, each.task, None, ()) for each in plan.actions)
    tasks = tuple(Part(each.id, each.task, each.method, each.parts) for each in plan.tasks)
    return Decomposed(actions, tasks, plan.roots)


def ipc_text(plan: Plan) -> str:
    """A plan as outside verifiers read it."""

    def lines() -> Iterator[str]:
        yield _BEGIN
        for each in plan.actions:
            yield f"{each.id} {' '.join(each.task)}"
        yield " ".join([_ROOT, *map(str, plan.roots)])
        for each in plan.tasks:
            yield " ".join([f"{each.id}", *each.task, _ARROW, each.method, *map(str, each.parts)])
        yield _END

    return "\n".join(lines()) + "\n"


def parse_ipc(text: str, file: str) -> Decomposed:
    """A plan in this format. Raises BadInput with the line."""
    reader = _Reader(file)
    for number, line in enumerate(text.splitlines(), 1):
        reader.take(line.split(), number)
    return reader.finish()


class _Reader:
    def __init__(self, file: str) -> None:
        self._file = file
        self._actions: list[Part] = []
        self._tasks: list[Part] = []
        self._roots: tuple[int, ...] | None = None
        self._root_line, self._line = 0, 1
        self._begun = self._ended = False
        self._ids: set[int] = set()

    def _refuse(self, message: str) -> BadInput:
        return BadInput([Problem(self._file, self._line, message)])

    def take(self, words: list[str], line: int) -> None:
        """One line."""
        self._line = line
        if not words or words[0].startswith(";"):
            return
        if not self._begun:
            # What a planner prints before its plan is not part of it.
            self._begun = words == [_BEGIN]
        elif words == [_END]:
            self._ended = True
        elif not self._ended:
            self._entry(words)

    def _entry(self, words: list[str]) -> None:
        if words[0] == _ROOT:
            if self._roots is not None:
                raise self._refuse("'root' stands here twice")
            self._roots, self._root_line = tuple(map(self._number, words[1:])), self._line
            return
        number = self._number(words[0])
        if number in self._ids:
            raise self._refuse(f"id {number} is used twice")
        self._ids.add(number)
        if len(words) == 1:
            raise self._refuse(f"id {number} has no task")
        if any(len(each) > LONGEST_NAME for each in words):
            raise self._refuse(f"a name is longer than {LONGEST_NAME} characters")
        if _ARROW not in words:
            self._actions.append(Part(number, tuple(words[1:]), None, (), self._line))
            return
        arrow = words.index(_ARROW)
        if arrow == 1 or arrow + 1 == len(words):
            raise self._refuse("a task is written ID NAME ARGUMENTS -> METHOD IDS")
        parts = tuple(map(self._number, words[arrow + 2 :]))
        self._tasks.append(Part(number, tuple(words[1:arrow]), words[arrow + 1], parts, self._line))

    def _number(self, word: str) -> int:
        if not (word.isascii() and word.isdigit() and len(word) < 10):
            raise self._refuse(f"'{shortened(word)}' is no id; ids are whole numbers")
        return int(word)

    def finish(self) -> Decomposed:
        """The plan, if all of it is there."""
        if not self._begun:
            raise self._refuse(f"a plan begins with {_BEGIN}")
        if not self._ended:
            raise self._refuse(f"the plan is cut off: {_END} is missing")
        if self._roots is None:
            raise self._refuse("a line that begins with root is missing")
        return Decomposed(tuple(self._actions), tuple(self._tasks), self._roots, self._file, self._root_line)
