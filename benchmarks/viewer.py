"""What a viewer costs the run it shows: two hundred things at 25 Hz, looked at or not, all in one run."""

import json
import shutil
import threading
import time
from collections.abc import Generator, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from playwright.sync_api import Page, sync_playwright
from websockets.sync.client import connect

from benchmarks.declared import declared
from benchmarks.engines import scene as table_of
from benchmarks.measure import median
from benchmarks.tables import table
from benchmarks.tick import WARM_TICKS, Kind, observations
from midworld.adapters.mujoco import MujocoEngine
from midworld.perception import Observation
from midworld.readers.viewer import Chapter, Tape, Viewer
from midworld.runtime import Assessment

COUNT = 200
PERIOD_S = 0.04
TICKS = 60
ROUNDS = 2
SHARE_WANTED = 0.10
ARGUMENTS = ("--no-sandbox", "--use-angle=swiftshader", "--enable-unsafe-swiftshader", "--disable-dev-shm-usage")


@dataclass(slots=True)
class Cost:
    """CPU seconds per tick: of the thread that reasons, and of all others; ticks, and updates a page saw, a second."""

    reasoner: list[float] = field(default_factory=list[float])
    viewer: list[float] = field(default_factory=list[float])
    ticks: list[float] = field(default_factory=list[float])
    seen: list[float] = field(default_factory=list[float])


def measured() -> dict[str, Cost]:
    bodies, poses = table_of(COUNT)
    assessment = Assessment(declared(bodies, poses), engine=MujocoEngine())
    stream = observations(bodies, poses, Kind("moves", radius_m=0.03, period_s=PERIOD_S))
    for _ in range(WARM_TICKS):
        assessment.feed(next(stream))
    costs = {name: Cost() for name in ("no viewer", "a viewer nobody looks at", "a page that is stuck", "a page")}
    with sync_playwright() as playwright:
        program = shutil.which("chromium")
        browser = playwright.chromium.launch(executable_path=program, args=list(ARGUMENTS)) if program else None
        for _ in range(ROUNDS):
            _timed(assessment, stream, costs["no viewer"])
            with _shown(assessment) as viewer:
                _timed(assessment, stream, costs["a viewer nobody looks at"])
                with _stuck(viewer):
                    _timed(assessment, stream, costs["a page that is stuck"])
                if browser is not None:
                    page = browser.new_page(viewport={"width": 1000, "height": 640})
                    _opened(page, viewer, assessment, stream)
                    _timed(assessment, stream, costs["a page"], page)
                    page.close()
    return costs


@contextmanager
def _shown(assessment: Assessment) -> Generator[Viewer]:
    tape = Tape(costs=lambda: assessment.pipeline.costs)
    unsubscribe = assessment.board.subscribe(tape.feed)
    with Viewer([Chapter("bench", tape, live=True)], port=0) as viewer:
        yield viewer
    unsubscribe()


@contextmanager
def _stuck(viewer: Viewer) -> Generator[None]:
    """A page that asks for everything and never takes a frame in."""
    with connect(viewer.url.replace("http", "ws")) as page:
        page.send(json.dumps({"type": "view"}))
        while json.loads(page.recv(timeout=30))["type"] != "frame":
            pass
        yield


def _opened(page: Page, viewer: Viewer, assessment: Assessment, stream: Iterator[Observation]) -> None:
    assessment.feed(next(stream))
    page.goto(viewer.url)
    page.wait_for_selector("body[data-ready]", timeout=60_000)
    page.wait_for_selector(".name", timeout=60_000)
    page.evaluate("""() => { window.seen = 0;
      new MutationObserver(() => window.seen++).observe(document.getElementById('tstamp'), { childList: true }); }""")


def _timed(assessment: Assessment, stream: Iterator[Observation], cost: Cost, page: Page | None = None) -> None:
    before: int = page.evaluate("window.seen") if page else 0
    begun, viewer, reasoner = time.perf_counter(), _others(), time.thread_time()
    for tick in range(TICKS):
        assessment.feed(next(stream))
        time.sleep(max(0.0, begun + (tick + 1) * PERIOD_S - time.perf_counter()))
    wall = time.perf_counter() - begun
    cost.reasoner.append((time.thread_time() - reasoner) / TICKS)
    cost.viewer.append((_others() - viewer) / TICKS)
    cost.ticks.append(TICKS / wall)
    if page:
        cost.seen.append((page.evaluate("window.seen") - before) / wall)


def _others() -> float:
    """CPU seconds of all threads but this one: the viewer's and viser's."""
    mine = threading.current_thread()
    threads = [each.ident for each in threading.enumerate() if each is not mine and each.ident is not None]
    return sum(time.clock_gettime(time.pthread_getcpuclockid(ident)) for ident in threads)


def main() -> None:
    costs = measured()
    bare = median(costs["no viewer"].reasoner)
    rows: list[tuple[str, ...]] = []
    for name, cost in costs.items():
        if not cost.viewer:
            rows.append((name, "no Chromium here", "", "", "", ""))
            continue
        extra = median(cost.viewer)
        seen = f"{median(cost.seen):.1f}" if cost.seen else ""
        share = (f"{1000 * extra:.2f} ms", f"{extra / bare:.1%}", f"{median(cost.ticks):.1f}", seen)
        rows.append((name, f"{1000 * median(cost.reasoner):.1f} ms", *share))
    head = ("who looks", "reasoner, CPU a tick", "viewer, CPU a tick", "share of a tick", "ticks/s", "page updates/s")
    table("viewer", f"What a viewer costs a run of {COUNT} things that move, observed at 25 Hz", head, rows)
    worst = max(median(cost.viewer) for cost in costs.values() if cost.viewer) / bare
    print(
        f"share of a tick: {worst:.1%}, {SHARE_WANTED:.0%} allowed: {'reached' if worst < SHARE_WANTED else 'MISSED'}"
    )


if __name__ == "__main__":
    main()
