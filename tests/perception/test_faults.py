"""Observations that programs and plug-ins make are checked as those of a log are."""

from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import midworld
from clikit import SCENE
from midworld.errors import BadInput
from midworld.geometry import Pose
from midworld.perception import AgentPercept, Observation, PartPercept, Percept, covariance_fault, observation_faults
from midworld.world import EntityId

CUP, ANN = EntityId("cup"), EntityId("ann")
NAN = float("nan")


def seen(percept: Percept) -> Observation:
    return Observation(0.1, "camera", (percept,))


BAD = [
    (seen(Percept(CUP, (NAN, 0.0, 0.0))), "objects[0].position[0] is nan"),
    (seen(Percept(CUP, (0.0, 1e300, 0.0))), "objects[0].position[1] is 1e+300; it must be from -10000 to 10000 m"),
    (seen(Percept(CUP, (0.0, 0.0, 0.0), (0.0, 0.0, 0.0, 0.0))), "objects[0].orientation has length 0"),
    (seen(Percept(CUP, (0.0, 0.0, 0.0), None, (1.0,))), "objects[0].covariance has 1 numbers"),
    (seen(Percept(EntityId("\x1b[2J"), (0.0, 0.0, 0.0))), "objects[0].id must be a name"),
    (Observation(1e300, "camera"), "stamp is 1e+300"),
    (Observation(NAN, "camera"), "stamp is nan"),
    (Observation(0.1, "camera", sensor=Pose((0.0, 0.0, NAN))), "sensor.position[2] is nan"),
    (
        Observation(0.1, "camera", agents=(AgentPercept(ANN, (PartPercept("head", (NAN, 0.0, 0.0)),)),)),
        "agents[0].head.position[0] is nan",
    ),
    (Observation(0.1, "camera", agents=(AgentPercept(ANN, (), {"pan": 1e300}),)), "agents[0].joints.pan is 1e+300"),
]


@pytest.mark.parametrize(("observation", "sentence"), BAD)
def test_an_observation_that_cannot_be_is_refused_by_feed(
    observation: Observation, sentence: str, tmp_path: Path
) -> None:
    path = tmp_path / "scene.yaml"
    path.write_text(SCENE)
    with midworld.open(path) as session, pytest.raises(BadInput) as caught:
        session.feed(observation)
    assert sentence in str(caught.value)


def test_a_good_observation_has_no_faults() -> None:
    percept = Percept(CUP, (10_000.0, -10_000.0, 0.0), (0.0, 0.0, 0.0, 1.0), tuple(np.eye(6).reshape(-1).tolist()))
    assert observation_faults(Observation(-5.0, "camera", (percept,), ())) == []


@given(st.lists(st.floats(-100.0, 100.0), min_size=36, max_size=36))
def test_every_square_is_a_covariance_and_no_negative_one_is(numbers: list[float]) -> None:
    root = np.reshape(numbers, (6, 6))
    square = root @ root.T
    assert covariance_fault(tuple(square.reshape(-1).tolist())) is None
    if np.abs(square).max() > 0.0:
        assert covariance_fault(tuple((-square).reshape(-1).tolist())) is not None
