"""Facts of a played story from its real contacts: what carries what, what is in what, and how a pose came about."""

from dataclasses import dataclass
from typing import Literal

import numpy as np

from .pose import Array
from .script import Claim
from .shape import Thing
from .story import Frame

Kind = Literal["held", "in container", "on support", "after unseen fall", "moving"]

CARRIES = 0.5
STILL_SPEED = 0.02


@dataclass(frozen=True, slots=True)
class Judge:
    """Looks at frames of one story."""

    things: dict[str, Thing]
    frames: tuple[Frame, ...]
    statics: tuple[str, ...]

    def share_inside(self, frame: Frame, name: str, container: str) -> float:
        """1 when the centre is well in the cavity, 0 when the thing is clear of it, between when it is arguable."""
        cavity = self.things[container].cavity
        if cavity is None or container not in frame.poses or name == container:
            return 0.0
        outer, inner = frame.poses[container], frame.poses[name]
        local = np.abs(outer.undo(inner.apply(self.things[name].centre_of_mass)) - cavity.centre)
        if outer.matrix[2, 2] < 0.5:
            return 0.5
        if bool(np.all(local <= cavity.half)):
            return 1.0
        low, high = self.things[name].extents(inner)
        reach = float(np.linalg.norm(high - low)) / 2
        return 0.0 if bool(np.any(local > cavity.half + reach)) or self._outside(frame, name, container) else 0.5

    def _outside(self, frame: Frame, name: str, container: str) -> bool:
        """Beyond a wall: the thing's box does not reach into the cavity's."""
        cavity = self.things[container].cavity
        assert cavity is not None
        pose = frame.poses[container]
        signs = np.array([[x, y, z] for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)], dtype=np.float64)
        room = pose.apply(cavity.centre + signs * cavity.half)
        low, high = self.things[name].extents(frame.poses[name])
        return bool(np.any(low >= room.max(axis=0) - 0.003) or np.any(high <= room.min(axis=0) + 0.003))

    def container(self, frame: Frame, name: str) -> str | None:
        """The innermost container a thing is in."""
        found = [other for other in frame.poses if self.share_inside(frame, name, other) == 1.0]
        return min(found, key=lambda other: float(np.prod(self._half(other))), default=None)

    def _half(self, name: str) -> Array:
        cavity = self.things[name].cavity
        assert cavity is not None
        return cavity.half

    def steady(self, index: int, name: str, seconds: float) -> bool:
        """Whether a thing has been unheld and still for that long."""
        frame = self.frames[index]
        while index >= 0 and self.frames[index].stamp >= frame.stamp - seconds:
            if name in self.frames[index].held or self.frames[index].speeds[name] > STILL_SPEED:
                return False
            index -= 1
        return True

    def holds(self, index: int, claim: Claim) -> bool | None:
        """Whether a claim is true at a frame; None when honest people could disagree."""
        frame = self.frames[index]
        match claim.predicate:
            case "isHeldBy":
                return frame.held.get(claim.subject) == claim.object
            case "isIn":
                share = self.share_inside(frame, claim.subject, claim.object)
                return None if share == 0.5 else share == 1.0
            case "isOn":
                return self._on(index, claim.subject, claim.object)
            case _:
                raise ValueError(f"no truth is kept about {claim.predicate}")

    def _on(self, index: int, name: str, support: str) -> bool | None:
        """Averaged over a few frames: single contacts flicker in an engine."""
        recent = self.frames[max(0, index - 4) : index + 1]
        shares = [frame.supports[name].get(support, 0.0) for frame in recent]
        given = float(np.mean(shares))
        total = float(np.mean([sum(frame.supports[name].values()) for frame in recent]))
        held = name in self.frames[index].held
        if held or total < 0.2:
            return None if given > 0.01 else False
        if given / total >= CARRIES:
            return True
        return False if given / total < 0.02 else None


def unseen_falls(judge: Judge, detected: list[dict[str, bool]]) -> list[dict[str, bool]]:
    """Per frame and thing: whether it has fallen freely since it was last detected."""
    fell: dict[str, bool] = dict.fromkeys(judge.frames[0].poses, False)
    start: dict[str, float] = {}
    result: list[dict[str, bool]] = []
    for frame, seen in zip(judge.frames, detected, strict=True):
        for name, pose in frame.poses.items():
            height = float(pose.position[2])
            if seen[name]:
                fell[name] = False
            if name in frame.held:
                # What a hand lowers does not fall; what it drops falls from where it was dropped.
                start.pop(name, None)
            elif not frame.supports[name]:
                start[name] = max(start.get(name, height), height)
            elif frame.speeds[name] < STILL_SPEED:
                start.pop(name, None)
            if not seen[name] and start.get(name, height) - height > 0.05:
                fell[name] = True
        result.append(dict(fell))
    return result


def kind(judge: Judge, frame: Frame, name: str, *, fell: bool) -> Kind:
    """How a thing's place came about: the sort of reasoning needed to know it unseen."""
    if name in frame.held:
        return "held"
    if judge.container(frame, name) is not None:
        return "in container"
    if fell:
        return "after unseen fall"
    return "on support" if frame.supports[name] else "moving"


def plain_claims(judge: Judge, index: int) -> list[Claim]:
    """Every uncontroversial `isOn` and `isIn`, and its denial for whatever is below, around or near."""
    frame = judge.frames[index]
    claims: list[Claim] = []
    for name in frame.poses:
        if not judge.steady(index, name, 1.2):
            continue
        container = judge.container(frame, name)
        others = [other for other in (*frame.poses, *judge.statics) if other != name]
        for other in others:
            inside = judge.share_inside(frame, name, other)
            if inside != 0.5 and judge.things[other].cavity is not None:
                claims.append(Claim(name, "isIn", other, inside == 1.0))
            # Something lying in a container is on its floor or not, depending on whom one asks.
            if other == container or (container is not None and other in judge.frames[index].supports[name]):
                continue
            carried = judge.holds(index, Claim(name, "isOn", other, True))
            if carried is True or (carried is False and _near(judge, frame, name, other)):
                claims.append(Claim(name, "isOn", other, carried))
    return claims


def _near(judge: Judge, frame: Frame, name: str, other: str) -> bool:
    """Close enough that a careless reasoner could say it: the table under a stack, a neighbour."""
    if other in judge.statics:
        return other != "floor" or float(frame.poses[name].position[2]) < 0.5
    gap = frame.poses[name].position - frame.poses[other].position
    return float(np.linalg.norm(gap)) < 0.35
