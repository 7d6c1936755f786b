"""Plans as JSON."""

from pathlib import Path
from typing import Annotated, cast

import msgspec
from msgspec import Meta, Struct

from ..errors import BadInput, Problem
from .model import Agent
from .plan import Action, Branch, Done, Link, Plan
from .results import GaveUp, Impossible, Result
from .state import Fact, fact_text

Name = Annotated[str, Meta(min_length=1, max_length=200)]
Id = Annotated[int, Meta(ge=0, lt=10**9)]
Seconds = Annotated[float, Meta(ge=0, le=1e12)]


class ActionFile(Struct, frozen=True):
    id: Id
    name: Name
    args: list[Name]
    agents: list[Name]
    start: Seconds
    end: Seconds
    after: list[Id]
    shortest: Seconds = 0.0
    longest: Seconds = 0.0


class LinkFile(Struct, frozen=True, rename={"maker": "from", "taker": "to"}):
    maker: Id | None
    taker: Id
    fact: str


class TaskFile(Struct, frozen=True):
    id: Id
    name: Name
    args: list[Name]
    method: Name
    subtasks: list[Id]
    chooser: str | None = None


class AgentFile(Struct, frozen=True):
    name: Name
    kind: Name


class BranchFile(Struct, frozen=True):
    task: Id
    chooser: Name
    method: Name
    plan: "PlanFile"


class PlanFile(Struct, frozen=True):
    """What is written and read."""

    status: Name
    makespan: Seconds | None = None
    cost: dict[str, float] = {}
    actions: list[ActionFile] = []
    links: list[LinkFile] = []
    tasks: list[TaskFile] = []
    roots: list[Id] = []
    agents: list[AgentFile] = []
    streams: dict[str, list[Id]] = {}
    best: bool = False
    branches: list[BranchFile] = []
    begins: Annotated[float, Meta(ge=-1e12, le=1e12)] | None = None
    # Of what is no plan.
    reason: str | None = None
    task: str | None = None
    precondition: str | None = None


def encode_result(result: Result) -> bytes:
    """A plan, or what came instead of one, as JSON."""
    # A line for each action, link and task: so a person reads it, and an error can name its line.
    fields = [f'"{name}": {_lines(value)}' for name, value in msgspec.structs.asdict(_file(result)).items()]
    return ("{\n " + ",\n ".join(fields) + "\n}\n").encode()


def _lines(value: object) -> str:
    if not isinstance(value, list) or not value or isinstance(value[0], int):
        return msgspec.json.encode(value).decode()
    return "[\n  " + ",\n  ".join(msgspec.json.encode(each).decode() for each in cast("list[object]", value)) + "\n ]"


def _file(result: Result) -> PlanFile:
    match result:
        case Plan():
            return _plan_file(result)
        case Impossible(task, precondition):
            return PlanFile("impossible", reason=str(result), task=task, precondition=precondition)
        case GaveUp(_, _, furthest):
            task = None if furthest is None else furthest.task
            precondition = None if furthest is None else furthest.precondition
            return PlanFile("gave up", reason=str(result), task=task, precondition=precondition)


def _plan_file(plan: Plan) -> PlanFile:
    return PlanFile(
        status="plan",
        makespan=plan.makespan,
        cost={name: round(value, 9) for name, value in plan.costs.items()},
        actions=[
            ActionFile(
                each.id,
                each.task[0],
                list(each.task[1:]),
                list(each.agents),
                each.start,
                each.end,
                list(each.after),
                *each.interval,
            )
            for each in plan.actions
        ],
        links=[LinkFile(each.maker, each.taker, fact_text(each.fact)) for each in plan.links],
        tasks=[
            TaskFile(each.id, each.task[0], list(each.task[1:]), each.method, list(each.parts), each.chooser)
            for each in plan.tasks
        ],
        roots=list(plan.roots),
        agents=[AgentFile(each.name, each.kind) for each in plan.agents],
        streams={each.name: [action.id for action in plan.stream(each.name)] for each in plan.agents},
        best=plan.best,
        branches=[BranchFile(each.task, each.chooser, each.method, _plan_file(each.plan)) for each in plan.branches],
        begins=plan.begins,
    )


class _Fault(Exception):
    """What is wrong with a plan, and where: `$.actions[3].id`."""

    def __init__(self, path: str, message: str) -> None:
        self.path, self.message = path, message
        super().__init__(message)


def decode_plan(data: bytes, file: str) -> Plan:
    """A plan from JSON. Raises BadInput with the line."""
    try:
        return _plan(msgspec.json.decode(data, type=PlanFile), "$")
    except (msgspec.DecodeError, RecursionError, UnicodeDecodeError) as error:
        raise BadInput([Problem(file, _line(data, str(error)), f"is no plan: {error}")]) from error
    except _Fault as fault:
        raise BadInput([Problem(file, _line(data, f"`{fault.path}`"), fault.message)]) from fault


def read_plan(path: Path) -> Plan:
    """A plan from a file. Raises BadInput with the line."""
    try:
        return decode_plan(path.read_bytes(), str(path))
    except OSError as error:
        raise BadInput([Problem(str(path), None, f"cannot be opened: {error.strerror}")]) from error


def _check(found: PlanFile, path: str) -> None:
    """Raises _Fault where ids do not fit together."""
    if found.status != "plan":
        raise _Fault(f"{path}.status", f"holds no plan: its status is '{found.status}'")
    actions, known = {each.id for each in found.actions}, set[int]()
    parts = [(f"actions[{place}]", each.id) for place, each in enumerate(found.actions)]
    parts += [(f"tasks[{place}]", each.id) for place, each in enumerate(found.tasks)]
    for where, each in parts:
        if each in known:
            raise _Fault(f"{path}.{where}.id", f"id {each} is used twice; actions and tasks share their ids")
        known.add(each)
    named = [(f"actions[{place}].after", one) for place, each in enumerate(found.actions) for one in each.after]
    for place, link in enumerate(found.links):
        named += [(f"links[{place}].to", link.taker)]
        named += [] if link.maker is None else [(f"links[{place}].from", link.maker)]
    for where, each in named:
        if each not in actions:
            raise _Fault(f"{path}.{where}", f"'{where.rpartition('.')[2]}' names {each}, which is no action")
    below = [("roots", each) for each in found.roots]
    below += [(f"tasks[{place}].subtasks", one) for place, each in enumerate(found.tasks) for one in each.subtasks]
    for where, each in below:
        if each not in known:
            raise _Fault(f"{path}.{where}", f"the hierarchy names {each}, which is no task and no action")


def _plan(found: PlanFile, path: str) -> Plan:
    _check(found, path)
    return Plan(
        tuple(
            Action(
                each.id,
                (each.name, *each.args),
                tuple(each.agents),
                each.start,
                each.end,
                tuple(each.after),
                (each.shortest, each.longest),
            )
            for each in found.actions
        ),
        tuple(Link(each.maker, each.taker, _fact(each.fact)) for each in found.links),
        tuple(
            Done(each.id, (each.name, *each.args), each.method, tuple(each.subtasks), each.chooser)
            for each in found.tasks
        ),
        tuple(found.roots),
        dict(found.cost),
        tuple(Agent(each.name, each.kind) for each in found.agents),
        found.best,
        tuple(
            Branch(each.task, each.chooser, each.method, _plan(each.plan, f"{path}.branches[{place}].plan"))
            for place, each in enumerate(found.branches)
        ),
        begins=found.begins,
    )


def _fact(text: str) -> Fact:
    return tuple(text.strip("() ").split())


def _line(data: bytes, message: str) -> int | None:
    """The line an error of the decoder speaks of: it tells a byte, or a path such as `$.actions[3].start`."""
    if "byte" in message:
        digits = "".join(each for each in message.rpartition("byte")[2] if each.isdigit())
        return data[: int(digits or 0)].count(b"\n") + 1
    if "truncated" in message:
        return data.count(b"\n") + 1
    path = message.partition("`$")[2].partition("`")[0]
    import yaml

    try:
        node = cast("yaml.Node | None", yaml.compose(data.decode("utf-8", "replace"), Loader=yaml.SafeLoader))  # pyright: ignore
    except (yaml.YAMLError, RecursionError):
        return 1
    line = 1
    for word in path.replace("[", ".[").split(".")[1:]:
        if isinstance(node, yaml.SequenceNode) and word.strip("[]").isdigit():
            node = dict(enumerate(cast("list[yaml.Node]", node.value))).get(int(word.strip("[]")))
        elif isinstance(node, yaml.MappingNode):
            pairs = cast("list[tuple[yaml.Node, yaml.Node]]", node.value)
            node = next((value for key, value in pairs if key.value == word), node)
        line = line if node is None else cast(int, node.start_mark.line) + 1  # pyright: ignore
    return line
