"""The annotations of CLEVR scenes agree with what is said from the camera's viewpoint."""

import pytest
from benchmarks.clevr import SCENES, score


@pytest.mark.skipif(not SCENES.exists(), reason="the CLEVR scenes are not beside this checkout")
def test_every_annotated_relation_is_told_and_no_other() -> None:
    found = score()
    assert found.asked >= 80
    assert found.right == found.asked
