"""Looks for input that breaks a door, and makes it small."""

import hashlib
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

from hypothesis import HealthCheck, Phase, Verbosity, given, seed, settings
from hypothesis.errors import Flaky

from benchmarks.doors.doors import DOORS
from benchmarks.doors.inputs import inputs
from benchmarks.doors.worker import Verdict, Watched

SLICE = 100
# Larger files are slow to read for good reasons.
LARGEST_BYTES = 300_000
# How long one fault is made smaller.
SHRINK_S = 15.0

Signature = tuple[str, str, str]


class Faulty(AssertionError):
    """Some input breaks the door."""


@dataclass(slots=True, eq=False)
class Search:
    """One door, how often it was tried, and the smallest input of every fault that was found."""

    door: str
    watched: Watched
    tried: int = 0
    refused: int = 0
    found: dict[Signature, tuple[bytes, Verdict]] = field(default_factory=dict[Signature, tuple[bytes, Verdict]])

    def look(self, number: int, until: float) -> None:
        """Tries some inputs, `number` says which; ends with the first fault that is new, made small, or in time."""
        known = frozenset(self.found)
        verdicts: dict[bytes, Verdict] = {}
        hunted: list[Signature] = []
        end = until

        def tried(content: bytes) -> None:
            nonlocal end
            if len(content) > LARGEST_BYTES:
                return
            if content not in verdicts:
                # Out of time: what was not tried counts as good, and the smallest so far stays.
                if time.monotonic() > end:
                    return
                verdicts[content] = self.watched.ask(content)
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

        with suppress(Faulty, Flaky):
            _hunt(self.door, tried, number)

    def kept(self, folder: Path) -> list[tuple[Path, Verdict]]:
        """Leaves every fault that a fresh process shows again as a file; which, and what it does."""
        files: list[tuple[Path, Verdict]] = []
        for content, _ in self.found.values():
            self.watched.close()
            verdict = self.watched.ask(content)
            if verdict.is_fault:
                name = f"{self.door}-{hashlib.blake2b(content, digest_size=4).hexdigest()}{DOORS[self.door].suffix}"
                folder.mkdir(parents=True, exist_ok=True)
                (folder / name).write_bytes(content)
                files.append((folder / name, verdict))
        self.watched.close()
        return files


def _hunt(door: str, tried: Callable[[bytes], None], number: int) -> None:
    @seed(number)
    @settings(
        max_examples=SLICE,
        deadline=None,
        database=None,
        phases=(Phase.generate, Phase.shrink),
        suppress_health_check=(HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.large_base_example),
        report_multiple_bugs=False,
        print_blob=False,
        verbosity=Verbosity.quiet,
    )
    @given(inputs(door))
    def hunt(content: bytes) -> None:
        tried(content)

    hunt()
