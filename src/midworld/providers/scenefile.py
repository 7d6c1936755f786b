"""`scene.yaml`: what the robot knows beforehand."""

import json
from collections import Counter
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from types import MappingProxyType
from typing import Literal, cast

import msgspec

from ..assessment import setting_faults, setting_ranges
from ..errors import BadInput, MidworldError, Problem, one_of, shortened
from ..geometry import Pose, frustum
from ..limits import DUTY, FIELD_OF_VIEW, LATENESS, MOST_MINDS, NOISE, STAMP, TICK_RATE, VIEW_RANGE
from ..world import Agent, Entity, EntityId, Object, Placed, Scene, Sensor, Timing, World, enter
from .bodies import body, seat
from .document import Document, Item, placement
from .doubts import read_doubt
from .frames import frame_faults
from .modulesection import read_modules
from .names import name_fault
from .sizes import SIZE_RANGES, read_sizes
from .things import THING_KEYS, Warehouse, model_of, read_appearance, read_thing
from .yamlfile import read_yaml

SECTIONS = ("objects", "agents", "sensors", "reasoner", "timing", "doubt", "modules")
PLACE_KEYS = ("position", "orientation", "frame")
AGENT_KEYS = ("kind", "urdf", "parts", "class", "label", *SIZE_RANGES, *PLACE_KEYS)
SENSOR_KEYS = (
    *("agent", "fov", "range", "looks_at", "latency", "noise", "classes", "rate", "duty_cycle", "moving"),
    *PLACE_KEYS,
)
# A sensor that sees nothing: touch, a gripper, motion capture.
SIGHTLESS = "none"
TIMING_KEYS = ("max_lateness", "tick_hz", "skew")

# A sensor that states neither sees about as much as a common depth camera.
DEFAULT_FOV = (70.0, 55.0)
DEFAULT_RANGE = (0.1, 10.0)


@dataclass(slots=True)
class _Draft:
    """What has been read so far."""

    warehouse: Warehouse
    placed: list[Placed] = field(default_factory=list[Placed])
    awaited: dict[EntityId, tuple[Placed, ...]] = field(default_factory=dict[EntityId, tuple[Placed, ...]])
    reasoner: dict[str, float | bool] = field(default_factory=dict[str, float | bool])
    frames: dict[str, tuple[EntityId, Pose]] = field(default_factory=dict[str, tuple[EntityId, Pose]])
    timing: Timing = field(default_factory=Timing)
    latency: dict[str, float] = field(default_factory=dict[str, float])
    doubt: Mapping[str, float | tuple[float, float]] = field(default_factory=dict[str, float | tuple[float, float]])


DEPTH = "belief_depth"
# Everything that can be set under `reasoner:`, with the numbers each may be.
SETTINGS = setting_ranges()


def read_scene(path: Path | str, *, packages: Mapping[str, Path] = MappingProxyType({})) -> Scene:
    """A scene ready to be assessed. Raises BadInput with every problem found."""
    scene, problems = examined_scene(path, packages=packages)
    if problems:
        raise BadInput(problems)
    return scene


def examined_scene(
    path: Path | str, *, packages: Mapping[str, Path] = MappingProxyType({})
) -> tuple[Scene, list[Problem]]:
    """What can be made of a scene file, and everything that is wrong with it. Raises BadInput if it is not YAML."""
    document, root = read_yaml(Path(path))
    return _examined(document, root, Warehouse(Path(path).parent, packages))


def described_scene(
    description: Mapping[str, object], *, folder: Path = Path(), packages: Mapping[str, Path] = MappingProxyType({})
) -> Scene:
    """A scene from a mapping as a scene file holds it; models are looked for in `folder`. Raises BadInput."""
    problems: list[Problem] = []
    document = Document("the scene", lambda _place: None, problems)
    try:
        # Tuples become lists, as in a file.
        value: object = json.loads(json.dumps(msgspec.to_builtins(description)))
    except (TypeError, ValueError, OverflowError, RecursionError) as error:
        raise BadInput([Problem(document.file, None, f"holds what no scene file could: {error}")]) from error
    scene, problems = _examined(document, Item(document, (), value), Warehouse(folder, packages))
    if problems:
        raise BadInput(problems)
    return scene


def _examined(document: Document, root: Item, warehouse: Warehouse) -> tuple[Scene, list[Problem]]:
    sections = root.fields("a mapping", SECTIONS)
    draft = _Draft(warehouse)
    names = _names(sections)
    for section, read in (("objects", _read_object), ("agents", _read_agent), ("sensors", _read_sensor)):
        if section in sections:
            for name, item in sections[section].items(f"a mapping from identifiers to {section}"):
                read(name, item, names, draft)
    _disentangle(draft, sections)
    if "reasoner" in sections:
        _read_reasoner(sections["reasoner"], draft)
    if "timing" in sections:
        draft.timing = _read_timing(sections["timing"])
    if draft.latency:
        skew = {name: draft.timing.skew.get(name, 0.0) - late for name, late in draft.latency.items()}
        draft.timing = replace(draft.timing, skew=MappingProxyType({**draft.timing.skew, **skew}))
    if "doubt" in sections:
        draft.doubt = read_doubt(sections["doubt"])
    if root.is_mapping and not names and not document.problems:
        document.complain((), "names nothing; a scene has at least one thing under 'objects:'")
    try:
        scene = _scene(draft)
    except MidworldError as error:
        document.complain((), str(error))
        scene = Scene(awaited=MappingProxyType(draft.awaited))
    if "modules" in sections:
        scene = replace(scene, modules=read_modules(sections["modules"], scene, warehouse.folder))
    return scene, sorted(document.problems, key=lambda problem: problem.line or 0)


def _disentangle(draft: _Draft, sections: Mapping[str, Item]) -> None:
    """Tells of names that links of models have too, and of things that hang on one another without end."""
    declared = {
        name: item
        for section in ("objects", "agents", "sensors")
        if section in sections and sections[section].is_mapping
        for name, item in sections[section].items("a mapping")
    }
    everything = [*draft.placed, *(each for thing in draft.awaited.values() for each in thing)]
    counts = Counter(entity.id for entity, _ in everything)
    faults = {name: "is also the name of a link of a model" for name, count in counts.items() if count > 1}
    circular = frame_faults({entity.id: entity.parent for entity, _ in everything})
    for name, fault in (faults | circular).items():
        owner = name if name in declared else next(each for each in declared if name.startswith(f"{each}/"))
        declared[owner].complain(fault if owner == name else f"has a link '{shortened(name)}' that {fault}")
    # What is wrong is told once: a world is made of the rest.
    single = {entity.id: (_loose(entity, circular), pose) for entity, pose in draft.placed}
    draft.placed[:] = single.values()
    for name, thing in draft.awaited.items():
        draft.awaited[name] = tuple((_loose(entity, circular), pose) for entity, pose in thing)


def _loose(entity: Entity, circular: Collection[str]) -> Entity:
    return msgspec.structs.replace(entity, parent=None) if entity.id in circular else entity


def _scene(draft: _Draft) -> Scene:
    return Scene(
        World().apply(enter(draft.placed, stamp=0.0)),
        MappingProxyType(draft.awaited),
        MappingProxyType(draft.warehouse.meshes),
        MappingProxyType(draft.reasoner),
        draft.timing,
        doubt=MappingProxyType(dict(draft.doubt)),
    )


def _names(sections: Mapping[str, Item]) -> frozenset[str]:
    """Every identifier the file declares; one used twice, in two sections, is told."""
    first: dict[str, str] = {}
    agents = sections["agents"].mapping or {} if "agents" in sections else {}
    for section in ("objects", "agents", "sensors"):
        if section not in sections or not sections[section].is_mapping:
            continue
        for name, item in sections[section].items("a mapping"):
            if (fault := name_fault(name, {str(agent) for agent in agents} - {name})) is not None:
                item.complain(fault)
            if name in first:
                item.document.complain(item.place, f"'{name}' is already used in {first[name]}; identifiers are unique")
            first.setdefault(name, section)
    return frozenset(first)


def _read_object(name: str, item: Item, names: frozenset[str], draft: _Draft) -> None:
    fields = item.fields("a mapping that describes a thing", (*THING_KEYS, *PLACE_KEYS))
    if not item.is_mapping:
        return
    pose = placement(fields)
    parent = _frame(name, fields, names)
    thing = read_thing(name, item, fields, draft.warehouse)
    if thing is None:
        # Its name is known all the same, so that a log that speaks of it is not blamed.
        draft.awaited[EntityId(name)] = ()
        return
    (root, _), *links = thing
    root = msgspec.structs.replace(root, parent=parent)
    static = isinstance(root.role, Object) and root.role.static
    if pose is None and not static:
        draft.awaited[root.id] = ((root, Pose()), *links)
    else:
        draft.placed.extend([(root, pose or Pose()), *links])


def _read_agent(name: str, item: Item, names: frozenset[str], draft: _Draft) -> None:
    fields = item.fields("a mapping that describes an agent", AGENT_KEYS)
    if not item.is_mapping:
        return
    kind = fields["kind"].choice("human", "robot") if "kind" in fields else None
    if "kind" not in fields:
        item.complain("needs a kind: human or robot")
    sizes = read_sizes(fields, kind)
    pose, parent = placement(fields), _frame(name, fields, names)
    appearance = read_appearance(fields)
    model = model_of(fields["urdf"], draft.warehouse) if "urdf" in fields else None
    parts = fields.get("parts")
    if parts is not None and "urdf" not in fields:
        parts.complain("names links of a model; give its urdf beside it")
    if kind is None or appearance is None:
        return
    role = Agent(cast(Literal["human", "robot"], kind), height=sizes.get("height"), arm_length=sizes.get("arm_length"))
    agent = Entity(EntityId(name), role, parent, category=kind.capitalize())
    agent = msgspec.structs.replace(agent, **appearance)
    if model is None:
        draft.placed.append((agent, pose or Pose()))
        return
    figure = body(agent, pose or Pose(), model, parts)
    draft.placed.extend(figure.placed)
    draft.frames.update((f"{name}/{link}", frame) for link, frame in figure.frames.items())


def _read_sensor(name: str, item: Item, names: frozenset[str], draft: _Draft) -> None:
    fields = item.fields("a mapping that describes a sensor", SENSOR_KEYS)
    if not item.is_mapping:
        return
    owner = _known(fields["agent"], names) if "agent" in fields else None
    sightless = "fov" in fields and fields["fov"].value == SIGHTLESS
    if sightless and "range" in fields:
        fields["range"].complain("is for sensors that see; this one has fov: none")
    fov = fields["fov"].numbers(2, FIELD_OF_VIEW) if "fov" in fields and not sightless else DEFAULT_FOV
    reach = fields["range"].numbers(2, VIEW_RANGE) if "range" in fields else DEFAULT_RANGE
    if reach is not None and not reach[0] < reach[1]:
        fields["range"].complain("is [nearest, farthest] in metres, the nearest first")
    late = fields["latency"].number(LATENESS) if "latency" in fields else None
    if late is not None:
        draft.latency[name] = late
    noise = fields["noise"].number(NOISE) if "noise" in fields else None
    pose, parent = _mounted(name, fields, names, draft)
    if fov is None or reach is None:
        return
    view = None if sightless else frustum((fov[0], fov[1]), (reach[0], reach[1]))
    role = _watchfulness(fields, Sensor(view, owner, noise))
    draft.placed.append((Entity(EntityId(name), role, parent, category="Sensor"), pose or Pose()))


def _watchfulness(fields: Mapping[str, Item], sensor: Sensor) -> Sensor:
    """With what it finds, how often it reports, when it looks, and what its reports are worth while it moves."""
    found: dict[str, object] = {}
    if "classes" in fields:
        named = [each.identifier() for each in fields["classes"].elements("a list of classes")]
        if not named:
            fields["classes"].complain("names no class; leave it out where a sensor finds everything")
        found["classes"] = tuple(name for name in named if name is not None)
    if "rate" in fields:
        found["rate"] = fields["rate"].number(TICK_RATE)
    if "duty_cycle" in fields:
        cycle = fields["duty_cycle"].numbers(2, DUTY)
        if cycle is not None and not cycle[0] <= cycle[1]:
            fields["duty_cycle"].complain("is [seconds it looks, seconds of a whole cycle], the first no longer")
        found["duty_cycle"] = None if cycle is None else (cycle[0], cycle[1])
    if "moving" in fields:
        found["moving"] = fields["moving"].choice("keep", "discard", "smooth") or "keep"
    return msgspec.structs.replace(sensor, **found)


def _read_reasoner(section: Item, draft: _Draft) -> None:
    fields = section.fields("a mapping from parameters to values", tuple(SETTINGS))
    for name, item in fields.items():
        within = SETTINGS[name]
        value = item.boolean() if within is None else item.number(within)
        if value is not None:
            draft.reasoner[name] = value
    for name, fault in setting_faults(draft.reasoner).items():
        fields[name].complain(fault)
    people = sum(1 for entity, _ in draft.placed if isinstance(entity.role, Agent) and entity.role.kind == "human")
    depth = int(draft.reasoner.get(DEPTH, 1))
    minds = sum(people * max(people - 1, 0) ** level for level in range(depth))
    if DEPTH in fields and minds > MOST_MINDS:
        fields[DEPTH].complain(
            f"is {depth}, which makes {minds} minds of {people} people; at most {MOST_MINDS} are kept"
        )


def _read_timing(section: Item) -> Timing:
    fields = section.fields("a mapping that says how stamps are taken", TIMING_KEYS)
    lateness = fields["max_lateness"].number(LATENESS) if "max_lateness" in fields else None
    hertz = fields["tick_hz"].number(TICK_RATE) if "tick_hz" in fields else None
    skew: dict[str, float] = {}
    for source, item in fields["skew"].items("a mapping from sources to seconds") if "skew" in fields else ():
        seconds = item.number(STAMP)
        if seconds is not None:
            skew[source] = seconds
    return Timing(Timing().max_lateness if lateness is None else lateness, hertz, MappingProxyType(skew))


def _mounted(
    name: str, fields: dict[str, Item], names: frozenset[str], draft: _Draft
) -> tuple[Pose | None, EntityId | None]:
    """Where a sensor is, and on what: something declared, or a link of a robot, which carries it along."""
    frame = str(fields["frame"].value) if "frame" in fields else ""
    if frame not in draft.frames or frame in names:
        return placement(fields), _frame(name, fields, {*names, *draft.frames})
    link, offset = draft.frames[frame]
    return offset @ seat(frame, fields), link


def _frame(name: str, fields: Mapping[str, Item], names: Collection[str]) -> EntityId | None:
    if "frame" not in fields:
        return None
    frame = _known(fields["frame"], names)
    if frame == name:
        fields["frame"].complain("is the thing itself")
        return None
    return frame


def _known(item: Item, names: Collection[str]) -> EntityId | None:
    name = item.identifier()
    if name is not None and name not in names:
        item.complain(f"names '{name}', which the scene does not declare; {one_of(names, near=name)}")
        return None
    return None if name is None else EntityId(name)
