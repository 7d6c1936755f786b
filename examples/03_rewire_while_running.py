"""Stages can be added, removed and replaced while a pipeline runs."""

from midworld.geometry import Pose
from midworld.runtime import Board, Inputs, Pipeline, Stage
from midworld.world import Delta, Entity, EntityId, World, change, move

MUG = EntityId("mug")


def raised(inputs: Inputs, previous: World, memory: None, stamp: float) -> tuple[Delta, None]:
    """A filter: the same mug, ten centimetres higher."""
    seen = inputs["camera"]
    higher = seen.apply(move(seen, "mug", Pose((0.0, 0.0, seen.pose("mug").position[2] + 0.1))))
    return change(stamp=stamp, put=[higher.entity("mug")], pose={MUG: higher.pose("mug").array}), memory


board = Board()
pipeline = Pipeline(board)
pipeline.add_source("camera")
pipeline.add(Stage("raise", ("camera",), "corrected", raised, None))

first = change(put=[Entity(MUG)], pose={MUG: Pose((0.0, 0.0, 1.0)).array})
pipeline.tick(0.0, {"camera": first})
print("with the stage:   ", board["corrected"].pose("mug").position)

pipeline.remove("raise")
pipeline.tick(0.1, {"camera": change(pose={MUG: Pose((0.0, 0.0, 2.0)).array})})
print("without the stage:", board["corrected"].pose("mug").position, "(left as it was)")
print("the camera says:  ", board["camera"].pose("mug").position)
