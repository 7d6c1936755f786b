"""What people believe, from what they saw."""

from itertools import pairwise

from midworld.geometry import Box, Sphere, Vector3
from midworld.world import Status
from tabletop import TOP, TableTop, crate, moved

ANN, BEN = "ann/right_hand", "ben/right_hand"
BALL = Sphere(0.03)
BASKET, BOX = (0.0, -0.3, TOP), (0.0, 0.3, TOP)
CENTRE = (0.0, 0.0, TOP)
# Each at an end of the table; the camera stands between, at its long side.
ANN_SITS, BEN_SITS = (0.0, -1.1, TOP + 0.75), (0.0, 1.1, TOP + 0.75)
ELSEWHERE = (0.0, -4.0, 1.2)


def at(place: Vector3, height: float = 0.04) -> Vector3:
    return moved(place, (0.0, 0.0, height))


def couple(height: float = 0.07, **shapes: Box) -> TableTop:
    table = TableTop(
        {"ball": BALL, "basket": crate(height=0.07), "box": crate(height=height), **shapes}, rate=15.0, people=True
    )
    table.heads = {"ann": (ANN_SITS, CENTRE), "ben": (BEN_SITS, CENTRE)}
    return table


def carried(table: TableTop, start: Vector3, end: Vector3, hand: str) -> None:
    """The ball goes from one place to another in a hand, up, over and down."""
    things = {"basket": BASKET, "box": BOX}
    way = [at(start), at(start, 0.3), at(end, 0.3), at(end, 0.06)]
    for one, other in pairwise(way):
        step = (other[0] - one[0], other[1] - one[1], other[2] - one[2])
        table.play(
            0.8,
            lambda share, one=one, step=step: (
                {**things, "ball": moved(one, step, share)},
                {hand: moved(moved(one, step, share), (0.0, 0.0, 0.07))},
            ),
        )
    table.play(
        0.5, lambda share: ({**things, "ball": at(end)}, {hand: moved(at(end, 0.12), (-0.2 * share, 0.0, 0.3 * share))})
    )


def test_sally_looks_where_she_left_the_ball_x8() -> None:
    table = couple()
    things = {"basket": BASKET, "box": BOX, "ball": at(BASKET)}
    table.watch(1.5, things)
    assert table.believed("ann", "ball") == {("isIn", "basket")}
    assert table.believed("ben", "ball") == {("isIn", "basket")}
    # Ann leaves; Ben moves the ball.
    del table.heads["ann"]
    table.watch(0.7, things)
    carried(table, BASKET, BOX, BEN)
    table.watch(1.5, {"basket": BASKET, "box": BOX, "ball": at(BOX)})
    assert table.facts("ball") == {("isIn", "box")}
    assert table.believed("ben", "ball") == {("isIn", "box")}
    assert table.believed("ann", "ball") == {("isIn", "basket")}


def test_whoever_sees_the_empty_basket_knows_no_place() -> None:
    table = couple()
    things = {"basket": BASKET, "box": BOX, "ball": at(BASKET)}
    table.watch(1.0, things)
    del table.heads["ann"]
    table.watch(0.7, things)
    # The ball is taken out of the room.
    table.watch(1.0, {"basket": BASKET, "box": BOX, "ball": (0.0, 3.0, 0.2)})
    assert table.believed("ann", "ball") == {("isIn", "basket")}
    table.heads["ann"] = ((0.0, -0.6, TOP + 0.8), BASKET)
    table.watch(1.5, {"basket": BASKET, "box": BOX, "ball": (0.0, 3.0, 0.2)})
    assert table.believed("ann", "ball") == set()
    assert table.mind("ann").status("ball") is Status.UNKNOWN


def test_thing_behind_a_screen_is_not_in_the_world_of_whom_it_is_hidden_from_x7() -> None:
    table = couple(screen=Box((0.5, 0.02, 0.4)))
    things = {"ball": (0.0, 0.2, TOP + 0.03), "screen": (0.0, 0.0, TOP + 0.2)}
    table.watch(1.5, things)
    assert "ball" in table.mind("ben")
    assert "ball" not in table.mind("ann")
    assert "screen" in table.mind("ann")


def test_person_who_turns_away_misses_the_swap() -> None:
    table = couple()
    things = {"basket": BASKET, "box": BOX, "ball": at(BASKET)}
    table.watch(1.0, things)
    table.heads["ann"] = (ANN_SITS, ELSEWHERE)
    table.watch(0.5, things)
    carried(table, BASKET, BOX, BEN)
    table.watch(1.0, {"basket": BASKET, "box": BOX, "ball": at(BOX)})
    assert table.believed("ann", "ball") == {("isIn", "basket")}
    table.heads["ann"] = (ANN_SITS, CENTRE)
    table.watch(1.5, {"basket": BASKET, "box": BOX, "ball": at(BOX)})
    assert table.believed("ann", "ball") == {("isIn", "box")}


def test_believer_reasons_with_physics_too() -> None:
    """Ann sees the ball let go above the box, which hides it from her; she believes it is in the box."""
    table = couple(height=0.12)
    table.heads["ann"] = ((0.0, -1.1, TOP + 0.25), (0.0, 0.3, TOP + 0.15))
    places = {"basket": BASKET, "box": BOX}
    above = at(BOX, 0.25)
    table.watch(1.0, {**places, "ball": above}, {BEN: at(BOX, 0.32)})
    assert table.believed("ann", "ball") == {("isHeldBy", "ben")}
    table.play(
        0.25,
        lambda share: (
            {**places, "ball": moved(above, (0.0, 0.0, -0.21 * share * share))},
            {BEN: moved(above, (0.0, 0.05 + 0.3 * share, 0.1))},
        ),
    )
    table.watch(2.0, {**places, "ball": at(BOX)})
    assert table.believed("ann", "ball") == {("isIn", "box")}
    assert not bool(table.mind("ann").state.perceived[table.mind("ann").structure.row("ball")])
