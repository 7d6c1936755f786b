"""What things are made of: a few primitives, with mass, inertia and cavity worked out from them."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Literal

import numpy as np

from .pose import Array, Pose, array, matrix

PartKind = Literal["box", "cylinder", "sphere"]


@dataclass(frozen=True, slots=True, eq=False)
class Part:
    """One primitive: full edges of a box, `(radius, height)` of a cylinder along z, `(radius,)` of a sphere."""

    kind: PartKind
    size: tuple[float, ...]
    at: Array = field(default_factory=lambda: array(0, 0, 0))
    turn: Array = field(default_factory=lambda: array(0, 0, 0, 1))

    @property
    def half(self) -> Array:
        """Half edges of the part's own box, in the part's frame."""
        if self.kind == "box":
            return np.array(self.size) / 2
        radius = self.size[0]
        return array(radius, radius, self.size[1] / 2 if self.kind == "cylinder" else radius)

    @property
    def volume(self) -> float:
        if self.kind == "box":
            return float(np.prod(self.size))
        radius = self.size[0]
        if self.kind == "cylinder":
            return float(np.pi * radius**2 * self.size[1])
        return float(4 / 3 * np.pi * radius**3)

    def inertia(self, mass: float) -> Array:
        """The 3x3 inertia about the part's centre, in the body's axes."""
        if self.kind == "box":
            x, y, z = (edge**2 for edge in self.size)
            diagonal = array(y + z, x + z, x + y) / 12
        elif self.kind == "cylinder":
            radius, height = self.size
            across = (3 * radius**2 + height**2) / 12
            diagonal = array(across, across, radius**2 / 2)
        else:
            diagonal = np.full(3, 0.4 * self.size[0] ** 2)
        axes = matrix(self.turn)
        return mass * axes @ np.diag(diagonal) @ axes.T


@dataclass(frozen=True, slots=True, eq=False)
class Cavity:
    """The room inside a container, a box in the body's frame whose opening is its +z face."""

    centre: Array
    half: Array


@dataclass(frozen=True, slots=True, eq=False)
class Thing:
    """An object as the simulator knows it."""

    name: str
    class_name: str
    parts: tuple[Part, ...]
    mass: float
    static: bool = False
    cavity: Cavity | None = None
    colour: str | None = None
    label: str | None = None
    friction: float = 0.6
    rolling: float = 0.002
    restitution: float = 0.0
    as_urdf: bool = False
    pose: Pose | None = None
    cells: Mapping[tuple[int, int], Array] = field(default_factory=lambda: MappingProxyType({}))

    @property
    def corners(self) -> Array:
        """Points `(n, 3)` whose hull holds the thing, in its own frame."""
        signs = np.array([[x, y, z] for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)], dtype=np.float64)
        return np.vstack([part.at + (signs * part.half) @ matrix(part.turn).T for part in self.parts])

    def extents(self, pose: Pose) -> tuple[Array, Array]:
        """The lowest and highest corner of the upright box around the thing at `pose`."""
        if len(self.parts) == 1 and self.parts[0].kind == "sphere":
            radius = self.parts[0].size[0]
            return pose.position - radius, pose.position + radius
        if len(self.parts) == 1 and self.parts[0].kind == "cylinder":
            radius, height = self.parts[0].size
            axis = pose.matrix[:, 2]
            reach = np.abs(axis) * height / 2 + radius * np.sqrt(np.clip(1 - axis**2, 0, 1))
            return pose.position - reach, pose.position + reach
        points = pose.apply(self.corners)
        return points.min(axis=0), points.max(axis=0)

    @property
    def centre_of_mass(self) -> Array:
        volumes = np.array([part.volume for part in self.parts])
        return np.asarray(volumes @ np.array([part.at for part in self.parts]) / volumes.sum())

    @property
    def inertia(self) -> Array:
        """The 3x3 inertia about the centre of mass, in the body's axes."""
        total = np.zeros((3, 3))
        volume = sum(part.volume for part in self.parts)
        for part in self.parts:
            mass = self.mass * part.volume / volume
            away = part.at - self.centre_of_mass
            total += part.inertia(mass) + mass * (np.dot(away, away) * np.eye(3) - np.outer(away, away))
        return total

    def samples(self, count: int, rng: np.random.Generator) -> Array:
        """Points inside the thing, more in its larger parts: what a camera must see to see the thing."""
        weights = np.array([part.volume ** (2 / 3) for part in self.parts])
        chosen = rng.choice(len(self.parts), size=count, p=weights / weights.sum())
        points: list[Array] = []
        for index in chosen:
            part = self.parts[int(index)]
            where = rng.uniform(-0.95, 0.95, 3)
            if part.kind == "sphere":
                where *= 0.95 / max(1.0, float(np.linalg.norm(where)))
            elif part.kind == "cylinder":
                where[:2] *= 0.95 / max(1.0, float(np.linalg.norm(where[:2])))
            points.append(part.at + matrix(part.turn) @ (where * part.half))
        return np.array(points)
