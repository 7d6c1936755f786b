"""Reading data that people write: every value is asked for by type, every complaint names its place."""

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import cast

from ..errors import BadInput, Problem, one_of, shortened
from ..geometry import Pose, Quaternion, Vector3
from ..limits import LONGEST_TEXT, MOST_PROBLEMS, NEAREST_LOOK, POSITION, Range
from ..perception import UNIT_TOLERANCE
from .names import spelling_fault

Key = str | int
Place = tuple[Key, ...]

# So that its length can be told.
COMPONENT = Range(-1e9, 1e9)
_WORDS = {"true": True, "yes": True, "on": True, "false": False, "no": False, "off": False}


@dataclass(slots=True)
class Document:
    """Where complaints about one file are gathered."""

    file: str
    line_of: Callable[[Place], int | None]
    problems: list[Problem]

    def complain(self, place: Place, message: str) -> None:
        """Keeps a problem. Raises BadInput with all of them where there is no end of it."""
        self.problems.append(Problem(self.file, self.line_of(place), message))
        if len(self.problems) >= MOST_PROBLEMS:
            last = f"there may be more: the first {MOST_PROBLEMS} problems are told"
            raise BadInput([*self.problems, Problem(self.file, self.line_of(place), last)])


@dataclass(frozen=True, slots=True)
class Item:
    """One value of a document and its place. A reading that fails complains and gives None."""

    document: Document
    place: Place
    value: object

    @property
    def mapping(self) -> dict[object, object] | None:
        value: object = self.value
        return cast("dict[object, object]", value) if isinstance(value, dict) else None

    @property
    def sequence(self) -> list[object] | None:
        value: object = self.value
        return cast("list[object]", value) if isinstance(value, list) else None

    @property
    def is_mapping(self) -> bool:
        return self.mapping is not None

    @property
    def is_list(self) -> bool:
        return self.sequence is not None

    @property
    def name(self) -> str:
        """`objects.cup.shape.box[2]`."""
        text = ""
        for key in self.place:
            text += f"[{key}]" if isinstance(key, int) else f"{'.' if text else ''}{shortened(key)}"
        return text or "the file"

    def complain(self, message: str) -> None:
        self.document.complain(self.place, f"{self.name} {message}")

    def items(self, what: str) -> Iterator[tuple[str, "Item"]]:
        """The entries of a mapping, in their order."""
        if self.mapping is None:
            self.complain(f"must be {what}, not {_described(self.value)}")
            return
        for key, value in self.mapping.items():
            yield str(key), Item(self.document, (*self.place, str(key)), value)

    def fields(self, what: str, known: Sequence[str]) -> dict[str, "Item"]:
        """The entries of a mapping whose keys are fixed; an unknown one is told with what would be valid."""
        found: dict[str, Item] = {}
        for key, item in self.items(what):
            if key in known:
                found[key] = item
            else:
                valid = one_of(known, near=key)
                item.document.complain(item.place, f"unknown key '{shortened(key)}' in {self.name}; {valid}")
        return found

    def elements(self, what: str) -> tuple["Item", ...]:
        if self.sequence is None:
            self.complain(f"must be {what}, not {_described(self.value)}")
            return ()
        return tuple(Item(self.document, (*self.place, index), value) for index, value in enumerate(self.sequence))

    def number(self, within: Range) -> float | None:
        number = _number(self.value)
        if number is None:
            self.complain(f"must be a number, not {_described(self.value)}")
        elif not math.isfinite(number):
            self.complain(f"is {number}; a finite number is needed")
        elif number not in within:
            self.complain(f"is {number:.12g}; it must be {within}")
        else:
            return number
        return None

    def numbers(self, count: int, within: Range) -> tuple[float, ...] | None:
        if self.sequence is None or len(self.sequence) != count:
            self.complain(f"must be a list of {count} numbers, not {_described(self.value)}")
            return None
        read = [element.number(within) for element in self.elements("a list")]
        known = tuple(number for number in read if number is not None)
        return known if len(known) == count else None

    def vector(self, within: Range = POSITION) -> Vector3 | None:
        return cast(Vector3 | None, self.numbers(3, within))

    def quaternion(self) -> Quaternion | None:
        numbers = self.numbers(4, COMPONENT)
        if numbers is None:
            return None
        norm = math.sqrt(sum(number * number for number in numbers))
        if norm == 0.0:
            self.complain("is the zero quaternion, which is no orientation; no turn is [0, 0, 0, 1]")
            return None
        if abs(norm - 1.0) > UNIT_TOLERANCE:
            self.complain(f"has length {norm:.3g}; an orientation [x, y, z, w] must have length 1")
            return None
        x, y, z, w = (number / norm for number in numbers)
        return (x, y, z, w)

    def text(self) -> str | None:
        if not isinstance(self.value, str) or not self.value.strip():
            self.complain(f"must be a word or a sentence, not {_described(self.value)}")
        elif len(self.value) > LONGEST_TEXT:
            self.complain(f"has {len(self.value)} characters; at most {LONGEST_TEXT} are read")
        elif not self.value.isprintable():
            self.complain(f"holds characters nobody can see: {_described(self.value)}; use letters, digits and spaces")
        else:
            return self.value
        return None

    def identifier(self) -> str | None:
        text = str(self.value) if isinstance(self.value, str | int) and not isinstance(self.value, bool) else None
        if text is None:
            self.complain(f"must be an identifier of letters, digits, _ . - /, not {_described(self.value)}")
        elif (fault := spelling_fault(text)) is not None:
            self.complain(f"{fault}, not {_described(self.value)}")
        else:
            return text
        return None

    def boolean(self) -> bool | None:
        word = str(self.value).lower()
        if word not in _WORDS:
            self.complain(f"must be true or false, not {_described(self.value)}")
            return None
        return _WORDS[word]

    def choice(self, *valid: str) -> str | None:
        if self.value in valid:
            return str(self.value)
        self.complain(f"is {_described(self.value)}; valid: {', '.join(valid)}")
        return None


def placement(fields: dict[str, Item]) -> Pose | None:
    """The pose written as `position` with `orientation` or `looks_at`; None without a position."""
    orientation, target = fields.get("orientation"), fields.get("looks_at")
    turned = orientation.quaternion() if orientation is not None else None
    at = target.vector() if target is not None else None
    if orientation is not None and target is not None:
        target.complain("and orientation exclude each other; give one")
    if "position" not in fields:
        for extra in (orientation, target):
            if extra is not None:
                extra.complain("needs a position beside it")
        return None
    position = fields["position"].vector()
    if position is None:
        return None
    if at is not None and target is not None:
        if math.dist(at, position) < NEAREST_LOOK:
            target.complain("is the position itself, which is no direction")
            return None
        return Pose.looking(position, at=at)
    return Pose(position, turned) if turned is not None else Pose(position)


def _number(value: object) -> float | None:
    if isinstance(value, bool):
        return None
    if isinstance(value, int | float):
        try:
            return float(value)
        except OverflowError:
            return math.inf if value > 0 else -math.inf
    # YAML 1.1 takes 1e-3 for a word; people do not.
    try:
        return float(value) if isinstance(value, str) else None
    except ValueError:
        return None


def _described(value: object) -> str:
    if value is None:
        return "nothing"
    if isinstance(value, dict):
        return "a mapping"
    if isinstance(value, list):
        return f"a list of {len(cast(list[object], value))}"
    return repr(value) if len(repr(value)) < 60 else repr(value)[:57] + "..."
