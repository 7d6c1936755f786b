"""Who is wrong about what, what people are told, and what they think of one another."""

import pytest

from midworld.errors import UnknownName
from midworld.geometry import Sphere, Vector3
from midworld.world import DIVERGENCES
from tabletop import TOP, TableTop, crate, moved

BASKET, BOX = (0.0, -0.3, TOP), (0.0, 0.3, TOP)
CENTRE = (0.0, 0.0, TOP)
ANN_SITS, BEN_SITS = (0.0, -1.1, TOP + 0.75), (0.0, 1.1, TOP + 0.75)
BEFORE = {"basket": BASKET, "box": BOX, "ball": moved(BASKET, (0.0, 0.0, 0.04))}
AFTER = {"basket": BASKET, "box": BOX, "ball": moved(BOX, (0.0, 0.0, 0.04))}


def couple(depth: float = 1.0) -> TableTop:
    shapes = {"ball": Sphere(0.03), "basket": crate(height=0.07), "box": crate(height=0.07)}
    table = TableTop(shapes, rate=10.0, people=True, belief_depth=depth)
    table.heads = {"ann": (ANN_SITS, CENTRE), "ben": (BEN_SITS, CENTRE)}
    return table


def swapped(depth: float = 1.0, *, away: tuple[str, ...] = ("ann",)) -> TableTop:
    """The ball is moved from the basket to the box while some are away."""
    table = couple(depth)
    table.watch(1.0, BEFORE)
    for name in away:
        del table.heads[name]
    table.watch(0.8, BEFORE)
    table.watch(1.5, AFTER)
    return table


def seated(table: TableTop, name: str, seat: Vector3) -> None:
    table.heads[name] = (seat, CENTRE)


def test_false_belief_is_told_with_its_reason_and_ends_when_seen() -> None:
    table = swapped()
    (wrong,) = [each for each in table.divergences if each.other == "robot"]
    assert (wrong.agent, wrong.kind, wrong.object) == ("ann", "FalseBelief", "ball")
    assert "in basket" in wrong.reason
    assert "in box" in wrong.reason
    told = table.board[DIVERGENCES].timeline
    assert ("ann", "FalseBelief", "ball") in told.open
    assert ("ann", "Disagreement/ben", "ball") in told.open
    seated(table, "ann", ANN_SITS)
    table.watch(1.5, AFTER)
    assert table.divergences == ()
    assert not table.board[DIVERGENCES].timeline.open


def test_who_missed_that_a_thing_was_found_gone_is_wrong_until_back() -> None:
    table = couple()
    there = {**BEFORE, "ball": (0.0, 0.0, TOP + 0.03)}
    gone = {name: place for name, place in there.items() if name != "ball"}
    table.watch(1.0, there)
    del table.heads["ann"]
    table.watch(1.5, there)
    table.watch(4.0, gone)
    (wrong,) = [each for each in table.divergences if each.other == "robot"]
    assert (wrong.agent, wrong.kind, wrong.object) == ("ann", "FalseBelief", "ball")
    assert wrong.reason.startswith("ann believes ball to be on table, as last seen at ")
    assert wrong.reason.endswith(" s, but it is gone, nobody knows where")
    # Ben is not called wrong in the moment he needs to find it gone himself; what Ann believes is not said to be so.
    told = table.board[DIVERGENCES].timeline
    assert not any(
        each.predicate == "FalseBelief" and each.subject == "ben" for each in [*told.open.values(), *told.closed]
    )
    (opinion,) = [each for each in table.divergences if each.other == "ann"]
    assert opinion.reason.endswith("and found it gone; ann believes it to be on table")
    seated(table, "ann", ANN_SITS)
    table.watch(4.0, gone)
    assert table.divergences == ()


def test_whoever_never_saw_a_thing_is_ignorant_of_it() -> None:
    table = couple()
    del table.heads["ann"]
    table.watch(1.0, BEFORE)
    table.heads["ann"] = (ANN_SITS, (0.0, -4.0, 1.0))
    table.watch(1.0, BEFORE)
    kinds = {(each.agent, each.kind, each.object) for each in table.divergences if each.other == "robot"}
    assert ("ann", "Ignorance", "ball") in kinds
    assert not any(agent == "ben" for agent, _, _ in kinds)


def test_what_one_is_told_is_believed_until_seen_otherwise() -> None:
    table = swapped()
    assert table.believed("ann", "ball") == {("isIn", "basket")}
    table.tell("ann", "ball", "isIn", "box", teller="robot")
    table.watch(0.7, AFTER)
    assert table.believed("ann", "ball") == {("isIn", "box")}
    assert any(event.predicate == "Told" for event in table.mind("ann").timeline.events())
    # A lie about a place she then sees empty does not last.
    table.tell("ann", "ball", "isIn", "basket", teller="ben")
    table.watch(0.7, AFTER)
    assert table.believed("ann", "ball") == {("isIn", "basket")}
    seated(table, "ann", ANN_SITS)
    table.watch(1.5, AFTER)
    assert table.believed("ann", "ball") == {("isIn", "box")}


def test_nobody_can_tell_who_is_not_there() -> None:
    table = swapped()
    with pytest.raises(UnknownName, match="zoe"):
        table.tell("zoe", "ball", "isIn", "box")


def test_ben_thinks_that_ann_still_believes_in_the_basket() -> None:
    table = swapped(2.0)
    assert table.believed("ben", "ball") == {("isIn", "box")}
    assert table.believed("ben/ann", "ball") == {("isIn", "basket")}
    # Ann, who is away, does not know that Ben knows better.
    assert table.believed("ann/ben", "ball") == {("isIn", "basket")}


def test_who_has_left_reaches_nothing() -> None:
    table = couple()
    table.watch(1.0, BEFORE)
    reach = {subject for subject, _, _ in table.world.timeline.held("canReach")}
    assert {"ann", "ben"} <= reach
    del table.heads["ann"]
    table.watch(1.5, BEFORE)
    reach = {subject for subject, _, _ in table.world.timeline.held("canReach")}
    assert "ann" not in reach
    assert "ben" in reach


def test_nothing_is_said_of_the_mind_of_a_pair_of_hands() -> None:
    table = couple()
    table.heads = {}
    table.watch(1.5, BEFORE, {"ann/right_hand": (0.6, 0.0, TOP + 0.2)})
    assert table.divergences == ()


def test_who_misses_that_a_thing_is_put_elsewhere_on_its_table_is_wrong_until_seen() -> None:
    table = TableTop({"cup": Sphere(0.03)}, rate=10.0, people=True)
    here, there = ({"cup": (0.0, y, TOP + 0.03)} for y in (-0.3, 0.3))
    away = (0.0, -3.0, TOP + 0.75)
    table.heads = {"ann": (ANN_SITS, CENTRE)}
    table.watch(1.0, here)
    table.heads["ann"] = (ANN_SITS, away)
    table.watch(0.5, here)
    table.watch(1.5, there)
    (wrong,) = table.divergences
    assert (wrong.agent, wrong.kind) == ("ann", "FalseBelief")
    assert "moved since" in wrong.reason
    seated(table, "ann", ANN_SITS)
    table.watch(1.5, there)
    assert table.divergences == ()
