"""Hollow meshes cut into convex pieces by CoACD, once per mesh and machine."""

import fcntl
import hashlib
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Generator
from contextlib import contextmanager, suppress
from importlib.metadata import version
from pathlib import Path

import msgspec
import numpy as np
import platformdirs

from ..errors import BadInput, Problem
from ..geometry import FloatArray, Triangles, hull, is_convex, without_sheets

# A cup comes out in some twenty pieces with walls half as thick again. The search CoACD does by default takes three
# times as long and finds nothing better.
OPTIONS: dict[str, float | str] = {"threshold": 0.1, "seed": 0, "mcts_iterations": 30, "mcts_nodes": 10}
# CoACD remeshes what is not closed by itself; what it takes for closed and fails on, it is told to remesh.
ATTEMPTS = ("auto", "on")
# Engines refuse bodies without volume.
SHEET_M = 1e-3
POLL_S = 0.1
# Chosen: who waits longer wants to know what for.
LONG_S = 5.0

# Told the name and the seconds since it began, several times a second.
Telling = Callable[[str, float], None]
_Pieces = list[tuple[bytes, bytes]]


def decomposed(
    triangles: Triangles, *, name: str = "mesh", progress: Telling | None = None, cache: Path | None = None
) -> tuple[Triangles, ...]:
    """Convex pieces that together leave a hollow open; a convex mesh is its own only piece.

    Takes up to a minute the first time, then comes from the cache folder: `cache`, `MIDWORLD_CACHE` or the user's.
    Without `progress` a bar shows on a terminal, a line elsewhere, and a warning when it takes long. Raises BadInput
    where CoACD gives up.
    """
    if is_convex(triangles):
        return (triangles,)
    if hull(triangles.vertices) is None:
        return (_slab(triangles, name),)
    file = (cache_folder() if cache is None else cache) / "coacd" / f"{triangles.digest}-{_parameters()}.pieces"
    known = _read(file)
    if known is not None:
        return known
    with _telling(name, progress, file.parent) as tell, _alone(file.with_suffix(".lock"), tell):
        # Whoever held the lock before us may have done the work.
        known = _read(file)
        if known is None:
            known = _cut(triangles, name, tell)
            _write(file, known)
    return known


def cache_folder() -> Path:
    """Where finished work is kept between runs."""
    chosen = os.environ.get("MIDWORLD_CACHE")
    return Path(chosen).expanduser() if chosen else Path(platformdirs.user_cache_dir("midworld"))


def _parameters() -> str:
    described = json.dumps([version("coacd"), version("manifold3d"), OPTIONS, ATTEMPTS], sort_keys=True)
    return hashlib.blake2b(described.encode(), digest_size=6).hexdigest()


def _slab(triangles: Triangles, name: str) -> Triangles:
    """A flat mesh with a thickness."""
    points = triangles.vertices
    normal = np.linalg.svd(points - points.mean(axis=0), full_matrices=False).Vh[-1]
    thick = hull(np.concatenate([points + normal * SHEET_M / 2, points - normal * SHEET_M / 2]))
    if thick is None:
        raise BadInput([Problem(name, None, "is a line or a point; a mesh needs some area to collide with")])
    return thick


def _cut(triangles: Triangles, name: str, tell: Callable[[], None]) -> tuple[Triangles, ...]:
    # A loose lip makes CoACD remesh the whole, which takes ten times as long and swells the walls.
    body = without_sheets(triangles)
    for attempt in ATTEMPTS:
        hulls = [hull(points) for points in _run(body, {**OPTIONS, "preprocess_mode": attempt}, tell)]
        pieces = tuple(piece for piece in hulls if piece is not None)
        if pieces:
            return pieces
    message = "cannot be cut into convex pieces: CoACD fails on it; repair the mesh, or describe it by boxes"
    raise BadInput([Problem(name, None, message)])


def _run(triangles: Triangles, options: dict[str, float | str], tell: Callable[[], None]) -> list[FloatArray]:
    """The corners of CoACD's pieces; none where it fails."""
    with tempfile.TemporaryDirectory(prefix="midworld-coacd-") as folder:
        given, found = Path(folder, "mesh.npz"), Path(folder, "pieces.npz")
        np.savez(given, vertices=triangles.vertices, faces=triangles.faces)
        worker = Path(__file__).with_name("coacd_worker.py")
        command = [sys.executable, "-P", str(worker), str(given), str(found), json.dumps(options)]
        process = subprocess.Popen(
            command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        try:
            while True:
                try:
                    process.wait(POLL_S)
                    break
                except subprocess.TimeoutExpired:
                    tell()
        finally:
            process.kill()
            process.wait()
        if process.returncode or not found.exists():
            return []
        with np.load(found) as pieces:
            return [np.asarray(pieces[f"arr_{number}"], dtype=np.float64) for number in range(len(pieces.files))]


def _read(file: Path) -> tuple[Triangles, ...] | None:
    """What the cache holds; nothing where it is missing or damaged."""
    try:
        content = file.read_bytes()
    except OSError:
        return None
    checksum, body = content[:16], content[16:]
    if hashlib.blake2b(body, digest_size=16).digest() != checksum:
        return None
    pieces = msgspec.msgpack.decode(body, type=_Pieces)
    return tuple(
        Triangles.of(np.frombuffer(vertices, dtype="<f8"), np.frombuffer(faces, dtype="<i4"))
        for vertices, faces in pieces
    )


def _write(file: Path, pieces: tuple[Triangles, ...]) -> None:
    rows: _Pieces = [(piece.vertices.astype("<f8").tobytes(), piece.faces.astype("<i4").tobytes()) for piece in pieces]
    body = msgspec.msgpack.encode(rows)
    draft = file.with_name(f"{file.name}.{os.getpid()}")
    # A cache that cannot be kept costs time, not the result.
    with suppress(OSError):
        draft.write_bytes(hashlib.blake2b(body, digest_size=16).digest() + body)
        draft.replace(file)
    with suppress(OSError):
        draft.unlink(missing_ok=True)


@contextmanager
def _alone(lock: Path, tell: Callable[[], None]) -> Generator[None]:
    """Waits until no other process works under this lock; without a folder to write in there is nothing to share."""
    try:
        lock.parent.mkdir(parents=True, exist_ok=True)
        handle = lock.open("w")
    except OSError:
        yield
        return
    with handle:
        while True:
            try:
                fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
                break
            except BlockingIOError:
                time.sleep(POLL_S)
                tell()
            # Some file systems know no locks: at worst the work is done twice.
            except OSError:
                break
        yield


@contextmanager
def _telling(name: str, progress: Telling | None, kept: Path) -> Generator[Callable[[], None]]:
    """How to say that work goes on: to the caller, by a bar that moves on a terminal, or by a line elsewhere."""
    start = time.monotonic()
    if progress is not None:
        progress(name, 0.0)
        yield lambda: progress(name, time.monotonic() - start)
        return
    from rich.console import Console
    from rich.progress import BarColumn, Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

    console = Console(stderr=True, soft_wrap=True, highlight=False, markup=False)
    doing = f"cutting {name} into convex pieces (once)"
    warned: list[str] = []

    def warn() -> None:
        if not warned and time.monotonic() - start >= LONG_S:
            warned.append(name)
            console.print(
                f"midworld: {name} takes long to cut into convex pieces. They are kept in {kept}: next time they are "
                "there at once. Boxes and cylinders, or a collision mesh that is convex or coarser, need no such wait"
            )

    if not console.is_terminal:
        console.print(f"midworld: {doing}")
        yield warn
        return
    columns = (SpinnerColumn(), TextColumn("{task.description}"), BarColumn(), TimeElapsedColumn())
    with Progress(*columns, console=console, transient=True) as bar:
        bar.add_task(doing, total=None)
        yield warn
