"""What plug-ins add is kept, known, asked, written and recorded as everything else."""

from collections.abc import Iterable, Sequence
from pathlib import Path

import pytest

from kbfactory import household
from midworld.adapters.mujoco import MujocoEngine
from midworld.assessment import Assessment, Minds
from midworld.errors import DuplicateName, UnfitModule
from midworld.geometry import Box, Frustum, Pose, Sphere, frustum
from midworld.perception import AgentPercept, Observation, PartPercept, Percept
from midworld.providers import in_order, provided_observations, read_scene
from midworld.readers.asked import Asked
from midworld.readers.talking import answered
from midworld.readers.viewer import Tape
from midworld.readers.viewer.facts import facts
from midworld.runtime import Commit, Module, Recorder, module, monitor, provider, replayed
from midworld.runtime.memory import Remembered
from midworld.runtime.values import decode_value, encode_value
from midworld.world import Agent, Entity, EntityId, Event, Object, Placed, Scene, Sensor, World, change, encode_world
from modulekit import install, scene_with

ENGINE = MujocoEngine()
ANN, CUP, TABLE, ROBOT = EntityId("ann"), EntityId("cup"), EntityId("table"), EntityId("robot")


def scene(**reasoner: float) -> Scene:
    table = Entity(TABLE, Object(static=True), category="Table", collision=Box((1.0, 1.2, 0.04)))
    people = [Entity(ROBOT, Agent("robot"), category="Robot"), Entity(ANN, Agent("human"), category="Human")]
    cup: Placed = (Entity(CUP, category="Cup", collision=Sphere(0.05)), Pose())
    room = World().apply(change(put=[table, *people], pose={TABLE: Pose((0.6, 0.0, 0.73)).array}))
    return Scene(room, {CUP: (cup,)}, reasoner=reasoner)


def seen(stamp: float, z: float, *, ann: bool = True) -> Observation:
    head = PartPercept("head", (1.6, 0.0, 1.6), Pose.looking((1.6, 0.0, 1.6), at=(0.6, 0.0, 0.8)).orientation)
    people = (AgentPercept(ANN, (head,)),) if ann else ()
    return Observation(stamp, "camera", (Percept(CUP, (0.6, 0.0, z)),), people)


HEIGHTS = (0.8, 0.8, 0.92, 1.0, 1.0, 0.89, 0.8, 0.8, 0.8)
LIFTED = [seen(tick / 10, z) for tick, z in enumerate(HEIGHTS)]


@monitor(memory=(0, False))
def lifted(world: World, memory: tuple[int, bool], *, limit: float = 0.9) -> tuple[list[object], tuple[int, bool]]:
    """Whether the cup is high up, and how often it was."""
    times, before = memory
    if CUP not in world or world.pose(CUP).position[2] <= limit:
        return [], (times, False)
    if before:
        return [(CUP, "isLifted", True)], (times, True)
    return [(CUP, "isLifted", True), Event(world.stamp, f"Lift{times + 1}", None, CUP)], (times + 1, True)


def run(assessment: Assessment, observations: Iterable[Observation] = LIFTED) -> list[Commit]:
    told: list[Commit] = []
    stop = assessment.board.subscribe(told.append)
    for observation in observations:
        assessment.feed(observation)
    stop()
    return told


def assessed(*modules: Module) -> Assessment:
    return Assessment(scene(), engine=ENGINE, modules=modules)


def entries(told: Sequence[Commit], world: str, *predicates: str) -> list[tuple[str, str]]:
    return [
        (type(entry).__name__, entry.predicate)
        for commit in told
        if commit.name == world
        for entry in commit.delta.entries
        if entry.predicate in predicates
    ]


def test_a_fact_of_a_monitor_is_known_asked_and_recorded(tmp_path: Path) -> None:
    assessment = assessed(module(lifted))
    minds = Minds(household())
    assessment.board.subscribe(minds.follow)
    with Recorder(assessment.board, tmp_path / "run.mwlog"):
        run(assessment, LIFTED[:4])
    assert minds.kb.find("?what isLifted true", models=["robot"]) == [{"what": "cup"}]
    asked = Asked(dict(assessment.board.snapshot()), ROBOT, ROBOT)
    assert "cup isLifted since 0.3 s" in answered("what is known of the cup", asked).text
    assert "somebody Lift1 cup at 0.3 s" in answered("what happened to the cup", asked).text
    worlds = {commit.name: commit.world for commit in replayed(tmp_path / "run.mwlog")}
    assert worlds["stable"].timeline.holds(CUP, "isLifted", True)
    assert encode_world(worlds["stable"]) == encode_world(assessment.board["stable"])


def test_a_monitor_on_minds_is_on_every_persons_world_with_a_memory_each() -> None:
    assessment = assessed(module(lifted, on="minds"))
    told = run(assessment)
    assert entries(told, "ann", "isLifted", "Lift1") == [
        ("Event", "Lift1"),
        ("Situation", "isLifted"),
        ("Ended", "isLifted"),
    ]
    assert entries(told, "stable", "isLifted") == []
    minds = Minds(household())
    for commit in told:
        if commit.stamp <= 0.3:
            minds.follow(commit)
    assert minds.kb.find("?what isLifted true", models=["ann"]) == [{"what": "cup"}]
    assert minds.kb.find("?what isLifted true", models=["robot"]) == []


def test_two_of_one_plug_in_have_parameters_and_memories_of_their_own() -> None:
    told = run(assessed(module(lifted, "low", limit=0.5), module(lifted, "high", limit=0.97)))
    events = [event for event in entries(told, "stable", "Lift1") if event[0] == "Event"]
    assert len(events) == 2
    states = [commit for commit in told if commit.name == "stable"][-1].root or told[-1].root
    assert states is not None
    kept = states.memories["stable"]
    assert isinstance(kept, Remembered)
    assert {name: state.memory for name, state in kept.watched.monitors.items()} == {
        "low": (1, True),
        "high": (1, False),
    }


def test_a_fork_and_a_resumed_run_go_on_with_what_monitors_remember() -> None:
    whole = assessed(module(lifted))
    before, after = LIFTED[:5], [*LIFTED[5:], seen(0.9, 0.92), seen(1.0, 1.0), seen(1.1, 1.0)]
    run(whole, before)
    fork, root = whole.fork(), whole.board.root
    straight = run(whole, after)
    resumed = Assessment(scene(), engine=ENGINE, modules=[module(lifted)], root=root)
    for told in (straight, run(fork, after), run(resumed, after)):
        assert entries(told, "stable", "isLifted", "Lift1", "Lift2") == [
            ("Ended", "isLifted"),
            ("Event", "Lift2"),
            ("Situation", "isLifted"),
        ]
        assert [encode_world(commit.world) for commit in told] == [encode_world(commit.world) for commit in straight]


def test_what_modules_remember_is_read_back_with_their_homes() -> None:
    assessment = assessed(module(lifted))
    run(assessment)
    memory = assessment.board.memory("stable")
    read = decode_value(encode_value(memory), homes=assessment.modules.homes)
    assert isinstance(memory, Remembered)
    assert isinstance(read, Remembered)
    assert read.watched == memory.watched


def raised(world: World, memory: object, stamp: float) -> World:
    return world.apply(change(pose={CUP: Pose((0.6, 0.0, 5.0)).array})) if CUP in world else world


def test_a_filter_has_a_world_that_is_asked_like_others() -> None:
    assessment = assessed(module(raised, "higher"))
    run(assessment, LIFTED[:6])
    assert assessment.board["higher"].pose(CUP).position[2] == 5.0
    asked = Asked(dict(assessment.board.snapshot()), "higher", ROBOT)
    assert answered("where is the cup", asked).text == "higher believes that cup is at (0.60, 0.00, 5.00) m."
    assert assessment.board["higher"].timeline.open.keys() == assessment.board["stable"].timeline.open.keys()


def test_a_filter_in_the_way_is_what_physics_sees() -> None:
    def shifted(world: World, memory: object, stamp: float) -> World:
        return world.apply(change(pose={CUP: Pose((0.3, 0.0, 0.8)).array})) if CUP in world else world

    assessment = assessed(module(shifted, feeds="stable"))
    run(assessment)
    assert assessment.board["merged"].pose(CUP).position[0] == 0.6
    assert assessment.board["stable"].pose(CUP).position[0] == pytest.approx(0.3, abs=0.01)  # pyright: ignore
    assert [stage.name for stage in assessment.pipeline.stages][:3] == ["fuse", "shifted", "settle"]


def test_a_filter_named_after_a_person_takes_the_place_of_its_mind() -> None:
    def blind(world: World, memory: object, stamp: float) -> World:
        return world.apply(change(remove=[CUP])) if CUP in world else world

    minds = Minds(household())
    assessment = assessed(module(blind, "anns_eyes", writes="ann"))
    assessment.board.subscribe(minds.follow)
    run(assessment)
    assert CUP not in assessment.board["ann"]
    assert assessment.minds == ()
    assert minds.kb.find("cup type Cup", models=["robot"])
    assert not minds.kb.find("cup type Cup", models=["ann"])


def test_a_filter_on_a_persons_world_begins_when_there_is_one() -> None:
    observations = [seen(0.0, 0.8, ann=False), *LIFTED[1:]]
    assessment = assessed(module(raised, "higher", on="ann"))
    assessment.feed(observations[0])
    assert "higher" not in assessment.board
    run(assessment, observations[1:])
    assert assessment.board["higher"].stamp == 0.8
    assert [stage.name for stage in assessment.pipeline.stages][-2:] == ["compare", "higher"]


@provider
def fork(*, x: float = 0.5, ticks: int = 3) -> Iterable[Observation | dict[str, object]]:
    for tick in range(ticks):
        shape = {"class": "Fork", "shape": {"box": [0.02, 0.2, 0.01]}, "mass": 0.05}
        yield {"stamp": tick / 10 + 0.05, "objects": [{"id": "fork", "position": [x, 0.2, 0.76], **shape}]}


def test_a_provider_is_a_source_of_its_name_among_others() -> None:
    assessment = assessed(module(fork), module(fork, "fork2", ticks=1))
    streams = [stream for _, stream in provided_observations(assessment)]
    told = run(assessment, in_order(LIFTED, *streams))
    assert [commit.stamp for commit in told if commit.name.startswith("source/fork")] == [0.05, 0.05, 0.1 + 0.05, 0.25]
    assert assessment.board["source/fork2"].pose("fork").position[0] == 0.5
    assert assessment.board["stable"].timeline.holds("fork", "isOn", "table")


def test_a_provider_that_tells_of_one_thing_does_not_look_through_any_camera() -> None:
    room = scene()
    camera = Entity(EntityId("camera"), Sensor(_view()), category="Sensor")
    looked = World().apply(change(put=[camera]))
    known = Scene(room.world.apply(change(put=looked.structure.entities)), room.awaited)
    assessment = Assessment(known, modules=[module(fork, ticks=1)])
    run(assessment, [LIFTED[0]])
    ((_, stream),) = provided_observations(assessment)
    run(assessment, stream)
    merged = assessment.board["merged"]
    assert merged.state.seen[merged.structure.row("camera")] == 0.0


def _view() -> Frustum:
    return frustum((75.0, 60.0), (0.2, 5.0))


def test_what_a_provider_gives_is_checked_as_a_line_of_a_log_is() -> None:
    @provider
    def wrong() -> Iterable[object]:
        yield {"stamp": 0.0, "objects": [{"id": "spoon", "position": [0, 0, 1]}]}

    assessment = assessed(module(wrong))
    ((_, stream),) = provided_observations(assessment)
    assert list(stream) == []
    problem = assessment.pipeline.guests.health["wrong", "source/wrong"].problem
    assert problem.startswith("gave what is no observation: objects[0] reports 'spoon', which nobody declared")


def test_the_same_input_gives_the_same_bytes_whatever_raises() -> None:
    @monitor
    def shaky(world: World, memory: object) -> list[object]:
        if world.stamp == 0.2:
            raise ValueError(object())
        return [(CUP, "isShaky", True)]

    def bytes_of() -> list[bytes]:
        return [encode_world(commit.world) for commit in run(assessed(module(lifted), module(shaky)))]

    first = bytes_of()
    assert first == bytes_of()
    assert len(first) > len(run(assessed(module(lifted))))


def test_without_an_engine_facts_of_monitors_stay_too() -> None:
    assessment = Assessment(scene(), modules=[module(lifted), module(lifted, "early", on="merged")])
    told = run(assessment)
    for world in ("stable", "merged"):
        assert entries(told, world, "isLifted") == [("Situation", "isLifted"), ("Ended", "isLifted")]


def test_a_monitor_can_come_while_it_runs() -> None:
    assessment = assessed()
    run(assessment, LIFTED[:3])
    assessment.watch("minds", "lifted", lifted, (5, False))
    assert entries(run(assessment, LIFTED[3:4]), "ann", "Lift6") == [("Event", "Lift6")]
    with pytest.raises(DuplicateName, match="already a module named 'lifted'"):
        assessment.watch("stable", "lifted", lifted)


@pytest.mark.parametrize(
    ("plugged", "problem"),
    [
        (module(lifted, on="stabel"), "module 'lifted': on names 'stabel', which is no world; did you mean stable?"),
        (module(lifted, writes="x"), "writes is for filters; a monitor has no world of its own"),
        (module(raised, writes="stable"), "writes 'stable' is a world that is there anyway"),
        (module(raised, feeds="ann"), "feeds must be stable, from merged"),
        (module(raised, "settle"), "'settle' is taken by a stage that is there anyway"),
        (module(fork, on="stable"), "on is for monitors and filters; a provider is on no world"),
    ],
)
def test_a_module_that_is_misplaced_is_refused(plugged: Module, problem: str) -> None:
    with pytest.raises(UnfitModule, match=problem):
        assessed(plugged)


@pytest.mark.parametrize(
    ("parameters", "problem"),
    [
        ({"limt": 1.0}, "plug-in 'lifted' has no parameter 'limt'; did you mean limit?"),
        ({"limit": "high"}, "parameter 'limit' of plug-in 'lifted' must be a number, not 'high'"),
        ({"limit": float("nan")}, "parameter 'limit' of plug-in 'lifted' is nan; a finite number is needed"),
    ],
)
def test_a_parameter_that_is_wrong_is_refused(parameters: dict[str, object], problem: str) -> None:
    with pytest.raises(UnfitModule) as refused:
        module(lifted, None, **parameters)  # pyright: ignore[reportArgumentType]
    assert str(refused.value) == problem


def test_a_scene_puts_plug_ins_to_work(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    install(tmp_path, monkeypatch)
    path = scene_with(tmp_path, "low: {use: lifted, limit: 0.5}\nhigh: {use: lifted, on: minds, limit: 0.97}")
    read = read_scene(path)
    assert {name: dict(each.parameters) for name, each in read.modules.items()} == {
        "low": {"limit": 0.5},
        "high": {"limit": 0.97},
    }
    assessment = Assessment(read, engine=ENGINE)
    told = run(assessment)
    assert entries(told, "stable", "Lift") == [("Event", "Lift")]
    assert entries(told, "ann", "isLifted")[:1] == [("Situation", "isLifted")]
    memory = assessment.board.memory("stable")
    read_back = decode_value(encode_value(memory), homes=assessment.modules.homes)
    assert "Peak(metres=0.5, times=1)" in str(read_back)


def test_a_board_without_trouble_has_no_world_of_modules() -> None:
    assessment = assessed(module(lifted))
    run(assessment)
    assert "modules" not in assessment.board


def test_a_page_shows_what_plug_ins_add() -> None:
    tape = Tape()
    for commit in run(assessed(module(lifted), module(raised, "higher")), LIFTED[:4]):
        tape.feed(commit)
    tape.end()
    tape.drain()
    moment = tape.at(0.3)
    assert moment is not None
    assert "higher" in moment.worlds
    rows = facts(moment.worlds["stable"], moment, start=0.0).values()
    assert ("cup", "isLifted", 0.3) in {(row.subject, row.predicate, row.since) for row in rows}
