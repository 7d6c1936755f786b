"""A session is fed and asked: who is where in whose world, when, and who is wrong."""

import json
from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest

import midworld
from clikit import SCENE, line
from midworld.errors import BadInput, BadStatement, Closed, UnknownName
from midworld.geometry import Pose
from midworld.perception import Observation, Percept
from midworld.runtime import replayed
from midworld.session import Session
from midworld.world import EntityId, World, move, same
from swapped import END, MOVED, written


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    return written(tmp_path_factory.mktemp("swapped"))


@pytest.fixture(scope="module")
def ran(files: tuple[Path, Path]) -> Session:
    """A session at the end of a log; only looked at."""
    session = midworld.open(files[0], depth=2)
    summary = session.run(files[1])
    assert (summary.ticks, summary.observations, summary.end) == (35, 35, END)
    return session


@pytest.fixture
def session(tmp_path: Path) -> Session:
    path = tmp_path / "scene.yaml"
    path.write_text(SCENE)
    return midworld.open(path)


def cup(stamp: float, y: float = 0.0) -> str:
    return line(stamp, cup=[0.5, y, 0.8])


def test_a_line_a_mapping_and_an_observation_are_the_same(tmp_path: Path) -> None:
    path = tmp_path / "scene.yaml"
    path.write_text(SCENE)
    text = cup(0.1)
    seen = Observation(0.1, "camera", (Percept(EntityId("cup"), (0.5, 0.0, 0.8)),))
    worlds: list[World] = []
    for given in (text, text.encode(), json.loads(text), seen):
        session = midworld.open(path)
        session.feed(given)
        worlds.append(session.world())
    assert all(same(worlds[0], other) for other in worlds[1:])


def test_every_world_has_a_name(ran: Session) -> None:
    assert same(ran.world(), ran.world("stable"))
    assert same(ran.world("robot"), ran.world("stable"))
    for name in ("merged", "source/camera", "ann", "bob", "ann/bob"):
        assert ran.world(name).stamp == pytest.approx(END)
    assert ran.world("ann").pose("ball").position[1] == pytest.approx(-0.3, abs=0.05)
    assert ran.world("bob").pose("ball").position[1] == pytest.approx(0.3, abs=0.05)


def test_an_instant_is_a_stamp_or_counts_back_from_the_newest(ran: Session) -> None:
    assert same(ran.world(at=-2.0), ran.world(at=END - 2.0))
    assert ran.world(at=1.0).pose("ball").position[1] < 0.0 < ran.world().pose("ball").position[1]
    # Before anything was perceived nothing was known.
    assert len(ran.world(at=0.0).structure) == 0


def test_before_anything_is_perceived_the_world_is_what_the_scene_places(session: Session) -> None:
    assert "table" in session.world()
    assert "cup" not in session.world()
    assert list(session.facts()) == []


def test_imagining_leaves_the_world_and_can_still_be_shown(ran: Session) -> None:
    world = ran.world()
    what_if = world.apply(move(world, "ball", Pose((0.0, 0.0, 1.0))))
    assert what_if.pose("ball").position == (0.0, 0.0, 1.0)
    assert world.pose("ball").position[2] < 0.9
    assert type(what_if) is type(world)


def test_facts_are_those_of_whoever_is_asked_for(ran: Session) -> None:
    (robots,) = ran.facts(predicate="isIn")
    (anns,) = ran.facts("ann", predicate="isIn")
    assert (robots.subject, robots.object) == ("ball", "box")
    assert (anns.subject, anns.object) == ("ball", "basket")
    assert anns.since < MOVED <= robots.since
    (before,) = ran.facts(predicate="isIn", at=1.5)
    assert before.object == "basket"
    assert {fact.subject for fact in ran.facts(object="table", predicate="isOn")} == {"basket", "box", "cup_1", "cup_2"}
    assert str(robots).startswith("ball isIn box (since ")


def test_who_is_wrong_is_a_sentence_each(ran: Session) -> None:
    reasons = [str(wrong) for wrong in ran.who_is_wrong()]
    assert reasons[0].startswith("ann believes ball to be in basket, as last seen at")
    assert {wrong.agent for wrong in ran.who_is_wrong()} == {"ann"}
    assert str(ran.who_is_wrong()) == "\n".join(reasons)


def test_a_question_is_answered_as_on_the_command_line(ran: Session) -> None:
    assert str(ran.ask("where is the ball")).startswith("ball is in box since")
    assert ran.ask("where is the ball", agent="ann").text.startswith("ann believes that ball is in basket")
    assert ran.ask("is the ball in the basket", at=1.5).holds
    assert ran.ask("where is the ball", agent="bob/ann").text.startswith("bob believes that ann believes that")


def test_what_somebody_is_told_is_believed_and_remembered(files: tuple[Path, Path]) -> None:
    session = midworld.open(files[0])
    lines = files[1].read_text().splitlines()
    session.run(lines[:-5])
    session.tell("ann", "ball isIn box", teller="bob")
    session.run(lines[-5:])
    assert [fact.object for fact in session.facts("ann", predicate="isIn")] == ["box"]
    (told,) = session.events()
    assert (told.event, told.agent, told.object) == ("Told", "bob", "ball")
    assert list(session.events(agent="ann")) == [told]
    assert list(session.events(since=-0.1)) == []
    assert list(session.who_is_wrong()) == []


UNKNOWN: list[tuple[Callable[[Session], object], str]] = [
    (lambda mw: mw.world("stabel"), "no world named 'stabel'; did you mean stable"),
    (lambda mw: mw.world("source/kamera"), "no world named 'source/kamera'; did you mean source/camera"),
    (lambda mw: mw.facts("anne"), "no agent named 'anne'; did you mean ann"),
    (lambda mw: mw.events(agent="anne"), "no agent named 'anne'; did you mean ann"),
    (lambda mw: mw.ask("where is the ball", agent="bobb"), "no agent named 'bobb'; did you mean bob"),
    (lambda mw: mw.ask("where is the bal"), "did you mean ball"),
    (lambda mw: mw.knowledge("anne"), "no agent named 'anne'; did you mean ann"),
    (lambda mw: mw.tell("anne", "ball isIn box"), "no person named 'anne'; did you mean ann"),
    (lambda mw: mw.tell("ann", "bal isIn box"), "did you mean ball"),
]


@pytest.mark.parametrize(("wanted", "problem"), UNKNOWN)
def test_an_unknown_name_is_told_with_its_near_misses(
    ran: Session, wanted: Callable[[Session], object], problem: str
) -> None:
    with pytest.raises(UnknownName, match=problem):
        wanted(ran)


def test_what_makes_no_sense_is_a_sentence(ran: Session, session: Session) -> None:
    with pytest.raises(BadInput, match="an observation is a mapping as in the log, a line of it, or an Observation"):
        session.feed(3)  # pyright: ignore[reportArgumentType]
    with pytest.raises(BadInput, match="feed:2: an observation needs a 'source'"):
        session.feed({"stamp": 0.1})
    with pytest.raises(BadInput, match="holds what no observation could"):
        session.feed({"stamp": object()})
    with pytest.raises(BadInput, match="not int"):
        session.run(3)  # pyright: ignore[reportArgumentType]
    with pytest.raises(BadInput, match="cannot be read"):
        session.run("none.jsonl")
    with pytest.raises(BadInput, match="an instant is a number of seconds, not 'now'"):
        ran.world(at="now")  # pyright: ignore[reportArgumentType]
    with pytest.raises(BadInput, match="minds go as deep as belief_depth"):
        ran.world("ann/bob/ann")
    with pytest.raises(BadInput, match="no world of 'ann' by 0 s: who is not perceived has none"):
        session.world("ann")
    with pytest.raises(BadStatement, match="use isIn or isOn"):
        ran.tell("ann", "ball near box")
    with pytest.raises(BadStatement, match="subject predicate object"):
        ran.tell("ann", "ball")
    with pytest.raises(BadInput, match="on: needs a function to call back, not str"):
        ran.on("?x isIn ?y", "print")  # pyright: ignore[reportArgumentType]
    with pytest.raises(UnknownName, match="no agent named '3'"):
        ran.facts(3)  # pyright: ignore[reportArgumentType]


def test_a_closed_session_answers_and_takes_nothing_in(session: Session) -> None:
    with session:
        session.feed(cup(0.1))
    assert session.world().stamp == 0.1
    for wanted in (lambda: session.feed(cup(0.2)), lambda: session.run([cup(0.2)]), lambda: session.record("a.mwlog")):
        with pytest.raises(Closed, match="this session is closed, it cannot"):
            wanted()


def test_a_recording_is_the_run_and_begins_with_it(session: Session, tmp_path: Path) -> None:
    with session.record(tmp_path / "run.mwlog"):
        session.feed(cup(0.1))
        session.feed(cup(0.2))
    session.feed(cup(0.3))
    last = {commit.name: commit.world for commit in replayed(tmp_path / "run.mwlog")}
    assert same(last["stable"], session.world(at=0.2))


def test_a_recording_that_begins_late_begins_with_all_there_is(session: Session, tmp_path: Path) -> None:
    session.feed(cup(0.1))
    with session.record(tmp_path / "late.mwlog"):
        session.feed(cup(0.2))
    last = {commit.name: commit.world for commit in replayed(tmp_path / "late.mwlog")}
    assert same(last["stable"], session.world())


def test_a_recording_that_nobody_closed_is_closed_with_the_session(session: Session, tmp_path: Path) -> None:
    recorder = session.record(tmp_path / "run.mwlog")
    session.feed(cup(0.1))
    session.close()
    recorder.close()
    assert [commit.stamp for commit in replayed(tmp_path / "run.mwlog")][-1] == 0.1


def test_what_is_fed_too_late_is_dropped_and_counted(session: Session) -> None:
    session.feed(cup(1.0))
    session.feed(cup(0.9, y=0.3))
    assert session.world("source/camera").pose("cup").position[1] != pytest.approx(0.3)
    session.feed(cup(0.2, y=0.3))
    session.feed(cup(1.0, y=0.1))
    assert session.world("source/camera").pose("cup").position[1] == pytest.approx(0.1)
    health = session.health
    assert (health.ticks, health.late["camera"].count, health.late["camera"].worst_s) == (3, 1, pytest.approx(0.8))
    assert health.notes == ("1 observation of camera came up to 0.8 s late and was dropped",)


def test_a_run_goes_on_where_another_ended(session: Session) -> None:
    assert session.run([cup(0.1), cup(0.2)]).ticks == 2
    again = session.run([cup(0.1), cup(0.3)])
    assert (again.ticks, again.late["camera"].count, again.start) == (1, 1, 0.3)
    assert session.health.ticks == 3


def test_a_shape_brought_to_one_door_is_known_at_the_other(session: Session) -> None:
    toy = {"id": "toy", "position": [0.5, 0.0, 0.8], "shape": {"box": [0.1, 0.1, 0.1]}}
    session.run([{"stamp": 0.1, "source": "camera", "objects": [toy]}])
    session.feed(line(0.2, toy=[0.5, 0.0, 0.8]))
    assert session.world().stamp == 0.2


def test_the_first_bad_line_is_the_first_in_the_log(session: Session, tmp_path: Path) -> None:
    log = tmp_path / "log.jsonl"
    far = '{"stamp": 1, "source": "camera", "objects": [{"id": "cup", "position": [0, 1e400, 0]}]}'
    log.write_text(f'{far}\n{{"stamp": {"9" * 400}, "source": "camera", "objects": []}}\n')
    assert "skipped 2 bad lines; the first: " + f"{log}:1:" in str(session.run(str(log), lenient=True))


def test_bad_lines_can_be_passed_over(session: Session) -> None:
    summary = session.run([cup(0.1), "{broken", cup(0.2)], lenient=True)
    assert (summary.ticks, summary.bad) == (2, 1)
    assert "observations:2: is not JSON" in str(summary)
    with pytest.raises(BadInput, match="observations:2"):
        session.run([cup(0.3), "{broken", cup(0.4)])
    # What came before it counts.
    assert session.world().stamp == 0.3


def test_a_run_can_be_stopped(session: Session) -> None:
    summary = session.run([cup(0.1 * tick) for tick in range(1, 9)], stop=lambda seen: seen.stamp > 0.45)
    assert (summary.ticks, session.world().stamp) == (4, pytest.approx(0.4))


def test_observations_given_as_values_are_put_in_order_too(session: Session) -> None:
    seen = Observation(0.1, "camera", (Percept(EntityId("cup"), (0.5, 0.0, 0.8)),))
    late = [msgspec.structs.replace(seen, stamp=stamp) for stamp in (0.2, 0.1, 0.3)]
    stamps: list[float] = []
    session.assessment.board.subscribe(lambda commit: stamps.append(commit.stamp) if commit.ends_tick else None)
    assert session.run(late).late == {}
    assert stamps == [0.1, 0.2, 0.3]
