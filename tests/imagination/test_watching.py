"""What may fall is found beside a run: no call waits for it."""

import json
import threading
from collections.abc import Sequence
from pathlib import Path

import midworld
from imaginekit import cup, table, thing, world
from midworld.adapters.mujoco_rollouts import MujocoRollouts
from midworld.geometry import Box, Pose
from midworld.imagination import MAY_FALL, Draw, FallWatch, Setup, Trace
from midworld.modules import World, module, monitor
from midworld.world import move

TOWER = ("tower", MAY_FALL, True)


class Held(MujocoRollouts):
    """Rollouts that wait until they are let go."""

    def __init__(self) -> None:
        super().__init__(1)
        self.free = threading.Event()
        self.asked = 0

    def run(self, setup: Setup, draws: Sequence[Draw]) -> tuple[Trace, ...]:
        self.asked += 1
        assert self.free.wait(60)
        return super().run(setup, draws)


def scene() -> World:
    return world(table(), cup(), thing("tower", Box((0.03, 0.03, 0.3)), (0.6, 0.4, 0.9), 0.3))


def test_no_call_waits_and_a_later_one_says_what_was_found() -> None:
    held = Held()
    watch, seen = FallWatch(held, runs=1), scene()
    assert watch(seen, None) == [] == watch(seen, None)
    held.free.set()
    watch.finish()
    assert watch(seen, None) == [TOWER]
    asked = held.asked
    watch.finish()
    assert watch(seen, None) == [TOWER]
    assert held.asked == asked, "nothing moved: nothing is imagined anew"
    lying = seen.apply(move(seen, "tower", Pose((0.6, 0.4, 0.765), (0.0, 0.7071068, 0.0, 0.7071068))))
    assert watch(lying, None) == [TOWER]
    watch.finish()
    assert watch(lying, None) == []
    watch.close()


def test_running_mind_holds_it_as_a_fact(tmp_path: Path) -> None:
    files = tmp_path / "scene.yaml", tmp_path / "log.jsonl"
    files[0].write_text(
        "objects:\n"
        "  table: {class: Table, shape: {box: [1.0, 1.2, 0.04]}, position: [0.6, 0, 0.73], static: true}\n"
        "  tower: {shape: {box: [0.03, 0.03, 0.30]}, mass: 0.3}\n"
        "agents:\n  robot: {kind: robot}\n"
        "sensors:\n  camera: {agent: robot, position: [-0.9, 0, 1.35], looks_at: [0.55, 0, 0.75], fov: [75, 60]}\n"
    )
    objects = [{"id": "tower", "position": [0.6, 0.3, 0.90]}]
    lines = [{"stamp": 0.1 * tick, "source": "camera", "objects": objects} for tick in range(10)]
    files[1].write_text("\n".join(map(json.dumps, lines)) + "\n")
    watch = FallWatch(MujocoRollouts(1), runs=1)

    @monitor
    def precarious(world: World, memory: object) -> list[object]:
        if world.stamp > 0.5:
            watch.finish()
        return list(watch(world, memory))

    mw = midworld.open(files[0], modules=[module(precarious, on="stable", time_limit=60.0)])
    mw.run(files[1])
    assert mw.world().timeline.holds("tower", MAY_FALL, True)
    watch.close()
