"""Feed observations, then ask what is where, now and a moment ago, who did what, and who is wrong."""

from pathlib import Path

import midworld

kitchen = Path(__file__).parent / "kitchen"
mw = midworld.open(kitchen / "scene.yaml")
print(mw.run(kitchen / "observations.jsonl"))

now, before = mw.world(), mw.world(at=-5.0)
print(f"now: {now.status('cup').word} at {now.pose('cup').position}")
print(f"five seconds before: {before.status('cup').word} at {before.pose('cup').position}")

print(mw.events())
print(mw.facts(predicate="isIn"))
print(mw.ask("where is the cup"))
print(mw.ask("where is the cup", agent="ann"))
print(mw.who_is_wrong())
