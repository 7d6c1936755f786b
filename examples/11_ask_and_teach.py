"""Teach a mind what things are, ask why it believes what it does, and be refused what cannot be."""

import midworld

mw = midworld.open(
    {
        "objects": {"table": {"class": "Table", "shape": {"box": [1, 1, 0.1]}, "position": [0, 0, 0], "static": True}},
        "agents": {"robot": {"kind": "robot"}, "ann": {"kind": "human"}},
    }
)
mw.feed({"stamp": 0.1, "source": "camera", "objects": [], "agents": [{"id": "ann", "head": {"position": [1, 0, 1]}}]})
robot, ann = mw.knowledge("robot"), mw.knowledge("ann")

# What the robot sees goes to its own model, what Ann saw before she left stays in hers.
ann.teach("cup1 type Cup", "cup1 isOn table")
robot.teach("cup1 type Cup", "cup1 isIn box1")
for mind in (robot, ann):
    print(mind.agent, "believes cup1 is at", mind["cup1 isAt ?place"])
print("because:", robot.why("cup1 isAt box1"))

# A bottle is recognised by what it is like.
robot.teach("thing type Container", "thing type GraspableObject", "thing hasShape cylinderShape")
print("a bottle yet?", "thing type Bottle" in robot, "-", robot.why_not("thing type Bottle"))
robot.teach("thing hasMainDimension 0.25")
print("a bottle now?", "thing type Bottle" in robot)

# Teaching is checked before it is believed.
robot += "Margarita subClassOf Drink"
try:
    robot += "Car subClassOf Bottle"
except midworld.MidworldError as refusal:
    print("no:", refusal)
