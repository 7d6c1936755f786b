"""An assessment that is forked or resumed goes on bit by bit as it would have."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cache
from itertools import product
from types import MappingProxyType
from typing import Any

import pytest
from benchmarks.interrupted import assessed, bundled

from countedengine import CountedEngine
from midworld.adapters.embree import EmbreeSight
from midworld.assessment import STABLE, Assessment
from midworld.geometry import Box, Vector3
from midworld.perception import AgentPercept, Observation, PartPercept, Percept
from midworld.runtime import Commit, Root
from midworld.runtime.values import decode_value, encode_value
from midworld.world import EntityId, decode_world, encode_delta, encode_world
from tabletop import TOP, scene_of

SCENE = "6b_released_in_box"
# At first sight, at rest, while a hand comes, picks the ball up, carries it, and has let it go.
FORKS = (1, 40, 90, 96, 110, 140)
TICKS = 12
Tick = tuple[tuple[int, str, float, bytes, bool], ...]


class Follower:
    """Feeds an assessment, and keeps what each tick committed, to the bit."""

    def __init__(self, assessment: Assessment) -> None:
        self.assessment = assessment
        self.ticks: list[Tick] = []
        self._commits: list[Commit] = []
        assessment.board.subscribe(self._commits.append)

    def feed(self, observation: Observation) -> None:
        self.assessment.feed(observation)
        self.ticks.append(
            tuple(
                (each.sequence, each.name, each.stamp, encode_delta(each.delta), each.ends_tick)
                for each in self._commits
            )
        )
        self._commits.clear()

    def follow(self, observations: Sequence[Observation]) -> list[Tick]:
        """What these ticks committed."""
        for observation in observations:
            self.feed(observation)
        return self.ticks[len(self.ticks) - len(observations) :]


@cache
def observations() -> tuple[Observation, ...]:
    return bundled(SCENE)[1]


@cache
def alone() -> tuple[Tick, ...]:
    """What every tick commits if nobody forks anything."""
    return tuple(Follower(assessed(bundled(SCENE)[0])).follow(observations()[: FORKS[-1] + TICKS]))


def expected(tick: int) -> list[Tick]:
    return list(alone()[tick : tick + TICKS])


def onwards(tick: int) -> Sequence[Observation]:
    return observations()[tick : tick + TICKS]


def test_forks_run_beside_the_original_go_on_as_it_does() -> None:
    original = Follower(assessed(bundled(SCENE)[0]))
    forks: dict[int, Follower] = {}
    for tick, observation in enumerate(observations()[: FORKS[-1] + TICKS]):
        if tick in FORKS:
            forks[tick] = Follower(original.assessment.fork())
        running = [fork for begun, fork in forks.items() if tick < begun + TICKS]
        # Some before the original and some after it.
        for fork in running[::2]:
            fork.feed(observation)
        original.feed(observation)
        for fork in running[1::2]:
            fork.feed(observation)
    assert original.ticks == list(alone())
    for begun, fork in forks.items():
        assert fork.ticks == expected(begun), f"forked at tick {begun}"


def test_forks_run_after_the_original_go_on_from_where_it_was() -> None:
    original = Follower(assessed(bundled(SCENE)[0]))
    forks: dict[int, Follower] = {}
    for tick, observation in enumerate(observations()[: FORKS[-1] + TICKS]):
        if tick in FORKS:
            forks[tick] = Follower(original.assessment.fork())
        original.feed(observation)
    for begun, fork in reversed(forks.items()):
        assert fork.follow(onwards(begun)) == expected(begun), f"forked at tick {begun}"
    assert original.ticks == list(alone())


@cache
def at_the_pick() -> Assessment:
    follower = Follower(assessed(bundled(SCENE)[0]))
    follower.follow(observations()[:90])
    return follower.assessment


def test_neither_disturbs_the_other_where_they_see_different_things() -> None:
    one, other = Follower(at_the_pick().fork()), Follower(at_the_pick().fork())
    for number, observation in enumerate(onwards(90)):
        one.feed(observation)
        # Nobody is there, and every second look is missed.
        if number % 2:
            other.feed(Observation(observation.stamp, observation.source, objects=()))
    assert one.ticks == expected(90)
    assert encode_world(one.assessment.board[STABLE]) != encode_world(other.assessment.board[STABLE])
    again = Follower(at_the_pick().fork())
    for number, observation in enumerate(onwards(90)):
        if number % 2:
            again.feed(Observation(observation.stamp, observation.source, objects=()))
    assert again.ticks == other.ticks


def test_forks_of_forks_go_on_alike() -> None:
    fork = at_the_pick().fork()
    deeper = fork.fork().fork()
    assert Follower(deeper).follow(onwards(90)) == expected(90)
    assert Follower(fork).follow(onwards(90)) == expected(90)


def test_a_fork_has_the_past_and_the_questions_of_its_original() -> None:
    original = at_the_pick().fork()
    stamp = observations()[60].stamp
    fork = original.fork()
    assert fork.board.at(STABLE, stamp) is original.board.at(STABLE, stamp)
    assert (fork.minds, fork.reasons, fork.divergences) == (original.minds, original.reasons, original.divergences)
    Follower(fork).follow(onwards(90))
    assert original.board.sequence < fork.board.sequence
    assert original.board[STABLE].stamp < fork.board[STABLE].stamp


def test_what_somebody_was_told_before_a_fork_is_heard_in_both() -> None:
    original = at_the_pick().fork()
    original.tell("ann", "ball", "isOn", "table", teller="robot")
    fork = original.fork()
    one, other = Follower(original).follow(onwards(90)), Follower(fork).follow(onwards(90))
    assert one == other
    assert one != expected(90)


def through_bytes(root: Root, *, apart: bool) -> Root:
    """A root as a file would give it back; `apart` is each memory in bytes of its own."""
    worlds = {name: decode_world(encode_world(world)) for name, world in root.worlds.items()}
    pieces = [{name: memory} for name, memory in root.memories.items()] if apart else [root.memories]
    memories: dict[str, object] = {}
    for piece in pieces:
        read: Any = decode_value(encode_value(piece))
        memories.update(read)
    return replace(root, worlds=MappingProxyType(worlds), memories=memories)


@pytest.mark.parametrize("apart", [False, True], ids=["together", "apart"])
@pytest.mark.parametrize("tick", FORKS)
def test_a_run_resumed_from_bytes_goes_on_in_the_same_bytes(tick: int, apart: bool) -> None:
    scene = bundled(SCENE)[0]
    root = through_bytes(roots()[tick], apart=apart)
    resumed = Follower(assessed(scene, root=root))
    assert resumed.follow(onwards(tick)) == expected(tick)


@cache
def roots() -> Mapping[int, Root]:
    follower, found = Follower(assessed(bundled(SCENE)[0])), dict[int, Root]()
    for tick, observation in enumerate(observations()[: FORKS[-1] + 1]):
        if tick in FORKS:
            found[tick] = follower.assessment.board.root
        follower.feed(observation)
    return found


@pytest.mark.parametrize("tick", [45, 120])
def test_a_run_with_two_minds_is_resumed_from_bytes(tick: int) -> None:
    scene, seen = bundled("7_false_belief")
    original = Follower(assessed(scene))
    original.follow(seen[:tick])
    resumed = Follower(assessed(scene, root=through_bytes(original.assessment.board.root, apart=False)))
    some = seen[tick : tick + TICKS]
    assert resumed.follow(some) == original.follow(some)


def test_a_smoothed_run_is_forked_and_resumed() -> None:
    scene, seen = bundled(SCENE)
    smooth = replace(scene, reasoner={**scene.reasoner, "tracking_filter": True})
    original = Follower(assessed(smooth))
    original.follow(seen[:40])
    fork = Follower(original.assessment.fork())
    resumed = Follower(assessed(smooth, root=through_bytes(original.assessment.board.root, apart=False)))
    some = seen[40 : 40 + TICKS]
    wanted = original.follow(some)
    assert fork.follow(some) == wanted
    assert resumed.follow(some) == wanted


def crowd(stamp: float) -> Observation:
    """Fifty blocks on a table, and Ann's eyes and hand."""
    percepts = tuple(Percept(EntityId(f"block_{number}"), _spot(number)) for number in range(50))
    parts = (PartPercept("head", (0.9, 0.0, 1.6)), PartPercept("right_hand", (0.7, 0.0, 1.0)))
    return Observation(stamp, "camera", percepts, (AgentPercept(EntityId("ann"), parts),))


def _spot(number: int) -> Vector3:
    rows = list(product(range(10), range(5)))
    x, y = rows[number]
    return (-0.4 + 0.08 * x, -0.4 + 0.2 * y, TOP + 0.02)


def crowded() -> tuple[CountedEngine, Assessment]:
    engine = CountedEngine()
    scene = scene_of({f"block_{number}": Box((0.04, 0.04, 0.04)) for number in range(50)})
    assessment = Assessment(scene, engine=engine, sight=EmbreeSight)
    for number in range(3):
        assessment.feed(crowd(100.0 + number / 30))
    return engine, assessment


def test_a_hundred_forks_of_fifty_things_open_nothing_until_they_go_on() -> None:
    engine, assessment = crowded()
    before = engine.opened
    forks = [assessment.fork() for _ in range(100)]
    assert engine.opened == before
    # One goes on; the others cost nothing still.
    forks[50].feed(crowd(100.1))
    first = engine.opened - before
    assert first <= 2
    forks[50].feed(crowd(100.2))
    assert engine.opened - before == first


def test_a_hundred_what_ifs_of_one_fork_share_its_simulations() -> None:
    engine, assessment = crowded()
    before = engine.opened
    one = assessment.fork()
    for _ in range(100):
        one.fork().feed(crowd(100.1))
    assert engine.opened - before <= 2


def test_a_hundred_forks_that_go_on_in_turns_share_simulations() -> None:
    engine, assessment = crowded()
    before = engine.opened
    forks = [assessment.fork() for _ in range(100)]
    for fork in forks:
        fork.feed(crowd(100.1))
    assert engine.opened - before <= 4
