"""What would happen, as a page shows it."""

import msgspec
import numpy as np
import pytest

from imaginekit import box, cup, table, world
from midworld.adapters.mujoco_rollouts import MujocoRollouts
from midworld.errors import UnknownName
from midworld.readers.whatif import AS_INTENDED, SHOWN, WhatIf, what_if

SCENE = world(table(), cup(), box())
MUJOCO = MujocoRollouts(1)
# Near the height at which the tall box topples rather than slides: some runs do, some do not.
DOUBTFUL = {"action": "push", "object": "box", "direction": [1, 0, 0], "speed": 0.3, "distance": 0.08, "height": 0.09}


@pytest.fixture(scope="module")
def doubtful() -> WhatIf:
    return what_if(SCENE, DOUBTFUL, rollouts=MUJOCO, viewer="robot", runs=24)


def test_endings_count_every_run_once(doubtful: WhatIf) -> None:
    assert sum(count for _, count in doubtful.endings) == doubtful.runs == 24
    assert doubtful.endings[0] == (AS_INTENDED, round(doubtful.success.probability * 24))


def test_ghosts_show_failures_in_proportion(doubtful: WhatIf) -> None:
    shown = {ghost.run: ghost.success for ghost in doubtful.ghosts}
    assert 0 < len(shown) <= SHOWN
    assert {ghost.thing for ghost in doubtful.ghosts} == {"box"}, "the cup does not move"
    assert 0.0 < doubtful.success.probability < 1.0
    assert np.mean(list(shown.values())) == pytest.approx(doubtful.success.probability, abs=1.5 / len(shown))


def test_histogram_holds_every_run(doubtful: WhatIf) -> None:
    (moved,) = doubtful.moved
    assert moved.thing == "box"
    assert sum(moved.counts) == 24
    assert len(moved.edges) == len(moved.counts) + 1


def test_world_is_untouched_and_all_of_it_is_json() -> None:
    before = SCENE.poses().copy()
    found = what_if(SCENE, "push the cup to the left by 5 cm", rollouts=MUJOCO, viewer="robot", runs=4)
    assert np.array_equal(SCENE.poses(), before)
    assert msgspec.json.decode(msgspec.json.encode(found))["action"]["object"] == "cup"
    assert "It succeeds in 100% of 4 runs" in found.words


def test_moved_thing_is_let_go_where_it_is_moved() -> None:
    over_the_edge = {"action": "place", "object": "cup", "position": [1.13, 0.0, 0.80]}
    found = what_if(SCENE, over_the_edge, rollouts=MUJOCO, viewer="robot", runs=4)
    assert found.success.probability == 0.0
    assert all(ghost.pose.position[2] < 0.1 for ghost in found.ghosts)


def test_unknown_thing_is_named() -> None:
    with pytest.raises(UnknownName, match="mugg"):
        what_if(SCENE, "push the mugg to the left", rollouts=MUJOCO, viewer="robot")
