"""Looks for input that breaks a door, and makes it small."""

import hashlib
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis.errors import Flaky

from benchmarks.doors.doors import DOORS
from benchmarks.doors.inputs import inputs
from benchmarks.doors.worker import Verdict, Watched

SLICE = 60
# How long one fault is made smaller.
SHRINK_S = 15.0

Signature = tuple[str, str, str]


class Faulty(AssertionError):
    """Some input breaks the door."""


@dataclass(slots=True, eq=False)
class Search:
    """One door, how often it was tried, and the smallest input of every fault that was found."""

    door: str
    tried: int = 0
    refused: int = 0
    found: dict[Signature, tuple[bytes, Verdict]] = field(default_factory=dict[Signature, tuple[bytes, Verdict]])

    def look(self, number: int, until: float) -> None:
        """Tries some inputs, `number` says which; ends with the first fault that is new, made small, or in time."""
        watched, known = Watched(self.door), frozenset(self.found)
        verdicts: dict[bytes, Verdict] = {}
        hunted: list[Signature] = []
        end = until

        def tried(content: bytes) -> None:
            nonlocal end
            if content not in verdicts:
                # Out of time: what was not tried counts as good, and the smallest so far stays.
                if time.monotonic() > end:
                    return
                verdicts[content] = watched.ask(content)
                self.tried += 1
                self.refused += verdicts[content].kind == "refused"
            verdict = verdicts[content]
            signature = verdict.signature
            if not verdict.is_fault or signature in known or (hunted and signature != hunted[0]):
                return
            if not hunted:
                hunted.append(signature)
                end = time.monotonic() + SHRINK_S
            if signature not in self.found or len(content) < len(self.found[signature][0]):
                self.found[signature] = content, verdict
            raise Faulty(self.door)

        try:
            _hunt(self.door, tried, number)
        except (Faulty, Flaky):
            pass
        finally:
            watched.close()

    def kept(self, folder: Path) -> list[tuple[Path, Verdict]]:
        """Leaves every fault that a fresh process shows again as a file; which, and what it does."""
        files: list[tuple[Path, Verdict]] = []
        for content, _ in self.found.values():
            watched = Watched(self.door)
            verdict = watched.ask(content)
            watched.close()
            if verdict.is_fault:
                name = f"{self.door}-{hashlib.blake2b(content, digest_size=4).hexdigest()}{DOORS[self.door].suffix}"
                folder.mkdir(parents=True, exist_ok=True)
                (folder / name).write_bytes(content)
                files.append((folder / name, verdict))
        return files


def _hunt(door: str, tried: Callable[[bytes], None], number: int) -> None:
    @seed(number)
    @settings(
        max_examples=SLICE,
        deadline=None,
        database=None,
        phases=(Phase.generate, Phase.shrink),
        suppress_health_check=list(HealthCheck),
        report_multiple_bugs=False,
        print_blob=False,
    )
    @given(inputs(door))
    def hunt(content: bytes) -> None:
        tried(content)

    hunt()
