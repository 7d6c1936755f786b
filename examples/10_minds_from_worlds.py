"""Watch a scene and ask each mind what it knows: worlds on a board feed one model per agent."""

from midworld.adapters.oxigraph import knowledge_base
from midworld.assessment import STABLE
from midworld.assessment.knowledge import Minds
from midworld.runtime import Board
from midworld.world import Agent, Ended, Entity, EntityId, Event, Situation, change

things = [
    Entity(EntityId("robot"), Agent("robot"), category="Robot"),
    Entity(EntityId("ann"), Agent("human"), category="Human"),
    Entity(EntityId("cup"), category="Cup", colour="orange", labels=("orange cup",)),
    Entity(EntityId("table"), category="Table"),
]
board = Board()
minds = Minds(knowledge_base())
board.subscribe(minds.follow)
minds.kb.subscribe(
    ["?who hasInHand ?what", "?what type Cup"], lambda event, found: print("noticed:", found), models=["robot"]
)
robots, anns = board.claim(STABLE, "robot's eyes"), board.claim("ann", "ann's eyes")

# Both see the cup on the table; then Ann looks away and it is moved.
on_table = Situation(1.0, "isOn", "cup", "table")
board.commit({writer: change(stamp=1.0, put=things, entries=[on_table]) for writer in (robots, anns)})
moved = [Ended(2.0, "isOn", "cup", "table"), Situation(2.0, "isIn", "cup", "box"), Event(2.0, "Place", "robot", "cup")]
board.commit({robots: change(stamp=2.0, entries=moved)})
for agent in ("robot", "ann"):
    print(agent, "believes:", minds.kb.find("cup isAt ?place", models=[agent]))
print("who did it?", minds.kb.find(["?a actsOnObject cup", "?a performedBy ?who"], ["who"], models=["robot"]))

# What follows is noticed as what is said: nobody says `hasInHand`.
board.commit({robots: change(stamp=3.0, entries=[Situation(3.0, "isHeldBy", "cup", "ann")])})
