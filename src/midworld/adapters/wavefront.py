"""Triangles as a Wavefront file, which every engine reads."""

from ..geometry import Triangles


def as_obj(triangles: Triangles) -> str:
    vertices = (f"v {x!r} {y!r} {z!r}" for x, y, z in triangles.vertices.tolist())
    faces = (f"f {a + 1} {b + 1} {c + 1}" for a, b, c in triangles.faces.tolist())
    return "\n".join((*vertices, *faces, ""))
