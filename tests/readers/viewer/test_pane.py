"""What a pane leaves alone: whatever else is written in its process."""

import subprocess
import sys

SCRIPT = """
import rich
from midworld.readers.viewer.pane import Pane

pane = Pane(lambda name: None)
rich.print("somebody else")
pane._server.stop()
rich.print("afterwards")
"""


def test_only_viser_is_silent_on_richs_common_console() -> None:
    done = subprocess.run([sys.executable, "-c", SCRIPT], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines() == ["somebody else", "afterwards"]
