"""Places as scripts name them: `{on: table, at: [x, y]}`, `{in: bin}`, `{over: box, height: 0.1..0.2}`, ..."""

from dataclasses import dataclass, replace

from .draw import Fields, ScriptError
from .pose import Array, array

_RELATIVE = ("on", "in", "over", "beside", "behind", "off", "cell")


@dataclass(frozen=True, slots=True)
class Place:
    """A place relative to something; resolved when a hand sets out for it, since things move."""

    relation: str
    thing: str
    at: tuple[float, float] | None = None
    by: tuple[float, float, float] = (0.0, 0.0, 0.0)
    height: float = 0.0
    yaw: float | None = None
    scatter: bool = False

    def moved(self, *, height: float) -> "Place":
        return replace(self, height=height)


def place(fields: Fields) -> Place:
    """Read one place. `at` is in table coordinates, from the middle of its top; x points away from the camera."""
    relations = [key for key in _RELATIVE if key in fields]
    if len(relations) != 1:
        raise ScriptError(f"{fields.where}: a place needs exactly one of {', '.join(_RELATIVE)}")
    relation = relations[0]
    by = (*fields.vector("by", [0, 0, 0]), 0.0, 0.0, 0.0)[:3]
    where = fields.vector("at") if "at" in fields else None
    found = Place(
        relation=relation,
        thing=fields.text(relation),
        at=(where[0], where[1]) if where is not None else None,
        by=(by[0], by[1], by[2]),
        height=fields.number("height", "0.08..0.2" if relation == "over" else 0.0),
        yaw=fields.number("yaw") if "yaw" in fields else None,
        scatter=fields.flag("scatter"),
    )
    fields.finished()
    return found


def shifted(point: Array, by: tuple[float, float, float]) -> Array:
    return point + array(*by)
