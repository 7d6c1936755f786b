"""What the robot of the pepper mill study can do, in the words of the paper; `!imagine` first, as it was published."""

from ...planning import Domain, Plan, Problem, TracedState, solve

domain = Domain("restaurant")
ROBOT, ARM, TRAY = "pr2", "leftarm1", "tray"
# Which areas belong to which piece of furniture.
AREA_OF = {"counter1": "PMA-EC1", "table1": "PMA-NT1", "table2": "PMA-ET2"}


def _base(_: str, area: str, speed: str = "fast") -> tuple[float, float]:
    return (6.0, 30.0) if speed == "fast" else (8.0, 45.0)


@domain.action(_base)
def move_base(state: TracedState, robot: str, area: str) -> None:
    """Drives with nothing on the tray, as the robot likes."""
    state.require("arms", "tucked")
    state.require("torso", "down")
    state.remove("robotAt", state.the("robotAt"))
    state.add("robotAt", area)


@domain.action(_base)
def move_base_param(state: TracedState, robot: str, area: str, speed: str) -> None:
    """Drives with a set of motion parameters: slow or fast."""
    move_base(state, robot, area)


@domain.action((18.0, 27.0))
def move_torso(state: TracedState, robot: str, where: str) -> None:
    """Up or down."""
    state.remove("torso", state.the("torso"))
    state.add("torso", where)


@domain.action((4.0, 12.0))
def tuck_arms(state: TracedState, robot: str, how: str) -> None:
    """Tucked for driving, untucked for work."""
    state.remove("arms", state.the("arms"))
    state.add("arms", how)


@domain.action((8.0, 20.0))
def pick_up_object(state: TracedState, robot: str, thing: str, arm: str, place: str) -> None:
    """Listing 1 of the paper, and what stands on the robot's own tray."""
    state.require("arms", "untucked")
    state.require("on", thing, place)
    state.require("upright", thing)
    if place != TRAY:
        state.require("robotAt", AREA_OF[place])
    state.remove("on", thing, place)
    state.add("holding", thing, arm)


@domain.action((8.0, 20.0))
def put_object(state: TracedState, robot: str, thing: str, arm: str, place: str) -> None:
    """Puts what is in the hand somewhere."""
    state.require("holding", thing, arm)
    if place != TRAY:
        state.require("robotAt", AREA_OF[place])
    state.remove("holding", thing, arm)
    state.add("on", thing, place)


@domain.action((10.0, 25.0))
def set_upright(state: TracedState, robot: str, thing: str, place: str) -> None:
    """Puts up again what toppled and did not fall."""
    state.require("arms", "untucked")
    state.require("on", thing, place)
    state.add("upright", thing)


@domain.method("serve")
def on_the_tray(state: TracedState, thing: str, place: str) -> list[tuple[str, ...]]:
    """Both speeds are imagined from the start, the plan's own is fast."""
    source, area = state.the("on", thing), AREA_OF[place]
    if source not in AREA_OF:
        state.require("on", thing, "counter1")
    return [
        ("!imagine", "!move_base_param", ROBOT, area, "slow/fast"),
        ("approach", AREA_OF[source]),
        ("pick_up_object", ROBOT, thing, ARM, source),
        ("put_object", ROBOT, thing, ARM, TRAY),
        ("carry", area),
        ("pick_up_object", ROBOT, thing, ARM, TRAY),
        ("put_object", ROBOT, thing, ARM, place),
    ]


@domain.method("serve")
def from_the_tray(state: TracedState, thing: str, place: str) -> list[tuple[str, ...]]:
    """It is on the tray already, perhaps toppled, and the robot is there."""
    state.require("on", thing, TRAY)
    state.require("robotAt", AREA_OF[place])
    up = [] if state.holds("upright", thing) else [("set_upright", ROBOT, thing, TRAY)]
    taken = [("pick_up_object", ROBOT, thing, ARM, TRAY), ("put_object", ROBOT, thing, ARM, place)]
    return [("make_ready", "untucked", "up"), *up, *taken]


def _ready(state: TracedState, arms: str, torso: str) -> list[tuple[str, ...]]:
    tasks = [("tuck_arms", ROBOT, arms)] if not state.holds("arms", arms) else []
    return [*tasks, *([("move_torso", ROBOT, torso)] if not state.holds("torso", torso) else [])]


@domain.method("approach")
def go_and_reach_out(state: TracedState, area: str) -> list[tuple[str, ...]]:
    """Drives with arms tucked, works with arms out."""
    return [("make_ready", "tucked", "down"), ("move_base", ROBOT, area), ("make_ready", "untucked", "up")]


@domain.method("carry")
def drive_loaded(state: TracedState, area: str) -> list[tuple[str, ...]]:
    """The drive that matters, in the way that is the default."""
    drive = ("move_base_param", ROBOT, area, state.the("default"))
    return [("make_ready", "tucked", "down"), drive, ("make_ready", "untucked", "up")]


@domain.method("make_ready")
def posture(state: TracedState, arms: str, torso: str) -> list[tuple[str, ...]]:
    """Only what is not so already."""
    return _ready(state, arms, torso)


def served(default: str = "fast", place: str = "table1") -> tuple[Problem, Plan]:
    """The task of the study and its plan: bring the mill from the counter to a table, by default fast."""
    facts = [
        ("default", default),
        ("robotAt", "NSA1"),
        ("on", "peppermill1", "counter1"),
        ("upright", "peppermill1"),
        ("arms", "untucked"),
        ("torso", "up"),
    ]
    goal = [("on", "peppermill1", place), ("upright", "peppermill1")]
    problem = domain.problem(facts, [("serve", "peppermill1", place)], agents={ROBOT: "robot"}, goal=goal)
    found = solve(problem, rounds=4)
    assert isinstance(found, Plan)
    return problem, found
