"""A recording as a scene and a log in a folder, with a sentence for everything that was guessed."""

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
import yaml

from ...errors import BadInput, Problem, one_of
from ...geometry import FloatArray
from . import gaze
from .options import UNITS, Options
from .recognise import recognise
from .resting import Rests, Support, reach_below, rests_of, support_of
from .roles import Role, class_name, roles_of
from .sizes import DIGITS, corners_of, rounded, shape_of
from .tracks import Declared, Track, Tracks, thinned, turned

# What stands upright in the other frame: y up is turned about x, x up about y.
UPRIGHT: Mapping[str, FloatArray] = {
    "z": np.eye(3),
    "y": np.array([[1.0, 0.0, 0.0], [0.0, 0.0, -1.0], [0.0, 1.0, 0.0]]),
    "x": np.array([[0.0, 0.0, -1.0], [0.0, 1.0, 0.0], [1.0, 0.0, 0.0]]),
}
PLATE_M = 0.04


@dataclass(frozen=True, slots=True)
class Imported:
    """A scene and the lines of a log, and what was guessed to make them."""

    scene: Mapping[str, Any]
    lines: tuple[Mapping[str, Any], ...]
    guesses: tuple[str, ...]

    def write(self, folder: Path) -> tuple[Path, Path]:
        """`scene.yaml` and `observations.jsonl` in a folder that is made if need be. Raises BadInput."""
        scene, log = folder / "scene.yaml", folder / "observations.jsonl"
        head = "".join(f"# {guess}\n" for guess in self.guesses)
        try:
            folder.mkdir(parents=True, exist_ok=True)
            scene.write_text(head + yaml.safe_dump(dict(self.scene), sort_keys=False, default_flow_style=None))
            with log.open("w", encoding="utf-8") as file:
                file.writelines(json.dumps(line) + "\n" for line in self.lines)
        except OSError as error:
            raise BadInput([Problem(str(folder), None, f"cannot be written: {error.strerror}")]) from error
        return scene, log


@dataclass(frozen=True, slots=True)
class _Bodies:
    """Tracks by what they are."""

    objects: Mapping[str, Track]
    parts: Mapping[tuple[str, str], Track]


def import_recording(path: Path, options: Options) -> Imported:
    """A recording of another tool as Midworld reads it. Raises BadInput, UnknownName, MissingExtra."""
    kind = recognise(path, options.format)
    raw, unit = kind.read(path)
    if options.unit is not None and options.unit not in UNITS:
        raise BadInput([Problem("--unit", None, f"'{options.unit}' is no unit; {one_of(UNITS)}")])
    scale = unit if options.unit is None else UNITS[options.unit]
    tracks = turned(raw, UPRIGHT[options.up or kind.up], scale)
    roles = roles_of([track.name for track in tracks.tracks], options.names, options.ignore)
    bodies = _bodies(tracks, roles, options.rate_hz)
    guesses = [f"{kind.made_by}; {options.up or kind.up} is up, a unit is {scale:g} m, at most {options.rate_hz:g} Hz"]
    guesses += tracks.guesses
    bodies, found = _with_gaze(bodies, UPRIGHT[options.up or kind.up])
    guesses += found
    scene, found = _scene(tracks, roles, bodies, options)
    guesses += found
    return Imported(scene, tuple(_lines(tracks, bodies)), tuple(guesses))


def _bodies(tracks: Tracks, roles: Mapping[str, Role], rate_hz: float) -> _Bodies:
    objects: dict[str, Track] = {}
    parts: dict[tuple[str, str], Track] = {}
    for track in tracks.tracks:
        role = roles.get(track.name)
        if role is None:
            continue
        kept = replace(thinned(track, rate_hz), name=role.name)
        if role.part is not None:
            # The first bone of several that mean the same part is nearest to the body's own name for it.
            parts.setdefault((role.name, role.part), kept)
        elif role.name in objects:
            raise BadInput([Problem("the name map", None, f"two tracks are called '{role.name}'; ignore one")])
        else:
            objects[role.name] = kept
    return _Bodies(objects, parts)


def _with_gaze(bodies: _Bodies, rotation: FloatArray) -> tuple[_Bodies, list[str]]:
    """Heads turned so that +X is where people look."""
    parts, told = dict(bodies.parts), list[str]()
    for (agent, part), head in bodies.parts.items():
        if part != "head":
            continue
        others = [track for (who, what), track in bodies.parts.items() if who == agent and what.endswith("hand")]
        others = others or list(bodies.objects.values())
        if not others:
            continue
        targets = np.nanmean([_at(track, head.stamps) for track in others], axis=0)
        axis = gaze.forward_axis(head, targets)
        parts[agent, part] = replace(head, quaternions=gaze.facing(head, axis))
        name = gaze.recorded_name(axis, rotation)
        told.append(f"{agent} looks along {name} of the tracked head, which points best at the hands")
    return _Bodies(bodies.objects, parts), told


def _scene(
    tracks: Tracks, roles: Mapping[str, Role], bodies: _Bodies, options: Options
) -> tuple[dict[str, Any], list[str]]:
    told: list[str] = []
    hands = [track for (_, part), track in bodies.parts.items() if part.endswith("hand")]
    origin = {role.name: name for name, role in roles.items() if role.part is None}
    said = {name: _declared(tracks, options, name, origin[name]) for name in bodies.objects}
    rests = {
        name: _rests(track, hands, said[name], tracks.markers.get(origin[name]))
        for name, track in bodies.objects.items()
    }
    support = support_of(rests)
    objects: dict[str, Any] = {}
    if support is not None and "table" not in bodies.objects and "table" not in options.objects:
        objects["table"] = _table(support)
        told.append(
            f"the {objects['table']['class'].lower()}'s top is at {support.top:.3f} m: what lies still is on it"
        )
    for name, track in bodies.objects.items():
        shape, guess = shape_of(name, track, said[name], tracks.markers.get(origin[name]), rests, support)
        objects[name] = {**shape, **said[name]}
        if track.kind is not None:
            objects[name].setdefault("class", class_name(track.kind))
        told += [f"{name}: {guess}"] if guess else []
    objects.update({name: dict(each) for name, each in options.objects.items() if name not in objects})
    agents = {agent: {"kind": "human"} for agent, _ in bodies.parts}
    scene: dict[str, Any] = {"objects": objects, "agents": {"robot": {"kind": "robot"}, **agents}}
    if tracks.views:
        first = tracks.views[0]
        scene["sensors"] = {
            tracks.source: {"agent": "robot", **_placed(first.position, first.quaternion), "fov": list(first.fov)}
        }
    return scene, told


def _declared(tracks: Tracks, options: Options, name: str, track: str) -> dict[str, Any]:
    said: Declared = {**tracks.declared.get(track, {}), **options.objects.get(name, {})}
    return dict(said)


def _rests(track: Track, hands: Iterable[Track], said: Declared, markers: FloatArray | None) -> Rests:
    near = [_at(hand, track.stamps) for hand in hands]
    places = rests_of(track, np.stack(near, axis=1) if near else None)
    corners = corners_of(said)
    points = markers if corners is None else corners
    below = None if points is None or not track.seen.any() else reach_below(track, points)
    return Rests(places, below, measured=corners is not None)


def _table(support: Support) -> dict[str, Any]:
    middle = [*support.middle, support.top - PLATE_M / 2]
    kind = "Floor" if support.floor else "Table"
    return {
        "class": kind,
        "shape": {"box": rounded([*support.edges, PLATE_M])},
        "position": rounded(middle),
        "static": True,
    }


def _lines(tracks: Tracks, bodies: _Bodies) -> Iterable[Mapping[str, Any]]:
    """A line an instant: every object with its pose or as lost, every person with the parts that are seen."""
    everything = [*bodies.objects.values(), *bodies.parts.values()]
    stamps = sorted({round(float(stamp), 6) for track in everything for stamp in track.stamps})
    rows = {id(track): {round(float(stamp), 6): row for row, stamp in enumerate(track.stamps)} for track in everything}
    views = {round(view.stamp, 6): view for view in tracks.views}
    for stamp in stamps:
        line: dict[str, Any] = {"stamp": stamp, "source": tracks.source}
        if stamp in views:
            line["sensor"] = _placed(views[stamp].position, views[stamp].quaternion)
        here = {name: rows[id(track)].get(stamp) for name, track in bodies.objects.items()}
        if any(row is not None for row in here.values()):
            seen = [_object(name, bodies.objects[name], row) for name, row in here.items() if row is not None]
            line["objects"] = [each for each in seen if each is not None]
        people: dict[str, dict[str, Any]] = {}
        for (agent, part), track in bodies.parts.items():
            row = rows[id(track)].get(stamp)
            if row is not None and track.seen[row]:
                people.setdefault(agent, {"id": agent})[part] = _placed(track.positions[row], track.quaternions[row])
        if people:
            line["agents"] = list(people.values())
        yield line


def _object(name: str, track: Track, row: int) -> dict[str, Any] | None:
    who = {"id": name} if track.kind is None else {"class": class_name(track.kind)}
    if not track.seen[row]:
        return {**who, "lost": True} if track.kind is None else None
    sure = {} if track.confidence is None else {"confidence": round(float(track.confidence[row]), DIGITS)}
    return {**who, **_placed(track.positions[row], track.quaternions[row]), **sure}


def _placed(position: FloatArray, quaternion: FloatArray) -> dict[str, Any]:
    length = float(np.linalg.norm(quaternion))
    if not np.isfinite(length) or length < 1e-6:
        return {"position": rounded(position)}
    return {"position": rounded(position), "orientation": rounded(quaternion / length)}


def _at(track: Track, stamps: FloatArray) -> FloatArray:
    """Places of a track at other stamps, NaN where it was lost."""
    return np.stack([np.interp(stamps, track.stamps, track.positions[:, axis]) for axis in range(3)], axis=1)
