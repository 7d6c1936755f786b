"""What happens as it happens: files that grow, sources that are too fast, ticks that stand for several."""

from collections.abc import Iterator
from pathlib import Path

import pytest
import yaml

import midworld
from clikit import SCENE, line
from midworld.perception import Observation
from midworld.providers import read_scene
from midworld.runtime.queue import MOST_JOINED, Ticks
from midworld.session import Session
from midworld.session.health import Tempo
from midworld.world import Timing

PERIOD_S = 0.1


class Clock:
    """Time passes only when somebody takes it."""

    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


def cup(stamp: float) -> str:
    return line(round(stamp, 3), cup=[0.5, 0.0, 0.8])


def live(clock: Clock, *, count: int, slower: float = 1.0) -> Iterator[str]:
    """A sensor of ten hertz, `slower` than life; who comes late gets at once what has waited."""
    start = clock.now
    for tick in range(count):
        clock.now = max(clock.now, start + slower * PERIOD_S * tick)
        yield cup(5.0 + PERIOD_S * tick)


def followed(
    tmp_path: Path, *, takes_s: float, tick_hz: float | None = 10.0, slower: float = 1.0, count: int = 40
) -> tuple[Session, list[Tempo], list[float]]:
    """A session that followed a sensor while every tick took some time."""
    path = tmp_path / "scene.yaml"
    path.write_text(yaml.safe_dump({**yaml.safe_load(SCENE), "timing": {"max_lateness": 0.0, "tick_hz": tick_hz or 1}}))
    if tick_hz is None:
        path.write_text(SCENE + "timing: {max_lateness: 0}\n")
    clock, skips, stamps = Clock(), list[Tempo](), list[float]()
    session = Session(read_scene(path), clock=clock)

    def costly() -> None:
        clock.now += takes_s

    session.assessment.board.subscribe(lambda commit: costly() if commit.ends_tick else None)
    session.assessment.board.subscribe(lambda commit: stamps.append(commit.stamp) if commit.ends_tick else None)
    session.follow(live(clock, count=count, slower=slower), on_skip=skips.append)
    return session, skips, stamps


def test_who_keeps_up_skips_nothing(tmp_path: Path) -> None:
    session, skips, stamps = followed(tmp_path, takes_s=0.05)
    assert skips == []
    assert len(stamps) == 40
    assert session.health.notes == ()


def test_who_cannot_keep_up_joins_ticks_and_says_so(tmp_path: Path) -> None:
    session, skips, stamps = followed(tmp_path, takes_s=0.35)
    health = session.health
    assert health.skipped == sum(skip.skipped for skip in skips) > 0
    # Every window is in exactly one tick, the newest among them, and no observation is lost.
    assert health.ticks + health.skipped == 40
    assert health.observations == 40
    assert stamps[-1] == pytest.approx(8.9)
    assert {skip.stamp for skip in skips} <= set(stamps)
    assert any("joined with others" in note for note in health.notes)
    # It does not fall further behind: as many are joined as come in the meantime.
    assert all(skip.skipped <= 5 for skip in skips)


def test_without_a_rate_every_observation_is_a_tick_however_long_it_takes(tmp_path: Path) -> None:
    _, skips, stamps = followed(tmp_path, takes_s=0.35, tick_hz=None)
    assert skips == []
    assert len(stamps) == 40


def test_a_source_slower_than_life_is_not_taken_for_a_fast_one(tmp_path: Path) -> None:
    _, skips, stamps = followed(tmp_path, takes_s=0.15, slower=2.0)
    assert skips == []
    assert len(stamps) == 40


def test_a_line_that_comes_late_does_not_hide_that_one_is_behind() -> None:
    ticks = Ticks[Observation](Timing(max_lateness=0.4, tick_hz=10.0), lambda late, seconds: None, live=True)

    def taken(stamp: float, now: float, *, waited: bool) -> list[int]:
        return [len(windows) for windows in ticks.take(Observation(stamp, "camera"), now=now, waited=waited)]

    taken(1.0, 100.0, waited=True)
    taken(0.65, 100.01, waited=True)
    # From now on what comes has waited for three ticks.
    joined = [taken(1.0 + 0.1 * tick, 100.3 + 0.1 * tick, waited=False) for tick in range(1, 30)]
    # Even so it is not put off for ever.
    assert [each for each in joined if each] == [[MOST_JOINED], [MOST_JOINED]]


def test_a_log_that_is_run_is_never_joined(tmp_path: Path) -> None:
    path = tmp_path / "scene.yaml"
    path.write_text(SCENE)
    clock = Clock()
    session = Session(read_scene(path), clock=clock)

    def costly() -> None:
        clock.now += 1.0

    session.assessment.board.subscribe(lambda commit: costly() if commit.ends_tick else None)
    assert session.run([cup(PERIOD_S * tick) for tick in range(1, 11)]).skipped == 0


def test_a_file_that_grows_is_followed_until_nothing_comes(tmp_path: Path) -> None:
    scene, log = tmp_path / "scene.yaml", tmp_path / "log.jsonl"
    scene.write_text(SCENE)
    log.write_text(cup(0.1) + cup(0.2))
    session = midworld.open(scene)

    def grow(stamp: float) -> None:
        if stamp == 0.2:
            with log.open("a") as file:
                file.write(cup(0.3))

    session.assessment.board.subscribe(lambda commit: grow(commit.stamp) if commit.ends_tick else None)
    summary = session.follow(log, idle=0.6)
    assert (summary.ticks, summary.end) == (3, 0.3)


def test_what_waits_is_let_go_when_nothing_comes(tmp_path: Path) -> None:
    scene = tmp_path / "scene.yaml"
    scene.write_text(SCENE)
    clock = Clock()
    session = Session(read_scene(scene), clock=clock)
    seen: list[float] = []

    def source() -> Iterator[str | None]:
        yield cup(1.0)
        clock.now += 0.1
        yield None
        seen.append(session.health.ticks)
        clock.now += 0.1
        yield None
        seen.append(session.health.ticks)
        yield cup(0.95)

    session.follow(source())
    assert seen == [0, 1]
    # By then it was too late for what came in between.
    assert session.health.late["camera"].count == 1


def test_a_session_closed_meanwhile_ends_what_it_follows(tmp_path: Path) -> None:
    scene = tmp_path / "scene.yaml"
    scene.write_text(SCENE)
    session = midworld.open(scene, max_lateness=0.0)
    session.assessment.board.subscribe(lambda commit: session.close() if commit.stamp >= 0.3 else None)

    def endless() -> Iterator[str]:
        tick = 0
        while True:
            tick += 1
            yield cup(PERIOD_S * tick)

    assert session.follow(endless()).ticks == 3


def test_a_session_closed_while_nothing_comes_ends_what_it_follows(tmp_path: Path) -> None:
    scene = tmp_path / "scene.yaml"
    scene.write_text(SCENE)
    session = midworld.open(scene)

    def silent() -> Iterator[str | None]:
        yield cup(0.1)
        session.close()
        while True:
            yield None

    assert session.follow(silent()).ticks == 0


def test_a_line_that_is_passed_over_does_not_tell_the_time(tmp_path: Path) -> None:
    good = '{"stamp": %s, "source": "camera", "objects": [{"id": "cup", "position": [0.6, 0, 0.8]}]}\n'
    bad = '{"stamp": 5.0, "source": "camera", "objects": [{"id": "cup", "position": [1e300, 0, 0.8]}]}\n'
    scene = {"objects": {"cup": {"shape": {"sphere": 0.04}}}, "agents": {"robot": {"kind": "robot"}}}
    log = tmp_path / "log.jsonl"
    log.write_text(good % 0.1 + bad + good % 0.2)
    mw = midworld.open(scene)
    mw.run(log, lenient=True)
    assert mw.world("stable").stamp == pytest.approx(0.2)
    assert mw.health.bad == 1
