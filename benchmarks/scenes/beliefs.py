"""What people must believe, from what they could see and nothing else; where that is not clear-cut, nothing is said."""

from dataclasses import dataclass
from typing import Literal

import numpy as np

from .draw import Value
from .files import numbers
from .observe import stamp
from .onlookers import MOVED_M, SURELY, Glimpse, level_left
from .pose import Array, Pose
from .script import Check, Claim, Script, Thought
from .sight import in_view
from .stage import Misfire
from .story import Recording
from .truth import Judge, plain_claims

CLEAR_S = 1.0
# How long an empty place is looked at until everybody must have noticed.
NOTICED_S = 2.2
PLAIN = 0.6
# A thing seen to come to rest this long ago is known to be at rest.
RESTED_S = 1.2
# An opinion that differs is told after a while.
LASTING_S = 2.5
ROBOT = "robot"
SIDES = ("leftOf", "rightOf")
# Nearer than the first, arms reach; farther than the second, not even leaning helps (people) or no arm does (robots).
REACHES_M = {"human": (0.58, 1.18), "robot": (0.65, 1.1)}
PLACES = ("isIn", "isOn", "isHeldBy")

State = Literal["absent", "known", "lost", "unsure"]


@dataclass(frozen=True, slots=True)
class Mental:
    """What somebody has in mind of a thing: nothing, its place as of a frame, no place, or one cannot tell."""

    state: State
    frame: int = -1


class Onlooker:
    """Follows what everybody saw of everything in a played story."""

    def __init__(self, script: Script, recording: Recording, judge: Judge, detected: list[dict[str, bool]]) -> None:
        self.script, self.recording, self.judge, self.detected = script, recording, judge, detected
        self.frames = recording.frames
        self.stamps: Array = np.array([frame.stamp for frame in self.frames])
        self.reported = np.array([not frame.blind for frame in self.frames])

    def people(self) -> tuple[str, ...]:
        return tuple(self.frames[0].glimpses)

    def since(self, index: int, seconds: float) -> int:
        return int(np.searchsorted(self.stamps, float(self.stamps[index]) - seconds))

    def glimpses(self, who: str, thing: str, first: int, last: int) -> list[Glimpse]:
        """Of the frames that were reported: what happened while nobody reported is no part of the story told."""
        return [self.frames[i].glimpses[who][thing] for i in range(first, last + 1) if self.reported[i]]

    def sees(self, who: str, thing: str, index: int, seconds: float = CLEAR_S) -> bool | None:
        """Whether somebody has clearly seen, or clearly not seen, a thing for a while."""
        if self.stamps[index] < seconds:
            return None
        found = self.glimpses(who, thing, self.since(index, seconds), index)
        if all(each.sure > SURELY for each in found):
            return True
        return False if all(each.maybe == 0.0 for each in found) else None

    def detects(self, thing: str, index: int, seconds: float) -> bool:
        """Whether the robot has detected a thing for a while."""
        first = self.since(index, seconds)
        return self.stamps[index] >= seconds and all(
            self.detected[i][thing] and self.reported[i] for i in range(first, index + 1)
        )

    def hands_plain(self, index: int) -> bool:
        """Whether the robot has had every hand in view for a while, above the table: what is hidden is not in one."""
        room = self.script.room
        frames = [self.frames[i] for i in range(self.since(index, CLEAR_S), index + 1)]
        hands = np.array([hand for frame in frames for (who, _), hand in frame.hands.items() if who not in frame.away])
        return bool(in_view(room.camera, hands).all() and (hands[:, 2] > room.table.height + 0.05).all())

    def moved(self, thing: str, one: int, other: int) -> bool:
        first, second = (self.frames[i].poses[thing].position for i in (one, other))
        return float(np.linalg.norm(first - second)) > MOVED_M

    def mental(self, who: str, thing: str, index: int) -> Mental:
        """What somebody must think of a thing."""
        found = self.glimpses(who, thing, 0, index)
        if all(each.maybe == 0.0 for each in found):
            return Mental("absent")
        if self.sees(who, thing, index):
            return Mental("known", index)
        last = max((i for i in range(index + 1) if self._surely(who, thing, i)), default=-1)
        if last < 0:
            return Mental("unsure")
        begun = self.since(last, 0.4)
        glimpsed = [i for i in range(begun, index + 1) if i < last or self.frames[i].glimpses[who][thing].maybe > 0]
        if any(self.moved(thing, i, last) for i in glimpsed if self.reported[i]) or thing in self.frames[last].held:
            return Mental("unsure")
        away = [i for i in range(last, index + 1) if self.moved(thing, i, last) and self.reported[i]]
        if not away:
            return Mental("known", index)
        empty = [self.frames[i].glimpses[who][thing] for i in away]
        if all(each.place_maybe == 0.0 for each in empty):
            return Mental("known", last)
        lately = self.glimpses(who, thing, max(away[0], self.since(index, NOTICED_S)), index)
        long = self.stamps[index] - self.stamps[away[0]] >= NOTICED_S
        if long and all(each.place_sure > PLAIN and each.maybe == 0.0 for each in lately):
            return Mental("lost")
        return Mental("unsure")

    def _surely(self, who: str, thing: str, index: int) -> bool:
        return bool(self.reported[index]) and self.frames[index].glimpses[who][thing].sure > SURELY

    def saw_let_go(self, who: str, thing: str, label: str) -> bool:
        """Whether somebody had a thing clearly in sight until a hand let go of it."""
        index = int(min(len(self.stamps) - 1, np.searchsorted(self.stamps, self.recording.labels[label])))
        return bool(self.sees(who, thing, index, 0.6))


def beliefs(script: Script, recording: Recording, judge: Judge, detected: list[dict[str, bool]]) -> list[Value]:
    """The script's claims about minds, which must be so, and whatever else is clear at the same moments."""
    eyes = Onlooker(script, recording, judge, detected)
    found: dict[tuple[float, str, str, str, str], Value] = {}
    for check in script.checks:
        time = recording.labels[check.label] + check.delay
        index = int(min(len(eyes.stamps) - 1, np.searchsorted(eyes.stamps, time)))
        told = [(fact, "script") for thought in check.thoughts for fact in _scripted(eyes, check, thought, index)]
        for (model, subject, predicate, target, holds), origin in told + [
            (each, "plain") for each in _plain(eyes, index)
        ]:
            when = stamp(script, recording.frames[index])
            key = (when, model, subject, predicate, target)
            entry: dict[str, Value] = {"stamp": when, "model": model, "subject": subject, "predicate": predicate}
            found.setdefault(key, entry | {"object": target, "holds": holds, "origin": origin})
    return list(found.values())


def imagined(
    script: Script, recording: Recording, judge: Judge, detected: list[dict[str, bool]], world: Pose
) -> list[Value]:
    """Where people must believe the things to be that they know of and do not see, at the moments of the checks."""
    eyes = Onlooker(script, recording, judge, detected)
    found: list[Value] = []
    for check in script.checks:
        time = recording.labels[check.label] + check.delay
        index = int(min(len(eyes.stamps) - 1, np.searchsorted(eyes.stamps, time)))
        for who in eyes.people():
            for thing in eyes.frames[index].poses:
                mental = eyes.mental(who, thing, index)
                if mental.state == "known" and eyes.sees(who, thing, index) is False:
                    place = numbers(world.apply(eyes.frames[mental.frame].poses[thing].position))
                    when = stamp(script, recording.frames[index])
                    found.append({"stamp": when, "model": who, "subject": thing, "position": place})
    return found


Fact = tuple[str, str, str, str, bool]


def _scripted(eyes: Onlooker, check: Check, thought: Thought, index: int) -> list[Fact]:
    model, words = thought.model, thought.words
    said = f"at {check.label}: not clear that {model} {thought.kind} {' '.join(words)}"
    if thought.kind in ("sees", "misses"):
        _need(eyes.sees(model, words[0], index) is (thought.kind == "sees"), said)
        return [(model, model, "sees", words[0], thought.kind == "sees")]
    if thought.kind in ("thinks", "doubts", "infers"):
        claim = Claim(words[0], words[1], words[2], thought.kind != "doubts")
        _need(_claimed(eyes, check, model, claim, index, infers=thought.kind == "infers") is claim.holds, said)
        return [(model, claim.subject, claim.predicate, claim.object, claim.holds)]
    state = eyes.mental(model, words[0], index).state
    if thought.kind == "lost":
        _need(state == "lost", said)
        return [(model, words[0], "isLost", "", True)]
    if thought.kind in ("knows", "ignores"):
        _need(state == ("absent" if thought.kind == "ignores" else state) and state != "unsure", said)
        return [(model, words[0], "isKnown", "", thought.kind == "knows")]
    _need(eyes.stamps[index] >= LASTING_S, said)
    return [(model, words[0], "isWrong", "", thought.kind == "wrong")]


def _need(so: bool, said: str) -> None:
    if not so:
        raise Misfire(said)


def _claimed(eyes: Onlooker, check: Check, model: str, claim: Claim, index: int, *, infers: bool) -> bool | None:
    """Whether a claim must hold in somebody's mind; None if that is not clear."""
    if claim.predicate == "canReach":
        return _reaches(eyes, claim.subject, claim.object, index)
    if claim.predicate in SIDES:
        return _beside(eyes, model, claim, index)
    if model == ROBOT:
        clear = eyes.detects(claim.subject, index, CLEAR_S) or eyes.hands_plain(index)
        return eyes.judge.holds(index, claim) if clear else None
    if infers:
        unseen = eyes.sees(model, claim.subject, index) is False
        saw = check.since is not None and eyes.saw_let_go(model, claim.subject, check.since)
        return eyes.judge.holds(index, claim) if unseen and saw else None
    mental = eyes.mental(model, claim.subject, index)
    if mental.state != "known":
        # Whoever knows nothing of a thing, or no place, has it nowhere.
        return None if mental.state == "unsure" else False
    return eyes.judge.holds(mental.frame, claim)


def _beside(eyes: Onlooker, model: str, claim: Claim, index: int) -> bool | None:
    """Left and right as somebody has them who sees both things, if they are clearly beside each other."""
    frame = eyes.frames[index]
    if not (eyes.sees(model, claim.subject, index, 1.5) and eyes.sees(model, claim.object, index, 1.5)):
        return None
    eye, gaze = frame.heads[model], frame.gazes[model]
    one, other = (frame.poses[name].position for name in (claim.subject, claim.object))
    way = (one - other)[:2]
    axes = [level_left(eye, target)[:2] for target in (gaze, other, (one + other) / 2)]
    shares = [float(axis @ way) / max(1e-6, float(np.linalg.norm(way))) for axis in axes]
    if claim.predicate == "rightOf":
        shares = [-share for share in shares]
    if min(shares) > 0.85:
        return True
    return False if max(shares) < -0.85 else None


def _reaches(eyes: Onlooker, who: str, thing: str, index: int) -> bool | None:
    frame, room = eyes.frames[index], eyes.script.room
    kind = "robot" if who == ROBOT else "human"
    eye = room.camera.position if who == ROBOT else frame.heads[who]
    shoulder = eye - np.array([0.0, 0.0, 0.28])
    distance = float(np.linalg.norm(frame.poses[thing].position - shoulder))
    near, far = REACHES_M[kind]
    return True if distance < near else False if distance > far else None


def _plain(eyes: Onlooker, index: int) -> list[Fact]:
    """Everything that is clear about minds without being asked for."""
    found: list[Fact] = []
    for who in eyes.people():
        for thing in eyes.frames[index].poses:
            sees = eyes.sees(who, thing, index)
            if sees is not None and eyes.detects(thing, index, CLEAR_S):
                found.append((who, who, "sees", thing, sees))
            mental = eyes.mental(who, thing, index)
            if mental.state == "absent" and eyes.stamps[index] > 1.0:
                found.append((who, thing, "isKnown", "", False))
            found += _places(eyes, who, thing, mental)
            agree = sees and eyes.sees(who, thing, index, LASTING_S) and eyes.detects(thing, index, LASTING_S)
            if agree and eyes.judge.steady(index, thing, LASTING_S):
                found.append((who, thing, "isWrong", "", False))
    return found


def _places(eyes: Onlooker, who: str, thing: str, mental: Mental) -> list[Fact]:
    if mental.state != "known" or not eyes.judge.steady(mental.frame, thing, RESTED_S):
        return []
    if not eyes.detects(thing, mental.frame, CLEAR_S):
        return []
    claims = [claim for claim in plain_claims(eyes.judge, mental.frame) if claim.subject == thing]
    return [(who, thing, claim.predicate, claim.object, claim.holds) for claim in claims]
