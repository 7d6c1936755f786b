"""Whether a run keeps up."""

from collections.abc import Iterator, Mapping
from io import BytesIO

import numpy as np

from midworld.readers.viewer import Wire
from midworld.readers.viewer.__main__ import Heard
from midworld.readers.viewer.health import Health, health
from midworld.readers.viewer.tape import Limits, Tape
from midworld.readers.viewer.wire import Committed, Told, messages
from midworld.runtime import Board
from midworld.world import Delta, Entity, EntityId, change
from viewerkit import chapter


def run(stamps: list[float], *, silent_from: int = 10**6, cost: Mapping[str, float] | None = None) -> Health:
    """How a run of two sources is at its end, one of which falls silent."""
    costs: Iterator[Mapping[str, float]] = iter([cost or {}] * len(stamps))
    tape, board = Tape(costs=lambda: next(costs)), Board()
    board.subscribe(tape.feed)
    writers = {name: board.claim(name, name) for name in ("source/camera", "source/lidar", "stable")}
    for tick, stamp in enumerate(stamps):
        board.commit(
            {writer: Delta(stamp) for name, writer in writers.items() if name != "source/lidar" or tick < silent_from}
        )
    tape.drain()
    return health(tape, tape.moments[-1])


def test_rates_and_silent_sources_are_told() -> None:
    found = run([0.1 * tick for tick in range(40)], silent_from=20)
    assert (found.ticks, found.hertz, found.late) == (40, 10.0, 0)
    camera, lidar = found.sources
    assert (camera.name, camera.hertz, camera.stale) == ("camera", 10.0, False)
    assert (lidar.name, lidar.stale) == ("lidar", True)
    assert lidar.age_s == 2.0
    assert any("does not keep what each stage cost" in note for note in found.notes)


def test_a_tick_is_late_when_it_comes_late_or_takes_too_long() -> None:
    gap = [0.1 * tick + (0.5 if tick >= 10 else 0.0) for tick in range(20)]
    assert run(gap).late == 1
    busy = run([0.1 * tick for tick in range(20)], cost={"fuse": 0.02, "settle": 0.11})
    assert busy.late == busy.late_of == 19
    assert busy.tick_ms == 130.0
    assert [(stage.name, stage.median_ms) for stage in busy.stages] == [("fuse", 20.0), ("settle", 110.0)]


def test_noise_and_losses_of_a_source_are_told() -> None:
    rng = np.random.default_rng(1)
    tape, board = Tape(), Board()
    board.subscribe(tape.feed)
    writer = board.claim("source/camera", "source/camera")
    cup = EntityId("cup")
    for tick in range(90):
        stamp, place = 0.1 * tick, (*(0.4 + 0.005 * rng.normal(size=3)), 0.0, 0.0, 0.0, 1.0)
        new = [] if tick else [Entity(cup)]
        sight = change(stamp=stamp, put=new, pose={cup: place}, seen={cup: stamp})
        board.commit({writer: Delta(stamp) if tick % 5 == 4 else sight})
    tape.drain()
    (camera,) = health(tape, tape.moments[-1]).sources
    assert 3.5 < camera.noise_mm < 6.5
    assert abs(camera.lost - 0.2) < 0.05


def test_one_tick_alone_has_no_rate() -> None:
    found = run([5.0])
    assert (found.hertz, found.late, found.late_of) == (0.0, 0, 0)


def test_what_was_thinned_out_and_what_broke_is_noted() -> None:
    tape = chapter(ticks=5).tape
    tape.thinned, tape.trouble = 4, "the log breaks off"
    notes = health(tape, tape.moments[-1]).notes
    assert any("one in 4" in note for note in notes)
    assert "the log breaks off" in notes
    assert Limits().megabytes > 0


def test_what_a_run_says_of_itself_goes_over_and_is_shown() -> None:
    board, said = Board(), list[str]()
    wire = Wire("run", notes=lambda: tuple(said))
    board.subscribe(wire.feed)
    heard = Heard(Told("run", "", True, {}))
    writer = board.claim("stable", "stable")
    for stamp, note in ((0.1, None), (0.2, "camera came late"), (0.3, None)):
        said.extend([] if note is None else [note])
        writer.commit(Delta(stamp))
    for message in messages(BytesIO(b"".join(wire.told(0)))):
        assert isinstance(message, Committed)
        heard.hear(message)
    heard.tape.drain()
    assert "camera came late" in health(heard.tape, heard.tape.moments[-1]).notes
