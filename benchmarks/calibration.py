"""Whether the reasoner knows how sure it is: how often the truth of what it cannot see lies in its 95 % region."""

import json
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks.scenes.generate import generate
from benchmarks.tables import table
from midworld.adapters.mujoco import MujocoEngine
from midworld.assessment import STABLE, Assessment
from midworld.providers import read_observations, read_scene
from midworld.world import EntityId, World

SCENARIOS = (
    "x2_released_in_box",
    "x24_let_fall_behind",
    "x4_moved_in_box",
    "x3_emptied_into",
    "x1_pulled_off",
    "bin_in_out",
    "behind_screen",
    "shoved_off",
    "x5_behind_person",
    "inverted_cup",
)
SEEDS = range(500, 505)
KINDS = ("in container", "after unseen fall", "on support")
# The squared Mahalanobis distance that 95 % of three-dimensional normal errors stay within.
REGION = 7.815


Sample = tuple[str, float, float, float]


def samples(folder: Path) -> Iterator[Sample]:
    """Per true pose of an unseen thing at rest: its kind, squared Mahalanobis distance, and error and spread in m."""
    truth = json.loads((folder / "truth.json").read_text())
    wanted: dict[float, Any] = {round(float(each["stamp"]), 4): each["objects"] for each in truth["poses"]}
    scene = read_scene(folder / "scene.yaml")
    assessment = Assessment(scene, engine=MujocoEngine())
    for observation in read_observations(folder / "observations.jsonl", scene):
        world = assessment.feed(observation)[STABLE]
        for name, true in wanted.get(round(observation.stamp, 4), {}).items():
            if not true["visible"] and true["still"] and true["kind"] in KINDS and name in world:
                yield from _judged(world, EntityId(name), true)


def _judged(world: World, name: EntityId, true: Any) -> Iterator[Sample]:
    row = world.structure.row(name)
    covariance = world.state.pose_covariance[row, :3, :3]
    away = np.array(true["position"]) - world.poses()[row, :3]
    if covariance.any():
        distance = float(away @ np.linalg.solve(covariance, away))
        yield true["kind"], distance, float(np.linalg.norm(away)), float(np.sqrt(np.trace(covariance)))


def main() -> None:
    found: list[Sample] = []
    for name in SCENARIOS:
        for seed in SEEDS:
            with tempfile.TemporaryDirectory() as folder:
                generate(name, seed).write(Path(folder))
                found += samples(Path(folder))
    rows: list[list[str]] = []
    for kind in (*KINDS, "all"):
        some = np.array([each[1:] for each in found if kind in (each[0], "all")]).reshape(-1, 3)
        if len(some):
            error, spread = 100 * np.median(some[:, 1]), 100 * np.median(some[:, 2])
            inside = np.mean(some[:, 0] <= REGION)
            rows.append([kind, str(len(some)), f"{inside:.1%}", f"{error:.1f}", f"{spread:.1f}"])
    head = ["kind", "samples", "in the 95 % region", "error, median cm", "spread, median cm"]
    table("calibration", "Is what is unseen where it may be?", head, rows)


if __name__ == "__main__":
    main()
