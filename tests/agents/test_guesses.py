"""Nobody is given sight of what the robot only guesses at while it moves."""

import pytest

from midworld.agents.perspective import guesses, touched
from midworld.geometry import Pose, Sphere, Vector3
from midworld.world import Agent, Entity, EntityId, Event, Object, Situation, World, change

BALL, ANN = EntityId("ball"), EntityId("ann")


def room(
    *, seen: float, speed: float = 0.0, holder: str | None = None, let_go: tuple[str, float] | None = None
) -> World:
    """At 2 s: a ball the robot perceived at some time, and how it thinks it moves or is held."""
    ball = Entity(BALL, Object(), collision=Sphere(0.03))
    place: Vector3 = (0.5, 0.0, 0.8)
    held = [] if holder is None else [Situation(1.0, "isHeldBy", "ball", holder)]
    gone = [] if let_go is None else [Event(let_go[1], "Release", let_go[0], "ball")]
    return World().apply(
        change(
            stamp=2.0,
            put=[ball, Entity(ANN, Agent("human"))],
            pose={BALL: Pose(place).array},
            velocity={BALL: [speed, 0, 0, 0, 0, 0]},
            seen={BALL: seen},
            entries=[*held, *gone],
        )
    )


@pytest.mark.parametrize(
    ("world", "unsure"),
    [
        (room(seen=2.0, speed=0.5), False),
        (room(seen=2.0, holder="bob"), False),
        (room(seen=1.0), False),
        (room(seen=1.0, speed=0.5), True),
        (room(seen=1.0, holder="bob"), True),
        (room(seen=1.0, holder="ann"), False),
        (room(seen=1.0, speed=0.5, let_go=("ann", 1.9)), False),
        (room(seen=1.0, speed=0.5, let_go=("ann", 1.7)), True),
        (room(seen=1.0, speed=0.5, let_go=("bob", 1.9)), True),
    ],
    ids=[
        "seen moving",
        "seen in a hand",
        "lying unseen",
        "moving unseen",
        "in a hand unseen",
        "in her own hand",
        "just let go by her",
        "long let go by her",
        "let go by another",
    ],
)
def test_what_the_robot_guesses_at_is_not_seen_by_others(world: World, *, unsure: bool) -> None:
    assert (BALL in guesses(world, {BALL}, ANN, stamp=2.0)) == unsure


def test_who_just_let_go_of_something_knows_how_it_went() -> None:
    assert BALL in touched(room(seen=1.0, let_go=("ann", 1.9)), ANN)
    assert BALL not in touched(room(seen=1.0, let_go=("ann", 1.7)), ANN)
    assert BALL not in touched(room(seen=1.0, let_go=("bob", 1.9)), ANN)
