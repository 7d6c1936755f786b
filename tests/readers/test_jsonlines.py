"""What the lines of a run call the robot."""

import io
import json

from midworld.readers.jsonlines import LineWriter
from midworld.runtime import Commit
from midworld.world import DIVERGENCES, STABLE, Agent, Delta, Entity, EntityId, Situation, World, change


def test_who_is_wrong_differs_from_the_robot_by_its_own_name() -> None:
    stream = io.BytesIO()
    writer = LineWriter(stream, [STABLE])
    there = World().apply(change(stamp=0.0, put=[Entity(EntityId("pepper"), Agent("robot"))]))
    writer.write(Commit(1, STABLE, 0.0, Delta(0.0), there))
    wrong = Situation(0.0, "FalseBelief", EntityId("ann"), "cup")
    writer.write(Commit(2, DIVERGENCES, 0.0, Delta(0.0, entries=(wrong,)), World()))
    (line,) = [each for each in map(json.loads, stream.getvalue().splitlines()) if each["type"] == "divergence"]
    assert line["agent"] == "ann"
    assert "pepper" in line.values()
    assert "robot" not in line.values()
