"""A solid that is known to be a container, made open at the top."""

import math
from itertools import pairwise

from .pose import Pose, Vector3
from .shape import Box, Capsule, Compound, Cylinder, Part, Sphere

SIDES = 16
# Walls of things people use, as a share of their width; engines lose things through thinner ones than the least.
WALL_SHARE = 0.06
LEAST_WALL_M, MOST_WALL_M = 0.0015, 0.012
# However small the thing, this much of it stays hollow.
MOST_WALL_SHARE = 0.25
# Where a hollow ball is cut open, and the bands of wall below the cut: latitudes in degrees.
LATITUDES = (-75.0, -45.0, -15.0, 15.0, 45.0)


def wall_thickness(shape: Box | Cylinder | Capsule | Sphere) -> float:
    """A sensible wall, in metres, for a container of that size."""
    smallest = min(_extent(shape))
    wall = min(max(WALL_SHARE * smallest, LEAST_WALL_M), MOST_WALL_M)
    return min(wall, MOST_WALL_SHARE * smallest)


def hollowed(shape: Box | Cylinder | Capsule | Sphere, wall_m: float | None = None) -> Compound:
    """The walls and the floor of an open container with the outline of the solid.

    A cylinder gets sixteen flat walls that touch it from outside, so that its bounds stay; a capsule becomes such a
    cup of its full height; a ball becomes a round bowl cut open at 45 degrees north.
    """
    wall = wall_thickness(shape) if wall_m is None else min(wall_m, MOST_WALL_SHARE * min(_extent(shape)))
    match shape:
        case Box(size):
            return _crate(size, wall)
        case Cylinder(radius, height):
            return _cup(radius, height, wall)
        case Capsule(radius, height):
            return _cup(radius, height + 2 * radius, wall)
        case Sphere(radius):
            return _bowl(radius, wall)


def _extent(shape: Box | Cylinder | Capsule | Sphere) -> Vector3:
    match shape:
        case Box(size):
            return size
        case Cylinder(radius, height):
            return (2 * radius, 2 * radius, height)
        case Capsule(radius, height):
            return (2 * radius, 2 * radius, height + 2 * radius)
        case Sphere(radius):
            return (2 * radius, 2 * radius, 2 * radius)


def _crate(size: Vector3, wall: float) -> Compound:
    x, y, z = size
    tall, middle = z - wall, wall / 2
    return Compound(
        (
            Part(Box((x, y, wall)), Pose((0.0, 0.0, (wall - z) / 2))),
            Part(Box((wall, y, tall)), Pose(((wall - x) / 2, 0.0, middle))),
            Part(Box((wall, y, tall)), Pose(((x - wall) / 2, 0.0, middle))),
            Part(Box((x - 2 * wall, wall, tall)), Pose((0.0, (wall - y) / 2, middle))),
            Part(Box((x - 2 * wall, wall, tall)), Pose((0.0, (y - wall) / 2, middle))),
        )
    )


def _cup(radius: float, height: float, wall: float) -> Compound:
    floor = Part(Cylinder(radius, wall), Pose((0.0, 0.0, (wall - height) / 2)))
    return Compound((floor, *_band((radius, -height / 2), (radius, height / 2), wall)))


def _bowl(radius: float, wall: float) -> Compound:
    ring = [(radius * math.cos(math.radians(at)), radius * math.sin(math.radians(at))) for at in LATITUDES]
    foot_radius, foot_top = ring[0]
    foot_height = foot_top + radius + wall
    foot = Part(Cylinder(foot_radius, foot_height), Pose((0.0, 0.0, foot_height / 2 - radius)))
    bands = (_band(lower, upper, wall) for lower, upper in pairwise(ring))
    return Compound((foot, *(panel for band in bands for panel in band)))


def _band(lower: tuple[float, float], upper: tuple[float, float], wall: float) -> tuple[Part, ...]:
    """Flat panels around the axis between two rings of `(radius, height)`, their outer faces on the rings."""
    across, up = upper[0] - lower[0], upper[1] - lower[1]
    length, lean = math.hypot(across, up), math.atan2(across, up)
    width = 2 * max(lower[0], upper[0]) * math.tan(math.pi / SIDES)
    middle_radius = (lower[0] + upper[0]) / 2 - wall / 2 * math.cos(lean)
    middle_height = (lower[1] + upper[1]) / 2 + wall / 2 * math.sin(lean)
    tilt = Pose(orientation=(0.0, math.sin(lean / 2), 0.0, math.cos(lean / 2)))
    panel = Pose((middle_radius, 0.0, middle_height)) @ tilt
    turns = (math.pi * side / SIDES for side in range(SIDES))
    return tuple(
        Part(Box((wall, width, length)), Pose(orientation=(0.0, 0.0, math.sin(half), math.cos(half))) @ panel)
        for half in turns
    )
