"""Logs whose every line is good, and which look wrong all the same."""

from collections.abc import Callable

import numpy as np
import pytest

from midworld.geometry import Box, Pose, vector
from midworld.perception import AgentPercept, Observation, PartPercept, Percept, suspicious
from midworld.world import Agent, Entity, EntityId, Object, Scene, World, enter

TOP = 0.75
TABLE = Entity(EntityId("table"), Object(static=True), collision=Box((1.0, 1.0, 0.04)))
CUP = Entity(EntityId("cup"), Object(), collision=Box((0.06, 0.06, 0.10)))
ANN = Entity(EntityId("ann"), Agent("human"))
WORLD = World().apply(enter([(TABLE, Pose((0.0, 0.0, TOP - 0.02))), (ANN, Pose())], stamp=0.0))
SCENE = Scene(WORLD, {CUP.id: ((CUP, Pose()),)})
REST = np.array([0.1, 0.0, TOP + 0.05])
Path = Callable[[float], "np.ndarray[tuple[int], np.dtype[np.float64]]"]


def log(cup: Path, hand: Path | None = None, seconds: float = 4.0) -> list[Observation]:
    """Twenty lines a second with a millimetre of noise on neither."""
    lines: list[Observation] = []
    for stamp in np.arange(0.0, seconds, 0.05):
        parts = () if hand is None else (PartPercept("right_hand", vector(hand(stamp))),)
        agents = (AgentPercept(ANN.id, parts),)
        lines.append(Observation(float(stamp), "camera", (Percept(CUP.id, vector(cup(stamp))),), agents))
    return lines


def jitter(stamp: float) -> np.ndarray[tuple[int], np.dtype[np.float64]]:
    """A little of something that never repeats to the bit."""
    return 1e-4 * np.array([np.sin(57 * stamp), np.cos(91 * stamp), np.sin(33 * stamp)])


def carried(stamp: float) -> np.ndarray[tuple[int], np.dtype[np.float64]]:
    return REST + np.array([0.0, 0.3, 0.0]) * np.clip(stamp - 1.5, 0.0, 1.0) + jitter(stamp)


def test_nothing_is_said_of_a_log_that_fits():
    assert suspicious(SCENE, log(carried, lambda stamp: carried(stamp) + 0.05)) == []


@pytest.mark.parametrize(
    ("height", "words", "mend"),
    [(0.05, "floats 5 cm above", "[0, 0, -0.050]"), (-0.04, "is sunk 4 cm into", "[0, 0, 0.040]")],
)
def test_what_floats_or_is_sunk_throughout_is_told_with_the_offset_that_mends_it(height: float, words: str, mend: str):
    (told,) = suspicious(SCENE, log(lambda stamp: REST + np.array([0.0, 0.0, height]) + jitter(stamp)))
    assert f"cup {words}" in told
    assert f"`offset: {mend}`" in told


def test_what_is_held_up_for_a_while_does_not_float():
    lifted = [0.0, 0.0, 0.0, 1.0, 1.0]

    def path(stamp: float) -> np.ndarray[tuple[int], np.dtype[np.float64]]:
        return REST + np.array([0.0, 0.0, 0.1]) * np.interp(stamp, [0, 1, 2.5, 2.8, 4], lifted) + jitter(stamp)

    assert suspicious(SCENE, log(path)) == []


def test_a_pose_that_repeats_to_the_bit_and_then_jumps_is_a_loss_in_disguise():
    def path(stamp: float) -> np.ndarray[tuple[int], np.dtype[np.float64]]:
        return carried(1.6) if 1.6 < stamp < 2.2 else carried(stamp)

    (told,) = suspicious(SCENE, log(path, lambda stamp: carried(stamp) + 0.05))
    assert "same pose to the bit" in told
    assert '"lost": true' in told


def test_jumps_no_hand_can_do_are_told():
    def path(stamp: float) -> np.ndarray[tuple[int], np.dtype[np.float64]]:
        return REST + np.array([0.0, 0.6, 0.0]) * (round(stamp * 20) % 20 == 10) + jitter(stamp)

    told = " ".join(suspicious(SCENE, log(path, path)))
    assert "cup jumps 8 times faster than 8 m/s, first by 60 cm at 0.5 s" in told


def test_hands_that_are_never_near_what_they_carry_are_told():
    (told,) = suspicious(SCENE, log(carried, lambda stamp: np.array([1.2, 0.0, 1.0])))
    assert "no hand comes nearer to it than" in told
    assert "frame or unit" in told
