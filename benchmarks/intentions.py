"""What people do next, foretold one second before their hand closes or opens: plan, gaze, and all that is seen.

`python -m benchmarks intentions --runs=4` plays each study so often. In every other cleaning people take another thing
than they are asked for, if there is one.
"""

import sys
from collections.abc import Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import Any

import numpy as np

from benchmarks.acting import STUDIES
from benchmarks.tables import table
from midworld.adapters.room.hearing import understood
from midworld.adapters.room.room import Room
from midworld.execution import Foresight, Run, foreseen, options
from midworld.geometry import rotate
from midworld.planning import Task
from midworld.session import Live
from midworld.world import EntityId, World

AHEAD_S = 1.0
WAYS = ("all that is seen", "plan and requests alone", "gaze alone")


class Onlooker:
    """Foretells at every tick of a room, and scores when somebody takes something or lets it go."""

    def __init__(self) -> None:
        self.live: Live | None = None
        self.run: Run | None = None
        self.scores: dict[str, list[float]] = {way: [] for way in WAYS}
        self._foresights: dict[str, Foresight] = {}
        self._told: dict[str, list[tuple[float, Mapping[str, Mapping[Task, float]]]]] = {}
        self._held: dict[str, str] = {}

    def begin(self, live: Live) -> None:
        self.live = live

    def watch(self, run: Run) -> None:
        self.run = run

    def look(self, room: Room) -> None:
        self._score(room)
        if self.live is None or not room.now:
            return
        world, facts = self.live.world(), self.live.facts()
        for name in (str(each) for each in room.people if each in world):
            choices = options(name, world, facts, run=self.run, asked=_asked(room, name))
            foresight = foreseen(self._foresights.get(name), name, world, choices, stamp=room.now)
            self._foresights[name] = foresight
            ways = {WAYS[0]: dict(foresight.likely), WAYS[1]: choices, WAYS[2]: _gazed(world, name, choices)}
            self._told.setdefault(name, []).append((room.now, ways))

    def _score(self, room: Room) -> None:
        held = {str(thing): str(who) for thing in room.labels if (who := room.holder(thing)) in room.people}
        for thing, who in {**held, **self._held}.items():
            if held.get(thing) == self._held.get(thing):
                continue
            if thing in held:
                self._mark(room.now, held[thing], ("take", held[thing], thing))
            elif thing not in held and room.holder(EntityId(thing)) is None:
                self._mark(room.now, who, ("", who, thing))
        self._held = held

    def _mark(self, now: float, who: str, done: Task) -> None:
        """Of the likeliest, the share that is what was done; letting go is throwing as well as putting."""
        earlier = [ways for stamp, ways in self._told.get(who, ()) if stamp <= now - AHEAD_S + 1e-6]
        if not earlier:
            return
        for way in WAYS:
            known = {task: each for task, each in earlier[-1][way].items() if task}
            best = max(known.values(), default=0.0)
            top = [task for task, each in known.items() if each >= best - 1e-9]
            right = [task for task in top if task[2] == done[2] and (task[0] == "take") == (done[0] == "take")]
            self.scores[way].append(len(right) / len(top) if top else 0.0)


def main() -> None:
    words = dict(each.removeprefix("--").split("=") for each in sys.argv if each.startswith("--"))
    rows: list[list[str]] = []
    means: dict[str, list[float]] = {way: [] for way in WAYS}
    for study in STUDIES:
        scores: dict[str, list[float]] = {way: [] for way in WAYS}
        for seed in range(8100, 8100 + int(words.get("runs", "4"))):
            for way, found in played(study, seed).items():
                scores[way] += found
        shares = [float(np.mean(scores[way])) if scores[way] else 0.0 for way in WAYS]
        for way, share in zip(WAYS, shares, strict=True):
            means[way].append(share)
        rows.append([study, str(len(scores[WAYS[0]])), *(f"{100 * share:.0f} %" for share in shares)])
        print(rows[-1], flush=True)
    rows.append(["mean over the studies", "", *(f"{100 * float(np.mean(means[way])):.0f} %" for way in WAYS)])
    title = f"People's next action, foretold {AHEAD_S:g} s before the hand closes or opens"
    table("intentions", title, ["study", "actions", *WAYS], rows)


def played(study: str, seed: int) -> dict[str, list[float]]:
    """One run of a study, foretold."""
    module: Any = STUDIES[study]
    laid, looker = module.drawn(seed), Onlooker()
    if study == "cleaning" and seed % 2 and len(laid.tapes) > 1:
        first, second, *_ = laid.tapes
        laid = replace(laid, character=replace(laid.character, mistakes=MappingProxyType({first: second})))
    words = {"watch": looker.watch} if study in ("cleaning", "handover") else {}

    module.played(laid, meanwhile=looker.look, begun=looker.begin, **words)
    return looker.scores


def _gazed(world: World, name: str, choices: Mapping[Task, float]) -> dict[Task, float]:
    """How nearly somebody looks at what each task is about."""
    if f"{name}/head" not in world:
        return {}
    head = world.pose(f"{name}/head")
    ahead = rotate(np.asarray(head.orientation), np.array([1.0, 0.0, 0.0]))
    found: dict[Task, float] = {}
    for task in choices:
        if task and task[-1] in world:
            away = np.asarray(world.pose(task[-1]).position) - np.asarray(head.position)
            found[task] = float(away @ ahead / np.linalg.norm(away)) + 1.0
    return found


def _asked(room: Room, name: str) -> tuple[Task, ...]:
    """What the robot said last to somebody, as tasks."""
    said = next((each for each in reversed(room.said) if each.speaker == room.robot.name and each.to == name), None)
    heard = None if said is None else understood(said.text, room.labels)
    if heard is None or not heard.things:
        return ()
    thing = str(heard.things[0])
    return (("take", name, thing), *(("throw", name, thing, str(each)) for each in heard.things[1:2]))


if __name__ == "__main__":
    main()
