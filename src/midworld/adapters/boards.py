"""Boards by name: who hosts one on this machine, and the two ways in, `connect` and `host`."""

import os
import re
import secrets
import socket
import sys
import threading
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import msgspec
import platformdirs

from ..errors import BadInput, Problem, UnreachableBoard
from ..runtime import PATIENCE_S, Claims, Module, SharedBoard, Transport, Welcome, at_work, module
from .access import read_access
from .zenoh import ZenohTransport
from .zenoh_access import HERE, Access

# Where boards of this machine are entered; the variable is for several sets of boards side by side.
FOLDER = "MIDWORLD_BOARDS"
# Programs of a pipeline are started together, and a run takes a while to begin, in seconds.
STARTING_S = 60.0
_NAME = re.compile(r"[\w.-]{1,64}")


class Entry(msgspec.Struct, frozen=True):
    """Where a board of this machine is reached, and who hosts it."""

    endpoint: str
    pid: int


def connect(
    board: str,
    *,
    name: str | None = None,
    history: float = 10.0,
    timeout: float = 10.0,
    access: str | Path | Access | None = None,
) -> SharedBoard:
    """Opens a board that some program shares, by its name: `with midworld.connect("lab") as board: ...`.

    `name` is who we are for the others; `history` is how many seconds of the past to ask for; `timeout` how long the
    board may take to appear. `access` is a file that says where it is and who we are, or `lab@HOST:PORT` is the board.
    Raises UnreachableBoard.
    """
    board, given = _found(board, access)
    transport = _joined(board, _client(name), given, timeout)
    return _opened(transport, lambda: SharedBoard(transport, history=history))


def host(
    board: str,
    *,
    name: str | None = None,
    history: float = 10.0,
    access: str | Path | Access | None = None,
) -> SharedBoard:
    """Hosts a board for others to connect to, until closed. Raises UnreachableBoard where somebody else does."""
    board, given = _found(board, access)
    transport, given = hosted(board, _client(name or "host"), given)
    claims = Claims(given.may_write)
    return _opened(transport, lambda: SharedBoard(transport, claims=claims, welcome=welcoming(given), history=history))


def serve(
    target: Callable[..., Any] | Module,
    board: str,
    *,
    name: str | None = None,
    once: bool = False,
    until: threading.Event | None = None,
    access: str | Path | Access | None = None,
    **parameters: Any,
) -> None:
    """Puts a provider, filter, monitor or reader to work on a board, as a program of its own, until Ctrl-C.

    A provider ends with what it yields. A filter or monitor reads the world it is `on` (`stable` if left out) and
    writes one of its own, named like itself or as `writes` says. With `once` it ends when whoever writes the world it
    is on has left; it also ends when `until` is set.
    """
    plug = target if isinstance(target, Module) else module(target, name, **parameters)
    with connect(board, name=plug.name, access=access, timeout=STARTING_S) as joined:
        at_work(plug, joined, once=once, until=until or threading.Event())


def hosted(board: str, name: str, access: Access) -> tuple[Transport, Access]:
    """The transport of whoever hosts a board, entered under its name."""
    entry = _entry(board)
    if access.listen is None:
        # The one it had before, so that its clients find it again.
        port = 0 if entry is None else _port(entry)
        if entry is not None and not _is_free(port):
            raise UnreachableBoard(board, entry.endpoint, "another program hosts it already; connect to it")
        port = port or _any_port()
        access = replace(access, listen=f"tcp/{HERE}:{port}")
    where = access.listen
    assert where is not None
    # Not earlier: whoever finds the entry asks at once.
    return ZenohTransport(board, name, access, hosts=True, ready=lambda: _enter(board, where)), access


def joined_or_hosted(board: str, name: str, access: str | Path | Access | None) -> tuple[Transport, Access, bool]:
    """The board of a name if there is one, else the host of it; which of both."""
    board, given = _found(board, access)
    if given.listen is None:
        entry = _entry(board)
        where = given.connect or (None if entry is None or _is_free(_port(entry)) else entry.endpoint)
        if where is not None:
            there = replace(given, connect=where)
            return ZenohTransport(board, name, there, hosts=False), there, False
    transport, given = hosted(board, name, given)
    return transport, given, True


def welcoming(access: Access) -> Callable[[str], Welcome]:
    return lambda user: Welcome(private=access.private, readable=access.readable(user), guarded=bool(access.users))


def boards() -> tuple[str, ...]:
    """The boards that programs of this machine host just now."""
    known = {path.stem: _entry(path.stem) for path in _folder().glob("*.json")}
    return tuple(sorted(name for name, entry in known.items() if entry is not None and _runs(entry.pid)))


def _opened(transport: Transport, make: Callable[[], SharedBoard]) -> SharedBoard:
    try:
        return make()
    except BaseException:
        transport.close()
        raise


def _found(board: str, access: str | Path | Access | None) -> tuple[str, Access]:
    name, at, where = board.partition("@")
    if not _NAME.fullmatch(name):
        raise BadInput([Problem("board", None, f"'{name}' is no name; use letters, digits, dots and dashes")])
    given = access if isinstance(access, Access) else Access() if access is None else read_access(Path(access))
    if at:
        given = replace(given, connect=where if "/" in where else f"tcp/{where}")
    return name, given


def _joined(board: str, name: str, access: Access, timeout: float) -> Transport:
    """Waits for a board to appear, so that it does not matter who is started first. Raises UnreachableBoard."""
    ends = time.monotonic() + timeout
    while True:
        entry = _entry(board)
        where = access.connect or (None if entry is None else entry.endpoint)
        left = ends - time.monotonic()
        try:
            if where is None:
                how = (
                    f"share a run (midworld run SCENE LOG --share {board}) or host it (midworld worlds {board} --host)"
                )
                known = ", ".join(boards()) or "none"
                raise UnreachableBoard(board, "this machine", f"nobody shares it; {how}; known: {known}")
            patience = max(0.2, min(left, PATIENCE_S))
            return ZenohTransport(board, name, replace(access, connect=where), hosts=False, timeout_s=patience)
        except UnreachableBoard:
            if left <= 0.0:
                raise
            time.sleep(min(0.1, max(left, 0.0)))


def _client(name: str | None) -> str:
    if name is None:
        return re.sub(r"[^\w.-]", "_", Path(sys.argv[0]).stem)[:64] or "python"
    if not _NAME.fullmatch(name):
        raise BadInput([Problem("name", None, f"'{name}' is no name; use letters, digits, dots and dashes")])
    return name


def _folder() -> Path:
    given = os.environ.get(FOLDER)
    folder = Path(given) if given else Path(platformdirs.user_cache_dir("midworld")) / "boards"
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    return folder


def _entry(board: str) -> Entry | None:
    try:
        return msgspec.json.decode((_folder() / f"{board}.json").read_bytes(), type=Entry)
    except (OSError, msgspec.MsgspecError):
        return None


def _enter(board: str, endpoint: str) -> None:
    path = _folder() / f"{board}.json"
    part = path.with_suffix(f".{secrets.token_hex(4)}")
    part.write_bytes(msgspec.json.encode(Entry(endpoint, os.getpid())))
    part.replace(path)


def _runs(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        pass
    return True


def _port(entry: Entry) -> int:
    return int(entry.endpoint.rpartition(":")[2])


def _is_free(port: int) -> bool:
    """Whether nobody of this machine listens on a port."""
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((HERE, port))
        except OSError:
            return False
        return True


def _any_port() -> int:
    with socket.socket() as probe:
        probe.bind((HERE, 0))
        return int(probe.getsockname()[1])
