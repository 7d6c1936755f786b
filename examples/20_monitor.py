"""A monitor: a function that looks at a world and says what holds in it. Its facts are facts like all others."""

from midworld.adapters.mujoco import MujocoEngine
from midworld.adapters.oxigraph import knowledge_base
from midworld.assessment import Assessment, Minds
from midworld.cli.demo import SCENES
from midworld.providers import read_observations, read_scene
from midworld.runtime import module, monitor
from midworld.world import Event, World


@monitor(memory=0)
def high_up(world: World, lifts: int, *, metres: float = 1.0) -> tuple[list[object], int]:
    """Things higher than some metres, and how often the ball was lifted there."""
    found = [name for name in world.ids if "/" not in name and world.pose(name).position[2] > metres]
    entries: list[object] = [(name, "isHighUp", True) for name in found]
    if "ball" in found and not world.timeline.holds("ball", "isHighUp", True):
        lifts += 1
        entries.append(Event(world.stamp, "Lift", None, "ball", reason=f"for the {lifts}. time"))
    return entries, lifts


folder = SCENES / "6b_released_in_box"
scene = read_scene(folder / "scene.yaml")
modules = [module(high_up, on="stable"), module(high_up, "very_high_up", on="stable", metres=1.1)]
assessment = Assessment(scene, engine=MujocoEngine(), people=False, modules=modules)
minds = Minds(knowledge_base())
assessment.board.subscribe(minds.follow)
for observation in read_observations(folder / "observations.jsonl", scene):
    for event in assessment.feed(observation)["stable"].timeline.events(start=observation.stamp):
        if event.predicate == "Lift":
            print(f"{event.stamp:.2f} s: {event.object} is lifted {event.reason}")
            print("the robot knows:", minds.kb.find("?what isHighUp true", models=["robot"]))
