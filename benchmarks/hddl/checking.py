"""Whether a plan in the format of the 2020 HTN competition, or in Midworld's JSON, solves a problem in HDDL."""

import json
from collections.abc import Iterator
from itertools import permutations
from typing import Any

from benchmarks.hddl.reading import Facts, Hddl, Method, Task, filled

AGENT_TYPES = ["agent", "robot", "human"]


class Wrong(Exception):
    """What is wrong with a plan."""


def ipc_faults(text: str, hddl: Hddl) -> str:
    """Why a plan is none, empty if it is one."""
    try:
        _Plan(text, hddl).check()
    except (Wrong, ValueError, KeyError) as error:
        return str(error) or type(error).__name__
    return ""


class _Plan:
    def __init__(self, text: str, hddl: Hddl) -> None:
        self.hddl = hddl
        self.actions: list[int] = []
        self.words: dict[int, Task] = {}
        self.methods: dict[int, tuple[str, list[int]]] = {}
        self.roots: list[int] = []
        lines = [line.lower().split() for line in text.splitlines()]
        for line in lines[lines.index(["==>"]) + 1 : lines.index(["<=="])]:
            if line[0] == "root":
                self.roots = [int(each) for each in line[1:]]
            elif "->" in line:
                arrow = line.index("->")
                self.words[int(line[0])] = tuple(line[1:arrow])
                self.methods[int(line[0])] = (line[arrow + 1], [int(each) for each in line[arrow + 2 :]])
            else:
                self.words[int(line[0])] = tuple(line[1:])
                self.actions.append(int(line[0]))
        self.at = {number: place for place, number in enumerate(self.actions)}

    def check(self) -> None:
        """Raises Wrong."""
        states = self._executed()
        below = [*self.roots, *(each for _, parts in self.methods.values() for each in parts)]
        if sorted(below) != sorted(self.words):
            raise Wrong("not everything is part of exactly one task")
        self._spans: dict[int, tuple[int, int] | None] = {}
        if self._fitted(self.hddl.start, ("",), self.roots, 0, states) is None:
            raise Wrong("the tasks asked for are not those done, or not in their order")

    def _executed(self) -> list[Facts]:
        states = [self.hddl.facts]
        for number in self.actions:
            after = self.hddl.after(self.words[number], states[-1])
            if after is None:
                raise Wrong(f"{self.words[number]} cannot be done where it stands")
            states.append(after)
        if not self.hddl.holds(self.hddl.goal, {}, states[-1]):
            raise Wrong("the goal does not hold")
        return states

    def _first(self, number: int) -> int:
        """The place of the first action below a task, the number of actions if there is none."""
        waiting, first = [number], len(self.actions)
        while waiting:
            each = waiting.pop()
            first = min(first, self.at.get(each, first))
            waiting += self.methods[each][1] if each in self.methods else []
        return first

    def _done(self, number: int, earliest: int, states: list[Facts]) -> int | None:
        """The least gap after a task that begins no earlier than a gap; None where it is not done rightly."""
        if number in self.at:
            return self.at[number] + 1 if self.at[number] >= earliest else None
        name, parts = self.methods[number]
        task, ends = self.words[number], list[int]()
        kinds = [kinds for _, kinds in self.hddl.tasks[task[0]]]
        if len(kinds) != len(task) - 1 or not all(map(self.hddl.is_a, task[1:], kinds)):
            raise Wrong(f"{task} has arguments of other types")
        for method in self.hddl.methods:
            if method.name == name and method.task[0] == task[0]:
                found = self._fitted(method, task, parts, earliest, states)
                ends += [] if found is None else [found]
        return min(ends) if ends else None

    def _fitted(self, method: Method, task: Task, parts: list[int], earliest: int, states: list[Facts]) -> int | None:
        """The least gap after everything a method does; None where the parts do not fit it."""
        found: list[int] = []
        latest = min([self._first(each) for each in parts], default=len(self.actions))
        for order in _matchings(method, [self.words[each] for each in parts]):
            numbers = [parts[each] for each in order]
            for binding in self._bindings(method, task, [self.words[each] for each in numbers]):
                gaps = (
                    gap
                    for gap in range(earliest, latest + 1)
                    if all(self.hddl.holds(each, binding, states[gap]) for each in method.conditions)
                )
                gap = next(gaps, None)
                end = None if gap is None else self._ordered(method, numbers, gap, states)
                found += [] if end is None else [end]
                if end is not None and end <= earliest + 1:
                    return end
        return min(found) if found else None

    def _ordered(self, method: Method, numbers: list[int], gap: int, states: list[Facts]) -> int | None:
        ends: dict[int, int] = {}
        while len(ends) < len(numbers):
            for place, number in enumerate(numbers):
                earlier = [one for one, other in method.order if other == place]
                if place in ends or not all(each in ends for each in earlier):
                    continue
                end = self._done(number, max([gap, *(ends[each] for each in earlier)]), states)
                if end is None:
                    return None
                ends[place] = end
        return max([gap, *ends.values()])

    def _bindings(self, method: Method, task: Task, words: list[Task]) -> Iterator[dict[str, str]]:
        binding: dict[str, str] = {}
        for pattern, given in [(method.task, task), *zip(method.subtasks, words, strict=True)]:
            if len(pattern) != len(given):
                return
            for term, value in zip(pattern, given, strict=True):
                if (binding.setdefault(term, value) if term.startswith("?") else term) != value:
                    return
        for name, kinds in method.variables:
            if name in binding and not self.hddl.is_a(binding[name], kinds):
                return
        for more in self.hddl.values([each for each in method.variables if each[0] not in binding]):
            yield {**binding, **more}


def _matchings(method: Method, words: list[Task]) -> Iterator[tuple[int, ...]]:
    """Which part is which subtask: as listed, or any order in which names agree."""
    if len(words) != len(method.subtasks):
        return
    names = [each[0] for each in method.subtasks]
    # More than this many are compared as listed only.
    orders = permutations(range(len(words))) if len(words) <= 6 else [tuple(range(len(words)))]
    for order in orders:
        if [words[each][0] for each in order] == names:
            yield order


def json_faults(text: str, hddl: Hddl) -> list[str]:
    """Everything about the times, agents and links of a plan in JSON that the contract does not allow."""
    plan: dict[str, Any] = json.loads(text)
    actions: list[dict[str, Any]] = plan["actions"]
    by_id = {each["id"]: each for each in actions}
    found: list[str] = []
    if plan["makespan"] != max((each["end"] for each in actions), default=0):
        found.append("makespan is not the last end")
    for each in actions:
        words = [each["name"], *each["args"]]
        if each["agents"] != _agents(words, hddl):
            found.append(f"agents of {words} are {each['agents']}")
        found += [f"{words} begins too early" for one in each["after"] if by_id[one]["end"] > each["start"]]
        for other in actions:
            apart = other["end"] <= each["start"] or each["end"] <= other["start"]
            if other["id"] != each["id"] and set(other["agents"]) & set(each["agents"]) and not apart:
                found.append(f"{words} overlaps with {other['name']}")
    found += [
        f"link {each} goes backwards"
        for each in plan["links"]
        if each["from"] is not None and by_id[each["from"]]["end"] > by_id[each["to"]]["start"]
    ]
    return found + _linked(plan, hddl)


def _agents(words: list[str], hddl: Hddl) -> list[str]:
    typed = {*hddl.parents, *(kind for kinds in hddl.parents.values() for kind in kinds)} & set(AGENT_TYPES)
    if not typed:
        return ["robot"]
    return [each for each in dict.fromkeys(words[1:]) if hddl.is_a(each.lower(), AGENT_TYPES)]


def _linked(plan: dict[str, Any], hddl: Hddl) -> list[str]:
    links = {(each["to"], each["fact"].lower()): each["from"] for each in plan["links"]}
    facts, makers, found = hddl.facts, dict[Task, int](), list[str]()
    for each in sorted(plan["actions"], key=lambda one: one["start"]):
        task = tuple(word.lower() for word in (each["name"], *each["args"]))
        after = hddl.after(task, facts)
        if after is None:
            return [*found, f"in the order of start, {task} cannot be done"]
        action = hddl.actions[task[0]]
        binding = {name: value for (name, _), value in zip(action.variables, task[1:], strict=True)}
        parts = [action.condition] if action.condition and action.condition[0] != "and" else action.condition[1:]
        for part in parts:
            if part and part[0] not in ("and", "or", "not", "imply", "forall", "exists", "="):
                fact = filled(part, binding)
                key = (each["id"], f"({' '.join(fact)})")
                if key not in links or links[key] != makers.get(fact):
                    found.append(f"{task} needs {fact}, made by {makers.get(fact)}; the link says {links.get(key)}")
        for fact, adds in hddl.changes(action.effect, binding, facts):
            if adds:
                makers[fact] = each["id"]
        facts = after
    if not hddl.holds(hddl.goal, {}, facts):
        found.append("in the order of start, the goal does not hold")
    return found
