"""Where the files of a model are looked for."""

from pathlib import Path

import pytest

from midworld.providers.packages import FileNotLocated, located


def test_own_package_comes_before_a_given_one(tmp_path: Path):
    for folder in ("pkg", "given"):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "a.stl").touch()
    found = located("package://pkg/a.stl", tmp_path / "pkg" / "urdf" / "m.urdf", {"pkg": tmp_path / "given"})
    assert found == tmp_path / "pkg" / "a.stl"


def test_given_package_is_used_where_the_own_lacks_the_file(tmp_path: Path):
    (tmp_path / "given").mkdir()
    (tmp_path / "given" / "a.stl").touch()
    found = located("package://pkg/a.stl", tmp_path / "pkg" / "m.urdf", {"pkg": tmp_path / "given"})
    assert found == tmp_path / "given" / "a.stl"


def test_package_linked_from_elsewhere_is_found_by_its_real_place(tmp_path: Path):
    (tmp_path / "pkg" / "urdf").mkdir(parents=True)
    (tmp_path / "pkg" / "a.stl").touch()
    (tmp_path / "pkg" / "urdf" / "m.urdf").touch()
    link = tmp_path / "m.urdf"
    link.symlink_to(tmp_path / "pkg" / "urdf" / "m.urdf")
    assert isinstance(located("package://pkg/a.stl", link, {}), Path)


def test_broken_manifest_is_passed_over(tmp_path: Path):
    (tmp_path / "package.xml").write_text("<package>")
    found = located("package://pkg/a.stl", tmp_path / "m.urdf", {})
    assert isinstance(found, FileNotLocated)


@pytest.mark.parametrize("reference", ["a.stl", "file:///nowhere/a.stl", "package://pkg/a.stl", "http://x.org/a.stl"])
def test_missing_files_tell_what_was_asked_for(reference: str, tmp_path: Path):
    found = located(reference, tmp_path / "m.urdf", {})
    assert isinstance(found, FileNotLocated)
    assert reference in found.reason
