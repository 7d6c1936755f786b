"""What a viewer costs the run it shows, and how it feels: two hundred things at 25 Hz, and a thousand only posed."""

import json
import os
import threading
import time
from collections.abc import Callable, Generator
from contextlib import contextmanager
from dataclasses import dataclass, field

import numpy as np
from websockets.sync.client import connect

from benchmarks.declared import declared
from benchmarks.engines import scene as table_of
from benchmarks.measure import median
from benchmarks.onlooker import Felt, Onlooker
from benchmarks.slowlink import SlowLink
from benchmarks.tables import table
from benchmarks.tick import WARM_TICKS, Kind, observations
from midworld.adapters.mujoco import MujocoEngine
from midworld.assessment import STABLE, Assessment
from midworld.geometry import Box, Pose
from midworld.readers.viewer import ViewerProcess, Wire
from midworld.runtime import Board
from midworld.world import Entity, EntityId, Object, Status, change

COUNT = 200
PERIOD_S = 0.04
SECONDS = 8.0
ROUNDS = 2
SHARE_WANTED, RESPONSE_WANTED_S, DRAWN_WANTED = 0.05, 0.25, (20.0, 12.0)
OPENED_WANTED_S, SLOWLY_WANTED_S = 2.0, 8.0
SLOWLY = "200 things posed, through 50 kB/s and 300 ms"
NOBODY, UNSEEN, STUCK, PAGE, LIGHT = (
    "no viewer",
    "a viewer nobody looks at",
    "a page that is stuck",
    "a page",
    "a page, its drawing left out",
)
POSED = {count: f"a page, {count} things posed at 25 Hz" for count in (200, 1000)}


@dataclass(slots=True)
class Cost:
    """CPU seconds per tick: of the thread that reasons, and of the viewer; ticks a second; what the onlooker felt."""

    reasoner: list[float] = field(default_factory=list[float])
    viewer: list[float] = field(default_factory=list[float])
    ticks: list[float] = field(default_factory=list[float])
    felt: list[Felt] = field(default_factory=list[Felt])
    # Seconds from asking for the page until names, facts and a picture are there.
    opened: list[float] = field(default_factory=list[float])


class Run:
    """A run at 25 Hz that goes on while others are waited for."""

    def __init__(self) -> None:
        bodies, poses = table_of(COUNT)
        self.assessment = Assessment(declared(bodies, poses), engine=MujocoEngine())
        self._stream = observations(bodies, poses, Kind("moves", radius_m=0.03, period_s=PERIOD_S))
        for _ in range(WARM_TICKS):
            self.assessment.feed(next(self._stream))

    def on(self, done: Callable[[], bool]) -> int:
        """Ticks until something is done; how many that were."""
        due, ticks = time.perf_counter(), 0
        while not done():
            self.assessment.feed(next(self._stream))
            ticks += 1
            # Late is late: a source that was not listened to does not say it all at once.
            due = max(due + PERIOD_S, time.perf_counter())
            time.sleep(max(0.0, due - time.perf_counter()))
        return ticks

    def timed(self, cost: Cost, done: Callable[[], bool]) -> None:
        begun, viewer, reasoner = time.perf_counter(), _others(), time.thread_time()
        ticks = self.on(done)
        cost.ticks.append(ticks / (time.perf_counter() - begun))
        cost.reasoner.append((time.thread_time() - reasoner) / ticks)
        cost.viewer.append(max(0.0, _others() - viewer) / ticks)

    def alone(self, cost: Cost) -> None:
        until = time.perf_counter() + SECONDS / 2
        self.timed(cost, lambda: time.perf_counter() > until)

    def watched(self, cost: Cost, onlooker: Onlooker, url: str, *, undrawn: bool = False) -> None:
        cost.opened.append(self._asked(onlooker, "open", url, undrawn))
        onlooker.ask("use", SECONDS)
        self.timed(cost, lambda: onlooker.done)
        felt = onlooker.answer()
        assert isinstance(felt, Felt)
        cost.felt.append(felt)
        self._asked(onlooker, "close")

    def _asked(self, onlooker: Onlooker, *what: object) -> float:
        onlooker.ask(*what)
        self.on(lambda: onlooker.done)
        answer = onlooker.answer()
        return answer if isinstance(answer, float) else 0.0


def _others() -> float:
    """CPU seconds of all threads of Python's but this one, the viewer's; an engine's own are not."""
    mine = threading.current_thread()
    threads = [each.ident for each in threading.enumerate() if each is not mine and each.ident is not None]
    return sum(time.clock_gettime(time.pthread_getcpuclockid(ident)) for ident in threads)


def measured() -> dict[str, Cost]:
    costs = {name: Cost() for name in (NOBODY, UNSEEN, STUCK, PAGE, LIGHT, *POSED.values(), SLOWLY)}
    run, onlooker = Run(), Onlooker()
    for _ in range(ROUNDS):
        run.alone(costs[NOBODY])
        with _shown(run.assessment) as viewer:
            run.alone(costs[UNSEEN])
            with _stuck(viewer):
                run.alone(costs[STUCK])
            run.watched(costs[PAGE], onlooker, viewer.url)
        with _shown(run.assessment) as viewer:
            run.watched(costs[LIGHT], onlooker, viewer.url, undrawn=True)
    for count, name in POSED.items():
        _posed(count, onlooker, costs[name])
    _posed(200, onlooker, costs[SLOWLY], slowly=True)
    onlooker.close()
    return costs


@contextmanager
def _shown(assessment: Assessment) -> Generator[ViewerProcess]:
    """As `midworld run --view` shows a run."""
    wire = Wire("bench", live=True, costs=lambda: assessment.pipeline.costs)
    unsubscribe = assessment.board.subscribe(wire.feed)
    with ViewerProcess([wire], port=0) as viewer:
        yield viewer
    unsubscribe()


@contextmanager
def _stuck(viewer: ViewerProcess) -> Generator[None]:
    """A page that asks for everything and never takes a frame in."""
    with connect(viewer.url.replace("http", "ws")) as page:
        page.send(json.dumps({"type": "view"}))
        while isinstance(page.recv(timeout=30), str):
            pass
        yield


def _posed(count: int, onlooker: Onlooker, cost: Cost, *, slowly: bool = False) -> None:
    """What a page makes of things that move, without anybody reasoning about them; or how it opens on a slow link."""
    board, wire = Board(), Wire("posed", live=True)
    board.subscribe(wire.feed)
    writer = board.claim(STABLE, STABLE)
    side = int(np.ceil(np.sqrt(count)))
    names = [EntityId(f"o{place:03}") for place in range(count)]
    home = np.array([[0.12 * (place % side), 0.12 * (place // side), 0.05] for place in range(count)])
    things = [Entity(name, Object(), collision=Box((0.06, 0.06, 0.1))) for name in names]
    known = dict.fromkeys(names, Status.PERCEIVED.value)
    board.commit({writer: change(stamp=0.0, put=things, status=known, perceived=dict.fromkeys(names, True))})
    begun = due = time.perf_counter()

    def on(done: Callable[[], bool]) -> None:
        nonlocal due
        while not done():
            at = time.perf_counter() - begun
            places = home + 0.03 * np.sin(2 * at + np.arange(count))[:, None]
            poses = {name: Pose((x, y, z)).array for name, (x, y, z) in zip(names, places.tolist(), strict=True)}
            board.commit({writer: change(stamp=at, pose=poses)})
            due = max(due + PERIOD_S, time.perf_counter())
            time.sleep(max(0.0, due - time.perf_counter()))

    def answer(*asked: object) -> object:
        onlooker.ask(*asked)
        on(lambda: onlooker.done)
        return onlooker.answer()

    with ViewerProcess([wire], port=0) as viewer, SlowLink(viewer.url) as link:
        opened = answer("open", link.url if slowly else viewer.url, False)
        assert isinstance(opened, float)
        cost.opened.append(opened)
        if not slowly:
            felt = answer("use", SECONDS)
            assert isinstance(felt, Felt)
            cost.felt.append(felt)
        answer("close")


def main() -> None:
    costs = measured()
    bare = median(costs[NOBODY].reasoner)
    besides = median(costs[NOBODY].viewer)
    rows: list[tuple[str, ...]] = []
    for name, cost in costs.items():
        if not cost.ticks:
            rows.append((name, "", "", "", "", *_told(cost)))
            continue
        extra = max(0.0, median(cost.viewer) - besides)
        share = (f"{1000 * extra:.2f} ms", f"{extra / bare:.1%}", f"{median(cost.ticks):.1f}")
        rows.append((name, f"{1000 * median(cost.reasoner):.1f} ms", *share, *_told(cost)))
    head = (
        "who looks",
        "reasoner, CPU a tick",
        "viewer, CPU a tick",
        "share of a tick",
        "ticks/s",
        "usable after",
        "updates/s told",
        "drawn",
        "pictures/s",
        "input to effect, median",
        "95 of 100",
        "longest stall",
        "browser CPU/s",
        "browser CPU an update drawn",
    )
    table("viewer", f"What a viewer costs a run of {COUNT} things that move, observed at 25 Hz", head, rows)
    _judged(costs, bare, besides)


def _judged(costs: dict[str, Cost], bare: float, besides: float) -> None:
    """Prints how near the goals are, and how busy the machine was with other work."""
    page = costs[PAGE]
    responses = [each for one in page.felt for each in one.responses]
    goals = (
        ("share of a tick", (median(page.viewer) - besides) / bare, SHARE_WANTED, "{:.1%}"),
        ("input to effect, median [s]", median(responses) / 1000, 0.08, "{:.3f}"),
        ("input to effect, 95 of 100 [s]", float(np.percentile(responses, 95)) / 1000, RESPONSE_WANTED_S, "{:.2f}"),
        *(
            (f"1 / updates a second drawn of {count} things posed", 1 / costs[name].felt[0].drawn, 1 / wanted, "{:.3f}")
            for (count, name), wanted in zip(POSED.items(), DRAWN_WANTED, strict=True)
        ),
        ("usable after [s], 200 things posed", median(costs[POSED[200]].opened), OPENED_WANTED_S, "{:.1f}"),
        (f"usable after [s], {SLOWLY}", median(costs[SLOWLY].opened), SLOWLY_WANTED_S, "{:.1f}"),
        ("ticks/s lost with a page", 1 - median(page.ticks) / median(costs[NOBODY].ticks), SHARE_WANTED, "{:.1%}"),
    )
    for name, value, most, form in goals:
        print(f"{name}: {form.format(value)}, at most {form.format(most)}: {'reached' if value <= most else 'MISSED'}")
    print(f"load over 1, 5, 15 minutes, this run included: {os.getloadavg()}")


def _told(cost: Cost) -> tuple[str, ...]:
    felt, opened = cost.felt, f"{median(cost.opened):.1f} s" if cost.opened else ""
    if not felt:
        return (opened, *("",) * 8)
    responses = [each for one in felt for each in one.responses]
    return (
        opened,
        f"{median([one.told for one in felt]):.1f}",
        f"{median([one.drawn for one in felt]):.1f}",
        f"{median([one.pictures for one in felt]):.1f}",
        f"{median(responses):.0f} ms",
        f"{np.percentile(responses, 95):.0f} ms",
        f"{median([one.stall for one in felt]):.0f} ms",
        f"{median([one.browser for one in felt]):.2f} s",
        f"{1000 * median([one.browser / max(one.drawn, 0.1) for one in felt]):.0f} ms",
    )


if __name__ == "__main__":
    main()
