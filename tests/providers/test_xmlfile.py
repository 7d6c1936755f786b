"""XML elements know their lines, and what is not XML is told."""

from pathlib import Path

import pytest

from midworld.errors import BadInput
from midworld.providers.xmlfile import read_xml


def test_elements_know_their_line_and_text(tmp_path: Path):
    path = tmp_path / "a.xml"
    path.write_text("<a>\n <!-- c --> <b x='1'/>\n <b>two</b>\n</a>")
    root = read_xml(path)
    assert [(child.tag, child.line, child.text) for child in root.all("b")] == [("b", 2, ""), ("b", 3, "two")]
    assert [element.line for element in root.within()] == [1, 2, 3]
    assert root.first("c") is None


def test_odd_but_readable_files_are_read(tmp_path: Path):
    path = tmp_path / "a.xml"
    for content in (
        b'<?xml version="0.0" ?><a/>',
        b"\xef\xbb\xbf<a/>",
        b'<?xml version="1.0" encoding="latin-1"?><a b="\xe9"/>',
        '<?xml version="1.0" encoding="utf-16"?><a/>'.encode("utf-16"),
    ):
        path.write_bytes(content)
        assert read_xml(path).tag == "a"


@pytest.mark.parametrize(
    ("content", "line"),
    [(b"<a>\n<b></a>", 2), (b"\x00", 1), (b"<a/>\n\nmore", 3), (b'<?xml version="1.0" encoding="klingon"?><a/>', None)],
)
def test_what_is_not_well_formed_is_told_with_its_line(content: bytes, line: int | None, tmp_path: Path):
    path = tmp_path / "a.xml"
    path.write_bytes(content)
    with pytest.raises(BadInput, match="not valid XML") as caught:
        read_xml(path)
    assert caught.value.problems[0].line == line


def test_entities_that_explode_are_refused(tmp_path: Path):
    path = tmp_path / "a.xml"
    lines = "".join(f'<!ENTITY e{n + 1} "{f"&e{n};" * 100}">' for n in range(8))
    path.write_text(f'<!DOCTYPE a [<!ENTITY e0 "x">{lines}]><a>&e8;</a>')
    with pytest.raises(BadInput, match="not valid XML"):
        read_xml(path)
