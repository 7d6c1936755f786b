"""A simulated room gives ordinary observations and nothing else, and its robot keeps the promises of a driver."""

import asyncio
from collections.abc import Coroutine
from typing import Any, TypeVar

import pytest

from midworld import open as open_scene
from midworld.adapters.mujoco import MujocoEngine
from midworld.adapters.room.driver import RoomDriver
from midworld.adapters.room.figure import Character
from midworld.adapters.room.hearing import understood
from midworld.adapters.room.manners import taking, throwing
from midworld.adapters.room.person import Person
from midworld.adapters.room.room import TICK_S, Optics, Room
from midworld.cli.studies.cleaning.study import SCENE
from midworld.errors import CannotDo
from midworld.geometry import Pose
from midworld.perception import Observation
from midworld.runtime import run_virtually
from midworld.testing import Course, driver_faults
from midworld.world import EntityId

T = TypeVar("T")
GREY, BOX = EntityId("grey_tape"), EntityId("pink_box")
CLEAR = Optics(0.0, 0.0, 0.0)


def room_with(*people: Person, tape: tuple[float, float] = (0.8, 0.0), optics: Optics = CLEAR) -> Room:
    places = {"grey_tape": Pose((*tape, 0.776)), "pink_box": Pose((1.05, -0.5, 0.831))}
    return Room(open_scene(SCENE).scene, MujocoEngine(), places=places, people=people, optics=optics)


def passed(room: Room, seconds: float) -> tuple[Observation, ...]:
    """What is observed at the end of some seconds."""
    seen: tuple[Observation, ...] = ()
    for _ in range(round(seconds / TICK_S)):
        seen = room.step()
    return seen


async def beside(room: Room, acting: Coroutine[Any, Any, T]) -> T:
    """What acting returns while the room lives."""
    task = asyncio.ensure_future(acting)
    while not task.done():
        room.step()
        await asyncio.sleep(TICK_S)
    return task.result()


def objects(seen: tuple[Observation, ...]) -> set[str]:
    return {percept.id for each in seen for percept in each.objects or ()}


def test_the_driver_of_the_room_conforms() -> None:
    room = room_with()
    course = Course(near=(0.4, 0.3, 1.0), place=Pose((-0.6, 0.0, 0.0)))
    assert run_virtually(beside(room, driver_faults(RoomDriver(room), course))) == ()


class Liar(RoomDriver):
    """Says that it reached what it did not."""

    async def reach(self, arm: str, point: object) -> None:
        return None

    async def grasp(self, arm: str) -> None:
        return None


def test_a_driver_that_lies_is_found_out() -> None:
    room = room_with()
    found = run_virtually(beside(room, driver_faults(Liar(room), Course(near=(0.4, 0.3, 1.0)))))
    assert any("reaches a point out of reach" in each for each in found)
    assert any("grasps where nothing is" in each for each in found)


def test_a_thing_outside_the_field_of_view_is_not_observed() -> None:
    room = room_with()
    driver = RoomDriver(room)
    run_virtually(beside(room, driver.look((0.8, 0.0, 0.75))))
    assert "grey_tape" in objects(room.step())
    run_virtually(beside(room, driver.look((-2.0, 0.5, 1.5))))
    assert "grey_tape" not in objects(room.step())


def test_what_a_hand_covers_is_hidden_and_what_is_hidden_is_not_reported() -> None:
    room = room_with(Person("ann", (1.55, 0.0), (0.8, 0.0), script=(taking(GREY),)))
    run_virtually(beside(room, RoomDriver(room).look((0.8, 0.0, 0.75))))
    assert room.holder(GREY) is None
    passed(room, 6.0)
    assert room.holder(GREY) == "ann"


def test_noise_moves_percepts_and_the_same_seed_moves_them_alike() -> None:
    seen = [passed(room_with(optics=Optics(0.003, 0.003, 0.0)), 0.5) for _ in range(2)]
    assert seen[0] == seen[1]
    assert seen[0] != passed(room_with(), 0.5)


def test_a_person_throws_a_thing_into_a_box_when_asked() -> None:
    room = room_with(Person("ann", (1.55, 0.0), (0.8, 0.0)))
    room.speak("robot", "Ann, please take the grey tape and throw it into the pink box.")
    passed(room, 12.0)
    assert room.is_in(GREY, BOX)
    assert room.holder(GREY) is None


@pytest.mark.parametrize(
    ("character", "answer"),
    [
        (Character(refuses=frozenset({"throw"})), "No, I won't."),
        (Character(tires_after=0), "I am tired."),
        (Character(deaf=True), None),
    ],
)
def test_people_refuse_tire_or_do_not_hear(character: Character, answer: str | None) -> None:
    room = room_with(Person("ann", (1.55, 0.0), (0.8, 0.0), character=character))
    room.speak("robot", "Ann, please throw the grey tape into the pink box.")
    passed(room, 8.0)
    assert [each.text for each in room.said if each.speaker == "ann"] == ([] if answer is None else [answer])
    assert not room.is_in(GREY, BOX)


def test_who_cannot_reach_says_so() -> None:
    room = room_with(Person("ann", (1.55, 0.0), (0.8, 0.0), script=(throwing(GREY, BOX),)), tape=(0.4, 0.3))
    passed(room, 4.0)
    assert room.said[0].text == "I cannot reach the grey tape."


def test_a_hand_moves_straight_and_sweeps_nothing_off_the_table() -> None:
    room = room_with()
    body, driver = room.robot, RoomDriver(room)
    run_virtually(beside(room, driver.reach("right", (0.455, -0.229, 0.95))))
    heights: list[float] = []

    async def watched() -> None:
        task = asyncio.ensure_future(driver.reach("right", (0.70, 0.145, 0.95)))
        while not task.done():
            heights.append(float(body.tip("right")[2]))
            await room.ticked()
        await task

    run_virtually(beside(room, watched()))
    assert min(heights) > 0.93
    assert body.tip("right").tolist() == pytest.approx([0.70, 0.145, 0.95], abs=0.016)
    assert not body.moving


def test_a_grasp_where_nothing_is_is_refused() -> None:
    room = room_with()
    with pytest.raises(CannotDo, match="closed on nothing"):
        run_virtually(beside(room, RoomDriver(room).grasp("left")))


def test_it_means_what_was_named_before() -> None:
    labels = {GREY: ("grey tape",), BOX: ("pink box",)}
    heard = understood("please take the grey tape and throw it into the pink box", labels, last=BOX)
    assert heard is not None
    assert (heard.verb, heard.things) == ("throw", (GREY, BOX))
    heard = understood("throw it into the pink box", labels, last=GREY)
    assert heard is not None
    assert heard.things == (GREY, BOX)
    assert understood("lovely weather", labels) is None
