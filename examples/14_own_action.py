"""An action of your own: shaking a tray. A frozen value that says which body moves how, and how it should end."""

import math
from dataclasses import dataclass

import msgspec
import numpy as np

from midworld.adapters.mujoco_rollouts import MujocoRollouts
from midworld.geometry import Box, Cylinder, FloatArray, Pose, Vector3, inertial_of
from midworld.imagination import ACTIONS, Drive, Ending, Script, Stage, actions_of, rehearse, told
from midworld.world import Entity, EntityId, Object, World, enter

TRAY, MILL = Box((0.40, 0.30, 0.02)), Cylinder(0.037, 0.274)


@dataclass(frozen=True, slots=True)
class ToAndFro:
    """A motion: offsets and angles at any instants; it stands still before and after."""

    towards: Vector3
    period: float
    duration: float
    axis: Vector3 = (0.0, 0.0, 1.0)

    def at(self, seconds: FloatArray) -> tuple[FloatArray, FloatArray]:
        t = np.clip(seconds, 0.0, self.duration)
        along = (1 - np.cos(2 * math.pi * t / self.period)) / 2
        return along[:, None] * np.asarray(self.towards), np.zeros(len(t))


@dataclass(frozen=True, slots=True)
class StillOn:
    """A goal: why it was missed, or None."""

    row: int
    tray: int

    def missed(self, ending: Ending) -> str | None:
        kept = ending.carried(self.row, self.tray) and not ending.toppled[self.row]
        return None if kept else f"{ending.name(self.row)} did not stay"


class Shake(msgspec.Struct, frozen=True, tag_field="action", tag="shake", forbid_unknown_fields=True):
    """`object` goes to and fro `times` times; `keep` should stay on it."""

    object: str
    keep: str
    towards: Vector3
    period: float
    times: int = 3

    def script(self, stage: Stage) -> Script:
        tray, kept = stage.row(self.object), stage.row(self.keep)
        motion = ToAndFro(self.towards, self.period, self.times * self.period)
        return Script(StillOn(kept, tray), (Drive(tray, motion),), free=(tray,), load=(kept,), doer=tray)


def scene() -> World:
    tray = Entity(EntityId("tray"), Object(inertial=inertial_of(TRAY, 0.5, {})), collision=TRAY)
    mill = Entity(EntityId("mill"), Object(inertial=inertial_of(MILL, 0.14, {})), collision=MILL)
    return World().apply(enter([(tray, Pose((0, 0, 0.8))), (mill, Pose((0, 0, 0.947)))], stamp=0.0))


def main() -> None:
    # As in a file: `towards` is a vector, as its type says; the list of periods means alternatives.
    wish = {"action": "shake", "object": "tray", "keep": "mill", "towards": [0.1, 0, 0], "period": [0.5, 1.0, 2.0]}
    some = actions_of(wish, {**ACTIONS, "shake": Shake})
    print(told(rehearse(scene(), some, rollouts=MujocoRollouts(), runs=8, seed=1)))


if __name__ == "__main__":
    main()
