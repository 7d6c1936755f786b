"""Shapes of things nobody declared, from points on their surfaces."""

import math

import numpy as np
import pytest

from midworld.geometry import Box, Compound, Cylinder, FloatArray
from midworld.perception.shaping import fitted, seen_surface
from midworld.world import Entity, EntityId, Object

RNG = np.random.default_rng(4)


def cylinder(radius: float, height: float, count: int = 600) -> FloatArray:
    """Points on the side and the top of one that stands at the origin."""
    angle, level = RNG.uniform(0, 2 * math.pi, count), RNG.uniform(0, height, count)
    side = np.column_stack([radius * np.cos(angle), radius * np.sin(angle), level])
    spread = radius * np.sqrt(RNG.uniform(0, 1, count // 3))
    top = np.column_stack(
        [spread * np.cos(angle[: count // 3]), spread * np.sin(angle[: count // 3]), np.full(count // 3, height)]
    )
    return np.concatenate([side, top])


def box(size: tuple[float, float, float], turn: float, count: int = 900) -> FloatArray:
    points = RNG.uniform(-0.5, 0.5, (count, 3))
    face = RNG.integers(0, 2, count)
    points[np.arange(count), face] = np.sign(points[np.arange(count), face]) / 2
    points[: count // 4, 2] = 0.5
    points *= size
    cosine, sine = math.cos(turn), math.sin(turn)
    return points @ np.array([[cosine, sine, 0], [-sine, cosine, 0], [0, 0, 1]]) + [0, 0, size[2] / 2]


def bowl(radius: float, height: float, count: int = 1500) -> FloatArray:
    angle, share = RNG.uniform(0, 2 * math.pi, count), RNG.uniform(0, 1, count)
    wide = radius * (0.5 + 0.5 * np.sqrt(share))
    floor = 0.5 * radius * np.sqrt(RNG.uniform(0, 1, count // 4))
    bottom = np.column_stack(
        [floor * np.cos(angle[: count // 4]), floor * np.sin(angle[: count // 4]), np.full(count // 4, 0.006)]
    )
    return np.concatenate([np.column_stack([wide * np.cos(angle), wide * np.sin(angle), height * share]), bottom])


def test_a_cylinder_is_told_from_a_box() -> None:
    shape, pose = fitted(cylinder(0.04, 0.12) + np.array([0.5, 0.2, 0.75]))
    assert isinstance(shape, Cylinder)
    assert (shape.radius, shape.height) == pytest.approx((0.04, 0.12), abs=0.004)
    assert pose.position == pytest.approx((0.5, 0.2, 0.81), abs=0.004)
    shape, pose = fitted(box((0.15, 0.07, 0.10), 0.4))
    assert isinstance(shape, Box)
    assert sorted(shape.size) == pytest.approx([0.07, 0.10, 0.15], abs=0.006)


def test_a_bowl_is_open_above() -> None:
    surface = seen_surface(None, bowl(0.09, 0.07), floor=0.0)
    assert isinstance(surface.shape, Compound)
    role = surface.entity(Entity(EntityId("bowl"))).role
    assert isinstance(role, Object)
    assert role.cavities


def test_a_thing_that_moves_takes_what_was_seen_of_it_along() -> None:
    points = cylinder(0.04, 0.12)
    first = seen_surface(None, points[points[:, 0] < 0.02], floor=0.0)
    moved = seen_surface(first, points[points[:, 0] < 0.02] + [0.3, 0, 0], floor=0.0)
    assert moved.pose.position == pytest.approx((0.3, 0.0, 0.06), abs=0.008)
    assert isinstance(moved.shape, Cylinder)


def test_what_is_hidden_below_reaches_down_to_what_it_stands_on() -> None:
    points = cylinder(0.04, 0.12)
    shape, _ = fitted(points[points[:, 2] > 0.04], floor=0.0)
    assert isinstance(shape, Cylinder)
    assert shape.height == pytest.approx(0.12, abs=0.004)
