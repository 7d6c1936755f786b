"""A recorded run that goes on: where it ended, what it was made of, and what is to be passed over."""

import hashlib
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path

from ..assessment import Assessment, Modules
from ..errors import BadInput, DamagedLog, Problem
from ..runtime import Commit, Ending, Root, read_header, replayed, resumption


@dataclass(frozen=True, slots=True, eq=False)
class Resumed:
    """An assessment that stands where a recording ends; `fed` counts the observations it has taken in by then."""

    path: Path
    assessment: Assessment
    ending: Ending
    fed: int

    def commits(self) -> Iterator[Commit]:
        """What was recorded, again, up to where it goes on."""
        with suppress(DamagedLog):
            yield from replayed(self.path)


def resumed(path: Path, modules: Modules, assess: Callable[[Root | None], Assessment]) -> Resumed:
    """Goes on with a recording after its last whole tick. Raises BadInput where that cannot be."""
    made_by = read_header(path).get("midworld")
    if made_by is not None and made_by != version("midworld"):
        raise _cannot(path, f"Midworld {made_by} made it, this is {version('midworld')}")
    found = resumption(path, homes=modules.homes)
    assessment = assess(found.root)
    fed = found.ending.fed
    for tick in found.fed:
        fed += assessment.feed_again(tick)
    if assessment.board.sequence != found.ending.sequence:
        raise _cannot(path, "with this scene it would have gone otherwise than recorded")
    return Resumed(path, assessment, found.ending, fed)


def metadata(about: Mapping[str, str]) -> Mapping[str, str]:
    """What a recording says of itself, so that it can be gone on with."""
    return {"midworld": version("midworld"), **about}


def digest(path: Path) -> str:
    """Tells whether a file is still the same."""
    return hashlib.sha256(path.read_bytes()).hexdigest()


def _cannot(path: Path, why: str) -> BadInput:
    return BadInput([Problem(str(path), None, f"cannot be gone on with: {why}")])
