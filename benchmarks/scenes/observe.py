"""Turning the truth of each frame into what the tracker reports: the lines of `observations.jsonl`."""

import numpy as np

from .draw import Value
from .files import numbers
from .noise import biases, blurred
from .pose import Pose
from .script import Script
from .story import Frame, Recording


def detections(script: Script, recording: Recording) -> list[dict[str, bool]]:
    """Per frame, which things a tracker could detect: enough of them in sight, and not too fast."""
    noise = script.noise
    return [
        {name: share >= noise.threshold and frame.speeds[name] < noise.blur_speed for name, share in frame.seen.items()}
        for frame in recording.frames
    ]


def observations(
    script: Script, recording: Recording, detected: list[dict[str, bool]], world: Pose, rng: np.random.Generator
) -> list[dict[str, Value]]:
    noise = script.noise
    names = tuple(recording.frames[0].poses)
    bias = biases(noise, names, rng)
    lines: list[dict[str, Value]] = []
    for index, (frame, seen) in enumerate(zip(recording.frames, detected, strict=True)):
        if frame.blind:
            continue
        # The first frame is never lost, so that a log starts where its truth does.
        if index and rng.random() < noise.lost_frames:
            continue
        objects: list[Value] = []
        for name in names:
            reported = blurred(noise, frame.poses[name], bias[name], rng)
            lost = rng.random() < noise.lost
            if not seen[name] or lost:
                continue
            there = world.then(reported)
            entry: dict[str, Value] = {"id": name, "position": numbers(there.position, 4)}
            if noise.orientation:
                entry["orientation"] = numbers(there.turn, 5)
            objects.append(entry)
        agents = _agents(script, frame, world, rng)
        lines.append({"stamp": stamp(script, frame), "source": "camera", "objects": objects, "agents": agents})
    return lines


def stamp(script: Script, frame: Frame) -> float:
    return round(script.noise.start + frame.stamp, 4)


def _agents(script: Script, frame: Frame, world: Pose, rng: np.random.Generator) -> list[Value]:
    noise = script.noise
    found: list[Value] = []
    for person in script.room.people.values():
        entry: dict[str, Value] = {"id": person.name}
        if person.name in frame.away:
            continue
        gaze = frame.gazes.get(person.name, frame.hands[person.name, person.hands[0]])
        if person.kind == "human":
            head = frame.heads[person.name]
            if person.shake:
                head, gaze = head + rng.normal(0, person.shake, 3), gaze + rng.normal(0, person.shake, 3)
            where = numbers(world.apply(head), 4)
            entry["head"] = {"position": where, "looks_at": numbers(world.apply(gaze), 4)}
        for hand in person.hands:
            reported = frame.hands[person.name, hand] + rng.normal(0, 1, 3) * noise.hand_jitter
            lost = rng.random() < noise.hand_lost
            if frame.hands_seen[person.name, hand] and not lost:
                entry[hand] = {"position": numbers(world.apply(reported), 4)}
        found.append(entry)
    return found
