"""All doors in turn, for a time given."""

import itertools
import time
from collections.abc import Sequence
from pathlib import Path

from benchmarks.doors.search import Search
from benchmarks.doors.worker import Watched


def fuzz(doors: Sequence[str], *, seconds: float, seed: int, keep: Path) -> int:
    """Prints what each door took, refused and broke on; how many faults were found. They are left in `keep`."""
    searches = [Search(door, Watched(door)) for door in doors]
    try:
        _tried(searches, seed, time.monotonic() + seconds)
    finally:
        faults = sum(_told(search, keep) for search in searches)
    return faults


def _tried(searches: Sequence[Search], seed: int, end: float) -> None:
    for number in itertools.count(seed):
        for place, search in enumerate(searches):
            left = end - time.monotonic()
            if left <= 0.0:
                return
            # However little time there is, every door has its share of it.
            search.look(number, end - left + left / (len(searches) - place))


def _told(search: Search, keep: Path) -> int:
    print(f"{search.door}: {search.tried} tried, {search.refused} refused by a sentence", flush=True)
    kept = search.kept(keep)
    if len(kept) < len(search.found):
        print(f"  {len(search.found) - len(kept)} faults do not show again in a fresh process", flush=True)
    for file, verdict in kept:
        place = verdict.where or "outside of Midworld"
        print(f"  {file.name}: {verdict.kind}, {verdict.what} ({place})", flush=True)
    return len(kept)
