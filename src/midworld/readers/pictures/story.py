"""A recording as pictures need it: where everything was in every world, what was said to hold, and since when."""

from bisect import bisect_left
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
import numpy.typing as npt

from ...errors import BadInput, DamagedLog, Problem, UnknownName
from ...geometry import FloatArray
from ...runtime import Commit, replayed
from ...world import SOURCE_PREFIX, BodyPart, EntityId, Entry, Object, World

# Stamps beyond this count from an epoch: people read seconds since the start more easily.
EPOCH_S = 1e5


@dataclass(frozen=True, slots=True, eq=False)
class Track:
    """Where one thing was in one world: `positions` `(n, 3)` in the fixed frame, `status` as in a state.

    `perceived`: the last sight counted as recent; `fresh`: it was seen at that very instant.
    """

    stamps: FloatArray
    positions: FloatArray
    status: npt.NDArray[np.uint8]
    perceived: npt.NDArray[np.bool_]
    fresh: npt.NDArray[np.bool_]

    def until(self, stamp: float, *, since: float = float("-inf")) -> "Track":
        """The part of it from one instant to another, both included."""
        chosen = (self.stamps <= stamp) & (self.stamps >= since)
        return Track(
            self.stamps[chosen],
            self.positions[chosen],
            self.status[chosen],
            self.perceived[chosen],
            self.fresh[chosen],
        )


@dataclass(frozen=True, slots=True, eq=False)
class Strand:
    """One world through a recording: tracks of what may move, every entry of its timeline, its last state."""

    tracks: Mapping[EntityId, Track]
    entries: tuple[Entry, ...]
    last: World


@dataclass(frozen=True, slots=True, eq=False)
class Story:
    """A whole recording; `broken` is the sentence about its end, where that is missing."""

    path: str
    strands: Mapping[str, Strand]
    start: float
    end: float
    broken: str | None = None

    @property
    def observed(self) -> tuple[Strand, ...]:
        """What the sources reported, each by itself."""
        return tuple(strand for name, strand in self.strands.items() if name.startswith(SOURCE_PREFIX))

    def strand(self, world: str) -> Strand:
        """One world's part. Raises UnknownName."""
        if world not in self.strands:
            raise UnknownName("world", world, self.strands)
        return self.strands[world]

    def instant(self, stamp: float) -> float:
        """The same instant, checked. Raises BadInput outside the recording."""
        if not self.start <= stamp <= self.end:
            reach = f"from {self.start:.14g} to {self.end:.14g} s (+0 to +{self.end - self.start:.6g})"
            raise BadInput([Problem(self.path, None, f"{stamp:.14g} s is outside this recording, which goes {reach}")])
        return stamp

    def shown(self, stamp: float) -> float:
        """Seconds as a person reads them: since the start, where stamps count from an epoch."""
        return stamp - self.start if self.start > EPOCH_S else stamp


@dataclass(frozen=True, slots=True, eq=False)
class RecordedInstant:
    """All worlds at one instant of a recording."""

    stamp: float
    worlds: Mapping[str, World]

    def world(self, name: str) -> World:
        """The world of that name, empty where it begins later."""
        return self.worlds.get(name) or World()


@dataclass(slots=True)
class _Column:
    stamps: list[float] = field(default_factory=list[float])
    rows: list[tuple[FloatArray, int, bool, bool]] = field(default_factory=list[tuple[FloatArray, int, bool, bool]])

    def put(self, stamp: float, position: FloatArray, status: int, perceived: bool, fresh: bool) -> None:
        if self.stamps and self.stamps[-1] == stamp:
            self.stamps.pop()
            self.rows.pop()
        self.stamps.append(stamp)
        self.rows.append((position, status, perceived, fresh))

    def track(self) -> Track:
        positions, status, perceived, fresh = zip(*self.rows, strict=True)
        return Track(
            np.array(self.stamps),
            np.array(positions),
            np.array(status, np.uint8),
            np.array(perceived, np.bool_),
            np.array(fresh, np.bool_),
        )


@dataclass(slots=True)
class _Draft:
    columns: dict[EntityId, _Column] = field(default_factory=dict[EntityId, _Column])
    entries: list[Entry] = field(default_factory=list[Entry])
    last: World = field(default_factory=World)

    def put(self, commit: Commit) -> None:
        world = self.last = commit.world
        self.entries.extend(commit.delta.entries)
        poses, state = world.poses(), world.state
        for row, entity in enumerate(world.structure.entities):
            moves = isinstance(entity.role, BodyPart) or (isinstance(entity.role, Object) and not entity.role.static)
            if moves:
                self.columns.setdefault(entity.id, _Column()).put(
                    commit.stamp,
                    poses[row, :3],
                    int(state.status[row]),
                    bool(state.perceived[row]),
                    bool(state.seen[row] >= commit.stamp),
                )

    def strand(self) -> Strand:
        tracks = {name: column.track() for name, column in sorted(self.columns.items())}
        return Strand(tracks, tuple(self.entries), self.last)


def read_story(path: str | Path) -> Story:
    """A recording, read once; one whose end is missing is told as far as it goes.

    Raises BadInput for one that is empty or cannot be read.
    """
    drafts: dict[str, _Draft] = {}
    stamps: list[float] = []
    broken = None
    try:
        for commit in replayed(path):
            drafts.setdefault(commit.name, _Draft()).put(commit)
            stamps.append(commit.stamp)
    except DamagedLog as damage:
        if not damage.cut or not stamps:
            raise
        broken = str(damage)
    if not stamps:
        raise BadInput(
            [Problem(str(path), None, "this recording holds no tick; record one with `midworld run --record`")]
        )
    strands = {name: draft.strand() for name, draft in drafts.items()}
    return Story(str(path), strands, min(stamps), max(stamps), broken)


def moments(path: str | Path, stamps: Sequence[float]) -> tuple[RecordedInstant, ...]:
    """All worlds at each of some instants, in the order they are asked for."""
    asked = sorted(set(stamps))
    found: dict[float, RecordedInstant] = {}
    worlds: dict[str, World] = {}
    for commit in _whole(replayed(path)):
        for stamp in asked[len(found) : bisect_left(asked, commit.stamp)]:
            found[stamp] = RecordedInstant(stamp, dict(worlds))
        if len(found) == len(asked):
            break
        worlds[commit.name] = commit.world
    for stamp in asked[len(found) :]:
        found[stamp] = RecordedInstant(stamp, dict(worlds))
    return tuple(found[stamp] for stamp in stamps)


def _whole(commits: Iterable[Commit]) -> Iterator[Commit]:
    """Up to where a recording breaks off; `read_story` has told about that."""
    try:
        yield from commits
    except DamagedLog as damage:
        if not damage.cut:
            raise
