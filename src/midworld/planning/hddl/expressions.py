"""Files in brackets, each word with its line."""

import re
from dataclasses import dataclass
from pathlib import Path
from typing import NoReturn, TypeAlias

from ...errors import BadInput, Problem, shortened
from ...limits import DEEPEST_NESTING, LONGEST_NAME, SCENE_BYTES

_TOKENS = re.compile(r"(;[^\n]*)|(\()|(\))|([^\s();]+)|(\n)")


@dataclass(frozen=True, slots=True)
class Word:
    """A word and where it stands."""

    text: str
    line: int

    def __str__(self) -> str:
        return shortened(self.text)


@dataclass(frozen=True, slots=True)
class Bracket:
    """What stands between two brackets, and where it begins."""

    items: "tuple[Expression, ...]"
    line: int

    def __str__(self) -> str:
        return shortened(f"({' '.join(map(str, self.items))})")


Expression: TypeAlias = Word | Bracket


def refuse(file: str, line: int | None, message: str) -> NoReturn:
    """Raises BadInput."""
    raise BadInput([Problem(file, line, message)])


def read_text(path: Path) -> str:
    """A text file of bearable size. Raises BadInput."""
    try:
        with path.open("rb") as file:
            data = file.read(SCENE_BYTES + 1)
    except OSError as error:
        refuse(str(path), None, f"cannot be opened: {error.strerror}")
    if len(data) > SCENE_BYTES:
        refuse(str(path), None, f"is larger than {SCENE_BYTES // 2**20} MB")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data[: error.start].count(b"\n") + 1
        refuse(str(path), line, "is not UTF-8 text")


def parse(text: str, file: str) -> Bracket:
    """The one bracket a text consists of. Raises BadInput."""
    line, whole = 1, None
    open_: list[tuple[int, list[Expression]]] = []
    for token in _TOKENS.finditer(text):
        kind = token.lastindex
        if kind == 5:
            line += 1
        elif kind == 2:
            if whole is not None:
                refuse(file, line, f"a second '(' after the end of what began in line {whole.line}; one define a file")
            if len(open_) >= DEEPEST_NESTING:
                refuse(file, line, f"brackets nest deeper than {DEEPEST_NESTING}")
            open_.append((line, []))
        elif kind == 3:
            if not open_:
                refuse(file, line, "')' closes nothing")
            begun, items = open_.pop()
            bracket = Bracket(tuple(items), begun)
            if open_:
                open_[-1][1].append(bracket)
            else:
                whole = bracket
        elif kind == 4:
            word = token.group()
            if not open_:
                refuse(file, line, f"'{shortened(word)}' stands outside the brackets; a file begins with (define")
            if len(word) > LONGEST_NAME:
                refuse(file, line, f"'{shortened(word)}' is longer than {LONGEST_NAME} characters")
            if not word.isprintable():
                refuse(file, line, f"'{shortened(word)}' has characters that cannot be printed")
            open_[-1][1].append(Word(word, line))
    if open_:
        refuse(file, open_[-1][0], "'(' is never closed")
    if whole is None:
        refuse(file, 1, "is empty; a file begins with (define")
    return whole
