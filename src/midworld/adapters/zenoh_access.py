"""Who may reach a shared board, from where, and what they may read and write, as zenoh is told it."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from types import MappingProxyType
from typing import Any
from urllib.parse import quote

from ..runtime import allowed

HERE = "127.0.0.1"
ROOT = "midworld"
# A connection over which nothing comes for so long is broken, in milliseconds (chosen; zenoh's own is 10,000).
LEASE_MS = 3000


@dataclass(frozen=True, slots=True)
class Permission:
    """Worlds a user may write, and which of the private ones they may read: names, or with a star as in `source/*`."""

    writes: tuple[str, ...] = ("*",)
    reads: tuple[str, ...] = ("*",)


@dataclass(frozen=True, slots=True)
class Tls:
    """Files in PEM: the authority whose certificates are trusted, and one's own certificate with its key."""

    authority: Path
    certificate: Path | None = None
    key: Path | None = None


@dataclass(frozen=True, slots=True)
class Access:
    """How a board is reached. A host `listen`s, a client `connect`s, each at `tcp/HOST:PORT` or `tls/HOST:PORT`.

    With `passwords` (a file of `user:password` lines) only users get in. `private` worlds are read by those whose
    permission says so.
    """

    listen: str | None = None
    connect: str | None = None
    user: str | None = None
    password: str | None = None
    passwords: Path | None = None
    tls: Tls | None = None
    users: Mapping[str, Permission] = field(default_factory=lambda: MappingProxyType({}))
    private: tuple[str, ...] = ()

    def may_write(self, user: str, world: str) -> bool:
        known = self.users.get(user)
        return not self.users or (known is not None and allowed(known.writes, world))

    def readable(self, user: str) -> tuple[str, ...]:
        known = self.users.get(user)
        return known.reads if known is not None else () if self.users else ("*",)


def settings(board: str, access: Access, *, hosts: bool, timeout_s: float) -> dict[str, Any]:
    """Everything zenoh is to be told, by the path of its setting."""
    found: dict[str, Any] = {
        "mode": "router" if hosts else "client",
        "scouting/multicast/enabled": False,
        "scouting/gossip/enabled": False,
        # Nobody is to be found that way, so nobody is waited for: half a second.
        "scouting/delay": 0,
        # Nothing listens unless it is said where: by itself zenoh would on every interface.
        "listen/endpoints": [access.listen] if hosts and access.listen else [],
        "connect/endpoints": [access.connect] if not hosts and access.connect else [],
        "connect/timeout_ms": int(timeout_s * 1000),
        "connect/exit_on_failure": True,
        "transport/link/tx/lease": LEASE_MS,
    }
    if access.user is not None:
        found["transport/auth/usrpwd/user"] = access.user
        found["transport/auth/usrpwd/password"] = access.password or ""
    if hosts and access.passwords is not None:
        found["transport/auth/usrpwd/dictionary_file"] = str(access.passwords)
    if access.tls is not None:
        found |= _tls(access.tls, hosts)
    if hosts and access.users:
        found["access_control"] = _rules(board, access)
    return found


def _tls(tls: Tls, hosts: bool) -> dict[str, Any]:
    mine = "listen" if hosts else "connect"
    found: dict[str, Any] = {"transport/link/tls/root_ca_certificate": str(tls.authority)}
    if tls.certificate is not None and tls.key is not None:
        found[f"transport/link/tls/{mine}_certificate"] = str(tls.certificate)
        found[f"transport/link/tls/{mine}_private_key"] = str(tls.key)
        # A host with an authority lets in whom it certified; a client with a certificate shows it.
        found["transport/link/tls/enable_mtls"] = True
    return found


def _rules(board: str, access: Access) -> dict[str, Any]:
    """Nobody may do anything, but users what is theirs. What is denied counts more than what is allowed."""
    root = f"{ROOT}/{board}"
    rules: list[dict[str, Any]] = []
    policies: list[dict[str, Any]] = []

    def rule(user: str, number: int, verb: str, flow: str, messages: list[str], keys: list[str]) -> str:
        name = f"{user}-{number}"
        rules.append({"id": name, "permission": verb, "flows": [flow], "messages": messages, "key_exprs": keys})
        return name

    for user, permission in access.users.items():
        own_tell, own_ask, own_alive = f"{root}/tell/{user}/**", f"{root}/ask/{user}/**", f"{root}/alive/{user}/**"
        mine, all_told, all_alive = f"{root}/ask/**/from/{user}/*", f"{root}/tell/**", f"{root}/alive/**"
        lists = [
            ("allow", "ingress", ["put"], [own_tell]),
            ("allow", "egress", ["put"], [all_told]),
            ("allow", "ingress", ["declare_subscriber"], [all_told]),
            ("allow", "egress", ["declare_subscriber"], [all_told]),
            ("allow", "ingress", ["query"], [mine]),
            ("allow", "egress", ["query"], [own_ask]),
            ("allow", "ingress", ["reply"], [own_ask]),
            ("allow", "egress", ["reply"], [mine]),
            ("allow", "ingress", ["declare_queryable"], [own_ask]),
            ("allow", "egress", ["declare_queryable"], [f"{root}/ask/**"]),
            ("allow", "ingress", ["liveliness_token"], [own_alive]),
            ("allow", "egress", ["liveliness_token"], [all_alive]),
            ("allow", "ingress", ["declare_liveliness_subscriber", "liveliness_query"], [all_alive]),
        ]
        closed = [quote(world, safe="") for world in access.private if not allowed(permission.reads, world)]
        if closed:
            lists.append(("deny", "egress", ["put"], [f"{root}/tell/*/*/only/{world}" for world in closed]))
            lists.append(("deny", "ingress", ["query"], [f"{root}/ask/*/*/since/only/{each}/**" for each in closed]))
        names = [rule(user, number, *each) for number, each in enumerate(lists)]
        policies.append({"rules": names, "subjects": [user]})
    subjects = [{"id": user, "usernames": [user]} for user in access.users]
    return {"enabled": True, "default_permission": "deny", "rules": rules, "subjects": subjects, "policies": policies}


def as_json5(found: Mapping[str, Any]) -> dict[str, str]:
    return {key: json.dumps(value) for key, value in found.items()}
