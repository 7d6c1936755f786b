"""XML with the line of every element."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from xml.parsers import expat

from ..errors import BadInput, Problem
from ..limits import MODEL_BYTES
from .files import content_of


@dataclass(slots=True, eq=False)
class Element:
    """A tag with its attributes, the line it opens on, what it contains, and the text in front of that."""

    tag: str
    attributes: Mapping[str, str]
    line: int
    children: list["Element"] = field(default_factory=list["Element"])
    text: str = ""

    def all(self, tag: str) -> Iterator["Element"]:
        return (child for child in self.children if child.tag == tag)

    def first(self, tag: str) -> "Element | None":
        return next(self.all(tag), None)

    def within(self) -> Iterator["Element"]:
        """This element and all below it."""
        pending: list[Element] = [self]
        while pending:
            element = pending.pop()
            yield element
            pending.extend(reversed(element.children))


def read_xml(path: Path) -> Element:
    """The root element. Raises BadInput where the file is missing, empty or not well-formed."""
    content = _content(path)
    parser = expat.ParserCreate()
    parser.buffer_text = True
    document = Element("", {}, 0)
    open_elements = [document]

    def start(tag: str, attributes: dict[str, str]) -> None:
        element = Element(tag, attributes, parser.CurrentLineNumber)
        open_elements[-1].children.append(element)
        open_elements.append(element)

    def text(data: str) -> None:
        if not open_elements[-1].children:
            open_elements[-1].text += data

    def end(_: str) -> None:
        open_elements.pop()

    parser.StartElementHandler, parser.CharacterDataHandler, parser.EndElementHandler = start, text, end
    try:
        parser.Parse(content, True)
    except (expat.ExpatError, UnicodeDecodeError, LookupError) as error:
        line = getattr(error, "lineno", None)
        what = expat.ErrorString(error.code) if isinstance(error, expat.ExpatError) else str(error)
        raise BadInput([Problem(str(path), line, f"is not valid XML: {what}")]) from error
    return document.children[0]


def _content(path: Path) -> bytes:
    content = content_of(path, "a model is an XML file", most_bytes=MODEL_BYTES)
    if not content.strip():
        raise BadInput([Problem(str(path), None, "is empty")])
    return content
