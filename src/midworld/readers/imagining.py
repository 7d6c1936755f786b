"""What would happen if: a deed somebody supposes, rehearsed in the world the robot has, and told in a sentence."""

from collections.abc import Iterator, Mapping

from ..dialogue import Supposed, listed
from ..errors import BadAction, MidworldError
from ..imagination import Doubt, Final, Outcome, actions_of, doubt_of, rehearse, said
from ..world import Agent, EntityId, Scene, World
from .asked import Asked

# Verbs people suppose with, by the action that is rehearsed.
DEEDS = {
    verb: action
    for action, verbs in {
        "push": "push shove bump hit kick nudge knock move slide touch",
        "pull": "pull drag draw tug",
        "tilt": "tilt tip turn",
        "pick": "pick take lift remove grab raise get hold carry",
    }.items()
    for verb in verbs.split()
}
# Where nothing is said, people push away, pull towards themselves, and tilt so far that it shows.
USUAL = {"push": "away", "pull": "towards me", "tilt": "to the left by 20 degrees"}
RUNS = 32
# A share of runs from which on something is told to happen.
LIKELY = 0.5
SUPPORTS = ("isOn", "isIn")


def imagined(deed: Supposed, asked: Asked, scene: Scene | None = None) -> str:
    """What would become of everything if somebody did that."""
    action = DEEDS.get(deed.verb)
    if action is None or not deed.thing:
        known = listed(sorted(set(DEEDS.values())), "or")
        return f"I cannot imagine that; ask what would happen if somebody {known} something."
    world = asked.world
    doer = deed.doer if deed.doer in world.structure else asked.robot
    try:
        outcome = _rehearsed(action, deed, doer, world, scene)
    except MidworldError as error:
        return f"I cannot imagine that: {error}."
    if outcome.failure is not None:
        return f"It cannot be done: {outcome.failure}."
    return _told(outcome, world, deed)


def _rehearsed(action: str, deed: Supposed, doer: str, world: World, scene: Scene | None) -> Outcome:
    from ..adapters.mujoco_rollouts import MujocoRollouts

    if action == "pick":
        document: Mapping[str, object] = {"action": "pick", "object": deed.thing}
    else:
        try:
            document = said(f"{action} {deed.thing} {deed.way}", world, doer)
        except BadAction:
            document = said(f"{action} {deed.thing} {USUAL[action]}", world, doer)
    meshes, doubt = (None, Doubt()) if scene is None else (scene.meshes, doubt_of(scene))
    some = actions_of(document)
    return rehearse(world, some, rollouts=MujocoRollouts(), meshes=meshes, runs=RUNS, doubt=doubt).outcomes[0]


def _told(outcome: Outcome, world: World, deed: Supposed) -> str:
    """What changes for everything, and for the thing asked about whether it does."""
    changes = dict(_changes(outcome, world, deed))
    runs = f"of {len(outcome.runs)} tries"
    if deed.about:
        happens = changes.get(deed.about)
        if happens is None:
            return f"No, {deed.about} would neither fall nor topple ({outcome.success.probability:.0%} {runs} go well)."
        return f"Yes, {deed.about} {happens} {runs})."
    if not changes:
        return (
            f"Nothing would fall or topple, not even {deed.thing} ({outcome.success.probability:.0%} {runs} go well)."
        )
    return "; ".join(f"{thing} {change} {runs})" for thing, change in changes.items()) + "."


def _changes(outcome: Outcome, world: World, deed: Supposed) -> Iterator[tuple[str, str]]:
    for name, final in outcome.final.items():
        entity = EntityId(name)
        if entity not in world.structure or isinstance(world.structure[entity].role, Agent):
            continue
        held_up = [each for each in world.timeline.open.values() if each.subject == name]
        before = [each.object for each in held_up if each.predicate in SUPPORTS]
        kept = max((final.is_on.get(str(each), 0.0) + final.is_in.get(str(each), 0.0) for each in before), default=1.0)
        held = name == deed.thing and DEEDS.get(deed.verb) == "pick"
        if kept <= 1.0 - LIKELY and not held:
            yield name, f"would fall {_where(final)}({1.0 - kept:.0%}"
        elif final.toppled >= LIKELY:
            yield name, f"would fall over ({final.toppled:.0%}"


def _where(final: Final) -> str:
    """Where a thing ends most often, as far as that is told."""
    ends = [(share, f"into {place}") for place, share in final.is_in.items()]
    ends += [(share, f"onto {place}") for place, share in final.is_on.items()]
    share, words = max(ends, default=(0.0, ""))
    return f"{words} " if share > 0.0 else "down "
