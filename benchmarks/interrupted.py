"""The bundled scenes with stages that fail once: nothing is to be lost, it only comes a tick late."""

import time
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import cache
from typing import Any

from midworld.adapters.embree import EmbreeSight
from midworld.adapters.mujoco import MujocoEngine
from midworld.assessment import Assessment
from midworld.cli.demo import SCENES, STORIES
from midworld.errors import StageFailed
from midworld.perception import Observation
from midworld.physics import Engine
from midworld.providers import read_observations, read_scene
from midworld.runtime import AnyStage, Commit, Inputs, Root
from midworld.world import Delta, Entry, Scene, World, encode_world

# After a failure it takes one tick to make up for it; one more shows that all goes on as it would have.
AFTERWARDS = 2


class Lost(AssertionError):
    def __init__(self, scene: str, stage: str, tick: int, worlds: Sequence[str]) -> None:
        super().__init__(
            f"{scene}: '{stage}' failed once at tick {tick}, and not what they would have been are: {', '.join(worlds)}"
        )


class Interrupted(RuntimeError):
    """What a stage here fails with."""


@cache
def bundled(name: str) -> tuple[Scene, tuple[Observation, ...]]:
    """A bundled scene and what is observed in it."""
    scene = read_scene(SCENES / name / "scene.yaml")
    return scene, tuple(read_observations(SCENES / name / "observations.jsonl", scene))


def assessed(scene: Scene, *, engine: Engine | None = None, root: Root | None = None) -> Assessment:
    return Assessment(scene, engine=engine or MujocoEngine(), sight=EmbreeSight, root=root)


@dataclass(slots=True)
class Transcript:
    """All that is told of each world, in order, from when it is begun."""

    assessment: Assessment
    entries: dict[str, list[Entry]] = field(default_factory=dict[str, list[Entry]])

    def __post_init__(self) -> None:
        self.assessment.board.subscribe(self._hear)

    def _hear(self, commit: Commit) -> None:
        self.entries.setdefault(commit.name, []).extend(commit.delta.entries)

    def worlds(self) -> dict[str, bytes]:
        """Every world as it is now."""
        return {name: encode_world(world) for name, world in self.assessment.board.snapshot().items()}


def failing_once(stage: AnyStage, at: float, *, late: bool = False) -> AnyStage:
    """A stage that fails once at an instant: before it has done anything, or, if `late`, when all is done."""
    left = [at]

    def step(inputs: Inputs, previous: World, memory: Any, stamp: float) -> tuple[Delta, Any]:
        fails = stamp in left
        if fails and not late:
            left.clear()
            raise Interrupted("at once")
        done = stage.step(inputs, previous, memory, stamp)
        if fails:
            left.clear()
            raise Interrupted("when all was done")
        return done

    return replace(stage, step=step)


def fed(assessment: Assessment, observation: Observation, *, failing: str | None = None, late: bool = False) -> bool:
    """One tick, at which a stage fails if it is named; whether some stage did.

    Stages appear with the first percept of a person: one that is not there yet does not fail.
    """
    stages = {stage.name: stage for stage in assessment.pipeline.stages}
    if failing in stages:
        assessment.pipeline.replace(failing, failing_once(stages[failing], observation.stamp, late=late))
    with suppress(StageFailed):
        assessment.feed(observation)
        return False
    return True


def afterwards(
    at: Assessment, observations: Sequence[Observation], *, failing: str | None = None, late: bool = False
) -> Transcript:
    """Goes on in a fork, at whose first tick a stage fails if it is named."""
    found = Transcript(at.fork())
    for offset, observation in enumerate(observations):
        failed = fed(found.assessment, observation, failing=None if offset else failing, late=late)
        assert failed == (offset == 0 and failing is not None), f"'{failing}', tick {offset} from there: {failed}"
    return found


def lost(plain: Transcript, broken: Transcript) -> tuple[str, ...]:
    """The worlds of which something else was told, or that are otherwise in the end."""
    mine, theirs = plain.worlds(), broken.worlds()
    names = dict.fromkeys([*mine, *theirs])
    told = [each for each in names if plain.entries.get(each) != broken.entries.get(each)]
    return tuple(dict.fromkeys([*told, *(each for each in names if mine.get(each) != theirs.get(each))]))


def exhaustive(names: Sequence[str] = tuple(STORIES)) -> Iterator[str]:
    """Every stage fails once at every tick of every scene. Raises Lost; tells how far it is."""
    for name in names:
        start, tried = time.perf_counter(), 0
        scene, observations = bundled(name)
        assessment = assessed(scene)
        assessment.feed(observations[0])
        # The last ticks have none after them that could make up for anything.
        for tick in range(1, len(observations) - AFTERWARDS):
            some = observations[tick : tick + 1 + AFTERWARDS]
            plain = afterwards(assessment, some)
            for stage in assessment.pipeline.stages:
                broken = afterwards(assessment, some, failing=stage.name, late=tick % 2 == 1)
                if worlds := lost(plain, broken):
                    raise Lost(name, stage.name, tick, worlds)
                tried += 1
            assessment.feed(observations[tick])
        yield f"{name}: {tried} failures in {time.perf_counter() - start:.0f} s, nothing lost"
