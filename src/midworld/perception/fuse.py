"""Several sources' worlds made into one."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Protocol

import numpy as np
import numpy.typing as npt

from ..geometry import FloatArray, compose, invert
from ..world import Column, Delta, EntityId, Field, Object, Scene, Sensor, Status, World, change, diff, is_default
from ..world import compose as chain
from .calibration import Calibration, calibrated
from .percepts import changeable, made_up


@dataclass(frozen=True, slots=True)
class Reported:
    """Kept with a source's world: whether its newest report said anything of things, and whether it had looked.

    `sensor` is where its sensor was then, if what it reports depends on how that moves. What is `felt` goes with a
    hand: it calibrates nobody.
    """

    things: bool
    looked: bool = True
    sensor: tuple[float, ...] | None = None
    felt: frozenset[EntityId] = frozenset()


NOTHING_REPORTED = Reported(False)


class Sources(Protocol):
    """The worlds of sources by name, each with what is kept with it."""

    def items(self) -> Iterable[tuple[str, World]]: ...

    def memory(self, name: str) -> object: ...


def fusing(
    scene: Scene, sources: Mapping[str, str], *, perceived_max_duration: float
) -> Callable[[Sources, World, Calibration, float], tuple[Delta, Calibration]]:
    """The step of a stage that puts the newest of what sources report into one world.

    `sources` has each source by the name of its world. The first tick begins with what the scene places beforehand.
    Several that report things are calibrated against one another.
    """
    sensors = [entity.id for entity in scene.world.structure.entities if isinstance(entity.role, Sensor)]

    def step(inputs: Sources, merged: World, memory: Calibration, stamp: float) -> tuple[Delta, Calibration]:
        delta = Delta() if len(merged.structure) else diff(World(), scene.world)
        looked: set[EntityId] = set()
        for name, source in inputs.items():
            if source.stamp != stamp:
                continue
            report = inputs.memory(name)
            report = report if isinstance(report, Reported) else NOTHING_REPORTED
            reports = report.things
            heard: Mapping[EntityId, FloatArray] | None = None
            if reports and len(sources) > 1:
                things = _things(source, stamp)
                felt = {each: things.pop(each) for each in report.felt if each in things} if report.felt else {}
                memory, heard = calibrated(
                    memory, name, things, stamp=stamp, order=tuple(sources), stated=_stated(source, things)
                )
                heard = {**heard, **felt} if felt else heard
            sights = fuse(
                merged.apply(delta), source, stamp=stamp, perceived_max_duration=perceived_max_duration, heard=heard
            )
            delta = chain(delta, sights)
            if reports and report.looked:
                # The sensor of the source's name has looked, or all of them if none has it.
                own = EntityId(sources[name])
                looked.update([own] if own in sensors else sensors)
        if made_up(merged.structure):
            delta = chain(delta, _dropped(merged.apply(delta), inputs))
        when = {name: _last_look(merged, scene.world, name) for name in _moved(inputs, sensors, stamp)}
        return chain(delta, change(seen={**when, **dict.fromkeys(sorted(looked), stamp)})), memory

    return step


def _moved(sources: Sources, sensors: Sequence[EntityId], stamp: float) -> list[EntityId]:
    """Sensors that have just been told to be somewhere: they are seen then, and need not have looked."""
    known = [source for _, source in sources.items() if source.stamp == stamp]
    return [name for name in sensors if any(name in each and _last_look(each, each, name) == stamp for each in known)]


def _last_look(world: World, beforehand: World, name: EntityId) -> float:
    """When a sensor looked last, as far as a world knows it."""
    world = world if name in world else beforehand
    return float(world.state.seen[world.structure.row(name)])


def _stated(source: World, things: Mapping[EntityId, FloatArray]) -> float | None:
    """The variance a source states of places, along an axis; None where it states none."""
    if not things or is_default("pose_covariance", source.state.pose_covariance):
        return None
    rows = [source.structure.rows[name] for name in things]
    variance = float(np.mean(source.state.pose_covariance[rows][:, range(3), range(3)]))
    return variance if variance > 0.0 else None


def _dropped(merged: World, sources: Sources) -> Delta:
    """Takes away things under made-up names that no source has any more: they have their own now."""
    known = {name for _, source in sources.items() for name in source.ids}
    return change(remove=[entity.id for entity in made_up(merged.structure) if entity.id not in known])


def _things(source: World, stamp: float) -> dict[EntityId, FloatArray]:
    """What a source has just reported of things, each in the fixed frame."""
    entities = source.structure.entities
    return {
        entities[row].id: source.state.pose[row]
        for row in np.flatnonzero(source.state.seen == stamp).tolist()
        if isinstance(entities[row].role, Object) and entities[row].parent is None
    }


def fuse(
    merged: World,
    source: World,
    *,
    stamp: float,
    perceived_max_duration: float,
    heard: Mapping[EntityId, FloatArray] | None = None,
) -> Delta:
    """What a source's newest report changes in the merged world: the most recent sight of a thing counts.

    A silent source blocks nobody: what it saw last stays, and ages. Of things, only what is `heard` counts, if given.
    """
    known, latest = merged.structure.rows, merged.state.seen.tolist()
    arrivals = {entity.id: entity for entity in source.structure.entities if entity.id not in known}
    taken = {name: source.structure.rows[name] for name in arrivals}
    for entity in changeable(source.structure):
        # What nobody declared is known better the more is seen of it; eyes open and close.
        if (
            entity.id in known
            and merged.entity(entity.id) != entity
            and source.state.seen[source.structure.row(entity.id)] == stamp
        ):
            arrivals[entity.id] = entity
    for row in np.flatnonzero(source.state.seen == stamp).tolist():
        name = source.ids[row]
        if heard is not None and name not in heard and isinstance(source.structure.entities[row].role, Object):
            continue
        if name not in known or latest[known[name]] <= stamp:
            taken[name] = row
    sights = Delta(stamp, MappingProxyType(arrivals), MappingProxyType(_columns(merged, source, taken, heard)))
    return chain(sights, aged(merged.apply(sights), stamp=stamp, perceived_max_duration=perceived_max_duration))


def aged(world: World, *, stamp: float, perceived_max_duration: float) -> Delta:
    """Who counts as perceived now: whatever was seen less than `perceived_max_duration` ago."""
    perceived = stamp - world.state.seen < perceived_max_duration
    was_perceived = world.state.status == Status.PERCEIVED.value
    status = np.array(world.state.status)
    status[perceived] = Status.PERCEIVED.value
    status[was_perceived & ~perceived] = Status.INFERRED.value
    columns: dict[Field, Column] = {}
    if (perceived != world.state.perceived).any():
        columns["perceived"] = Column(world.ids, perceived)
    if (status != world.state.status).any():
        columns["status"] = Column(world.ids, status)
    return Delta(columns=MappingProxyType(columns))


def _columns(
    merged: World, source: World, taken: Mapping[EntityId, int], heard: Mapping[EntityId, FloatArray] | None
) -> dict[Field, Column]:
    """What a source says of some of its rows, in the frames the merged world keeps them in."""
    if not taken:
        return {}
    ids, rows = tuple(taken), np.fromiter(taken.values(), dtype=np.intp)
    columns: dict[Field, Column] = {
        "pose": Column(ids, _poses(merged, source, ids, rows, heard or {})),
        "pose_covariance": Column(ids, source.state.pose_covariance[rows]),
        "seen": Column(ids, source.state.seen[rows]),
    }
    if all(is_default("pose_covariance", world.state.pose_covariance) for world in (merged, source)):
        # Nobody has ever stated one: a table of zeros would be stored and sent at every tick.
        del columns["pose_covariance"]
    return columns


def _poses(
    merged: World,
    source: World,
    ids: Sequence[EntityId],
    rows: npt.NDArray[np.intp],
    heard: Mapping[EntityId, FloatArray],
) -> FloatArray:
    """A source reports in the fixed frame; what hangs on something is kept in that thing's, links among them."""
    poses = source.state.pose[rows]
    for place, name in enumerate(ids):
        if name in heard:
            poses[place] = heard[name]
    known, entities = merged.structure.rows, merged.structure.entities
    for place, name in enumerate(ids):
        parent = entities[known[name]].parent if name in known else None
        if parent is not None and source.entity(name).parent != parent:
            poses[place] = compose(invert(merged.pose(parent).array), poses[place])
    return poses
