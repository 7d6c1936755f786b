"""Minds that were misled by a tracker's error or by a guess of the robot's, and are put right."""

from collections.abc import Mapping
from dataclasses import replace

from midworld.agents.mind import Mind
from midworld.geometry import Box, FloatArray, Pose, Sphere, Vector3
from midworld.relations.absences import tarried
from midworld.world import Delta, Entity, EntityId, Object, Scene, Situation, Status, World, change, diff
from tabletop import TOP, TableTop, crate, moved

ANN = "ann/right_hand"
BALL = EntityId("ball")
IN_BOX = (0.0, 0.1, TOP + 0.04)
CENTRE = (0.0, 0.0, TOP)


def test_thing_that_showed_in_one_look_only_is_not_taken_in() -> None:
    """The tracker's first word about the ball, hidden from Ann by a screen, is a hand's breadth off."""
    table = TableTop({"ball": Sphere(0.03), "screen": Box((0.3, 0.02, 0.4))}, rate=10.0, people=True)
    table.heads = {"ann": ((0.0, -1.1, TOP + 0.5), CENTRE)}
    screen, ball = (0.0, 0.0, TOP + 0.2), (0.05, 0.1, TOP + 0.03)
    table.watch(0.1, {"screen": screen, "ball": moved(ball, (0.15, 0.0, 0.0))})
    table.watch(1.0, {"screen": screen, "ball": ball})
    assert "screen" in table.mind("ann")
    assert "ball" not in table.mind("ann")


class Noting:
    """Reasoning that believes its percepts, and notes where it is told to put things."""

    def __init__(self) -> None:
        self.placed: dict[EntityId, Vector3] = {}

    def propose(self, inputs: Mapping[str, World], previous: World, stamp: float) -> Delta:
        (percepts,) = inputs.values()
        return diff(replace(previous, timeline=percepts.timeline), percepts)

    def place(self, name: EntityId, pose: FloatArray) -> None:
        self.placed[name] = (float(pose[0]), float(pose[1]), float(pose[2]))


def guessed(place: Vector3, *, seen: float, stamp: float) -> World:
    """The robot's world: a ball last perceived at some time."""
    ball = Entity(BALL, Object(), collision=Sphere(0.03))
    status = {BALL: Status.INFERRED.value}
    where = {BALL: Pose(place).array}
    return World().apply(change(stamp=stamp, put=[ball], pose=where, seen={BALL: seen}, status=status))


def thought_better_of(*, seen: float) -> Mapping[EntityId, Vector3]:
    """What Ann makes of a ball that she saw at 1.0 s, when the robot puts it into the box at 1.1 s."""
    sights = {1.0: frozenset({BALL}), 1.1: frozenset[EntityId]()}
    reasoning = Noting()
    mind = Mind(EntityId("ann"), Scene(World()), reasoning, perceive=lambda _, stamp: sights[stamp])
    believed = World()
    for stamp, place in ((1.0, (0.0, -0.4, TOP + 0.3)), (1.1, IN_BOX)):
        truth = guessed(place, seen=seen, stamp=stamp)
        believed = believed.apply(mind.propose({"stable": truth}, believed, stamp))
    return reasoning.placed


def test_whoever_saw_only_what_the_robot_guessed_thinks_better_of_it_with_the_robot() -> None:
    assert thought_better_of(seen=0.5) == {BALL: IN_BOX}


def test_what_somebody_really_saw_stays_where_it_was_seen() -> None:
    assert thought_better_of(seen=1.0) == {}


def watched(*, afterwards: bool) -> Mapping[EntityId, Vector3]:
    """Where Ann puts a ball that she sees Ben let go of at 1.1 s; `afterwards` says whether she sees it then."""
    places = {1.0: (0.0, 0.1, TOP + 0.3), 1.1: (0.0, 0.1, TOP + 0.2), 1.2: IN_BOX}
    taken = Delta(entries=(Situation(0.5, "isHeldBy", "ball", "ben"),))
    reasoning = Noting()

    def perceive(_: World, stamp: float) -> frozenset[EntityId]:
        return frozenset({BALL}) if afterwards or stamp < 1.2 else frozenset()

    mind = Mind(EntityId("ann"), Scene(World()), reasoning, perceive=perceive)
    believed = World().apply(taken)
    for stamp, place in places.items():
        truth = guessed(place, seen=stamp, stamp=stamp)
        truth = truth.apply(taken) if stamp == 1.0 else truth
        believed = believed.apply(mind.propose({"stable": truth}, believed, stamp))
    return reasoning.placed


def test_whoever_watches_a_hand_let_go_knows_that_it_did() -> None:
    assert watched(afterwards=False) == {BALL: IN_BOX}


def test_thing_that_stays_in_sight_is_where_it_is_seen() -> None:
    assert watched(afterwards=True) == {}


def test_thing_let_go_unseen_is_first_sought_where_the_hand_tarried() -> None:
    box, way, rest = (Pose((x, 0.0, TOP)).array for x in (0.0, 0.3, 0.6))
    trail = [box, box, box, box, way, rest, rest]
    assert [float(place[0]) for place in tarried([rest, way, box], trail)] == [0.0, 0.6, 0.3]


def test_thing_let_go_over_a_box_is_not_sought_where_the_hand_went_meanwhile() -> None:
    """Nothing is seen of the fall; half a second later the hand, in plain view beyond the table, is found empty."""
    table = TableTop({"ball": Sphere(0.03), "box": crate(height=0.2)}, rate=8.0)
    above = (0.1, 0.2, TOP + 0.3)
    hand, away = moved(above, (0.0, 0.0, 0.04)), (0.6, 0.1, -0.15)
    things = {"box": (0.1, 0.2, TOP)}
    table.watch(1.0, {**things, "ball": moved(above, (0.0, -0.5, -0.2))}, {ANN: moved(hand, (0.0, -0.5, -0.2))})
    table.play(
        1.0,
        lambda share: (
            {**things, "ball": moved(moved(above, (0.0, -0.5, -0.2)), (0.0, 0.5, 0.2), share)},
            {ANN: moved(moved(hand, (0.0, -0.5, -0.2)), (0.0, 0.5, 0.2), share)},
        ),
    )
    table.watch(0.5, {**things, "ball": above}, {ANN: hand})
    table.play(1.0, lambda share: (things, {ANN: moved(hand, away, share)}))
    table.watch(2.0, things, {ANN: moved(hand, away)})
    assert table.facts("ball") == {("isIn", "box")}
