"""A monitor: a function that looks at a world and says what holds in it. Its facts are facts like all others."""

from pathlib import Path

import midworld
from midworld.modules import Event, World, module, monitor


@monitor(memory=0)
def high_up(world: World, lifts: int, *, metres: float = 0.9) -> tuple[list[object], int]:
    """Things higher than some metres, and how often the cup was lifted there."""
    found = [name for name in world.ids if "/" not in name and world.pose(name).position[2] > metres]
    entries: list[object] = [(name, "isHighUp", True) for name in found]
    if "cup" in found and not world.timeline.holds("cup", "isHighUp", True):
        lifts += 1
        entries.append(Event(world.stamp, "Lift", None, "cup", reason=f"for the {lifts}. time"))
    return entries, lifts


kitchen = Path(__file__).parent / "kitchen"
both = [module(high_up, on="stable"), module(high_up, "very_high_up", on="stable", metres=1.1)]
mw = midworld.open(kitchen / "scene.yaml", modules=both)
mw.on("cup isHighUp true", lambda _: print(f"the robot knows that the cup is high up at {mw.world().stamp:.2f} s"))
mw.run(kitchen / "observations.jsonl")
for event in mw.events():
    print(event)
print(mw.ask("what is known of the cup"))
