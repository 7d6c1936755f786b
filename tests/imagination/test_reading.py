"""Actions as JSON and as sentences: what they stand for, and what is refused by name."""

import re

import msgspec
import pytest

from imaginekit import a_bin, ball, cup, table, thing, world
from midworld.errors import BadAction, UnknownName
from midworld.geometry import Box
from midworld.imagination import ACTIONS, Carry, Limits, Push, Script, Stage, actions_of, read_action, said


def test_lists_where_numbers_are_expected_are_a_product() -> None:
    given = {"action": "push", "object": "cup", "direction": [1, 0, 0], "distance": 0.1}
    given |= {"speed": [0.1, 0.3], "height": [0.02, 0.08]}
    some = actions_of(given)
    assert [(each.speed, each.height) for each in some if isinstance(each, Push)] == [
        (0.1, 0.02),
        (0.1, 0.08),
        (0.3, 0.02),
        (0.3, 0.08),
    ]


def test_alternatives_stand_in_limits_and_coordinates_too() -> None:
    limits = {"linear": [0.3, 0.5], "angular": 1, "linear_acceleration": 2, "angular_acceleration": 3}
    some = actions_of({"action": "carry", "object": "tray", "path": [[0, 0], [1, [0.5, 0.7]]], "limits": limits})
    assert len(some) == 4
    assert some[1] == Carry("tray", ((0.0, 0.0), (1.0, 0.5)), Limits(0.5, 1, 2, 3))
    assert some[2] == Carry("tray", ((0.0, 0.0), (1.0, 0.7)), Limits(0.3, 1, 2, 3))


def push(more: str) -> str:
    rest = ', "distance": 0.1' if "distance" not in more else ', "speed": 0.1'
    return '{"action": "push", "object": "cup", "direction": [1, 0, 0], ' + more + rest + "}"


def carry(limits: str) -> str:
    return '{"action": "carry", "object": "tray", "path": [[0, 0], [1, 0]], "limits": ' + limits + "}"


LIMITS = "linear, angular, linear_acceleration, angular_acceleration"


@pytest.mark.parametrize(
    ("text", "culprit"),
    [
        (push('"speed": -1'), "'speed' is -1; it must be a number greater than 0 and at most 5 (m/s)"),
        (push('"speed": "fast"'), "'speed' is \"fast\"; it must be a number greater than 0"),
        (push('"speed": [0.1, null]'), "'speed' is null; it must be a number"),
        (push('"speed": []'), "'speed' is an empty list; give a number"),
        (push('"speed": NaN'), "'speed' is not a number (NaN); it must be a finite number"),
        (push('"distance": -Infinity'), "'distance' is infinite; it must be a finite number"),
        (push('"distance": [0.1, 1e999]'), "'distance[1]' is infinite; it must be a finite number"),
        (push('"height": "high"'), "'height' is \"high\"; it must be a number at least 0"),
        (
            '{"action": "push", "objct": "cup", "direction": [1, 0, 0]}',
            "'objct' is no parameter here; did you mean obj",
        ),
        ('{"action": "push", "object": "cup"}', "'direction' is missing"),
        ('{"action": "push", "object": 3, "direction": [1, 0, 0]}', "'object' is 3; it must be a text"),
        ('{"action": "push", "object": "cup", "direction": [1, 0]}', "'direction' is [1, 0]; it must be a list of 3"),
        (carry('{"linaer": 1}'), f"'limits.linaer' is no parameter here; did you mean linear? Known: {LIMITS}"),
        (carry('{"linear": []}'), "'limits.linear' is an empty list"),
        (carry("3"), f"'limits' is 3; it must be an object with the keys {LIMITS}"),
        (push('"deep": ' + "[" * 100_000), "cannot be read"),
        (push('"speed": 0.1, "speed": 0.2'), "'speed' stands there twice"),
        ('{"action": "push", "object": "cup", "direction": [1, 0, 0], "speed": 0.1}', "'distance' is missing"),
        ('{"action": "tilt", "object": "cup", "axis": [1, 0, 0], "angle": 1}', "'speed' is missing"),
        ('{"action": "carry", "object": "tray", "path": [[0, 0], [1, 0]]}', "'limits' is missing"),
        (carry('{"linear": 1}'), "'limits.angular' is missing"),
        ("[1]", "is no JSON object"),
        ("{", "cannot be read"),
        ("{}", "is missing; known: carry"),
    ],
)
def test_wrong_actions_are_refused_by_the_culprit(text: str, culprit: str) -> None:
    with pytest.raises(BadAction, match=re.escape(culprit)):
        read_action(text)


def test_unknown_action_tells_what_was_meant() -> None:
    with pytest.raises(UnknownName, match="did you mean push"):
        read_action('{"action": "pushh"}')


def test_sentence_becomes_an_action() -> None:
    scene = world(table(), cup(), thing("tower", Box((0.1, 0.1, 0.3)), (0.6, 0.4, 0.9), 1.0))
    assert said("push the tower from the left at 0.3 m/s by 12 cm", scene, "robot") == {
        "action": "push",
        "object": "tower",
        "direction": [0.0, -1.0, 0.0],
        "speed": 0.3,
        "distance": 0.12,
    }
    assert said("Tilt the cup to the right by 20 degrees.", scene, "robot")["axis"] == pytest.approx([1.0, 0.0, 0.0])
    assert said("place cup at 0.6 0.2 0.8", scene, "robot")["position"] == [0.6, 0.2, 0.8]
    assert said("carry the cup to 1.0, 0.5", scene, "robot")["path"] == [[0.6, 0.0], [1.0, 0.5]]


def test_sentence_that_asks_for_nothing_known_is_answered_with_what_can_be_said() -> None:
    scene = world(table(), cup())
    with pytest.raises(BadAction, match="push the tower"):
        said("dance", scene, "robot")
    with pytest.raises(BadAction, match="which way"):
        said("push the cup", scene, "robot")
    with pytest.raises(UnknownName, match="did you mean cup"):
        said("push the cups from the left", scene, "robot")


class Juggle(msgspec.Struct, frozen=True, tag_field="action", tag="juggle", forbid_unknown_fields=True):
    """Somebody's own action, whose vectors have names nobody here knows."""

    object: str
    towards: tuple[float, float, float]
    waypoints: tuple[tuple[float, float], ...] = ()
    height: float | None = None

    def script(self, stage: Stage) -> Script:
        return Push(self.object, self.towards, 0.1, 0.1).script(stage)


def test_lists_of_somebodys_own_action_are_vectors_or_alternatives_by_their_types() -> None:
    document = {
        "action": "juggle",
        "object": "cup",
        "towards": [1, 0, 0],
        "waypoints": [[0, 0], [1, 0]],
        "height": [0.1, 0.2],
    }
    one, other = actions_of(document, {**ACTIONS, "juggle": Juggle})
    assert one == Juggle("cup", (1.0, 0.0, 0.0), ((0.0, 0.0), (1.0, 0.0)), 0.1)
    assert other == Juggle("cup", (1.0, 0.0, 0.0), ((0.0, 0.0), (1.0, 0.0)), 0.2)


@pytest.mark.parametrize(
    ("sentence", "meant"),
    [
        ("lift the cup by 20 cm", {"action": "pick", "height": 0.2}),
        ("pick up the cup", {"action": "pick"}),
        ("slide the cup to 0.5 0.2 at 0.2 m/s", {"action": "slide", "to": [0.5, 0.2], "speed": 0.2}),
        ("pour the cup into the bin", {"action": "pour", "into": "bin"}),
        ("hand over the cup to 0.1 0.4 1.0", {"action": "hand_over", "to": [0.1, 0.4, 1.0]}),
        ("open the cup to the left by 15 cm", {"action": "open", "direction": [0.0, 1.0, 0.0], "distance": 0.15}),
        ("shut the cup to the right", {"action": "close", "direction": [0.0, -1.0, 0.0]}),
        ("put the cup in the bin", {"action": "place", "position": [0.6, -0.3, 0.75 + 0.008 + 0.05 + 0.001]}),
        ("put the cup on the ball", {"action": "place", "position": [0.6, 0.3, 0.75 + 0.06 + 0.05 + 0.001]}),
    ],
)
def test_every_action_can_be_said(sentence: str, meant: dict[str, object]) -> None:
    scene = world(table(), cup(), a_bin(), ball((0.6, 0.3, 0.78)))
    found = dict(said(sentence, scene, "robot"))
    assert found.pop("object") == "cup"
    numbers = {key: value for key, value in found.items() if key in ("position", "direction")}
    assert {key: value for key, value in found.items() if key not in numbers} == {
        key: value for key, value in meant.items() if key not in numbers
    }
    for key, value in numbers.items():
        assert value == pytest.approx(meant[key], abs=1e-9)
    assert actions_of({**found, "object": "cup"})
