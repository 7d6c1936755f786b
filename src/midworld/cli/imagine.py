"""`midworld imagine`: what would happen if."""

import sys
from collections.abc import Generator
from contextlib import contextmanager
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from ..errors import BadAction, BadInput, Problem
from ..imagination import (
    HERE,
    Action,
    Progress,
    Rehearsal,
    Stop,
    Workers,
    document,
    doubt_of,
    precarious,
    read_action,
    rehearse,
    said,
    told,
)
from ..imagination import actions_of as actions_in
from ..readers.asking import asked_of
from ..world import Scene, World
from .ask import assessed
from .completion import minds
from .options import STANDARD_OUTPUT, LogPath, Packages, ScenePath, package_folders

WHAT_MAY_FALL = ("what may fall", "what is precarious")


class Ranking(StrEnum):
    SUCCESS = "success"
    PUBLISHED = "published"


Sentence = Annotated[
    str | None,
    typer.Argument(
        help='What to do: "push the tower from the left at 0.3 m/s"; or "what may fall"', metavar="[SENTENCE]"
    ),
]
ActionFile = Annotated[
    str | None, typer.Option("--action", help="The action as a JSON file, or as JSON itself", metavar="ACTION.json")
]
At = Annotated[
    str | None, typer.Option("--at", help="The instant, in seconds; +3 counts from the start. The end if left out")
]
Whose = Annotated[
    str | None, typer.Option("--who", help="In whose world: the robot's if left out", autocompletion=minds)
]
Runs = Annotated[int, typer.Option("--runs", "-n", help="Rollouts of each alternative", min=1, max=100_000)]
Seed = Annotated[int, typer.Option("--seed", help="The same seed gives the same bytes", min=0)]
Cluster = Annotated[
    str | None,
    typer.Option("--cluster", help="A dask scheduler that does the work: tcp://HOST:PORT", metavar="ADDRESS"),
]
Processes = Annotated[int, typer.Option("--processes", help="So many processes of this machine do the work", min=0)]
Result = Annotated[
    Path | None, typer.Option("--output", "-o", help="Where to write all of it as JSON; - is standard output")
]
Picture = Annotated[
    Path | None, typer.Option("--snapshot", help="Draw where things would end, as ghosts: .png", metavar="PICTURE")
]
Clear = Annotated[
    bool, typer.Option("--until-clear", help="Stop early, once success is clearly more or less likely than failure")
]
Rank = Annotated[Ranking, typer.Option("--policy", help="What is best: success, or the paper's confidence")]


def imagine(
    scene: ScenePath,
    log: LogPath,
    sentence: Sentence = None,
    action: ActionFile = None,
    at: At = None,
    who: Whose = None,
    runs: Runs = 64,
    seed: Seed = 0,
    cluster: Cluster = None,
    processes: Processes = 0,
    output: Result = None,
    snapshot: Picture = None,
    policy: Rank = Ranking.SUCCESS,
    until_clear: Clear = False,
    package: Packages = None,
) -> None:
    """Try an action in the head: what would happen, how often, how long it takes and where everything ends."""
    if (sentence is None) == (action is None):
        raise BadInput([Problem("--action", None, "give either a sentence or --action ACTION.json")])
    from ..session import open as open_scene

    given = None if action is None else _read(action)
    deep = 1 if who is None else who.count("/") + 1
    session = open_scene(scene, packages=package_folders(package), history=1.0, depth=deep)
    worlds, start = assessed(session, log, at)
    asked = asked_of(worlds, session.scene, who, start=start, place="--who")
    if sentence is not None and sentence.lower().strip(" ?.") in WHAT_MAY_FALL:
        print(_may_fall(asked.world, session.scene, seed))
        return
    if given is None:
        words = said(str(sentence), asked.world, asked.robot)
        given = words, actions_in(words)
    found = _rehearsed(asked.world, given[1], session.scene, runs, seed, cluster, processes, policy, until_clear)
    if snapshot is not None:
        from ..readers.ghosts import ghosts

        _written(snapshot, ghosts(asked.world, found, meshes=session.scene.meshes))
    if output is not None:
        written = document(found, given[0], rollouts=True)
        if output == STANDARD_OUTPUT:
            sys.stdout.buffer.write(written)
            return
        _written(output, written)
    print(told(found))


def _may_fall(world: World, scene: Scene, seed: int) -> str:
    """What a small push would bring down, in a sentence each."""
    from ..adapters.mujoco_rollouts import MujocoRollouts

    found = precarious(world, rollouts=MujocoRollouts(), meshes=scene.meshes, seed=seed, doubt=doubt_of(scene))
    some = [f"{each.thing} may fall: a small push brings it down in {each.share:.0%} of the cases." for each in found]
    return "\n".join(some) or "Nothing is precarious: no small push brings anything down."


def _read(action: str) -> tuple[dict[str, object], tuple[Action, ...]]:
    """An action of a file, or as it stands on the command line."""
    if action.lstrip().startswith("{"):
        found, some = read_action(action)
        return dict(found), some
    try:
        text = Path(action).read_bytes()
    except OSError as error:
        raise BadInput([Problem(action, None, f"cannot be opened: {error.strerror}")]) from error
    try:
        found, some = read_action(text)
    except BadAction as error:
        raise BadInput([Problem(action, None, f"'{error.parameter}' {error.reason}")]) from error
    return dict(found), some


def _rehearsed(
    world: World,
    some: tuple[Action, ...],
    scene: Scene,
    runs: int,
    seed: int,
    cluster: str | None,
    processes: int,
    policy: Ranking,
    until_clear: bool,
) -> Rehearsal:
    from ..adapters.mujoco_rollouts import MujocoRollouts

    alone = cluster is not None or processes > 0
    with _workers(cluster, processes) as workers, _bar(printing=True) as progress:
        return rehearse(
            world,
            some,
            rollouts=MujocoRollouts(1 if alone else 0),
            meshes=scene.meshes,
            runs=runs,
            seed=seed,
            doubt=doubt_of(scene),
            workers=workers,
            policy=policy.value,
            stop=Stop() if until_clear else None,
            progress=progress,
        )


@contextmanager
def _workers(cluster: str | None, processes: int) -> Generator[Workers]:
    if cluster is not None:
        from ..adapters.dask import DaskWorkers

        with DaskWorkers(cluster) as workers:
            yield workers
    elif processes:
        from ..adapters.processes import ProcessWorkers

        with ProcessWorkers(processes) as workers:
            yield workers
    else:
        yield HERE


@contextmanager
def _bar(*, printing: bool) -> Generator[Progress]:
    from ..session import progress

    with progress("rollouts", printing=printing) as counter:
        before = 0

        def advance(done: int, total: int) -> None:
            nonlocal before
            del total
            counter.advance(done - before)
            before = done

        yield advance


def _written(path: Path, content: bytes) -> None:
    try:
        path.write_bytes(content)
    except OSError as error:
        raise BadInput([Problem(str(path), None, f"cannot be written: {error.strerror}")]) from error
