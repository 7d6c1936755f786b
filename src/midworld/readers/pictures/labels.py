"""Where labels go: near what they name, over nothing that matters, never over one another."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

Rectangle = tuple[float, float, float, float]
Point = tuple[float, float]

TURNS = 24
REACHES = (22.0, 40.0, 64.0, 96.0, 140.0, 200.0)
GAP = 3.0


@dataclass(frozen=True, slots=True)
class Wanted:
    """A label of some size for a place."""

    anchor: Point
    width: float
    height: float


@dataclass(frozen=True, slots=True)
class Spot:
    """Where a label was put, and where its leader line meets it."""

    box: Rectangle
    joint: Point


def placed(
    wanted: Sequence[Wanted], within: Rectangle, *, avoid: Sequence[Rectangle] = (), unit: float = 1.0
) -> list[Spot | None]:
    """A spot for each label, in the order of importance; None for one that fits nowhere."""
    taken: list[Rectangle] = []
    leaders: list[tuple[Point, Point]] = []
    spots: list[Spot | None] = []
    for label in wanted:
        best: tuple[float, Spot] | None = None
        for cost, spot in _candidates(label, unit):
            if not _inside(spot.box, within) or any(overlap(spot.box, other) > 0 for other in taken):
                continue
            if any(_crosses_box(leader, spot.box) for leader in leaders):
                continue
            leader = (label.anchor, spot.joint)
            if any(_crosses_box(leader, box) for box in taken):
                continue
            area = label.width * label.height
            cost += sum(420 * overlap(spot.box, box) / area for box in avoid)
            cost += sum(260.0 for other in leaders if _cross(leader, other))
            if best is None or cost < best[0]:
                best = (cost, spot)
        spots.append(None if best is None else best[1])
        if best is not None:
            x0, y0, x1, y1 = best[1].box
            taken.append((x0 - GAP, y0 - GAP, x1 + GAP, y1 + GAP))
            leaders.append((label.anchor, best[1].joint))
    return spots


def _candidates(label: Wanted, unit: float) -> list[tuple[float, Spot]]:
    x, y = label.anchor
    found: list[tuple[float, Spot]] = []
    for reach in REACHES:
        for turn in range(TURNS):
            angle = 2 * math.pi * turn / TURNS
            joint = (x + reach * unit * math.cos(angle), y - reach * unit * math.sin(angle))
            left = joint[0] - label.width * (1 - math.cos(angle)) / 2
            top = joint[1] - label.height * (1 + math.sin(angle)) / 2
            # Above and to a side is where people look first.
            dislike = 14 * (1 - math.sin(angle)) + 6 * abs(math.cos(angle))
            box = (left, top, left + label.width, top + label.height)
            found.append((reach + dislike, Spot(box, joint)))
    return found


def overlap(one: Rectangle, other: Rectangle) -> float:
    """The area two rectangles share."""
    wide = min(one[2], other[2]) - max(one[0], other[0])
    high = min(one[3], other[3]) - max(one[1], other[1])
    return max(wide, 0.0) * max(high, 0.0) if wide > 0 and high > 0 else 0.0


def _inside(box: Rectangle, within: Rectangle) -> bool:
    return box[0] >= within[0] and box[1] >= within[1] and box[2] <= within[2] and box[3] <= within[3]


def _cross(one: tuple[Point, Point], other: tuple[Point, Point]) -> bool:
    (a, b), (c, d) = one, other
    return _side(a, b, c) * _side(a, b, d) < 0 and _side(c, d, a) * _side(c, d, b) < 0


def _crosses_box(leader: tuple[Point, Point], box: Rectangle) -> bool:
    x0, y0, x1, y1 = box
    return _cross(leader, ((x0, y0), (x1, y1))) or _cross(leader, ((x0, y1), (x1, y0)))


def _side(a: Point, b: Point, c: Point) -> float:
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])
