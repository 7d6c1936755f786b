"""Poses of named bodies over time, as recorded: the one form every importer reads into."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np
import numpy.typing as npt

from ...geometry import FloatArray, conjugate, multiply, quaternion_of

Declared = Mapping[str, Any]
# When, of which name, where and how turned something was detected, and how surely (0 to 1).
Row = tuple[float, str, FloatArray, FloatArray, float]


@dataclass(frozen=True, slots=True, eq=False)
class Track:
    """One body: `stamps` in seconds, `positions` in metres, `quaternions` x, y, z, w; NaN where it was lost.

    `kind` is set where the recording tells what it is and not which one. `confidence` is how sure the recording is.
    """

    name: str
    stamps: FloatArray
    positions: FloatArray
    quaternions: FloatArray
    kind: str | None = None
    confidence: FloatArray | None = None

    def __len__(self) -> int:
        return len(self.stamps)

    @property
    def seen(self) -> npt.NDArray[np.bool_]:
        """Which rows have a pose."""
        return np.asarray(np.isfinite(self.positions).all(axis=1))


@dataclass(frozen=True, slots=True)
class View:
    """Where a camera stood at an instant, optical axis +X, and how wide it saw, in degrees."""

    stamp: float
    position: FloatArray
    quaternion: FloatArray
    fov: tuple[float, float]


@dataclass(frozen=True, slots=True, eq=False)
class Tracks:
    """What a recording holds.

    `declared` is what it says itself of an object, as a scene would; `markers` are points in a body's frame; `guesses`
    are sentences about what was guessed to read it.
    """

    tracks: tuple[Track, ...]
    source: str = "mocap"
    declared: Mapping[str, Declared] = field(default_factory=dict[str, Declared])
    markers: Mapping[str, FloatArray] = field(default_factory=dict[str, FloatArray])
    views: tuple[View, ...] = ()
    guesses: tuple[str, ...] = ()


def tracks_of(rows: Sequence[Row]) -> tuple[Track, ...]:
    """Detections as tracks. A name that several have at one instant is a kind: each of them is a track of its own."""
    named: dict[str, dict[float, list[Row]]] = {}
    for row in rows:
        named.setdefault(row[1], {}).setdefault(row[0], []).append(row)
    tracks: list[Track] = []
    for name, instants in named.items():
        if all(len(some) == 1 for some in instants.values()):
            tracks.append(_track(name, [some[0] for _, some in sorted(instants.items())]))
        else:
            chains = enumerate(_chains(instants), 1)
            tracks += [replace(_track(f"{name}_{number}", chain), kind=name) for number, chain in chains]
    return tuple(tracks)


def _chains(instants: Mapping[float, list[Row]]) -> list[list[Row]]:
    """Rows of look-alikes put in a row each, nearest to nearest, for what is to be guessed of them."""
    chains: list[list[Row]] = []
    for _, rows in sorted(instants.items()):
        gaps = sorted(
            (float(np.linalg.norm(chain[-1][2] - row[2])), number, place)
            for number, chain in enumerate(chains)
            for place, row in enumerate(rows)
        )
        taken: dict[int, int] = {}
        for _, number, place in gaps:
            if number not in taken.values() and place not in taken:
                taken[place] = number
        for place, row in enumerate(rows):
            if place in taken:
                chains[taken[place]].append(row)
            else:
                chains.append([row])
    return chains


def _track(name: str, rows: Sequence[Row]) -> Track:
    stamps, _, places, turns, sure = zip(*rows, strict=True)
    confidence = None if min(sure) >= 1.0 else np.array(sure)
    return Track(name, np.array(stamps), np.array(places), np.array(turns), confidence=confidence)


def turned(tracks: Tracks, rotation: FloatArray, scale: float) -> Tracks:
    """The same in another frame and unit: a point becomes `scale * rotation @ point`, of the world and of every body.

    So a body that stood as it was made still has no rotation, and its own upward axis is the world's.
    """
    quaternion = quaternion_of(rotation)
    bodies = (
        replace(
            track,
            positions=scale * track.positions @ rotation.T,
            quaternions=multiply(multiply(quaternion, _unit(track.quaternions)), conjugate(quaternion)),
        )
        for track in tracks.tracks
    )
    # The axes of a camera are forward, left and up whatever the world's are.
    views = (
        replace(
            view,
            position=scale * rotation @ view.position,
            quaternion=multiply(quaternion, view.quaternion),
        )
        for view in tracks.views
    )
    markers = {name: scale * points @ rotation.T for name, points in tracks.markers.items()}
    return replace(tracks, tracks=tuple(bodies), markers=markers, views=tuple(views))


def thinned(track: Track, rate_hz: float) -> Track:
    """At most so many rows a second, evenly; none is made up."""
    if len(track) < 2:
        return track
    slots = np.floor((track.stamps - track.stamps[0]) * rate_hz + 1e-6)
    keep = np.concatenate([[True], np.diff(slots) > 0])
    return replace(
        track,
        stamps=track.stamps[keep],
        positions=track.positions[keep],
        quaternions=track.quaternions[keep],
        confidence=None if track.confidence is None else track.confidence[keep],
    )


def _unit(quaternions: FloatArray) -> FloatArray:
    """Rows of length 1, but for those that are nothing."""
    lengths = np.linalg.norm(quaternions, axis=1, keepdims=True)
    return np.divide(quaternions, lengths, out=np.zeros_like(quaternions), where=lengths > 0)
