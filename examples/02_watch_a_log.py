"""Feed observations, then ask what is where, now and a moment ago."""

from midworld.cli.demo import SCENES
from midworld.providers import read_observations, read_scene
from midworld.runtime import STABLE, Assessment, Retention

folder = SCENES / "tabletop"
scene = read_scene(folder / "scene.yaml")
assessment = Assessment(scene, retention=Retention(seconds=5.0))
for observation in read_observations(folder / "observations.jsonl", scene):
    assessment.feed(observation)

world = assessment.board[STABLE]
for name in ("cup", "plate"):
    now = world.pose(name).position
    before = assessment.board.at(STABLE, world.stamp - 3.0).pose(name).position
    print(f"{name}: {world.status(name).word} at {now}, three seconds before at {before}")
