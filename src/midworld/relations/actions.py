"""Who picked, placed, handed over or let go of what: told where the probabilities of what it does cross a bound."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import msgspec
import numpy as np

from ..geometry import FloatArray, Pose, compose, invert
from ..physics import Grip
from ..world import EntityId, Event
from .hands import Hand

# Something has happened once it is this probable; what nobody near can have done must be surer.
BOUND = 0.95
BOUND_BY_NOBODY = 0.98
# A hand that is seen this near, and holds a thing with more than this probability, is likelier than nobody known.
AT_HAND_M = 0.15
MAYBE = 0.2
# One percept is never enough: so many must tell the same, for as long, and none that it is improbable.
PICK_PERCEPTS = 2
# What is aloft, a hand at it, is held once that has been likely for as long.
LIKELY = 0.75
LIKELY_S = 0.3
LIKELY_PERCEPTS = 5
# What stood on something that may have been lifted with it is picked once that is seen to stay, or after so long.
CARRIER_S = 0.3
FALL_PERCEPTS = 3
PLACE_PERCEPTS = 2
# What stands is placed the sooner if its hand has left it.
PLACE_S = 0.25
LEFT_S = 0.08
# A thing is in free fall once that has been this probable for this long.
FALLS = 0.85
FALLS_S = 0.08
# If its hand is not seen to be elsewhere, for this long.
FALLS_UNSEEN_S = 0.15
# What was let go longer ago than this is told as placed when it comes to rest.
FELL_S = 1.0
# A Pick takes no longer than this to show.
BEGAN_S = 1.5
# A held thing has left its hand once it should have been in plain view for this long, and was not: soon if it would be
# hidden where it then fell, else as late as trackers lose things for.
MISSED_S = 0.1
LOST_S = 1.4
# How much faster that is forgotten where the thing would be hidden.
FORGOTTEN = 2.0
# A thing this far from where it lay in its hand has left it.
LET_GO_M = 0.08
# How quickly the grip follows the way a thing lies in the hand, per percept.
SLIPS = 0.2


class Conduct(msgspec.Struct, frozen=True):
    """How a thing has been behaving: since when it falls, whether it ever rested, how long it has been missed.

    `about` is what is about to be told of it, since when, and how many percepts say so.
    """

    missed: float = 0.0
    about: str = ""
    about_since: float = 0.0
    about_count: int = 0
    falls: float | None = None
    falls_count: int = 0
    fell: float | None = None
    known_placed: bool = False


CALM = Conduct()
RESTED = Conduct(known_placed=True)


@dataclass(frozen=True, slots=True, eq=False)
class Sighting:
    """What a tick tells of one thing: how probable it is that it stands, falls, or is held by nobody or a hand.

    `carrier_seen` is when what it stood on was last seen to rest for sure, if that can be moved.
    """

    id: EntityId
    fresh: bool
    stands: float
    falls: float
    loose: float
    held: Mapping[EntityId, float]
    pose: FloatArray
    since: float
    in_view_if_held: bool | None
    stays: bool = True
    elapsed: float = 0.0
    hides: bool = True
    lifted: bool = True
    patience: float = 0.0
    left: bool = True
    aloft: bool = False
    doubted: bool = False
    carrier_seen: float = math.inf


@dataclass(frozen=True, slots=True, eq=False)
class Verdict:
    """What became of one thing: the new conduct, the grip if it is held, and the events to tell."""

    conduct: Conduct
    grip: Grip | None
    events: tuple[Event, ...] = ()


def judged(conduct: Conduct, grip: Grip | None, sighting: Sighting, hands: Sequence[Hand], *, stamp: float) -> Verdict:
    """One tick of one thing."""
    conduct = _watched(conduct, sighting, stamp)
    if grip is None:
        return _unheld(conduct, sighting, hands, stamp=stamp)
    if sighting.fresh:
        return _held_in_sight(conduct, grip, sighting, hands, stamp=stamp)
    return _held_out_of_sight(conduct, grip, sighting, stamp=stamp)


def _watched(conduct: Conduct, sighting: Sighting, stamp: float) -> Conduct:
    if not sighting.fresh or sighting.doubted:
        return conduct
    falls = None if sighting.falls < FALLS else stamp if conduct.falls is None else conduct.falls
    count = 0 if falls is None else conduct.falls_count + 1
    fell = stamp if falls is not None and stamp - falls >= FALLS_S and count >= FALL_PERCEPTS else conduct.fell
    return msgspec.structs.replace(conduct, falls=falls, falls_count=count, fell=fell)


def _about(conduct: Conduct, what: str, stamp: float) -> Conduct:
    """One more percept that tells something, or the first; nothing to tell forgets what there was."""
    if not what:
        return conduct if not conduct.about else msgspec.structs.replace(conduct, about="", about_count=0)
    if what != conduct.about:
        return msgspec.structs.replace(conduct, about=what, about_since=stamp, about_count=1)
    return msgspec.structs.replace(conduct, about_count=conduct.about_count + 1)


def _unheld(conduct: Conduct, sighting: Sighting, hands: Sequence[Hand], *, stamp: float) -> Verdict:
    if not sighting.fresh:
        return Verdict(conduct, None)
    if sighting.stands > 0.5 and not conduct.known_placed:
        conduct = msgspec.structs.replace(conduct, known_placed=True)
    sure = sighting.loose + sum(sighting.held.values())
    grip = _grip(sighting, hands)
    bound = BOUND_BY_NOBODY if grip.hand is None else LIKELY if sighting.aloft else BOUND
    if sure < bound or not sighting.lifted:
        # What tumbles or is pushed along may move with a hand as if it were held.
        return Verdict(conduct if sure > 0.5 else _about(conduct, "", stamp), None)
    conduct = _about(conduct, "Pick", stamp)
    long = conduct.about_count >= LIKELY_PERCEPTS and stamp - conduct.about_since >= LIKELY_S
    if conduct.about_count < PICK_PERCEPTS or not (sure >= BOUND or long):
        return Verdict(conduct, None)
    if sighting.carrier_seen < conduct.about_since and stamp - conduct.about_since < CARRIER_S:
        return Verdict(conduct, None)
    if not conduct.known_placed:
        # First seen in the air: it is held, but nobody saw it picked.
        return Verdict(CALM, grip)
    reason = None if grip.agent is not None else "nobody is near enough to have done it"
    return Verdict(CALM, grip, (_told("Pick", grip, sighting, sure, stamp, reason),))


def _held_in_sight(conduct: Conduct, grip: Grip, sighting: Sighting, hands: Sequence[Hand], *, stamp: float) -> Verdict:
    grip, handed, conduct = _followed(conduct, grip, sighting, hands, stamp)
    conduct = msgspec.structs.replace(conduct, missed=0.0)
    if conduct.fell == stamp and sighting.falls > BOUND and _has_parted(conduct, grip, sighting, hands, stamp):
        return Verdict(RESTED, None, (_told("Release", grip, sighting, sighting.falls, stamp),))
    if sighting.stands < BOUND or not sighting.stays:
        return Verdict(conduct if conduct.about.startswith("to ") else _about(conduct, "", stamp), grip, handed)
    conduct = _about(conduct, "Place", stamp)
    if (
        conduct.about_count < PLACE_PERCEPTS
        or stamp - conduct.about_since < (LEFT_S if sighting.left else PLACE_S) - 1e-6
    ):
        return Verdict(conduct, grip, handed)
    # What arrived in free fall was let go above.
    word = "Release" if conduct.fell is not None and stamp - conduct.fell < FELL_S else "Place"
    return Verdict(RESTED, None, (*handed, _told(word, grip, sighting, sighting.stands, stamp)))


def _has_parted(conduct: Conduct, grip: Grip, sighting: Sighting, hands: Sequence[Hand], stamp: float) -> bool:
    """Whether a falling thing has left its hand, where that is seen: hands may move a thing as if it fell."""
    holder = next((hand for hand in hands if hand.id == grip.hand), None)
    if holder is not None and holder.fresh:
        return _apart(grip, sighting, holder) > LET_GO_M
    return conduct.falls is not None and stamp - conduct.falls >= FALLS_UNSEEN_S - 1e-6


def _held_out_of_sight(conduct: Conduct, grip: Grip, sighting: Sighting, *, stamp: float) -> Verdict:
    """A held thing that vanished stays in its hand as long as that explains why it is not seen."""
    # It may have been lost from sight just when it had been set down.
    placed = conduct.about == "Place" and conduct.about_count >= PLACE_PERCEPTS
    placed = placed and sighting.stands > BOUND and sighting.stays
    if placed and stamp - conduct.about_since >= PLACE_S - 1e-6:
        return Verdict(RESTED, None, (_told("Place", grip, sighting, sighting.stands, stamp),))
    if sighting.in_view_if_held is None:
        return Verdict(conduct, grip)
    missed = conduct.missed + sighting.elapsed * (1.0 if sighting.in_view_if_held else -FORGOTTEN)
    conduct = msgspec.structs.replace(conduct, missed=max(missed, 0.0))
    # What was last seen falling has left it already.
    patience = sighting.patience if conduct.falls is None else 0.0
    if conduct.missed < (MISSED_S if sighting.hides else LOST_S) + patience:
        return Verdict(conduct, grip)
    return Verdict(RESTED, None, (_told("Place" if placed else "Release", grip, sighting, 1.0, stamp),))


def _told(
    word: str, grip: Grip, sighting: Sighting, confidence: float, stamp: float, reason: str | None = None
) -> Event:
    """What a hand did. It began when the thing was last sure to rest, if it did so just before."""
    began = sighting.since if word == "Pick" and 0.0 < stamp - sighting.since < BEGAN_S else None
    hand = side(grip)
    return Event(stamp, word, grip.agent, sighting.id, confidence, reason, hand=hand, began=began)


def side(grip: Grip) -> str | None:
    """Which hand holds a thing: "left" or "right"."""
    return None if grip.hand is None else side_of(grip.hand)


def side_of(hand: EntityId) -> str:
    """Which hand of its agent one is."""
    return hand.rpartition("/")[2].removesuffix("_hand")


def _grip(sighting: Sighting, hands: Sequence[Hand]) -> Grip:
    """By whoever most probably holds it, in the likelier hand; by nobody when no known one does."""
    whose = _shares(sighting, hands)
    agent = max(whose, key=lambda each: whose[each], default=None)
    if agent is None:
        return Grip(None, None, Pose())
    hand = max((hand for hand in hands if hand.agent == agent), key=lambda each: sighting.held.get(each.id, 0.0))
    if whose[agent] < sighting.loose and not (whose[agent] > MAYBE and _is_at(hand, sighting)):
        return Grip(None, None, Pose())
    return Grip(hand.id, hand.agent, Pose.of(compose(invert(hand.pose), sighting.pose)))


def _is_at(hand: Hand, sighting: Sighting) -> bool:
    """Whether a hand is seen at a thing."""
    return hand.tracked and float(np.linalg.norm(hand.pose[:3] - sighting.pose[:3])) < AT_HAND_M


def _shares(sighting: Sighting, hands: Sequence[Hand]) -> dict[EntityId, float]:
    """How probable it is that each agent holds a thing, in whichever hand."""
    found: dict[EntityId, float] = {}
    for hand in hands:
        found[hand.agent] = found.get(hand.agent, 0.0) + sighting.held.get(hand.id, 0.0)
    return found


def _followed(
    conduct: Conduct, grip: Grip, sighting: Sighting, hands: Sequence[Hand], stamp: float
) -> tuple[Grip, tuple[Event, ...], Conduct]:
    """The grip as it is now: how the thing lies in the hand, or the other hand that took it."""
    holder = next((hand for hand in hands if hand.id == grip.hand), None)
    best = _grip(sighting, hands)
    if best.agent is None or best.hand is None:
        sure = 0.0
    elif best.agent == grip.agent:
        sure = sighting.held.get(best.hand, 0.0)
    else:
        sure = _shares(sighting, hands)[best.agent]
    if best.hand != grip.hand and sure > BOUND:
        if best.agent == grip.agent or grip.agent is None:
            return best, (), conduct
        conduct = _about(conduct, f"to {best.agent}", stamp)
        if conduct.about_count < PICK_PERCEPTS:
            return grip, (), conduct
        event = Event(stamp, "Handover", best.agent, sighting.id, sure, hand=side(best), giver=grip.agent)
        return best, (event,), _about(conduct, "", stamp)
    if conduct.about.startswith("to "):
        conduct = _about(conduct, "", stamp)
    if (
        holder is None
        or not holder.fresh
        or sighting.stands + sighting.falls > 0.5
        or _apart(grip, sighting, holder) > LET_GO_M
    ):
        return grip, (), conduct
    # Slowly, so that a hand that opens is seen to part from what it held.
    now = compose(invert(holder.pose), sighting.pose)
    now[:3] = (1 - SLIPS) * np.asarray(grip.hand_from_thing.position) + SLIPS * now[:3]
    return msgspec.structs.replace(grip, hand_from_thing=Pose.of(now)), (), conduct


def _apart(grip: Grip, sighting: Sighting, holder: Hand) -> float:
    """How far a thing is from where it should be in its hand."""
    return float(np.linalg.norm(compose(holder.pose, grip.hand_from_thing.array)[:3] - sighting.pose[:3]))
