"""Whole files, where what is asked for is one: no folder, no device, no pipe, and not without end."""

import os
import stat
from pathlib import Path

from ..errors import BadInput, Problem


def content_of(path: Path, what: str, *, most_bytes: int) -> bytes:
    """The bytes of a file that is `what` ("a scene is a YAML file"). Raises BadInput."""
    check_file(path, what, most_bytes=most_bytes)
    return path.read_bytes()


def check_file(path: Path, what: str, *, most_bytes: int) -> None:
    """Raises BadInput where there is no file that can be read, or it has more than so many bytes."""
    try:
        # Without waiting for somebody to write into what turns out to be a pipe.
        handle = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
    except FileNotFoundError:
        raise BadInput([Problem(str(path), None, "there is no such file")]) from None
    except OSError as error:
        raise BadInput([Problem(str(path), None, f"cannot be read: {error.strerror}")]) from error
    except ValueError as error:
        raise BadInput([Problem(str(path), None, f"is the name of no file: {error}")]) from error
    try:
        about = os.fstat(handle)
    finally:
        os.close(handle)
    reason = None
    if stat.S_ISDIR(about.st_mode):
        reason = f"is a folder; {what}"
    elif not stat.S_ISREG(about.st_mode):
        reason = f"is a device or a pipe; {what}"
    elif about.st_size > most_bytes:
        reason = f"has {about.st_size / 2**20:.0f} MiB; at most {most_bytes // 2**20} are read"
    if reason is not None:
        raise BadInput([Problem(str(path), None, reason)])
