"""Perception as labs have it: what a clean log becomes with poor trackers, knob by knob."""

import copy
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, cast

import msgspec
import numpy as np
import yaml

Line = dict[str, Any]
PARTS = ("left_hand", "right_hand")


@dataclass(frozen=True, slots=True)
class Dirt:
    """Lengths in metres, times in seconds, the rest as probabilities for each percept; nothing is clean.

    `bursts` are a minute, each loses one thing for `burst_s`; `frozen` a minute repeat one thing's last percept to the
    bit. A second camera sees the same, `bias` aside and `latency` late. `sizes` is by how much shapes are wrong.
    """

    noise: float = 0.0
    outliers: float = 0.0
    dropouts: float = 0.0
    bursts: float = 0.0
    burst_s: float = 1.5
    flips: float = 0.0
    frozen: float = 0.0
    frozen_s: float = 0.5
    hands_lost: float = 0.0
    hands_off: float = 0.0
    sizes: float = 0.0
    second: bool = False
    bias: float = 0.0
    latency: float = 0.0


CLEAN = Dirt()
ALONE: Mapping[str, Dirt] = {
    "clean": CLEAN,
    "noise": Dirt(noise=0.005),
    "outliers": Dirt(noise=0.002, outliers=0.05),
    "dropouts": Dirt(dropouts=0.2),
    "bursts": Dirt(bursts=6.0),
    "flips": Dirt(flips=0.05),
    "frozen": Dirt(noise=0.001, frozen=6.0),
    "hands": Dirt(hands_lost=0.4, hands_off=0.03),
    "sizes": Dirt(sizes=0.15),
    "second camera": Dirt(noise=0.002, second=True, bias=0.02, latency=0.15),
}
ALL = Dirt(
    noise=0.005,
    outliers=0.05,
    dropouts=0.2,
    bursts=4.0,
    flips=0.02,
    frozen=2.0,
    hands_lost=0.4,
    hands_off=0.03,
    sizes=0.15,
)


def everything(seed: int) -> Dirt:
    """All of it; every other seed has a second camera."""
    return replace(ALL, second=True, bias=0.02, latency=0.15) if seed % 2 else ALL


def soiled(folder: Path, dirt: Dirt, seed: int) -> list[Line]:
    """The scene in a folder with such trackers, written there; gives the lines of its log."""
    log = folder / "observations.jsonl"
    lines = [msgspec.json.decode(line, type=Line) for line in log.read_bytes().splitlines()]
    if dirt == CLEAN:
        return lines
    scene, lines = dirtied(yaml.safe_load((folder / "scene.yaml").read_text()), lines, dirt, seed)
    (folder / "scene.yaml").write_text(yaml.safe_dump(scene, sort_keys=False))
    log.write_bytes(b"".join(msgspec.json.encode(line) + b"\n" for line in lines))
    return lines


def dirtied(scene: Line, lines: list[Line], dirt: Dirt, seed: int) -> tuple[Line, list[Line]]:
    """The scene and its log with such trackers."""
    rng = np.random.default_rng(seed)
    scene, lines = copy.deepcopy(scene), copy.deepcopy(lines)
    if dirt.sizes:
        _resize(scene, dirt.sizes, rng)
    first = _seen(lines, dirt, rng)
    if dirt.second:
        scene["sensors"]["second"] = copy.deepcopy(scene["sensors"]["camera"])
        second = _seen(lines, replace(dirt, hands_lost=1.0), np.random.default_rng(seed + 1))
        bias = rng.normal(size=3)
        bias *= dirt.bias / np.linalg.norm(bias)
        for line in second:
            line["source"] = "second"
            line["stamp"] = round(line["stamp"] + dirt.latency, 4)
            line.pop("agents", None)
            for percept in line["objects"]:
                percept["position"] = (np.array(percept["position"]) + bias).round(4).tolist()
        first = sorted([*first, *second], key=lambda line: float(line["stamp"]))
    return scene, first


def _resize(scene: Line, share: float, rng: np.random.Generator) -> None:
    for entry in scene["objects"].values():
        shape = cast("Line | None", entry.get("shape"))
        if entry.get("static") or shape is None:
            continue
        factor = 1 + share * float(rng.choice([-1, 1]))
        for part in cast("list[Line]", shape.get("parts", [shape])):
            for kind in ("box", "cylinder", "sphere", "at"):
                if kind in part:
                    part[kind] = (np.array(part[kind], dtype=float) * factor).round(5).tolist()


def _seen(lines: list[Line], dirt: Dirt, rng: np.random.Generator) -> list[Line]:
    lines = copy.deepcopy(lines)
    names = sorted({percept["id"] for line in lines for percept in line.get("objects", [])})
    begin, end = float(lines[0]["stamp"]), float(lines[-1]["stamp"])
    minutes = (end - begin) / 60
    lost = _spells(names, dirt.bursts * minutes * len(names) / 4, dirt.burst_s, begin, end, rng)
    stuck = _spells(names, dirt.frozen * minutes * len(names) / 4, dirt.frozen_s, begin, end, rng)
    last: dict[str, Line] = {}
    wrist = {part: rng.normal(size=3) * dirt.hands_off for part in PARTS}
    for line in lines:
        stamp, kept = float(line["stamp"]), list[Line]()
        for percept in line.get("objects", []):
            name = percept["id"]
            if stamp > begin + 0.5 and _within(lost.get(name, ()), stamp):
                continue
            if name in last and _within(stuck.get(name, ()), stamp):
                kept.append(copy.deepcopy(last[name]))
                continue
            if stamp > begin + 0.1 and rng.random() < dirt.dropouts:
                continue
            _blur(percept, dirt, rng)
            kept.append(percept)
            last[name] = percept
        if "objects" in line:
            line["objects"] = kept
        for agent in line.get("agents", []):
            for part in PARTS:
                if part in agent and rng.random() < dirt.hands_lost:
                    del agent[part]
                elif part in agent and dirt.hands_off:
                    place = (
                        np.array(agent[part]["position"]) + wrist[part] * 0.7 + rng.normal(0, 0.4 * dirt.hands_off, 3)
                    )
                    agent[part]["position"] = place.round(4).tolist()
    return lines


def _blur(percept: Line, dirt: Dirt, rng: np.random.Generator) -> None:
    place = np.array(percept["position"], dtype=float)
    if dirt.noise:
        place += rng.normal(0, dirt.noise, 3)
    if rng.random() < dirt.outliers:
        way = rng.normal(size=3)
        place += way / np.linalg.norm(way) * rng.uniform(0.1, 0.3)
    percept["position"] = place.round(4).tolist()
    if "orientation" in percept and rng.random() < dirt.flips:
        x, y, z, w = percept["orientation"]
        percept["orientation"] = [w, z, -y, -x]


def _spells(
    names: list[str], count: float, length: float, begin: float, end: float, rng: np.random.Generator
) -> dict[str, list[tuple[float, float]]]:
    found: dict[str, list[tuple[float, float]]] = {}
    for _ in range(rng.poisson(count)):
        start = float(rng.uniform(begin + 0.5, max(end - length, begin + 0.6)))
        found.setdefault(str(rng.choice(names)), []).append((start, start + length))
    return found


def _within(spells: Any, stamp: float) -> bool:
    return any(begin <= stamp <= end for begin, end in spells)
