"""The whole scenario, carried out: planned, imagined, driven and seen, in virtual time."""

from collections.abc import Callable
from dataclasses import dataclass, replace

from ...errors import MissingExtra
from ...execution import PhysicalImaginer, Policy, Run, carried_out
from ...imagination import Action, Doubt, DriveBase, Rollouts
from ...physics import Engine
from ...planning import Plan, Task, imaginings
from ...runtime import run_virtually, timed_virtually
from ...world import World
from .domain import served
from .restaurant import area_at, drive_of, translator
from .waiter import Waiter, without_imagining

# Jolts a second and their size, as calibrated on the paper's fast column (benchmarks/peppermill.py): with sizes of 0.30
# and 0.45 it is toppled too rarely and too often for how much it shakes.
ROUGH = (0.25, 0.37)
# A mill topples once in some drives: fewer runs of each way often find the wrong one surer.
RUNS = 24
# How well the robot knows its own pace.
DOUBT = Doubt(pace=0.05)


@dataclass(frozen=True, slots=True)
class Played:
    """A scenario that was carried out: the run, the robot afterwards, and how long imagining took in real seconds."""

    run: Run
    waiter: Waiter
    seconds: float

    @property
    def toppled(self) -> bool:
        """Whether the mill toppled while it was carried."""
        return any(each.toppled for task, each in self.waiter.drives if task[0] == "move_base_param")


def other_engine() -> Engine:
    """Another engine than the one that imagines, where it is installed: as reality."""
    try:
        from ...adapters.bullet import BulletEngine
    except (ImportError, MissingExtra):
        from ...adapters.mujoco import MujocoEngine

        return MujocoEngine()
    return BulletEngine()


def imagining_rollouts() -> Rollouts:
    """The engine that imagines."""
    from ...adapters.mujoco_rollouts import MujocoRollouts

    return MujocoRollouts()


def played(
    *,
    imagine: bool = True,
    seed: int = 0,
    variants: int = 2,
    default: str = "fast",
    engine: Engine | None = None,
    speed: float | None = None,
    watch: Callable[[Run], None] = lambda run: None,
    policy: Policy | None = None,
) -> Played:
    """Carries out the scenario; `speed` times faster than life, at once if not given."""
    problem, plan = served(default)
    plan = plan if imagine else unimagined(plan)
    symbols = translator()
    waiter = Waiter(engine or other_engine(), symbols, rough=ROUGH, seed=seed)
    imaginer = PhysicalImaginer(
        lambda: waiter.world,
        symbols,
        lambda world, task, number: drive_action(world, task, 1000 * seed + number),
        imagining_rollouts(),
        runs=RUNS,
        variants=variants,
        seed=seed,
        doubt=DOUBT,
        aside=timed_virtually,
    )
    run = run_virtually(carried_out(problem, plan, waiter, imaginer, watch=watch, policy=policy), speed=speed)
    return Played(run, waiter, run.notes[-1].at)


def drive_action(world: World, task: Task, seed: int) -> Action:
    """What `move_base_param robot area speed` comes down to from where the robot is."""
    drive: DriveBase = drive_of(
        area_at(world), task[2].removeprefix("PMA-"), task[3], jolts=ROUGH[0], jolt=ROUGH[1], seed=seed
    )
    return drive


def unimagined(plan: Plan) -> Plan:
    """The same plan with nothing to imagine: as a standard system has it."""
    wishes = frozenset(each.id for each in imaginings(plan))
    actions = without_imagining(plan.actions, wishes)
    tasks = tuple(replace(each, parts=tuple(part for part in each.parts if part not in wishes)) for each in plan.tasks)
    return replace(plan, actions=actions, tasks=tasks)
