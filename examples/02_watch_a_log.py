"""Feed observations, then ask what is where, now and a moment ago, and who did what."""

from midworld.adapters.mujoco import MujocoEngine
from midworld.assessment import STABLE, Assessment
from midworld.cli.demo import SCENES
from midworld.providers import read_observations, read_scene
from midworld.runtime import Retention

folder = SCENES / "6b_released_in_box"
scene = read_scene(folder / "scene.yaml")
assessment = Assessment(scene, engine=MujocoEngine(), retention=Retention(seconds=10.0))
for observation in read_observations(folder / "observations.jsonl", scene):
    assessment.feed(observation)

world = assessment.board[STABLE]
before = assessment.board.at(STABLE, world.stamp - 5.0)
print(f"now: {world.status('ball').word} at {world.pose('ball').position}")
print(f"five seconds before: {before.status('ball').word} at {before.pose('ball').position}")
for event in world.timeline.events():
    print(f"{event.stamp:.2f} s: {event.subject} {event.predicate} {event.object}")
for situation in world.timeline.holding(world.stamp):
    print(f"since {situation.start:.2f} s: {situation.subject} {situation.predicate} {situation.object}")
