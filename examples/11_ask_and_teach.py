"""Tell a robot what is on the table, teach it a class, and ask why it believes what it does."""

from midworld.adapters.oxigraph import knowledge_base
from midworld.errors import Inconsistent
from midworld.knowledge import Verbs

kb = knowledge_base()
verbs = Verbs(kb)

# What the robot sees goes to its own model, what Ann saw before she left stays in hers.
kb.revise(["cup1 type Cup", "cup1 isOn table1"], models=["robot", "ann"])
kb.revise(["cup1 isOn table1"], method="retract", models=["robot"])
kb.revise(["cup1 isIn box1"], models=["robot"])
for agent in ("robot", "ann"):
    print(agent, "believes cup1 is at", kb.find("cup1 isAt ?place", models=[agent]))

# A bottle is recognised by what it is like.
kb.revise(["thing type Container", "thing type GraspableObject", "thing hasShape cylinderShape"])
print("a bottle yet?", kb.exist(["thing type Bottle"]), "-", verbs.call("why_not", ["thing type Bottle"]))
kb.revise(["thing hasMainDimension 0.25"])
print("a bottle now?", kb.exist(["thing type Bottle"]))

# Teaching is checked before it is believed.
kb.revise(["Margarita subClassOf Drink"], method="safe_add")
try:
    kb.revise(["Car subClassOf Bottle"], method="safe_add")
except Inconsistent as refusal:
    print("no:", refusal)
