"""`sharing.yaml`: where a board is reached, and who may read and write what."""

from pathlib import Path
from types import MappingProxyType

import msgspec

from ..errors import BadInput, Problem
from .zenoh_access import Access, Permission, Tls


class _Permission(msgspec.Struct, forbid_unknown_fields=True):
    writes: list[str] = msgspec.field(default_factory=lambda: ["*"])
    reads: list[str] = msgspec.field(default_factory=lambda: ["*"])


class _Tls(msgspec.Struct, forbid_unknown_fields=True):
    authority: str
    certificate: str | None = None
    key: str | None = None


class _File(msgspec.Struct, forbid_unknown_fields=True):
    listen: str | None = None
    connect: str | None = None
    user: str | None = None
    password: str | None = None
    password_file: str | None = None
    passwords: str | None = None
    tls: _Tls | None = None
    users: dict[str, _Permission] = msgspec.field(default_factory=dict[str, _Permission])
    private: list[str] = msgspec.field(default_factory=list[str])


def read_access(path: Path) -> Access:
    """A file as access. Raises BadInput; files it names are beside it."""
    try:
        said = msgspec.yaml.decode(path.read_bytes(), type=_File)
    except OSError as error:
        raise BadInput([Problem(str(path), None, f"cannot be opened: {error.strerror}")]) from error
    except msgspec.MsgspecError as error:
        keys = ", ".join(_File.__struct_fields__)
        raise BadInput([Problem(str(path), None, f"{error}; valid keys: {keys}")]) from error

    def beside(name: str, given: str) -> Path:
        found = path.parent / given
        if not found.is_file():
            raise BadInput([Problem(str(path), None, f"'{name}' names {given}, which is no file beside it")])
        return found

    if said.users and said.passwords is None and said.listen is not None:
        raise BadInput([Problem(str(path), None, "'users' needs 'passwords', a file of user:password lines")])
    stars = [each for each in said.private if "*" in each]
    if stars:
        raise BadInput([Problem(str(path), None, f"'private' names worlds one by one, not '{stars[0]}'")])
    password = said.password
    if said.password_file is not None:
        password = beside("password_file", said.password_file).read_text().strip()
    tls = None
    if said.tls is not None:
        files = [None if each is None else beside("tls", each) for each in (said.tls.certificate, said.tls.key)]
        tls = Tls(beside("tls", said.tls.authority), *files)
    users = {name: Permission(tuple(each.writes), tuple(each.reads)) for name, each in said.users.items()}
    passwords = None if said.passwords is None else beside("passwords", said.passwords)
    where = (said.listen, said.connect, said.user, password, passwords, tls)
    return Access(*where, MappingProxyType(users), tuple(said.private))
