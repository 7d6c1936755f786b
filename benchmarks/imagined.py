"""Random tables with things, and random pushes, placings, tilts and carries on them."""

from dataclasses import dataclass

import numpy as np

from benchmarks.reality import Piece
from midworld.geometry import Box, Cylinder, Pose, Shape, Sphere, Vector3, inertial_of
from midworld.imagination import Action, Carry, Limits, Place, Push, Tilt
from midworld.world import Entity, EntityId, Object, World, enter

TOP_M = 0.75


@dataclass(frozen=True, slots=True)
class Case:
    """A scene and something to do in it."""

    kind: str
    pieces: tuple[Piece, ...]
    action: Action

    @property
    def world(self) -> World:
        placed = [
            (
                Entity(
                    EntityId(piece.name),
                    Object(
                        piece.mass is None, None if piece.mass is None else inertial_of(piece.shape, piece.mass, {})
                    ),
                    collision=piece.shape,
                ),
                piece.pose,
            )
            for piece in self.pieces
        ]
        return World().apply(enter(placed, stamp=0.0))


def case(seed: int) -> Case:
    """One of each kind in turn."""
    random = np.random.default_rng(seed)
    kind = ("push", "tilt", "place", "push", "place", "tilt", "push", "carry")[seed % 8]
    table = Piece("table", Box((1.0, 1.2, 0.04)), Pose((0.6, 0.0, TOP_M - 0.02)), None)
    thing, tall = _thing(random)
    spot = random.uniform((0.25, -0.45), (0.95, 0.45))
    here = _on_table("thing", thing, tall, spot, random)
    if kind == "push":
        angle, height = random.uniform(0, 2 * np.pi), float(random.uniform(0.15, 0.9) * tall)
        direction: Vector3 = (float(np.cos(angle)), float(np.sin(angle)), 0.0)
        speed, distance = float(random.uniform(0.05, 0.6)), float(random.uniform(0.03, 0.3))
        other, high = _thing(random)
        beside = spot + random.uniform(0.10, 0.2) * np.array(direction[:2])
        pieces = (table, here, *_second(random, other, high, beside, spot))
        return Case(kind, pieces, Push("thing", direction, speed, distance, height))
    if kind == "place":
        edge = bool(random.random() < 0.6)
        x = float(random.uniform(1.05, 1.15)) if edge else float(random.uniform(0.3, 0.9))
        z = TOP_M + tall / 2 + float(random.uniform(0.0, 0.02))
        return Case(kind, (table, here), Place("thing", (x, float(random.uniform(-0.4, 0.4)), z)))
    tray = Piece("tray", Box((0.40, 0.30, 0.02)), Pose((0.6, 0.0, TOP_M + 0.01)), 0.6)
    at = random.uniform((-0.1, -0.08), (0.1, 0.08))
    load = Piece("thing", thing, Pose((0.6 + float(at[0]), float(at[1]), TOP_M + 0.02 + tall / 2)), _mass(random))
    if kind == "tilt":
        angle = random.uniform(0, 2 * np.pi)
        axis: Vector3 = (float(np.cos(angle)), float(np.sin(angle)), 0.0)
        tilt = Tilt("tray", axis, float(random.uniform(0.1, 0.7)), float(random.uniform(0.2, 2.0)))
        return Case(kind, (table, tray, load), tilt)
    limits = Limits(
        float(random.uniform(0.2, 0.8)), 1.0, float(random.uniform(0.5, 6.0)), float(random.uniform(1.0, 5.0))
    )
    return Case(kind, (table, tray, load), Carry("tray", ((0.6, 0.0), (1.6, 0.0), (1.6, 0.6)), limits))


def _thing(random: np.random.Generator) -> tuple[Shape, float]:
    tall = float(random.uniform(0.06, 0.28))
    if random.random() < 0.5:
        return Cylinder(float(random.uniform(0.025, 0.06)), tall), tall
    x, y = (float(edge) for edge in random.uniform(0.04, 0.12, 2))
    return Box((x, y, tall)), tall


def _mass(random: np.random.Generator) -> float:
    return float(random.uniform(0.1, 1.0))


def _on_table(name: str, shape: Shape, tall: float, at: np.ndarray, random: np.random.Generator) -> Piece:
    yaw = float(random.uniform(0, np.pi))
    turn = (0.0, 0.0, float(np.sin(yaw / 2)), float(np.cos(yaw / 2)))
    return Piece(name, shape, Pose((float(at[0]), float(at[1]), TOP_M + tall / 2), turn), _mass(random))


def _second(
    random: np.random.Generator, shape: Shape, tall: float, at: np.ndarray, first: np.ndarray
) -> tuple[Piece, ...]:
    """Sometimes something stands in the way."""
    far = float(np.linalg.norm(at - first)) > 0.16
    on_table = bool((np.abs(at - (0.6, 0.0)) < (0.4, 0.5)).all())
    if random.random() < 0.5 or not far or not on_table or isinstance(shape, Sphere):
        return ()
    return (_on_table("other", shape, tall, at, random),)
