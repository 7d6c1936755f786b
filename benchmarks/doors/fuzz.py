"""All doors in turn, for a time given."""

import itertools
import time
from collections.abc import Sequence
from pathlib import Path

from benchmarks.doors.search import Search
from benchmarks.doors.worker import Watched


def fuzz(doors: Sequence[str], *, seconds: float, seed: int, keep: Path) -> int:
    """Prints what each door took, refused and broke on; how many faults were found. They are left in `keep`."""
    end = time.monotonic() + seconds
    searches = [Search(door, Watched(door)) for door in doors]
    for number in itertools.count(seed):
        for search in searches:
            if time.monotonic() >= end:
                break
            search.look(number, end)
        if time.monotonic() >= end:
            break
    faults = 0
    for search in searches:
        print(f"{search.door}: {search.tried} tried, {search.refused} refused by a sentence", flush=True)
        kept = search.kept(keep)
        if len(kept) < len(search.found):
            print(f"  {len(search.found) - len(kept)} faults do not show again in a fresh process", flush=True)
        for file, verdict in kept:
            faults += 1
            place = verdict.where or "outside of Midworld"
            print(f"  {file.name}: {verdict.kind}, {verdict.what} ({place})", flush=True)
    return faults
