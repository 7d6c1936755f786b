"""From a scenario's name and a seed to a finished scene with its truth."""

import json
import zlib
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from .beliefs import beliefs, imagined
from .draw import Value
from .files import numbers, scene_description, write, yaml_text
from .observe import detections, observations, stamp
from .pose import Pose, identity
from .script import Check, Claim, Script, load
from .stage import Action, Misfire
from .story import Frame, Recording, play
from .truth import Judge, kind, plain_claims, unseen_falls

ATTEMPTS = 40
POSE_RATE_HZ = 5.0
OBSERVABLE_S = 1.0


@dataclass(frozen=True, slots=True, eq=False)
class Scene:
    """One scene in memory; `rejections` are the reasons why earlier draws of the same seed were thrown away."""

    name: str
    seed: int
    rejections: tuple[str, ...]
    description: dict[str, Value]
    observations: list[dict[str, Value]]
    truth: dict[str, Value]
    models: dict[str, str]

    @property
    def files(self) -> dict[str, str]:
        lines = "".join(json.dumps(line) + "\n" for line in self.observations)
        truth = json.dumps(self.truth, indent=None, separators=(",", ":")) + "\n"
        return {
            "scene.yaml": yaml_text(self.description),
            "observations.jsonl": lines,
            "truth.json": truth,
            **self.models,
        }

    def write(self, directory: Path) -> None:
        write(self.files, directory)


def generate(name: str, seed: int) -> Scene:
    """The scene of a seed: the first draw whose story really ends as the script intends."""
    rejections: list[str] = []
    for attempt in range(ATTEMPTS):
        rng = np.random.default_rng([zlib.crc32(name.encode()), seed, attempt])
        try:
            script = load(name, rng)
            recording = play(script, rng)
            return _scene(script, recording, seed, tuple(rejections), rng)
        except Misfire as reason:
            rejections.append(str(reason))
    raise Misfire(f"{name} seed {seed}: no draw of {ATTEMPTS} went as intended: {'; '.join(sorted(set(rejections)))}")


def _scene(
    script: Script, recording: Recording, seed: int, rejections: tuple[str, ...], rng: np.random.Generator
) -> Scene:
    room = script.room
    world = room.world if script.noise.orientation else Pose(room.world.position, identity().turn)
    detected = detections(script, recording)
    things = {"floor": room.floor, "table": room.table.thing, **script.things}
    judge = Judge(things, recording.frames, tuple(recording.statics))
    known = _known(script, recording, detected)
    checks = _checks(script, recording, judge, detected, known)
    actions = _actions(script, recording, detected)
    falls = unseen_falls(judge, detected)
    starts = {
        name: recording.frames[0].poses[name]
        for name, actor in script.actors.items()
        if actor.known and name in recording.frames[0].poses
    }
    starts |= {name: pose for name, pose in recording.statics.items() if name in script.things}
    description, models = scene_description(script, world, starts)
    lines = observations(script, recording, detected, world, rng)
    truth: dict[str, Value] = {
        "scenario": script.name,
        "seed": seed,
        "duration": round(recording.frames[-1].stamp, 4),
        "labels": {name: round(time + script.noise.start, 4) for name, time in recording.labels.items()},
        "noise": {field: getattr(script.noise, field) for field in script.noise.__slots__},
        "checks": checks,
        "actions": actions,
        "poses": _poses(script, recording, judge, detected, falls, known, world),
    }
    if script.minds:
        truth["beliefs"] = beliefs(script, recording, judge, detected)
        truth["imagined"] = imagined(script, recording, judge, detected, world)
    return Scene(script.name, seed, rejections, description, lines, truth, models)


def _known(script: Script, recording: Recording, detected: list[dict[str, bool]]) -> dict[str, float]:
    """From when on the robot can know of a thing: told beforehand, or first seen."""
    known: dict[str, float] = {}
    for name in recording.frames[0].poses:
        first = next((f.stamp for f, seen in zip(recording.frames, detected, strict=True) if seen[name]), np.inf)
        known[name] = 0.0 if script.actors[name].known else first
    return known


def _index(recording: Recording, time: float) -> int:
    stamps = np.array([frame.stamp for frame in recording.frames])
    return int(min(len(stamps) - 1, np.searchsorted(stamps, time)))


def _checks(
    script: Script, recording: Recording, judge: Judge, detected: list[dict[str, bool]], known: dict[str, float]
) -> list[Value]:
    """The script's claims, which must be true of the played story, and every plain fact at the same moments."""
    found: list[Value] = []
    moments = [*script.checks, Check("end", 0.0, (), (), (), None)]
    done: set[tuple[int, str, str, str]] = set()
    for check in moments:
        if check.label not in recording.labels:
            raise Misfire(f"the moment {check.label!r} never came")
        time = recording.labels[check.label] + check.delay
        if time > recording.labels["end"] + 1e-6:
            raise Misfire(f"{check.label} + {check.delay} is after the end")
        index = _index(recording, time)
        frame = recording.frames[index]
        _confirm(check, recording, judge, detected, index)
        automatic = plain_claims(judge, index)
        for claim, origin in [(c, "script") for c in check.claims] + [(c, "plain") for c in automatic]:
            key = (index, claim.subject, claim.predicate, claim.object)
            if key in done or known.get(claim.subject, 0.0) > frame.stamp - 1:
                continue
            done.add(key)
            found.append(
                {
                    "stamp": stamp(script, frame),
                    "subject": claim.subject,
                    "predicate": claim.predicate,
                    "object": claim.object,
                    "holds": claim.holds,
                    "origin": origin,
                }
            )
    return found


def _confirm(check: Check, recording: Recording, judge: Judge, detected: list[dict[str, bool]], index: int) -> None:
    for claim in check.claims:
        if judge.holds(index, claim) is not claim.holds:
            raise Misfire(_said(check, claim))
    begin = recording.labels[check.since] if check.since else recording.frames[index].stamp - 0.6
    for name in check.hidden:
        if any(detected[i][name] for i in range(_index(recording, begin), index + 1)):
            raise Misfire(f"{name} is seen, should be hidden at {check.label}")
    for name in check.seen:
        if not detected[index][name]:
            raise Misfire(f"{name} is hidden, should be seen at {check.label}")


def _said(check: Check, claim: Claim) -> str:
    return f"at {check.label}: not so that {claim.subject} {claim.predicate} {claim.object} is {claim.holds}"


def _actions(script: Script, recording: Recording, detected: list[dict[str, bool]]) -> list[Value]:
    """What the hands did. Which other event also tells it truly is in `accept`; unseen deeds are `optional`."""
    required = [(a.agent, a.event, a.object) for a in recording.actions if not a.optional]
    if script.events is not None and sorted(required) != sorted(script.events):
        raise Misfire(f"the deeds were {required}, not {list(script.events)}")
    found: list[Value] = []
    for action in recording.actions:
        near = _seen_between(
            recording, detected, action.object, action.stamp - OBSERVABLE_S, action.stamp + OBSERVABLE_S
        )
        found.append(
            {
                "stamp": round(script.noise.start + action.stamp, 4),
                "event": action.event,
                "agent": action.agent,
                "object": action.object,
                "accept": _accepted(action, recording, detected),
                "optional": action.optional or not near,
            }
        )
    return found


def _accepted(action: Action, recording: Recording, detected: list[dict[str, bool]]) -> list[Value]:
    """A drop seen to its end may be called Place, and putting something down out of sight Release."""
    if action.event == "Pick":
        return ["Pick"]
    after = _seen_between(recording, detected, action.object, action.stamp + 0.15, action.stamp + 0.8)
    if action.event == "Release":
        return ["Release", "Place"] if after else ["Release"]
    return ["Place"] if after else ["Place", "Release"]


def _seen_between(recording: Recording, detected: list[dict[str, bool]], name: str, begin: float, end: float) -> bool:
    pairs = zip(recording.frames, detected, strict=True)
    return any(seen[name] for frame, seen in pairs if begin <= frame.stamp <= end)


def _poses(
    script: Script,
    recording: Recording,
    judge: Judge,
    detected: list[dict[str, bool]],
    falls: list[dict[str, bool]],
    known: dict[str, float],
    world: Pose,
) -> list[Value]:
    found: list[Value] = []
    following = 0.0
    for frame, seen, fell in zip(recording.frames, detected, falls, strict=True):
        if frame.stamp < following:
            continue
        following = frame.stamp + 1 / POSE_RATE_HZ - 1e-6
        objects: dict[str, Value] = {}
        for name in frame.poses:
            if known[name] <= frame.stamp:
                objects[name] = _pose(judge, frame, name, world, seen=seen[name], fell=fell[name])
        found.append({"stamp": stamp(script, frame), "objects": objects})
    return found


def _pose(judge: Judge, frame: Frame, name: str, world: Pose, *, seen: bool, fell: bool) -> Value:
    there = world.then(frame.poses[name])
    return {
        "position": numbers(there.position),
        "orientation": numbers(there.turn, 6),
        "visible": seen,
        "kind": kind(judge, frame, name, fell=fell),
        "still": frame.speeds[name] < 0.02 and name not in frame.held,
    }
