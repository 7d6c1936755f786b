"""The instants of a recording that tell its story."""

from collections.abc import Sequence

import numpy as np

from ...world import Ended, EntityId, Entry, Event, Situation, Status
from .story import Story, Strand
from .trails import runs
from .words import ATTENTION, stamp_of, telling

# How much each kind of change is worth a picture.
WORTH = {Event: 3.0, Situation: 1.0, Ended: 0.6}
STATUS_WORTH = 1.5
# What is worked out about a thing nobody sees is what Midworld is for.
UNSEEN_WORTH = 2.5
ATTENTION_WORTH = 0.1
# A picture is taken a little later, when what begins shows.
AFTER_S = 0.15


def key_instants(story: Story, world: str, count: int) -> tuple[float, ...]:
    """At most `count` instants in their order: where most happens, no two too close, first and last if nothing does."""
    strand = story.strand(world)
    weights: dict[float, float] = {}
    for entry in filter(telling, strand.entries):
        stamp = min(stamp_of(entry) + AFTER_S, story.end)
        weights[stamp] = weights.get(stamp, 0.0) + _worth(entry) + (UNSEEN_WORTH if _unseen(strand, entry) else 0.0)
    for stamp in _changes_of_status(strand):
        weights[min(stamp, story.end)] = weights.get(stamp, 0.0) + STATUS_WORTH
    # Where it all begins and how it ends is worth knowing.
    for stamp in (story.start, story.end):
        weights[stamp] = weights.get(stamp, 0.0) + 1.5
    return _spread(weights, count, apart=(story.end - story.start) / (2.5 * max(count, 1)))


def _spread(weights: dict[float, float], count: int, *, apart: float) -> tuple[float, ...]:
    """The heaviest instants, each drawing in what is close to it."""
    chosen: list[float] = []
    while len(chosen) < count and apart > 1e-3:
        free = [stamp for stamp in weights if all(abs(stamp - other) >= apart for other in chosen)]
        if not free:
            apart /= 2
            if all(stamp in chosen for stamp in weights):
                break
            continue
        near = {stamp: sum(w for other, w in weights.items() if abs(other - stamp) < apart / 3) for stamp in free}
        chosen.append(max(free, key=lambda stamp: (weights[stamp] + 0.5 * near[stamp], -stamp)))
    return tuple(sorted(chosen))


def _worth(entry: Entry) -> float:
    return ATTENTION_WORTH if entry.predicate in ATTENTION else WORTH[type(entry)]


def _unseen(strand: Strand, entry: Entry) -> bool:
    """Whether it is about a thing that is out of sight at that instant."""
    track = strand.tracks.get(EntityId(entry.subject)) if isinstance(entry, Situation) else None
    if track is None or entry.predicate in ATTENTION:
        return False
    at = int(np.searchsorted(track.stamps, stamp_of(entry), side="right")) - 1
    return at >= 0 and not track.perceived[at]


def _changes_of_status(strand: Strand) -> Sequence[float]:
    """When things went out of sight or came back."""
    found: list[float] = []
    for name, track in strand.tracks.items():
        if name in strand.last and "/" not in name:
            seen = track.status == Status.PERCEIVED.value
            found.extend(float(track.stamps[first]) for first, _ in runs(np.asarray(seen))[1:])
    return found
