"""What a program hands over that cannot be meant is a sentence."""

from pathlib import Path
from typing import TypedDict

import pytest

import midworld
from clikit import SCENE
from midworld.errors import BadInput

NAN = float("nan")


class Options(TypedDict, total=False):
    depth: int
    skew: dict[str, float]


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        ({"stamp": 10**400, "source": "camera"}, "stamp is inf; a finite number is needed"),
        ({"stamp": NAN, "source": "camera"}, "stamp is nan; a finite number is needed"),
        ({"stamp": None, "source": "camera"}, "stamp must be a number, not nothing"),
        ('{"stamp": 0.1, "source": "\ud800"}', "is not text: byte 26 is not UTF-8"),
    ],
)
def test_a_mapping_or_line_that_cannot_be_is_refused_by_feed(
    given: dict[str, object] | str, sentence: str, tmp_path: Path
) -> None:
    path = tmp_path / "scene.yaml"
    path.write_text(SCENE)
    with midworld.open(path) as session, pytest.raises(BadInput) as caught:
        session.feed(given)
    assert sentence in str(caught.value)


@pytest.mark.parametrize(
    ("radius", "sentence"),
    [
        (10**400, "sphere is inf; a finite number is needed"),
        (NAN, "sphere is nan; a finite number is needed"),
        (2**70, "sphere is 1.18059162072e+21; it must be from 0.0001 to 1000 m"),
    ],
)
def test_a_scene_that_cannot_be_is_refused_by_open(radius: float, sentence: str) -> None:
    with pytest.raises(BadInput) as caught:
        midworld.open({"objects": {"a": {"shape": {"sphere": radius}}}})
    assert sentence in str(caught.value)


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"depth": 1_000_000}, "depth: is 1e+06; it must be a whole number from 1 to 4"),
        ({"skew": {"camera": NAN}}, "skew of 'camera': is nan; it must be from"),
    ],
)
def test_options_that_cannot_be_are_refused_by_open(options: Options, sentence: str) -> None:
    with pytest.raises(BadInput) as caught:
        midworld.open({"agents": {"ann": {"kind": "human"}}}, **options)
    assert sentence in str(caught.value)


def test_a_file_with_a_zero_byte_in_its_name_is_told() -> None:
    with pytest.raises(BadInput, match="is the name of no file"):
        midworld.open("a\0b")
    session = midworld.open({"agents": {"ann": {"kind": "human"}}})
    with session, pytest.raises(BadInput, match="is the name of no file"):
        session.run("a\0b")
