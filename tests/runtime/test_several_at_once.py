"""One tick takes what several sources perceive."""

from midworld.assessment import MERGED, Assessment
from midworld.geometry import Pose, Sphere
from midworld.perception import Observation, Percept
from midworld.runtime import Commit
from midworld.world import Entity, EntityId, Object, Scene

BALL, CUP = EntityId("ball"), EntityId("cup")


def scene() -> Scene:
    things = {name: ((Entity(name, Object(), collision=Sphere(0.03)), Pose()),) for name in (BALL, CUP)}
    return Scene(awaited=things)


def seen(stamp: float, source: str, thing: EntityId, x: float) -> Observation:
    return Observation(stamp, source, (Percept(thing, (x, 0.0, 0.0)),))


def test_two_sources_make_one_tick_at_the_newest_instant() -> None:
    assessment, ticks = Assessment(scene()), list[Commit]()
    assessment.board.subscribe(lambda commit: ticks.append(commit) if commit.ends_tick else None)
    assessment.feed(seen(1.0, "left", BALL, 0.1), seen(1.02, "right", CUP, 0.2))
    assert [tick.stamp for tick in ticks] == [1.02]
    merged = assessment.board[MERGED]
    assert merged.pose("ball").position[0] == 0.1
    assert merged.pose("cup").position[0] == 0.2


def test_of_one_source_the_newest_counts_whatever_the_order() -> None:
    assessment = Assessment(scene())
    assessment.feed(seen(1.04, "left", BALL, 0.4), seen(1.0, "left", BALL, 0.1))
    assert assessment.board[MERGED].pose("ball").position[0] == 0.4
