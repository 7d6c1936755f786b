"""Stages can be taken out and put back while a session runs: here physics, so that one sees what it does."""

from pathlib import Path

import midworld

kitchen = Path(__file__).parent / "kitchen"
lines = (kitchen / "observations.jsonl").read_text().splitlines()
mw = midworld.open(kitchen / "scene.yaml")
pipeline = mw.assessment.pipeline
print("stages:", ", ".join(stage.name for stage in pipeline.stages))

mw.run(lines[:30])
print("with physics, stable is at", mw.world("stable").stamp, "s and merged at", mw.world("merged").stamp, "s")

settle = next(stage for stage in pipeline.stages if stage.name == "settle")
pipeline.remove("settle")
mw.run(lines[30:60])
print("without it, stable stays at", mw.world("stable").stamp, "s and merged is at", mw.world("merged").stamp, "s")

pipeline.add(settle, after="fuse")
mw.run(lines[60:])
print("with it again, stable is at", mw.world("stable").stamp, "s:", mw.ask("where is the cup"))
