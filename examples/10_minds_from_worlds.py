"""Watch a scene and ask each mind what it knows: everybody's world feeds a model of its own."""

from pathlib import Path

import midworld

kitchen = Path(__file__).parent / "kitchen"
mw = midworld.open(kitchen / "scene.yaml")

# What follows is noticed like what is seen: no sensor says `hasInHand`.
mw.on(["?who hasInHand ?what", "?what type Cup"], lambda found: print("noticed:", found))
stop = mw.on("cup isIn ?where", lambda found: print("bob knows:", found), agent="bob")
mw.run(kitchen / "observations.jsonl")
stop()

for agent in ("robot", "ann", "bob"):
    print(agent, "believes the cup to be at", mw.knowledge(agent)["cup isAt ?place"])
print("who did it?", mw.knowledge().find("?a actsOnObject cup", "?a performedBy ?who"))
