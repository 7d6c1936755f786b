"""Messages nobody should send, to a board that several share: how many change anything?"""

import random
from contextlib import suppress

import msgspec
import numpy as np

from benchmarks.boards import Ether, cup, moved
from midworld.errors import NotAllowed
from midworld.runtime import Retention, inbox
from midworld.runtime.outbox import Outbox
from midworld.runtime.wire import BeatRecord, CommitRecord, TickRecord, framed
from midworld.world import Delta, EntityId, change, encode_delta, same


def hostile(draw: random.Random, good: bytes) -> bytes:
    """What somebody might send who knows the format, or does not."""
    delta = encode_delta(draw.choice([cup(2.0), moved(2.0, told="Pick"), Delta()]))
    # The stranger's own stream is at its first tick.
    tick = draw.choice([2, 2, 2, 7])
    match draw.randrange(8):
        case 0:
            return draw.randbytes(draw.randrange(200))
        case 1:
            spoilt = bytearray(good)
            spoilt[draw.randrange(len(good))] ^= 1 << draw.randrange(8)
            return bytes(spoilt)
        case 2:
            return good[: draw.randrange(len(good))]
        case 3:
            spoilt = bytearray(delta)
            spoilt[draw.randrange(len(delta))] = draw.randrange(256)
            record = CommitRecord(1, draw.choice(["stable", "taken", "mine"]), None, bytes(spoilt))
            return framed(record) + framed(TickRecord(tick, 2.0))
        case 4:
            nowhere = change(stamp=2.0, pose={EntityId("cup"): [float("nan")] * 7})
            world = draw.choice(["stable", "mine"])
            return framed(CommitRecord(1, world, None, encode_delta(nowhere))) + framed(TickRecord(tick, 2.0))
        case 5:
            return framed(CommitRecord(1, "taken", None, delta)) + framed(TickRecord(tick, 2.0))
        case 6:
            return framed(BeatRecord(draw.randrange(2**62)))
        case _:
            name = draw.choice(["../x", "", "a" * 5000, "stable"])
            return framed(CommitRecord(draw.randrange(2**40), name, 1e308, delta)) + framed(TickRecord(2**50, 1e300))


def attacked(messages: int, seed: int) -> int:
    """Sends hostile messages as a client that is there; how many changed anything. None is passed over unread."""
    before_it, inbox.SILENCE_S = inbox.SILENCE_S, 0.0
    try:
        return _attacked(messages, seed)
    finally:
        inbox.SILENCE_S = before_it


def _attacked(messages: int, seed: int) -> int:
    ether, draw, changed = Ether(), random.Random(seed), 0
    with ether.host("run") as run, ether.connect("reader") as reader, ether.connect("stranger") as stranger:
        writer = run.claim("stable")
        writer.commit(cup(0.0))
        writer.commit(moved(1.0))
        run.claim("taken").commit(cup(0.0))
        stranger.claim("mine").commit(cup(0.0))
        ether.settle()
        place = next(each for name, each in ether.places.items() if "stranger" in name)
        hearer = next(each.listener for name, each in ether.places.items() if "reader" in name)
        assert hearer is not None
        outbox = Outbox(lambda data: None, Retention())
        good = outbox.since(-1)
        before = {name: world for name, world in reader.snapshot().items() if name != "mine"}
        for _ in range(messages):
            hearer.told(place.me, "all", hostile(draw, good))
            question = draw.choice(["since/all", "propose", "heard/all", "mesh/x", "who", "x"])
            with suppress(NotAllowed, msgspec.MsgspecError, ValueError):
                hearer.asked(place.me, question, draw.randbytes(9))
        ether.settle()
        changed = sum(not same(before[name], reader[name]) for name in before) + len(
            set(reader.names) - {*before, "mine"}
        )
        # Its own world is its own, but what is in it are numbers.
        assert np.isfinite(reader["mine"].state.pose).all()
        writer.commit(moved(5.0, height=0.9))
        ether.settle()
        assert reader["stable"].pose("cup").position[2] == 0.9
        assert stranger["stable"].stamp == 5.0
    return changed
