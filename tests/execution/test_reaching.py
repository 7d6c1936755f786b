"""What somebody reaches is theirs while they turn, lean or step away; not once the thing is elsewhere."""

from pathlib import Path
from tempfile import TemporaryDirectory

from midworld.execution.reaching import Reaches
from midworld.geometry import Pose
from midworld.planning import Fact
from midworld.session import open as open_scene
from midworld.world import World, move

SCENE = """
objects:
  cup: {shape: {cylinder: [0.04, 0.1]}, position: [0.5, 0, 0.8]}
agents:
  robot: {kind: robot, position: [0, 0, 0]}
  ann: {kind: human, position: [1.0, 0, 0]}
"""


def opened() -> World:
    with TemporaryDirectory() as folder:
        path = Path(folder) / "scene.yaml"
        path.write_text(SCENE)
        return open_scene(path).world()


WORLD = opened()
ANN: Fact = ("canReach", "ann", "cup")
ROBOT: Fact = ("canReach", "robot", "cup")


def worlds(**moved: tuple[float, float, float]) -> World:
    world = WORLD
    for name, place in moved.items():
        world = world.apply(move(world, name, Pose(place)))
    return world


def reached_at_first() -> Reaches:
    reaches = Reaches()
    reaches.known(frozenset({ANN, ROBOT}), worlds(), 0.0)
    return reaches


def test_who_turns_away_still_reaches_what_stays_in_its_place() -> None:
    assert reached_at_first().known(frozenset(), worlds(), 60.0) == {ANN}


def test_a_thing_that_was_moved_is_no_longer_reached() -> None:
    assert reached_at_first().known(frozenset(), worlds(cup=(0.2, 0.0, 0.8)), 60.0) == frozenset()


def test_a_robot_reaches_what_it_is_seen_to_reach() -> None:
    reaches = reached_at_first()
    assert ROBOT in reaches.known(frozenset(), worlds(), 1.0)
    assert ROBOT not in reaches.known(frozenset(), worlds(), 3.0)


def test_who_is_far_from_where_they_reached_has_left() -> None:
    reaches = reached_at_first()
    assert not reaches.left("ann", worlds(ann=(1.5, 0.0, 0.0)))
    assert reaches.left("ann", worlds(ann=(3.0, 0.0, 0.0)))


def test_who_says_so_does_not_reach_it() -> None:
    reaches = reached_at_first()
    reaches.forget("ann", "cup")
    assert reaches.known(frozenset(), worlds(), 60.0) == frozenset()
