"""What MuJoCo has to say about its own state is for nobody's terminal and nobody's folder."""

import os
import subprocess
import sys
from pathlib import Path

PROGRAM = """
import midworld.adapters.mujoco
import mujoco
ball = '<mujoco><worldbody><body><freejoint/><geom size="1"/></body></worldbody></mujoco>'
model = mujoco.MjModel.from_xml_string(ball)
data = mujoco.MjData(model)
data.qpos[0] = float("nan")
mujoco.mj_step(model, data)
assert sum(each.number for each in data.warning) == 1
"""


def test_a_warning_of_the_engine_reaches_nobody(tmp_path: Path) -> None:
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM], cwd=tmp_path, env=environment, capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    assert list(tmp_path.iterdir()) == []
