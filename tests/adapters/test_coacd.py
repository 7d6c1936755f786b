"""Hollow meshes in convex pieces: cut once, kept, shared between processes."""

import threading
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from midworld.adapters.coacd import cache_folder, decomposed
from midworld.errors import BadInput
from midworld.geometry import Box, Compound, FloatArray, Part, Triangles, cavities, hollowed, hull, is_convex, surface

RUN = "midworld.adapters.coacd._run"
Runner = Callable[[Triangles, dict[str, float | str], Callable[[], None]], list[FloatArray]]


def cup(sides: int = 8) -> Triangles:
    """A closed mesh of a cup with thick walls, some 10 cm high."""
    angles = 2 * np.pi * np.arange(sides) / sides
    rings = [(0.04, 0.0), (0.04, 0.1), (0.034, 0.1), (0.034, 0.01)]
    around = [(r * np.cos(angle), r * np.sin(angle), z) for r, z in rings for angle in angles]
    walls = [
        [ring * sides + side, ring * sides + (side + 1) % sides, (ring + 1) * sides + (side + 1) % sides]
        for ring in range(3)
        for side in range(sides)
    ]
    walls += [
        [ring * sides + side, (ring + 1) * sides + (side + 1) % sides, (ring + 1) * sides + side]
        for ring in range(3)
        for side in range(sides)
    ]
    bottom, floor = len(around), len(around) + 1
    caps = [[bottom, (side + 1) % sides, side] for side in range(sides)]
    caps += [[floor, 3 * sides + side, 3 * sides + (side + 1) % sides] for side in range(sides)]
    return Triangles.of([*around, (0, 0, 0), (0, 0, 0.01)], walls + caps)


def boxes() -> list[FloatArray]:
    """What a decomposition of a crate could look like: the corners of its five panels."""
    crate = hollowed(Box((0.1, 0.1, 0.1)), 0.01)
    return [surface(Compound((part,)), {}).reshape(-1, 3) for part in crate.parts]


def pretend(calls: list[str]) -> Runner:
    def run(triangles: Triangles, options: dict[str, float | str], tell: Callable[[], None]) -> list[FloatArray]:
        calls.append(str(options["preprocess_mode"]))
        tell()
        return boxes()

    return run


def refuse(triangles: Triangles, options: dict[str, float | str], tell: Callable[[], None]) -> list[FloatArray]:
    raise AssertionError("nothing should be cut")


def test_cup_stays_open_and_is_cut_only_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    pieces = decomposed(cup(), cache=tmp_path)
    assert len(pieces) > 3
    assert all(is_convex(piece) for piece in pieces)
    shape = Compound(tuple(Part(piece.mesh(convex=True)) for piece in pieces))
    (cavity,) = cavities(shape, {piece.digest: piece for piece in pieces})
    assert cavity.inner.size[2] > 0.07
    monkeypatch.setattr(RUN, refuse)
    again = decomposed(cup(), cache=tmp_path)
    assert [piece.digest for piece in again] == [piece.digest for piece in pieces]


def test_convex_mesh_is_its_own_piece(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(RUN, refuse)
    body = hull(surface(Box((1.0, 1.0, 1.0)), {}).reshape(-1, 3))
    assert body is not None
    assert decomposed(body) == (body,)


def test_sheet_gets_a_thickness_and_a_line_is_refused(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(RUN, refuse)
    (slab,) = decomposed(Triangles.of([[0, 0, 0], [1, 0, 0], [0, 1, 0]], [[0, 1, 2]]))
    assert is_convex(slab)
    assert np.ptp(slab.vertices[:, 2]) == pytest.approx(1e-3)
    with pytest.raises(BadInput, match=r"needle.*line or a point"):
        decomposed(Triangles.of([[0, 0, 0], [1, 0, 0], [2, 0, 0]], [[0, 1, 2]]), name="needle")


def test_damaged_cache_is_cut_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    calls: list[str] = []
    monkeypatch.setattr(RUN, pretend(calls))
    first = decomposed(cup(), cache=tmp_path)
    (file,) = tmp_path.rglob("*.pieces")
    for damage in (b"", b"garbage", file.read_bytes()[:-7]):
        file.write_bytes(damage)
        assert [piece.digest for piece in decomposed(cup(), cache=tmp_path)] == [piece.digest for piece in first]
    assert calls == ["auto"] * 4


def test_second_of_two_waits_for_the_first(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    calls: list[str] = []
    second_waits = threading.Event()

    def run(triangles: Triangles, options: dict[str, float | str], tell: Callable[[], None]) -> list[FloatArray]:
        calls.append("cut")
        assert second_waits.wait(10)
        return boxes()

    def waiting(_: str, seconds: float) -> None:
        if seconds > 0:
            second_waits.set()

    monkeypatch.setattr(RUN, run)
    results: list[tuple[Triangles, ...]] = []
    threads = [
        threading.Thread(target=lambda: results.append(decomposed(cup(), progress=waiting, cache=tmp_path)))
        for _ in range(2)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(20)
    assert calls == ["cut"]
    assert len(results) == 2


def test_cache_that_cannot_be_written_costs_only_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    calls: list[str] = []
    monkeypatch.setattr(RUN, pretend(calls))
    in_the_way = tmp_path / "file"
    in_the_way.touch()
    for _ in range(2):
        assert len(decomposed(cup(), cache=in_the_way)) == 5
    assert len(calls) == 2


def test_failure_is_tried_with_remeshing_then_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    tried: list[str] = []

    def run(triangles: Triangles, options: dict[str, float | str], tell: Callable[[], None]) -> list[FloatArray]:
        tried.append(str(options["preprocess_mode"]))
        return []

    monkeypatch.setattr(RUN, run)
    with pytest.raises(BadInput, match=r"vase: cannot be cut"):
        decomposed(cup(), name="vase", cache=tmp_path)
    assert tried == ["auto", "on"]


def test_crash_of_the_worker_is_a_failure(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("midworld.adapters.coacd.OPTIONS", {"no_such_option": 1})
    with pytest.raises(BadInput, match="CoACD fails"):
        decomposed(cup(), cache=tmp_path)


def test_progress_goes_to_the_caller_or_to_a_terminal_and_is_one_line_in_a_pipe(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
):
    monkeypatch.setattr(RUN, pretend([]))
    told: list[str] = []
    decomposed(cup(), name="cup.obj", progress=lambda name, _: told.append(name), cache=tmp_path / "a")
    assert set(told) == {"cup.obj"}
    assert capfd.readouterr().err == ""
    for _ in range(2):
        decomposed(cup(), name="[cup].obj", cache=tmp_path / "b")
    captured = capfd.readouterr()
    assert captured.out == ""
    assert captured.err == "midworld: cutting [cup].obj into convex pieces (once)\n"
    monkeypatch.setenv("FORCE_COLOR", "1")
    decomposed(cup(), name="cup.obj", cache=tmp_path / "c")
    captured = capfd.readouterr()
    assert captured.out == ""
    assert "cup.obj" in captured.err


@pytest.mark.parametrize("terminal", [False, True])
def test_a_mesh_that_takes_long_is_told_of_once_with_what_helps(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str], terminal: bool
):
    def slow(triangles: Triangles, options: dict[str, float | str], tell: Callable[[], None]) -> list[FloatArray]:
        for _ in range(5):
            tell()
        return boxes()

    monkeypatch.setattr(RUN, slow)
    monkeypatch.setattr("midworld.adapters.coacd.LONG_S", 0.0)
    if terminal:
        monkeypatch.setenv("FORCE_COLOR", "1")
    decomposed(cup(), name="vase.obj", cache=tmp_path)
    captured = capfd.readouterr()
    assert captured.out == ""
    assert captured.err.count("vase.obj takes long to cut into convex pieces") == 1
    assert str(tmp_path / "coacd") in captured.err
    assert "convex or coarser" in captured.err


def test_cache_folder_can_be_chosen(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("MIDWORLD_CACHE", str(tmp_path))
    assert cache_folder() == tmp_path
    monkeypatch.delenv("MIDWORLD_CACHE")
    assert cache_folder().name == "midworld"
