"""Ways near people beside the shortest ones, and whether people see and reach what was put or held out for them.

Judged by `midworld.open`: the object is reported where it was put, and the facts `sees` and `canReach` must follow.
"""

from pathlib import Path
from tempfile import TemporaryDirectory
from time import process_time

import numpy as np

import midworld
from benchmarks.measure import median
from benchmarks.tables import table
from midworld.adapters.embree import EmbreeSight
from midworld.agents import VisibilityCache
from midworld.geometry import Pose
from midworld.motion import (
    INDIFFERENT,
    BasePath,
    Handover,
    Impossible,
    Placing,
    Senses,
    base_path,
    bystanders,
    hand_over,
    place_for,
)

ROOMS, TABLES = 100, 100
# A way is worth improving if it passes somebody within Hall's personal distance and does not begin or end beside them.
PASSES_M, APART_M = 1.2, 1.3


def main() -> None:
    _ways()
    _places()


def _session(objects: str, agents: str, observation: str) -> midworld.Session:
    with TemporaryDirectory() as folder:
        path = Path(folder) / "scene.yaml"
        sensor = (
            "sensors:\n  camera: {agent: robot, position: [-0.9, 0, 1.8], looks_at: [0.6, 0, 0.75], fov: [120, 90]}\n"
        )
        path.write_text(f"objects:\n{objects}agents:\n{agents}{sensor}")
        log = Path(folder) / "log.jsonl"
        log.write_text(observation)
        mw = midworld.open(path)
        mw.run(log)
        return mw


def _person(random: np.random.Generator) -> str:
    x, y, facing = random.uniform([-2.0, -2.0, -np.pi], [2.0, 2.0, np.pi])
    head = f'{{"position": [{x}, {y}, 1.6], "looks_at": [{x + np.cos(facing)}, {y + np.sin(facing)}, 1.5]}}'
    return f'{{"id": "ann", "head": {head}}}'


def _furniture(width: float, depth: float, x: float, y: float) -> str:
    shape = f"shape: {{box: [{width:.2f}, {depth:.2f}, 0.75]}}"
    return f"{{{shape}, position: [{x:.2f}, {y:.2f}, 0.375], static: true}}"


def _ways() -> None:
    random = np.random.default_rng(2207)
    nearer: list[bool] = []
    seen: list[bool] = []
    longer: list[float] = []
    seconds: list[float] = []
    while len(longer) < ROOMS:
        sizes = random.uniform([0.4, 0.4, -3, -3], [1.6, 1.2, 3, 3], (3, 4))
        boxes = "".join(f"  box{number}: {_furniture(*each)}\n" for number, each in enumerate(sizes.tolist()))
        person = _person(random)
        start, goal = random.uniform(-4, 4, (2, 2))
        if np.linalg.norm(start - goal) < 3.0:
            continue
        lines = "".join(f'{{"stamp": {stamp}, "source": "camera", "agents": [{person}]}}\n' for stamp in (0.1, 0.2))
        world = _session(boxes, "  robot: {kind: robot}\n  ann: {kind: human}\n", lines).world()
        ends = (float(start[0]), float(start[1])), (float(goal[0]), float(goal[1]))
        ann = bystanders(world)[0].place
        shortest = base_path(world, *ends, courtesy=INDIFFERENT)
        if not isinstance(shortest, BasePath) or shortest.nearest_m > PASSES_M:
            continue
        if min(np.linalg.norm(ann - start), np.linalg.norm(ann - goal)) < APART_M:
            continue
        before = process_time()
        way = base_path(world, *ends)
        seconds.append(process_time() - before)
        assert isinstance(way, BasePath)
        nearer.append(way.nearest_m > shortest.nearest_m + 1e-6)
        seen.append(way.in_view > shortest.in_view + 1e-6 or shortest.in_view == 1.0)
        longer.append(way.length_m / shortest.length_m)
    both = float(np.mean(np.array(nearer) & np.array(seen)))
    rows = [
        ["farther from the person", f"{100 * np.mean(nearer):.0f} %"],
        ["more of the way in view", f"{100 * np.mean(seen):.0f} %"],
        ["both", f"{100 * both:.0f} %"],
        ["length against the shortest, median and longest", f"{median(longer):.2f}, {max(longer):.2f}"],
        ["CPU seconds for a way, median", f"{median(seconds):.2f}"],
    ]
    table("motion_ways", f"Ways past people beside the shortest ones, {ROOMS} rooms", ["", "share"], rows)


def _places() -> None:
    random = np.random.default_rng(2208)
    rows: list[list[str]] = []
    for name in ("put on the table", "held out"):
        kept = asked = impossible = 0
        seconds: list[float] = []
        for _ in range(TABLES):
            boxes, person = _tabletop(random)
            agents = "  robot: {kind: robot, position: [-0.3, 0, 0]}\n  ann: {kind: human}\n"
            mw = _session(boxes, agents, _log(person, Pose((0.25, 0.4, 0.80))))
            senses = Senses(VisibilityCache(EmbreeSight, {}))
            before = process_time()
            if name == "held out":
                found = hand_over(mw.world(), "cup", giver="robot", receiver="ann", senses=senses)
            else:
                found = place_for(mw.world(), "cup", "ann", on="table", senses=senses)
            seconds.append(process_time() - before)
            if isinstance(found, Impossible):
                impossible += 1
                continue
            asked += 1
            kept += _holds(boxes, agents, person, found)
        share = f"{kept} of {asked} ({100 * kept / max(asked, 1):.1f} %)"
        rows.append([name, share, str(impossible), f"{median(seconds):.2f}"])
    head = ["a cup", "person sees and reaches it", "told impossible", "CPU seconds, median"]
    table("motion_places", "What people see and reach of what was put or held out for them", head, rows)


def _tabletop(random: np.random.Generator) -> tuple[str, str]:
    lines = ["  table: {class: Table, shape: {box: [1.0, 1.2, 0.04]}, position: [0.6, 0, 0.73], static: true}\n"]
    for number in range(int(random.integers(2, 8))):
        w, d, h, x, y = random.uniform([0.05, 0.05, 0.05, 0.3, -0.5], [0.2, 0.2, 0.35, 1.0, 0.3])
        shape = f"shape: {{box: [{w:.3f}, {d:.3f}, {h:.3f}]}}, mass: 0.3"
        lines.append(f"  box{number}: {{{shape}, position: [{x:.3f}, {y:.3f}, {0.75 + h / 2:.4f}]}}\n")
    lines.append("  cup: {class: Cup, shape: {cylinder: [0.04, 0.10]}, mass: 0.15}\n")
    side = int(random.integers(3))
    along = random.uniform(-0.4, 0.4)
    x, y = ((1.35, along), (0.65 + along, 0.9), (0.65 + along, -0.9))[side]
    head = f'{{"position": [{x}, {y}, 1.6], "looks_at": [{0.6 + random.uniform(-0.2, 0.2)}, 0, 0.75]}}'
    return "".join(lines), f'{{"id": "ann", "head": {head}}}'


def _log(person: str, cup: Pose, *, hand: bool = False) -> str:
    x, y, z = cup.position
    robot = f', {{"id": "robot", "right_hand": {{"position": [{x}, {y}, {z}]}}}}' if hand else ""
    seen = f'"objects": [{{"id": "cup", "position": [{x}, {y}, {z}]}}], "agents": [{person}{robot}]'
    return "".join(f'{{"stamp": {0.1 * tick:.1f}, "source": "camera", {seen}}}\n' for tick in range(1, 16))


def _holds(boxes: str, agents: str, person: str, found: Placing | Handover) -> bool:
    """Whether the facts follow if the cup is reported there; what is held out is in the robot's hand."""
    mw = _session(boxes, agents, _log(person, found.pose, hand=isinstance(found, Handover)))
    facts = {(fact.subject, fact.predicate, fact.object) for fact in mw.facts("robot")}
    return {("ann", "sees", "cup"), ("ann", "canReach", "cup")} <= facts


if __name__ == "__main__":
    main()
