"""Which names things, agents, sensors and sources may have."""

import re
from collections.abc import Collection

from ..assessment import RESERVED, RESERVED_PREFIXES
from ..limits import LONGEST_NAME
from ..world import PART_NAMES

_SPELLING = re.compile(r"[A-Za-z0-9_.-]+(?:/[A-Za-z0-9_.-]+)*")
_ONLY_DOTS = re.compile(r"(?:.*/)?\.+(?:/.*)?")
# What JSON and YAML read as something else than a name.
_NO_NAMES = frozenset({"null", "true", "false"})


def spelling_fault(name: str) -> str | None:
    """Why a name is no identifier, as the rest of a sentence."""
    if len(name) > LONGEST_NAME:
        return f"must be an identifier of at most {LONGEST_NAME} characters"
    if not _SPELLING.fullmatch(name):
        return "must be an identifier of letters, digits, _ . - / (with something on both sides of a /)"
    if _ONLY_DOTS.fullmatch(name):
        return "must be an identifier that does not read as a folder"
    return None


def name_fault(name: str, agents: Collection[str]) -> str | None:
    """Why a thing, an agent or a sensor cannot be called that; `agents` are those the scene declares."""
    if (fault := spelling_fault(name)) is not None:
        return fault
    if name.lower() in _NO_NAMES:
        return f"is the word for {'nothing' if name.lower() == 'null' else 'a truth value'}; choose another name"
    if name in RESERVED or name.startswith(RESERVED_PREFIXES):
        return "is the name of a world that is there anyway; choose another name"
    owner, _, part = name.rpartition("/")
    if owner in agents and part in PART_NAMES:
        return f"is the {part.replace('_', ' ')} of '{owner}', which is there anyway; choose another name"
    if owner and all(each in agents for each in name.split("/")):
        return "is the name of what one agent thinks of another; choose another name"
    return None
