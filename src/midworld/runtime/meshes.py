"""Meshes by the hash of their content: kept once, fetched when somebody needs them, never part of an update."""

from collections.abc import Callable, Iterable, Iterator, Mapping

import msgspec
import numpy as np

from ..errors import UnknownName
from ..geometry import Meshes, Triangles

_Wire = tuple[bytes, bytes]
_decoder: msgspec.msgpack.Decoder[_Wire] = msgspec.msgpack.Decoder(_Wire)


class MeshStore(Mapping[str, Triangles]):
    """All meshes known here, and, when asked for by its digest, any that `fetch` gets from elsewhere,
    from the first who has it."""

    def __init__(self, own: Meshes, fetch: Callable[[str], Iterable[bytes]]) -> None:
        self._own, self._fetch = dict(own), fetch

    def __getitem__(self, digest: str) -> Triangles:
        if digest not in self._own:
            answers = (unpacked(data, digest) for data in self._fetch(digest))
            found = next((each for each in answers if each is not None), None)
            if found is None:
                raise UnknownName("mesh", digest, self._own)
            self._own[digest] = found
        return self._own[digest]

    def __iter__(self) -> Iterator[str]:
        return iter(self._own)

    def __len__(self) -> int:
        return len(self._own)

    def add(self, triangles: Triangles) -> str:
        """Keeps a mesh; returns its digest."""
        digest = triangles.digest
        self._own.setdefault(digest, triangles)
        return digest

    def packed(self, digest: str) -> bytes:
        """A mesh that is known here, as bytes; none where it is not."""
        known = self._own.get(digest)
        if known is None:
            return b""
        vertices, faces = known.vertices.astype("<f8", copy=False), known.faces.astype("<i4", copy=False)
        return msgspec.msgpack.encode((vertices.tobytes(), faces.tobytes()))


def unpacked(data: bytes, digest: str) -> Triangles | None:
    """The mesh of a digest; None where the bytes are something else."""
    try:
        vertices, faces = _decoder.decode(data)
        found = Triangles.of(np.frombuffer(vertices, "<f8"), np.frombuffer(faces, "<i4"))
    except (msgspec.MsgspecError, ValueError):
        return None
    inside = not found.faces.size or (found.faces.min() >= 0 and found.faces.max() < len(found.vertices))
    return found if inside and found.digest == digest else None
