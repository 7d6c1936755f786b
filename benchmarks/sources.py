"""Many sensors and things nobody named: `python -m benchmarks sources`."""

import math
import os
import time
from collections.abc import Sequence
from dataclasses import dataclass

import msgspec
import numpy as np
from rich.console import Console

from benchmarks import source_pictures
from benchmarks.scenes.lookalikes import CUPS, MODEL, SCENE, Screened, Step, scene_steps
from benchmarks.tables import table
from midworld.adapters.mujoco import MujocoEngine
from midworld.assessment import STABLE, Assessment
from midworld.perception import MAY_BE, Observation, Percept
from midworld.providers import described_scene, observation_log
from midworld.world import EntityId

# Nobody tunes on these.
FIRST_SEED = int(os.environ.get("MIDWORLD_BENCH_SEED", "8100"))
SHARE = float(os.environ.get("MIDWORLD_BENCH_SHARE", "1.0"))
SCENES, SECONDS = 2, 25.0
PAIRS = 8


def main() -> None:
    """All figures, each told when it is there."""
    rows: list[tuple[str, str, str]] = []
    console = Console()
    for measure in (_tags, _colours, _shapes, _association, _fusion, _five_sources):
        for row in measure():
            rows.append(row)
            console.print(" · ".join(row))
    table("sources", "Sources: many sensors, unnamed things", ("what", "seen", "to reach"), rows)


def _count(full: int) -> int:
    return max(1, round(full * SHARE))


def _tags() -> list[tuple[str, str, str]]:
    millimetres, degrees, missed = source_pictures.tags(FIRST_SEED, _count(60))
    worst = f"worst {max(millimetres):.1f} mm, {max(degrees):.2f} deg; {missed} missed"
    seen = ", ".join(
        f"{share} %: {np.percentile(millimetres, share):.1f} mm, {np.percentile(degrees, share):.2f} deg"
        for share in (50, 95)
    )
    return [("tag of 8 cm at 1 m, 1280 x 960", f"{seen}, {worst}", "5 mm, 1 deg")]


def _colours() -> list[tuple[str, str, str]]:
    errors, missed = source_pictures.colours(FIRST_SEED, _count(40))
    seen = f"median {np.median(errors):.1f} mm, worst {max(errors):.1f} mm of {len(errors)}; {missed} missed"
    return [("centre of coloured things, RGB-D", seen, "10 mm")]


def _shapes() -> list[tuple[str, str, str]]:
    found = source_pictures.shapes(FIRST_SEED, _count(10))
    return [
        (f"shape of an unknown {kind}, 3 views", f"IoU mean {np.mean(some):.2f}, least {min(some):.2f}", "0.7")
        for kind, some in found.items()
    ]


@dataclass
class Tally:
    right: int = 0
    wrong: int = 0
    exchanged: int = 0
    doubted: int = 0
    handled: int = 0
    untouched: int = 0
    untouched_doubted: int = 0


def _association() -> list[tuple[str, str, str]]:
    tally = Tally()
    for seed in range(FIRST_SEED, FIRST_SEED + _count(SCENES)):
        _followed(*scene_steps(seed, SECONDS), tally)
    seen = f"{100 * tally.right / (tally.right + tally.wrong):.2f} % of {tally.right + tally.wrong} steps"
    doubt = f"{tally.doubted} of {tally.exchanged} exchanges out of sight told as doubtful"
    calm = f"{tally.untouched_doubted} of {tally.untouched} cups nobody touched out of sight are doubted"
    return [
        (f"{CUPS} look-alikes without names, 20 % lost, 2 people", seen, "99 %"),
        ("the same, exchanged out of sight", f"{doubt}; {calm}", "95 %"),
    ]


def _followed(steps: Sequence[Step], screened: Sequence[Screened], tally: Tally) -> None:
    """One scene: whether every cup keeps its name, but where it was exchanged with another out of sight."""
    scene = described_scene(SCENE)
    line = {"stamp": 0.0, "source": "camera", "objects": [{"position": [0, 0, 0], **MODEL}]}
    model = observation_log("-", scene).read(msgspec.json.encode(line), 1).unnamed[0].model
    assessment = Assessment(scene, engine=MujocoEngine(), people=False)
    names: dict[int, EntityId] = {}
    waiting = list(screened)
    for step in steps:
        unnamed = tuple(msgspec.structs.replace(each, model=model) for each in step.observation.unnamed)
        assessment.feed(msgspec.structs.replace(step.observation, unnamed=unnamed))
        stamp, source = step.observation.stamp, assessment.board["source/camera"]
        while waiting and waiting[0].end < stamp - 1.0:
            _judge_doubt(waiting.pop(0), names, assessment, tally)
        rows = np.flatnonzero(source.state.seen == stamp).tolist()
        called = {tuple(source.state.pose[row, :3].tolist()): source.ids[row] for row in rows}
        for percept, cup in zip(unnamed, step.truth, strict=True):
            name = called.get(percept.position)
            known = names.setdefault(cup, name) if name is not None else None
            mates = {each for past in screened if past.end <= stamp + 0.3 for each in past.swapped or ()} - {cup}
            mate = next((each for each in mates if name is not None and names.get(each) == name), None)
            if known != name and mate is not None:
                # Names go with places where nobody could see the exchange.
                names[cup], names[mate] = names[mate], names[cup]
            tally.right += name is not None and names[cup] == name
            tally.wrong += name is None or names[cup] != name


def _judge_doubt(past: Screened, names: dict[int, EntityId], assessment: Assessment, tally: Tally) -> None:
    told = {(one, other) for one, _, other in assessment.board[STABLE].timeline.held(MAY_BE)}
    if past.swapped is not None and all(cup in names for cup in past.swapped):
        one, other = (names[cup] for cup in past.swapped)
        tally.exchanged += 1
        tally.doubted += (one, other) in told
    if not past.touched:
        tally.untouched += len(names)
        before = {one for one, _ in told}
        tally.untouched_doubted += sum(
            situation.start >= past.start
            for situation in assessment.board[STABLE].timeline.open.values()
            if situation.predicate == MAY_BE and situation.subject in before
        )


def _fusion() -> list[tuple[str, str, str]]:
    rows: list[tuple[str, str, str]] = []
    for words, stated, biased in (
        ("unbiased, noise not stated", False, False),
        ("unbiased, covariance stated", True, False),
        ("the noisier one biased by up to 2 cm, not stated", False, True),
        ("the noisier one biased by up to 2 cm, stated", True, True),
    ):
        ratios = [_fused(seed, stated=stated, biased=biased) for seed in range(FIRST_SEED, FIRST_SEED + _count(PAIRS))]
        good = sum(ratio <= 1.0 for ratio in ratios)
        share = f"median {np.median(ratios):.2f}, worst {max(ratios):.2f}"
        seen = f"{good} of {len(ratios)} pairs, error over the better one's: {share}"
        rows.append((f"two sources fused, {words}", seen, "1.0"))
    return rows


def _fused(seed: int, *, stated: bool, biased: bool) -> float:
    """The mean error of what two sources are fused to, over that of the better one: one thing lies, one moves."""
    rng = np.random.default_rng(seed)
    looks = {"one": [-1, 0, 1.4], "two": [1, 0, 1.4]}
    scene = described_scene(
        {
            "objects": {
                "table": {"shape": {"box": [2, 2, 0.04]}, "position": [0, 0, 0.73], "static": True},
                "cup": {"shape": {"cylinder": [0.04, 0.1]}},
                "box": {"shape": {"box": [0.08, 0.08, 0.08]}},
            },
            "sensors": {name: {"position": place, "looks_at": [0, 0, 0.75]} for name, place in looks.items()},
        }
    )
    assessment = Assessment(scene, engine=MujocoEngine(), people=False)
    noise, bias = rng.uniform(0.001, 0.012, 2), np.zeros((2, 3))
    if biased:
        bias[int(noise.argmax())] = rng.uniform(-0.02, 0.02, 3) * [1, 1, 0.3]
    errors, fused = (list[float](), list[float]()), list[float]()
    for tick in range(180):
        stamp, turn = tick / 30, tick % 2
        away = 0.1 * (stamp - 3) if stamp > 3 else 0.0
        truth = {"cup": np.array([0.2, 0.1, 0.8]), "box": np.array([-0.2 + away, 0.0, 0.79])}
        percepts: list[Percept] = []
        for name, place in truth.items():
            x, y, z = (place + bias[turn] + rng.normal(0, noise[turn], 3)).tolist()
            errors[turn].append(math.dist((x, y, z), place))
            spread = tuple(np.diag([noise[turn] ** 2] * 3 + [0] * 3).ravel().tolist()) if stated else None
            percepts.append(Percept(EntityId(name), (x, y, z), None, spread))
        assessment.feed(Observation(stamp, ("one", "two")[turn], tuple(percepts)))
        if stamp > 2:
            world = assessment.board[STABLE]
            fused += [math.dist(world.pose(name).position, place) for name, place in truth.items()]
    return float(np.mean(fused) / min(np.mean(errors[0]), np.mean(errors[1])))


def _five_sources() -> list[tuple[str, str, str]]:
    """What a tick of 50 things costs with one source, with five, and with five of which four are dead."""
    ticks = _count(150)
    one, five, dead = (_Crowd(sources) for sources in (1, 5, 5))
    costs: dict[str, list[float]] = {"one": [], "five": [], "dead": []}
    for tick in range(ticks):
        for name, crowd, alive in (("one", one, 1), ("five", five, 5), ("dead", dead, 5 if tick < 10 else 1)):
            spent = crowd.tick(tick, alive)
            if tick >= 20:
                costs[name].append(1000 * spent)
    middle = {name: float(np.median(some)) for name, some in costs.items()}
    more, left = middle["five"] - middle["one"], middle["dead"] - middle["one"]
    return [
        ("five sources, 50 things: CPU a tick more than one", f"{more:.1f} ms (one: {middle['one']:.1f} ms)", "5 ms"),
        ("four of five dead: CPU a tick more than one", f"{left:.1f} ms", "0"),
    ]


class _Crowd:
    """Fifty things that lie there, seen by some sources."""

    def __init__(self, sources: int) -> None:
        spots = {f"cup_{number}": (0.15 * (number % 10), 0.15 * (number // 10)) for number in range(50)}
        self._spots = spots
        table = {"shape": {"box": [3, 3, 0.04]}, "position": [0, 0, 0.73], "static": True}
        things = {name: {"shape": {"cylinder": [0.03, 0.1]}, "mass": 0.2} for name in spots}
        sensors = {f"s{number}": {"position": [-1, 0, 2], "looks_at": [0.6, 0.3, 0.75]} for number in range(sources)}
        scene = described_scene({"objects": {"table": table, **things}, "sensors": sensors})
        self._assessment = Assessment(scene, engine=MujocoEngine(), people=False)
        self._rng = np.random.default_rng(1)

    def tick(self, tick: int, alive: int) -> float:
        """Seconds of CPU."""
        observations = [
            Observation(tick / 25, f"s{source}", tuple(self._percept(name) for name in self._spots))
            for source in range(alive)
        ]
        start = time.process_time()
        self._assessment.feed(*observations)
        return time.process_time() - start

    def _percept(self, name: str) -> Percept:
        x, y = self._spots[name]
        a, b, c = self._rng.normal(0, 0.001, 3).tolist()
        return Percept(EntityId(name), (x + a, y + b, 0.8 + c))
