"""What the camera really sees: rays to points of each thing, past everything in the world and past people's bodies."""

import numpy as np
import numpy.typing as npt

from .pose import Array, array
from .room import Camera, Person
from .stage import Hand, Stage

POINTS = 20
Flags = npt.NDArray[np.bool_]


def capsules(person: Person, hands: list[Hand], *, arms: bool) -> tuple[Array, Array, Array]:
    """A body as thick segments: starts `(n, 3)`, ends `(n, 3)`, radii `(n,)`. The reasoner never learns of these."""
    starts: list[Array] = []
    ends: list[Array] = []
    radii: list[float] = []
    if person.kind == "human":
        starts += [person.head, person.torso + array(0, 0, 0.45)]
        ends += [person.head, person.torso + array(0, 0, float(person.head[2]) - 0.32)]
        radii += [0.11, person.girth]
    for hand in hands if arms else []:
        shoulder = person.shoulder(hand.name)
        reach = shoulder - hand.pose.position
        length = float(np.linalg.norm(reach))
        starts.append(hand.pose.position + reach * min(1.0, 0.1 / max(length, 0.1)))
        ends.append(shoulder)
        radii.append(0.04)
    return np.array(starts).reshape(-1, 3), np.array(ends).reshape(-1, 3), np.array(radii)


def present(stage: Stage) -> list[Person]:
    """Everybody who has not gone away."""
    return [person for name, person in stage.people.items() if name not in stage.away]


def blocked(eye: Array, points: Array, segments: tuple[Array, Array, Array]) -> Flags:
    """For each point, whether the line from the eye to it passes through any of the thick segments."""
    starts, ends, radii = segments
    u = points - eye
    v = ends - starts
    w = eye - starts
    a = np.einsum("ij,ij->i", u, u)[:, None]
    b = u @ v.T
    c = np.einsum("ij,ij->i", v, v)[None, :] + 1e-12
    d = u @ w.T
    e = np.einsum("ij,ij->i", v, w)[None, :]
    along = np.clip((b * e - c * d) / np.maximum(a * c - b * b, 1e-9), 0, 1)
    across = np.clip((b * along + e) / c, 0, 1)
    along = np.clip((b * across - d) / a, 0, 1)
    gap = w[None] + along[..., None] * u[:, None] - across[..., None] * v[None]
    return (np.einsum("ijk,ijk->ij", gap, gap) < radii**2).any(axis=1)


def in_view(camera: Camera, points: Array) -> Flags:
    """Which points lie within the field of view and range."""
    local = (points - camera.position) @ camera.axes.T
    forward = np.maximum(local[:, 0], 1e-9)
    wide, tall = np.tan(np.radians(camera.fov) / 2)
    distance = np.linalg.norm(local, axis=1)
    ahead = (local[:, 0] > 0) & (distance > camera.reach[0]) & (distance < camera.reach[1])
    return ahead & (np.abs(local[:, 1]) < wide * forward) & (np.abs(local[:, 2]) < tall * forward)


def shares_seen(stage: Stage, samples: dict[str, Array], *, arms: bool) -> dict[str, float]:
    """For each movable thing, the share of it that the camera sees."""
    camera = stage.room.camera
    names = list(samples)
    points = np.vstack([stage.pose(name).apply(samples[name]) for name in names])
    hits = np.array(stage.bullet.first_hits(camera.position, points))
    owners = np.repeat([stage.ids[name] for name in names], POINTS)
    seen = (hits == owners) & in_view(camera, points)
    for person in present(stage):
        hands = [hand for hand in stage.hands.values() if hand.who == person.name]
        seen &= ~blocked(camera.position, points, capsules(person, hands, arms=arms))
    return dict(zip(names, seen.reshape(-1, POINTS).mean(axis=1).tolist(), strict=True))


def point_seen(stage: Stage, point: Array) -> bool:
    """Whether a hand at a point can be seen: no thing and nobody's head or torso in between."""
    camera = stage.room.camera
    ends = point[None]
    if not bool(in_view(camera, ends)[0]):
        return False
    # Stop short of the hand: what it holds does not hide it.
    short = camera.position + (point - camera.position) * 0.94
    if stage.bullet.first_hits(camera.position, short[None])[0] >= 0:
        return False
    for person in present(stage):
        if bool(blocked(camera.position, ends, capsules(person, [], arms=False))[0]):
            return False
    return True
