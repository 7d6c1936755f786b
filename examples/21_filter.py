"""A filter: a function that makes a better world of another. Here it calms a shaking tracker before physics sees it."""

from pathlib import Path

import midworld
from midworld.modules import EntityId, World, change, filter, module  # noqa: A004

Places = dict[str, tuple[float, ...]]


@filter(memory={})
def calmed(world: World, before: Places, stamp: float, *, share: float = 0.5) -> tuple[World, Places]:
    """Every free thing at a running mean of where it was seen."""
    now: Places = {}
    for name in world.ids:
        if world.entity(name).parent is None:
            seen = world.state.pose[world.structure.row(name)]
            last = before.get(name, tuple(seen[:3]))
            now[name] = tuple(float(a + share * (b - a)) for a, b in zip(last, seen[:3], strict=True))
    poses = {EntityId(name): [*place, *world.pose(name).orientation] for name, place in now.items()}
    return world.apply(change(pose=poses)), now


kitchen = Path(__file__).parent / "kitchen"
mw = midworld.open(kitchen / "scene.yaml", modules=[module(calmed, on="merged", feeds="stable", share=0.2)])
for tick in range(20):
    shaken = [0.6, 0.05 * (-1) ** tick, 0.8]
    mw.feed({"stamp": tick / 10, "source": "camera", "objects": [{"id": "cup", "position": shaken}]})
for name in ("merged", "calmed", "stable"):
    print(f"{name}: cup at y = {mw.world(name).pose('cup').position[1]:.3f} m")
