"""What hands do with things where no camera sees them."""

import numpy as np
import pytest

from midworld.geometry import Box, Cylinder
from tabletop import TOP, TableTop, moved

CUP = Cylinder(0.04, 0.10)
ANN = "ann/right_hand"
SCREEN = {"screen": (-0.1, 0.2, TOP + 0.2)}
HOME, BEHIND = (0.1, -0.3, TOP + 0.05), (0.1, 0.2, TOP + 0.05)
GRIP = (0.0, 0.0, 0.08)


def carried_behind(noise: float) -> TableTop:
    """A cup is taken up, carried behind a screen and lowered there; the camera sees the hand all the time."""
    table = TableTop({"cup": CUP, "screen": Box((0.02, 0.5, 0.4))})
    random = np.random.default_rng(3)

    def hand(place: tuple[float, float, float]) -> dict[str, tuple[float, float, float]]:
        x, y, z = (np.add(moved(place, GRIP), random.normal(0, noise, 3))).tolist()
        return {ANN: (x, y, z)}

    table.watch(1.0, {"cup": HOME, **SCREEN})
    up = moved(HOME, (0.0, 0.0, 0.15))
    table.play(
        0.8, lambda share: ({"cup": moved(HOME, (0, 0, 0.15), share), **SCREEN}, hand(moved(HOME, (0, 0, 0.15), share)))
    )
    table.play(
        0.4, lambda share: ({"cup": moved(up, (0, 0.2, 0), share), **SCREEN}, hand(moved(up, (0, 0.2, 0), share)))
    )
    table.play(0.6, lambda share: (SCREEN, hand(moved(up, (0, 0.2 + 0.3 * share, 0)))))
    table.play(0.6, lambda share: (SCREEN, hand(moved(BEHIND, (0, 0, 0.15 * (1 - share))))))
    for _ in range(15):
        table.tick(SCREEN, hand(BEHIND))
    table.play(0.6, lambda share: (SCREEN, hand(moved(BEHIND, (0, 0, 0.02), 0.0 + 10 * share))))
    return table


@pytest.mark.parametrize("noise", [0.0, 0.01])
def test_cup_set_down_behind_a_screen_is_there_once_the_hand_goes_on(noise: float) -> None:
    table = carried_behind(noise)
    assert table.events == [("Pick", "ann", "cup"), ("Release", "ann", "cup")]
    assert table.facts("cup") == {("isOn", "table")}
    assert table.position("cup") == pytest.approx(BEHIND, abs=0.02)


def test_box_pushed_on_behind_a_screen_goes_with_the_hand() -> None:
    table = TableTop({"box": Box((0.1, 0.1, 0.1)), "screen": Box((0.02, 0.5, 0.4))})
    start = (0.1, -0.3, TOP + 0.05)
    side = (0.0, -0.06, 0.0)

    def pushed(share: float) -> tuple[dict[str, tuple[float, float, float]], dict[str, tuple[float, float, float]]]:
        place = moved(start, (0.0, 0.5, 0.0), share)
        hidden = place[1] > -0.1
        return (SCREEN if hidden else {"box": place, **SCREEN}), {ANN: moved(place, side)}

    table.watch(1.0, {"box": start, **SCREEN}, {ANN: moved(start, side)})
    table.play(3.0, pushed)
    end = moved(start, (0.0, 0.5, 0.0))
    table.play(1.0, lambda share: (SCREEN, {ANN: moved(moved(end, side), (0.0, -0.4 * share, 0.1 * share))}))
    assert table.position("box") == pytest.approx(end, abs=0.03)
    assert table.facts("box") == {("isOn", "table")}
    assert table.events == [("Push", "ann", "box")]


def test_box_that_the_hand_leaves_before_it_is_hidden_stays_there() -> None:
    table = TableTop({"box": Box((0.1, 0.1, 0.1)), "screen": Box((0.02, 0.5, 0.4))})
    place = (0.1, 0.1, TOP + 0.05)
    table.watch(1.5, {"box": place})
    table.play(1.5, lambda share: (SCREEN, {ANN: moved(place, (0.0, -0.2 + 0.6 * share, 0.2))}))
    assert table.position("box") == pytest.approx(place, abs=0.01)
