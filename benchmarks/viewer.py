"""What a viewer costs the run it shows, and how it feels: two hundred things at 25 Hz, next to a bare viser scene."""

import json
import os
import threading
import time
from collections.abc import Callable, Generator, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

import numpy as np
import viser
from websockets.sync.client import connect

from benchmarks.declared import declared
from benchmarks.engines import scene as table_of
from benchmarks.measure import median
from benchmarks.onlooker import Felt, Onlooker
from benchmarks.tables import table
from benchmarks.tick import WARM_TICKS, Kind, observations
from midworld.adapters.mujoco import MujocoEngine
from midworld.assessment import STABLE, Assessment
from midworld.readers.viewer import Chapter, Tape, ViewerProcess, Wire
from midworld.readers.viewer.mesh import model
from midworld.readers.viewer.rests import Rows
from midworld.readers.viewer.things import plan
from midworld.runtime import Commit

COUNT = 200
PERIOD_S = 0.04
SECONDS = 8.0
ROUNDS = 2
SHARE_WANTED, RESPONSE_WANTED_S = 0.10, 0.25
NOBODY, UNSEEN, STUCK, PAGE, LIGHT = (
    "no viewer",
    "a viewer nobody looks at",
    "a page that is stuck",
    "a page",
    "a page, its drawing left out",
)
BATCHED, NODES = "bare viser, a batch a shape", "bare viser, a node a thing"


@dataclass(slots=True)
class Cost:
    """CPU seconds per tick: of the thread that reasons, and of the viewer; ticks a second; what the onlooker felt."""

    reasoner: list[float] = field(default_factory=list[float])
    viewer: list[float] = field(default_factory=list[float])
    ticks: list[float] = field(default_factory=list[float])
    felt: list[Felt] = field(default_factory=list[Felt])


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

    def watched(self, cost: Cost, onlooker: Onlooker, url: str, *, bare: bool = False, undrawn: bool = False) -> None:
        self._asked(onlooker, "open", url, bare, undrawn)
        onlooker.ask("use", SECONDS, bare)
        self.timed(cost, lambda: onlooker.done)
        felt = onlooker.answer()
        assert isinstance(felt, Felt)
        cost.felt.append(felt)
        self._asked(onlooker, "close")

    def _asked(self, onlooker: Onlooker, *what: object) -> None:
        onlooker.ask(*what)
        self.on(lambda: onlooker.done)
        onlooker.answer()


def _others() -> float:
    """CPU seconds of all threads of Python's but this one, the viewer's and viser's; an engine's own are not."""
    mine = threading.current_thread()
    threads = [each.ident for each in threading.enumerate() if each is not mine and each.ident is not None]
    return sum(time.clock_gettime(time.pthread_getcpuclockid(ident)) for ident in threads)


def measured() -> dict[str, Cost]:
    costs = {name: Cost() for name in (NOBODY, UNSEEN, STUCK, PAGE, LIGHT, BATCHED, NODES)}
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
        for name in (BATCHED, NODES):
            with _bare(run.assessment, batched=name == BATCHED) as url:
                run.watched(costs[name], onlooker, url, bare=True)
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
        while json.loads(page.recv(timeout=30))["type"] != "frame":
            pass
        yield


@contextmanager
def _bare(assessment: Assessment, *, batched: bool) -> Generator[str]:
    """The same things in a viser scene and nothing else, told of every tick; a button whose effect can be timed."""
    server = viser.ViserServer(host="127.0.0.1", port=0, verbose=False)
    button, text = server.gui.add_button("Press"), server.gui.add_markdown("pressed never")
    presses: Iterator[str] = iter(["once", "twice"] * 10_000)

    @button.on_click
    def _(_: object) -> None:
        text.content = f"pressed {next(presses)}"

    move = (_batches if batched else _nodes)(server, assessment)
    unsubscribe = assessment.board.subscribe(lambda commit: move(commit) if commit.name == STABLE else None)
    yield f"http://127.0.0.1:{server.get_port()}"
    unsubscribe()
    server.stop()


def _batches(server: viser.ViserServer, assessment: Assessment) -> Callable[[Commit], None]:
    world = assessment.board[STABLE]
    known: list[tuple[viser.BatchedMeshHandle, Rows]] = []
    for group in plan(world.structure, Chapter("bare", Tape())).groups:
        body, poses = model(group.model, {}), world.poses()[group.rows]
        handle = server.scene.add_batched_meshes_simple(
            f"/{group.model}/{group.ground}",
            body.vertices,
            body.faces,
            batched_wxyzs=poses[:, [6, 3, 4, 5]],
            batched_positions=poses[:, :3],
            batched_scales=group.scales,
            batched_colors=np.full((len(poses), 3), 120, np.uint8),
            cast_shadow=False,
            receive_shadow=False,
            lod="off",
        )
        known.append((handle, group.rows))

    def move(commit: Commit) -> None:
        poses = commit.world.poses()
        with server.atomic():
            for handle, rows in known:
                handle.batched_positions = poses[rows, :3].astype(np.float32)
                handle.batched_wxyzs = poses[rows][:, [6, 3, 4, 5]].astype(np.float32)

    return move


def _nodes(server: viser.ViserServer, assessment: Assessment) -> Callable[[Commit], None]:
    world = assessment.board[STABLE]
    known: list[tuple[viser.MeshHandle, int]] = []
    for group in plan(world.structure, Chapter("bare", Tape())).groups:
        body = model(group.model, {})
        for row, scale in zip(group.rows.tolist(), group.scales, strict=True):
            name = f"/things/{len(known)}"
            handle = server.scene.add_mesh_simple(
                name, body.vertices * scale, body.faces, color=(120, 120, 120), cast_shadow=False, receive_shadow=False
            )
            known.append((handle, row))

    def move(commit: Commit) -> None:
        poses = commit.world.poses()
        with server.atomic():
            for handle, row in known:
                handle.position = poses[row, :3]
                handle.wxyz = poses[row, [6, 3, 4, 5]]

    return move


def main() -> None:
    costs = measured()
    bare = median(costs[NOBODY].reasoner)
    besides = median(costs[NOBODY].viewer)
    rows: list[tuple[str, ...]] = []
    for name, cost in costs.items():
        extra = max(0.0, median(cost.viewer) - besides)
        share = (f"{1000 * extra:.2f} ms", f"{extra / bare:.1%}", f"{median(cost.ticks):.1f}")
        rows.append((name, f"{1000 * median(cost.reasoner):.1f} ms", *share, *_told(cost.felt)))
    head = (
        "who looks",
        "reasoner, CPU a tick",
        "viewer, CPU a tick",
        "share of a tick",
        "ticks/s",
        "updates/s told",
        "drawn",
        "pictures/s",
        "input to effect, median",
        "95 of 100",
        "longest stall",
        "browser CPU/s",
    )
    table("viewer", f"What a viewer costs a run of {COUNT} things that move, observed at 25 Hz", head, rows)
    _judged(costs, bare, besides)


def _judged(costs: dict[str, Cost], bare: float, besides: float) -> None:
    """Prints how near the goals are, and how busy the machine was with other work."""
    page, peer = costs[PAGE], costs[BATCHED]
    responses = [each for one in page.felt for each in one.responses]
    drawn, theirs = (median([one.drawn for one in each.felt]) for each in (page, peer))
    goals = (
        ("share of a tick", (median(page.viewer) - besides) / bare, SHARE_WANTED, "{:.1%}"),
        ("input to effect, 95 of 100 [s]", float(np.percentile(responses, 95)) / 1000, RESPONSE_WANTED_S, "{:.2f}"),
        ("updates drawn by bare viser for one of ours", theirs / drawn, 1.0, "{:.2f}"),
        ("ticks/s lost with a page", 1 - median(page.ticks) / median(costs[NOBODY].ticks), SHARE_WANTED, "{:.1%}"),
    )
    for name, value, most, form in goals:
        print(f"{name}: {form.format(value)}, at most {form.format(most)}: {'reached' if value <= most else 'MISSED'}")
    print(f"load over 1, 5, 15 minutes, this run included: {os.getloadavg()}")


def _told(felt: list[Felt]) -> tuple[str, ...]:
    if not felt:
        return ("",) * 7
    responses = [each for one in felt for each in one.responses]
    return (
        f"{median([one.told for one in felt]):.1f}",
        f"{median([one.drawn for one in felt]):.1f}",
        f"{median([one.pictures for one in felt]):.1f}",
        f"{median(responses):.0f} ms",
        f"{np.percentile(responses, 95):.0f} ms",
        f"{median([one.stall for one in felt]):.0f} ms",
        f"{median([one.browser for one in felt]):.2f} s",
    )


if __name__ == "__main__":
    main()
