"""What a language model may have tried in the head or planned, on the worlds of a source: tools beside the toolbox."""

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from types import MappingProxyType
from typing import Any

from ..adapters.mujoco_rollouts import MujocoRollouts
from ..errors import BadInput
from ..errors import Problem as Fault
from ..geometry import Meshes
from ..imagination import actions_of, document, doubt_of, rehearse, said, told
from ..planning import Fact, Plan, Problem, differences, encode_result, explained, guarded, load_domain, solve
from ..world import STABLE, Agent, Scene, World
from .asking import asked_of
from .toolbox import ROWS, Source, Toolbox

# A model waits for its answer: so many runs tell a likely action from an unlikely one, and more are not done.
RUNS, MOST_RUNS = 32, 128
# How long better plans are looked for, in seconds.
WITHIN_S = 2.0


@dataclass(frozen=True)
class Imagined:
    """What would happen, in a sentence; how often it succeeds, and where everything ends."""

    text: str
    success: dict[str, Any]
    runs: int
    final: dict[str, Any] = field(default_factory=dict[str, Any])


@dataclass(frozen=True)
class Planned:
    """Who does what and why, a sentence a step; or why there is no plan."""

    possible: bool
    steps: list[str]
    plan: dict[str, Any] = field(default_factory=dict[str, Any])


@dataclass(frozen=True, slots=True)
class Thinking:
    """Tools that think ahead; nothing in the worlds changes. `domain` says what can be planned."""

    source: Source
    meshes: Meshes = field(default_factory=lambda: MappingProxyType({}))
    domain: Path | None = None

    def imagine(self, action: str, agent: str | None = None, at: float | None = None, runs: int = RUNS) -> Imagined:
        """Try an action in the head: "push the cup from the left", "pick up the cup and put it in the bin"."""
        scene = self.source.scene or Scene()
        asked = asked_of(self.source.worlds(at), self.source.scene, agent, start=self.source.start)
        words = said(action, asked.world, asked.robot)
        found = rehearse(
            asked.world,
            actions_of(words),
            rollouts=MujocoRollouts(),
            meshes=self.meshes or scene.meshes,
            runs=max(1, min(runs, MOST_RUNS)),
            seed=0,
            doubt=doubt_of(scene),
        )
        whole: dict[str, Any] = json.loads(document(found, words, rollouts=False))
        best: dict[str, Any] = whole["outcomes"][whole["best"]]
        final: dict[str, Any] = best.get("final") or {}
        return Imagined(told(found), best["success"], found.runs, dict(list(final.items())[:ROWS]))

    def plan(self, goals: list[str], at: float | None = None) -> Planned:
        """Plan who does what, for robots and people together: each goal is "TASK ARGUMENTS" of the domain served."""
        if self.domain is None:
            raise BadInput([Fault("plan", None, "no domain is served; start with --domain FILE")])
        made = load_domain(self.domain)
        tasks = [tuple(goal.split()) for goal in goals]
        if not tasks or not all(tasks):
            raise BadInput([Fault("goals", None, 'write each goal as "TASK ARGUMENTS"')])
        worlds = self.source.worlds(at)
        world, agents = worlds[STABLE], self._agents(worlds)
        known = [*_held(world), *_classes(world), *self._found(made.asks, at)]
        people = {name: _held(worlds[name]) for name, kind in agents.items() if kind == "human" and name in worlds}
        believed = differences(known, people)
        problem = guarded(self.domain, lambda: made.problem(known, tasks, agents=agents, beliefs=believed))
        assert isinstance(problem, Problem)
        problem = replace(problem, begins=world.stamp)
        result = guarded(self.domain, lambda: solve(problem, None, within=WITHIN_S, rounds=None, seed=0))
        if isinstance(result, Plan):
            return Planned(True, list(explained(result)), json.loads(encode_result(result)))
        return Planned(False, [str(result)])

    def _agents(self, worlds: Mapping[str, World]) -> dict[str, str]:
        known = [] if self.source.scene is None else [self.source.scene.world]
        entities = (each for world in (*known, worlds[STABLE]) for each in world.structure.entities)
        return {str(each.id): each.role.kind for each in entities if isinstance(each.role, Agent)}

    def _found(self, patterns: Sequence[str], at: float | None) -> list[Fact]:
        found: list[Fact] = []
        for pattern in patterns:
            words = pattern.split()
            for row in Toolbox(self.source).find([pattern], at=at).rows:
                subject, predicate, target = (str(row.get(word.lstrip("?"), word)) for word in words)
                found.append((predicate, subject, target))
        return found


def thoughts(thinking: Thinking) -> Sequence[Callable[..., Any]]:
    """The tools: planning only where there is a domain to plan in."""
    return (thinking.imagine,) if thinking.domain is None else (thinking.imagine, thinking.plan)


def _held(world: World) -> list[Fact]:
    return [(each.predicate, each.subject, str(each.object)) for each in world.timeline.open.values()]


def _classes(world: World) -> list[Fact]:
    return [("type", str(name), world.entity(name).category) for name in world.ids]
