"""`midworld snapshot` and `midworld chart` on recordings."""

from pathlib import Path

import pytest
from PIL import Image

from clikit import Command, line
from midworld.runtime import Board, Recorder

SMALL = ("--width", "240", "--height", "160")


@pytest.fixture
def recording(midworld: Command, scene: Path, tmp_path: Path) -> Path:
    log, kept = tmp_path / "log.jsonl", tmp_path / "run.mwlog"
    log.write_text("".join(line(0.1 * i, cup=[0.5, 0.03 * i, 0.80]) for i in range(1, 12)))
    assert midworld("run", scene, log, "--record", kept, "-o", tmp_path / "out.jsonl").status == 0
    return kept


def test_a_snapshot_has_the_size_asked_for(midworld: Command, recording: Path, tmp_path: Path) -> None:
    figure = tmp_path / "figure.png"
    result = midworld("snapshot", recording, "--at", "0.5", "--world", "stable", "-o", figure, *SMALL)
    assert (result.status, result.err) == (0, "")
    with Image.open(figure) as image:
        assert image.size == (240, 160)


def test_the_same_recording_gives_the_same_bytes(midworld: Command, recording: Path, tmp_path: Path) -> None:
    one, other = tmp_path / "one.png", tmp_path / "other.png"
    for figure in (one, other):
        assert midworld("snapshot", recording, "--at", "+0.3", "-o", figure, *SMALL).status == 0
    assert one.read_bytes() == other.read_bytes()


def test_several_instants_of_two_worlds_are_a_sheet(midworld: Command, recording: Path, tmp_path: Path) -> None:
    sheet = tmp_path / "sheet.png"
    words = ("--at", "0.2", "--at", "1.0", "-w", "source/camera", "-w", "stable", "--width", "400", "--height", "200")
    assert midworld("snapshot", recording, "-o", sheet, *words).status == 0
    with Image.open(sheet) as image:
        width, height = image.size
    assert width == 400
    assert height > 200


def test_a_time_outside_the_recording_is_told_what_would_be_inside(midworld: Command, recording: Path) -> None:
    result = midworld("snapshot", recording, "--at", "7")
    assert result.status == 2
    assert "7 s is outside this recording, which goes from 0.1 to 1.1 s" in result.err


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("--world", "stabel"), "did you mean stable?"),
        (("--view", "camera:cam"), "did you mean camera?"),
        (("--view", "eye:ann"), "no agent with a known head named 'ann'"),
        (("--view", "above"), "no view named 'above'"),
        (("--at", "noon"), "'noon' is not a time"),
        (("--at", "0.5", "--count", "3"), "use one of the two"),
        (("-o", "no/such/folder/figure.png"), "cannot be written"),
        (("-o", "figure.xyz"), "the name of a picture ends in .png"),
    ],
)
def test_a_wrong_word_is_answered_with_the_right_ones(
    midworld: Command, recording: Path, words: tuple[str, ...], told: str
) -> None:
    result = midworld("snapshot", recording, *SMALL, *words)
    assert result.status == 2
    assert told in result.err


def test_a_recording_without_a_tick_is_refused_with_a_sentence(midworld: Command, tmp_path: Path) -> None:
    empty = tmp_path / "empty.mwlog"
    with Recorder(Board(), empty):
        pass
    result = midworld("snapshot", empty)
    assert result.status == 2
    assert "holds no tick" in result.err


def test_a_recording_cut_short_is_drawn_as_far_as_it_goes(midworld: Command, recording: Path, tmp_path: Path) -> None:
    cut = tmp_path / "cut.mwlog"
    cut.write_bytes(recording.read_bytes()[:-40])
    result = midworld("snapshot", cut, "-o", tmp_path / "figure.png", *SMALL)
    assert result.status == 0
    assert "can be read" in result.err
    assert (tmp_path / "figure.png").exists()


HEADS = {"svg": b"<?xml", "pdf": b"%PDF", "png": b"\x89PNG"}


@pytest.mark.parametrize("kind", ["timeline", "trajectories"])
@pytest.mark.parametrize("form", HEADS)
def test_a_chart_is_what_its_name_says_and_always_the_same(
    midworld: Command, recording: Path, tmp_path: Path, kind: str, form: str
) -> None:
    one, other = tmp_path / f"one.{form}", tmp_path / f"other.{form}"
    for drawing in (one, other):
        assert midworld("chart", recording, "--kind", kind, "-o", drawing).status == 0
    assert one.read_bytes() == other.read_bytes()
    assert one.read_bytes().startswith(HEADS[form])


def test_a_chart_with_another_name_is_told_what_names_there_are(midworld: Command, recording: Path) -> None:
    result = midworld("chart", recording, "-o", "chart.doc")
    assert result.status == 2
    assert ".svg, .pdf, .png" in result.err


def test_a_chart_of_an_unknown_thing_is_answered_with_those_there_are(midworld: Command, recording: Path) -> None:
    result = midworld("chart", recording, "--only", "cupp")
    assert result.status == 2
    assert "did you mean cup?" in result.err


def test_a_chart_that_cannot_be_written_says_so(midworld: Command, recording: Path) -> None:
    result = midworld("chart", recording, "-o", "no/such/folder/chart.svg")
    assert result.status == 2
    assert "cannot be written" in result.err
