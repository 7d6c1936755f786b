"""Worlds as values against a dictionary world that is deep-copied to be safe."""

import copy
import pickle

import numpy as np

from benchmarks.measure import Row, interleaved, report
from midworld.geometry import Box
from midworld.runtime import Board
from midworld.world import Delta, Entity, EntityId, World, change, decode_delta, diff, encode_delta

SIZES = (50, 500, 5000)
MOVING = 10  # One entity in ten moves, as on a busy table.

Node = dict[str, object]


def _names(size: int) -> list[EntityId]:
    return [EntityId(f"thing_{number:04}") for number in range(size)]


def _world(size: int) -> World:
    poses = np.random.default_rng(1).normal(size=(size, 7))
    names = _names(size)
    entities = [Entity(name, collision=Box((0.1, 0.1, 0.1))) for name in names]
    return World().apply(change(stamp=0.0, put=entities, pose=dict(zip(names, poses, strict=True))))


def _dictionary(size: int) -> dict[str, Node]:
    return {
        name: {
            "parent": None,
            "pose": [0.0] * 7,
            "velocity": [0.0] * 6,
            "acceleration": [0.0] * 6,
            "pose_covariance": [0.0] * 36,
            "seen": 0.0,
            "perceived": True,
        }
        for name in _names(size)
    }


def _delta(size: int, stamp: float) -> Delta:
    moved = _names(size)[::MOVING]
    poses = np.random.default_rng(2).normal(size=(len(moved), 7))
    return change(stamp=stamp, pose=dict(zip(moved, poses, strict=True)), seen=dict.fromkeys(moved, stamp))


def _moved(world: dict[str, Node]) -> dict[str, Node]:
    after = copy.deepcopy(world)
    for name in list(after)[::MOVING]:
        after[name]["pose"] = [1.0] * 7
        after[name]["seen"] = 1.0
    return after


def _changed(before: dict[str, Node], after: dict[str, Node]) -> dict[str, Node]:
    return {name: node for name, node in after.items() if before.get(name) != node}


def measured(size: int) -> list[Row]:
    world, plain = _world(size), _dictionary(size)
    delta = _delta(size, 1.0)
    after, plain_after = world.apply(delta), _moved(plain)
    board = Board()
    writer = board.claim("merged", "benchmark")
    writer.commit(diff(World(), world))
    past: list[dict[str, Node]] = []

    def keep() -> None:
        past.append(_moved(plain))
        del past[:-1]

    data, plain_data = encode_delta(delta), pickle.dumps(_changed(plain, plain_after))
    tasks = (
        ("apply", lambda: world.apply(delta), lambda: _moved(plain)),
        ("diff", lambda: diff(world, after), lambda: _changed(plain, plain_after)),
        ("board commit", lambda: writer.commit(delta), keep),
        ("encode", lambda: encode_delta(delta), lambda: pickle.dumps(_changed(plain, plain_after))),
        ("decode", lambda: decode_delta(data), lambda: pickle.loads(plain_data)),
    )
    return [Row(name, size, *interleaved(ours, peer)) for name, ours, peer in tasks]


def main() -> None:
    rows = [row for size in SIZES for row in measured(size)]
    rows.sort(key=lambda row: row.task)
    report("worlds", "Worlds as values", "deep-copied dictionary", rows)


if __name__ == "__main__":
    main()
