"""Several trackers against one another: offsets, and trackers that are late."""

from collections.abc import Callable

import numpy as np
import pytest

from midworld.geometry import FloatArray
from midworld.perception.calibration import Calibration, calibrated
from midworld.world import EntityId

CUP, BOX = EntityId("cup"), EntityId("box")
TICK_S = 1 / 30
OFF = (0.02, -0.01, 0.03)
Way = Callable[[float], tuple[float, float, float]]


def pose(place: tuple[float, float, float], off: tuple[float, float, float] = (0.0, 0.0, 0.0)) -> FloatArray:
    return np.array([*np.add(place, off), 0.0, 0.0, 0.0, 1.0])


def stays(_: float) -> tuple[float, float, float]:
    return (0.4, 0.0, 0.8)


def swings(seconds: float) -> tuple[float, float, float]:
    """Carried to and fro, at up to 0.6 m/s."""
    return (0.4 + 0.2 * float(np.sin(3.0 * seconds)), 0.0, 0.8)


class Room:
    """Two trackers, `front` and `side`, that look at a cup by turns."""

    def __init__(self, *, off: tuple[float, float, float] = (0.0, 0.0, 0.0), late_s: float = 0.0) -> None:
        self.known = Calibration()
        self.stamp = 10.0
        self.off, self.late_s = off, late_s

    def hear(self, tracker: str, thing: EntityId, seen: FloatArray) -> FloatArray | None:
        self.known, heard = calibrated(self.known, tracker, {thing: seen}, stamp=self.stamp)
        return heard.get(thing)

    def watch(self, way: Way, *, seconds: float, front: bool = True) -> list[FloatArray | None]:
        """What is heard of the side's percepts; the front may be silent."""
        heard: list[FloatArray | None] = []
        for _ in range(round(seconds / TICK_S)):
            self.stamp += TICK_S
            if front:
                assert self.hear("front", CUP, pose(way(self.stamp))) is not None
            heard.append(self.hear("side", CUP, pose(way(self.stamp - self.late_s), self.off)))
        return heard


def test_offset_of_a_second_tracker_is_learnt_from_what_stays() -> None:
    room = Room(off=OFF)
    heard = room.watch(stays, seconds=2.0)
    assert np.allclose(room.known.off("side", CUP), OFF, atol=1e-6)
    assert heard[-1] is not None
    assert np.allclose(heard[-1], pose(stays(0.0)), atol=1e-6)


def test_first_tracker_is_the_measure() -> None:
    room = Room(off=OFF)
    room.watch(stays, seconds=2.0)
    assert room.known.off("front", CUP) == (0.0, 0.0, 0.0)
    seen = pose(stays(0.0))
    heard = room.hear("front", CUP, seen)
    assert heard is not None
    assert np.array_equal(heard, seen)


def test_offset_of_a_tracker_holds_for_things_it_was_not_learnt_from() -> None:
    room = Room(off=OFF)
    room.watch(stays, seconds=2.0)
    heard = room.hear("side", BOX, pose((1.0, 1.0, 1.0), OFF))
    assert heard is not None
    assert np.allclose(heard[:3], 1.0, atol=0.001)


def test_thing_that_is_elsewhere_for_a_tracker_is_no_offset() -> None:
    room = Room(off=(0.5, 0.0, 0.0))
    room.watch(stays, seconds=2.0)
    assert room.known.off("side", CUP) == (0.0, 0.0, 0.0)


def test_nothing_is_learnt_of_offsets_from_what_moves() -> None:
    room = Room(late_s=0.2)
    room.watch(lambda t: (0.5 * t, 0.0, 0.8), seconds=2.0)
    assert room.known.off("side", CUP) == (0.0, 0.0, 0.0)


@pytest.mark.parametrize("late_s", [0.1, 0.2])
def test_late_tracker_is_found(late_s: float) -> None:
    room = Room(late_s=late_s)
    room.watch(swings, seconds=6.0)
    assert room.known.late("side") == pytest.approx(late_s, abs=0.051)
    assert room.known.late("front") == 0.0


def test_late_tracker_is_not_heard_while_a_thing_moves_and_heard_once_it_stays() -> None:
    room = Room(late_s=0.2)
    room.watch(swings, seconds=6.0)
    assert not any(heard is not None for heard in room.watch(lambda t: (0.5 * t, 0.0, 0.8), seconds=1.0)[15:])
    end = (0.5 * room.stamp, 0.0, 0.8)
    assert all(heard is not None for heard in room.watch(lambda _: end, seconds=2.0)[-15:])


@pytest.mark.parametrize("late_s", [0.1, 0.2])
def test_first_tracker_is_not_heard_where_the_second_is_timelier(late_s: float) -> None:
    room = Room()
    room.watch(stays, seconds=2.0)
    heard: list[bool] = []
    for _ in range(180):
        room.stamp += TICK_S
        heard.append(room.hear("front", CUP, pose(swings(room.stamp - late_s))) is not None)
        room.hear("side", CUP, pose(swings(room.stamp)))
    assert room.known.late("front") == pytest.approx(late_s, abs=0.051)
    assert room.known.late("side") == 0.0
    # It is heard only where the swing turns.
    assert np.mean(heard[-60:]) < 0.5


def test_late_tracker_is_heard_where_the_other_is_silent() -> None:
    room = Room(late_s=0.2)
    room.watch(swings, seconds=6.0)
    alone = room.watch(swings, seconds=2.0, front=False)
    # A percept of the front counts for a fifth of a second.
    assert all(heard is not None for heard in alone[8:])


def test_one_tracker_alone_changes_nothing() -> None:
    room = Room()
    for way in (stays, swings):
        for _ in range(60):
            room.stamp += TICK_S
            seen = pose(way(room.stamp))
            heard = room.hear("front", CUP, seen)
            assert heard is not None
            assert np.array_equal(heard, seen)
    assert not room.known.offsets
    assert not room.known.delays


def test_calibration_is_a_value() -> None:
    room = Room(off=OFF)
    before = room.known
    room.watch(stays, seconds=1.0)
    assert before.trackers == ()
    assert not before.offsets
