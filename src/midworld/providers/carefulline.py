"""A line of `observations.jsonl` read with care: everything that is wrong with it, and what is rare."""

import json
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TypeVar

import msgspec

from ..errors import BadInput, one_of, shortened
from ..geometry import Pose
from ..limits import CONFIDENCE, COVARIANCE, EDGE, GRIPPER, JOINT, MOST_COMING, MOST_NEW, STAMP
from ..perception import AgentPercept, Observation, PartPercept, Percept, Unnamed, covariance_fault, joint_faults
from ..world import HANDS, PART_NAMES, Agent, EntityId, Object, PartName, Placed, Role, Scene, Sensor
from .document import Document, Item, placement
from .names import name_fault
from .skeletons import read_skeleton
from .things import SOURCES, THING_KEYS, Warehouse, read_thing
from .undeclared import Knows, marked, recognised, with_known
from .unnamed import LOOK_KEYS, read_unnamed, shade

LINE_KEYS = ("stamp", "source", "objects", "agents", "sensor", "frame", "looked")
PERCEPT_KEYS = (
    *("id", "position", "orientation", "covariance", "frame", "lost", "confidence", "size", "points"),
    *THING_KEYS,
)
# What a tracker is less sure of than this, it does not see.
SURE = 0.5
AGENT_KEYS = ("id", *PART_NAMES, "joints", "skeleton", "eyes", "asleep", "speaks")
PART_KEYS = ("position", "orientation", "looks_at", "frame", "gripper")
GRIPPER_KEYS = ("force", "gap")
SENSOR_KEYS = ("position", "orientation", "looks_at")

T = TypeVar("T")
Sizes = tuple[float | None, float | None]


@dataclass(slots=True)
class LineReader:
    """Reads lines about a scene; remembers what time it is and which things brought a shape.

    Where lines are not `ordered`, somebody else sees to the order of their stamps.
    """

    file: str
    scene: Scene
    warehouse: Warehouse
    knows: Knows | None = None
    ordered: bool = True
    brought: dict[EntityId, tuple[Placed, ...]] = field(default_factory=dict[EntityId, tuple[Placed, ...]])
    meant: dict[EntityId, EntityId] = field(default_factory=dict[EntityId, EntityId])
    last_stamp: float = float("-inf")
    _things: frozenset[str] = field(init=False)
    _declared_agents: frozenset[str] = field(init=False)

    def __post_init__(self) -> None:
        entities = self.scene.world.structure.entities
        self._declared_agents = frozenset(entity.id for entity in entities if isinstance(entity.role, Agent))
        placed = (entity.id for entity in entities if isinstance(entity.role, Object))
        self._things = frozenset((*placed, *self.scene.awaited))

    def read_carefully(self, line: bytes, number: int) -> Observation:
        """One line. Raises BadInput with everything that is wrong with it."""
        document = Document(self.file, lambda _place: number, [])
        value = _parsed(line, document)
        observation = None
        if not document.problems:
            observation = self._observation(Item(document, (), value))
        if document.problems or observation is None:
            raise BadInput(document.problems)
        return observation

    def _observation(self, item: Item) -> Observation | None:
        fields = item.fields("an observation in braces", LINE_KEYS)
        for key in ("stamp", "source"):
            if key not in fields and item.is_mapping:
                item.document.complain((), f"an observation needs a '{key}'")
        if item.document.problems:
            return None
        stamp, source = fields["stamp"].number(STAMP), fields["source"].identifier()
        if self.ordered and stamp is not None and stamp < self.last_stamp:
            fields["stamp"].complain(f"is {stamp:g}, before the line above ({self.last_stamp:g}); time runs forwards")
        frame = self._frame(fields)
        objects, unnamed = self._objects(fields["objects"], frame) if "objects" in fields else (None, ())
        agents = self._agents(fields["agents"], frame) if "agents" in fields else None
        sensor = self._sensor(fields["sensor"], str(source)) if "sensor" in fields else None
        looked = fields["looked"].boolean() if "looked" in fields else True
        if item.document.problems or stamp is None or source is None:
            return None
        return Observation(stamp, source, objects, agents, sensor, unnamed, looked is not False)

    def _objects(self, item: Item, frame: EntityId | None) -> tuple[tuple[Percept, ...], tuple[Unnamed, ...]]:
        read: dict[EntityId, Percept] = {}
        unnamed: list[Unnamed] = []
        known = len(self.brought)
        for element in item.elements("a list of percepts"):
            if len(self.brought) - known > MOST_NEW:
                item.complain(f"brings more than {MOST_NEW} new things at once; tell of them one line after the other")
                break
            percept = self._percept(element, frame)
            if percept is None:
                continue
            if isinstance(percept, Unnamed):
                unnamed.append(percept)
                continue
            if percept.id in read:
                element.complain(f"reports '{percept.id}' a second time; a line lists a thing once")
            read[percept.id] = percept
        return tuple(read.values()), tuple(unnamed)

    def _percept(self, item: Item, frame: EntityId | None) -> Percept | Unnamed | None:
        fields = item.fields("a percept in braces", PERCEPT_KEYS)
        if "id" not in fields and any(key in fields for key in LOOK_KEYS):
            return self._unnamed(item, fields, frame)
        name = _required(item, fields, "id", self._name)
        if "lost" in fields and fields["lost"].boolean():
            # The tracker says itself that it does not see the thing.
            return None
        sure = fields["confidence"].number(CONFIDENCE) if "confidence" in fields else None
        position = _required(item, fields, "position", Item.vector)
        orientation = fields["orientation"].quaternion() if "orientation" in fields else None
        covariance = self._covariance(fields["covariance"]) if "covariance" in fields else None
        frame = self._frame(fields) or frame
        if name is None or position is None or (sure is not None and sure < SURE):
            return None
        thing = self._meant(EntityId(name), fields)
        model = self._model(thing, item, fields)
        size = fields["size"].vector(EDGE) if "size" in fields else None
        return Percept(thing, position, orientation, covariance, frame, model, shade(fields), size)

    def _unnamed(self, item: Item, fields: dict[str, Item], frame: EntityId | None) -> Unnamed | None:
        if "lost" in fields and fields["lost"].boolean():
            return None
        sure = fields["confidence"].number(CONFIDENCE) if "confidence" in fields else None
        covariance = self._covariance(fields["covariance"]) if "covariance" in fields else None
        percept = read_unnamed(item, fields, self._looked_up(fields), self.warehouse, covariance)
        if percept is None or (sure is not None and sure < SURE):
            return None
        frame = self._frame(fields) or frame
        return percept if frame is None else msgspec.structs.replace(percept, frame=frame)

    def _looked_up(self, fields: dict[str, Item]) -> Item | None:
        """The shape that is known of its class, if any, where a percept brings none."""
        if self.knows is None or "class" not in fields or any(key in fields for key in SOURCES):
            return None
        item = fields["class"]
        known = with_known("", item, {"class": item}, self.knows)
        return known.get("shape")

    def _name(self, item: Item) -> str | None:
        name = item.identifier()
        fault = None if name is None or name in self.scene.declared else name_fault(name, self._declared_agents)
        if fault is not None:
            item.complain(f"'{name}' {fault}")
        return name if fault is None else None

    def _covariance(self, item: Item) -> tuple[float, ...] | None:
        numbers = item.numbers(36, COVARIANCE)
        if numbers is not None and (fault := covariance_fault(numbers)) is not None:
            item.complain(fault)
        return numbers

    def _meant(self, name: EntityId, fields: dict[str, Item]) -> EntityId:
        """The thing a percept is of: what it names, or what it is the tag of."""
        if self.knows is None or name in self._things or name in self.brought:
            return name
        if name not in self.meant:
            self.meant[name] = EntityId(recognised(name, fields, self.knows))
        return self.meant[name]

    def _model(self, name: EntityId, item: Item, fields: dict[str, Item]) -> tuple[Placed, ...]:
        """What a thing nobody declared is: the shape it carries, now or earlier, or that is known of it."""
        if name in self.scene.awaited:
            return ()
        if name in self.scene.world:
            if not isinstance(self.scene.world.entity(name).role, Object):
                item.complain(f"reports '{name}' as a thing, but the scene declares it as no object")
            return ()
        if name in self.brought:
            return self.brought[name]
        known = with_known(name, item, fields, self.knows)
        if "shape" not in known:
            nor = "" if self.knows is None else ", nor is one known of it or its class"
            item.complain(
                f"reports '{name}', which nobody declared and which carries no shape{nor}; {self._declared(name)}"
            )
            return ()
        thing = read_thing(name, item, known, self.warehouse)
        if thing is None:
            return ()
        self.brought[name] = marked(thing, tuple(key for key in known if key not in fields))
        return self.brought[name]

    def _agents(self, item: Item, frame: EntityId | None) -> tuple[AgentPercept, ...]:
        read: dict[EntityId, AgentPercept] = {}
        elements = item.elements("a list of agents")
        if len(elements) > MOST_COMING + len(self._declared_agents):
            item.complain(f"lists {len(elements)} agents; at most {MOST_COMING} may come by besides those declared")
            return ()
        for element in elements:
            fields = element.fields("an agent in braces", AGENT_KEYS)
            somebody = "id" not in fields and any(key in fields for key in (*PART_NAMES, "skeleton"))
            name = "" if somebody else _required(element, fields, "id", self._name)
            if name is None:
                continue
            # Whom the scene does not declare is a person who came by; a thing is not.
            if name in self.scene.declared and not isinstance(self._role(name), Agent):
                element.complain(f"reports '{name}' as an agent, but the scene declares it as something else")
            elif name in self.brought:
                element.complain(f"reports '{name}' as an agent, but it was reported as a thing before")
            if name in read:
                element.complain(f"reports '{name}' a second time; a line lists an agent once")
            parts, (tall, long) = self._parts(fields, frame)
            joints = self._joints(fields["joints"], EntityId(name)) if "joints" in fields else {}
            states = _states(fields)
            # People without a name may be several.
            place = EntityId(name or f"#{len(read)}")
            told = (states["eyes"], states["asleep"], states["speaks"])
            read[place] = AgentPercept(EntityId(name), parts, joints, *told, tall, long)
        return tuple(read.values())

    def _parts(self, fields: dict[str, Item], frame: EntityId | None) -> tuple[tuple[PartPercept, ...], Sizes]:
        """The parts that are said themselves, and those that a skeleton tells, with its height and length of arms."""
        nothing: tuple[dict[PartName, PartPercept], Sizes] = ({}, (None, None))
        parts, sizes = read_skeleton(fields["skeleton"]) if "skeleton" in fields else nothing
        if frame is not None:
            parts = {name: msgspec.structs.replace(part, frame=frame) for name, part in parts.items()}
        for name in PART_NAMES:
            if name in fields and (part := self._part(fields[name], name, frame)) is not None:
                parts[name] = part
        return tuple(parts[name] for name in PART_NAMES if name in parts), sizes

    def _joints(self, item: Item, agent: EntityId) -> dict[str, float]:
        told = dict(item.items("a mapping from joints to their positions"))
        read = {name: each.number(JOINT) for name, each in told.items()}
        joints = {name: value for name, value in read.items() if value is not None}
        for name, fault in joint_faults(self.scene.world.structure, agent, joints).items():
            told[name].complain(fault)
        return joints

    def _part(self, item: Item, part: PartName, frame: EntityId | None) -> PartPercept | None:
        fields = item.fields("a body part in braces", PART_KEYS)
        if _required(item, fields, "position", Item.vector) is None:
            return None
        pose = placement(fields)
        turned = "orientation" in fields or "looks_at" in fields
        if pose is None:
            return None
        grip = self._gripper(fields["gripper"], part) if "gripper" in fields else None
        where = self._frame(fields) or frame
        return PartPercept(part, pose.position, pose.orientation if turned else None, where, grip)

    def _gripper(self, item: Item, part: PartName) -> tuple[float, float] | None:
        if part not in HANDS:
            item.complain(f"is of a hand; a {part} grips nothing")
        fields = item.fields("force and gap in braces", GRIPPER_KEYS)
        read = {key: fields[key].number(GRIPPER) if key in fields else None for key in GRIPPER_KEYS}
        for key in GRIPPER_KEYS:
            if key not in fields and item.is_mapping:
                item.complain(f"needs '{key}': newtons of force, metres of gap")
        force, gap = read["force"], read["gap"]
        return None if force is None or gap is None else (force, gap)

    def _sensor(self, item: Item, source: str) -> Pose | None:
        fields = item.fields("a pose in braces", SENSOR_KEYS)
        if _required(item, fields, "position", Item.vector) is None:
            return None
        sensors = [entity.id for entity in self.scene.world.structure.entities if isinstance(entity.role, Sensor)]
        if source not in sensors:
            item.complain(f"moves sensor '{source}', which the scene does not declare; {one_of(sensors, near=source)}")
        return placement(fields)

    def _frame(self, fields: dict[str, Item]) -> EntityId | None:
        if "frame" not in fields:
            return None
        name = fields["frame"].identifier()
        if name is None or name in self.scene.declared or name in self.brought:
            return None if name is None else EntityId(name)
        fields["frame"].complain(f"names '{name}', which nobody declared; {self._declared(name)}")
        return None

    def _role(self, name: str) -> Role | None:
        return self.scene.world.entity(name).role if name in self.scene.world else None

    def _declared(self, name: str) -> str:
        objects = [entity.id for entity in self.scene.world.structure.entities if isinstance(entity.role, Object)]
        return one_of([*objects, *self.scene.awaited, *self.brought], near=name)


def _states(fields: dict[str, Item]) -> dict[str, bool | None]:
    """Whether somebody's eyes are closed, it sleeps, it speaks; None where that is not said."""
    found = {key: fields[key].boolean() if key in fields else None for key in ("asleep", "speaks")}
    eyes = fields["eyes"].choice("open", "closed") if "eyes" in fields else None
    return {**found, "eyes": None if eyes is None else eyes == "closed"}


def _parsed(line: bytes, document: Document) -> object:
    """The line as JSON. Numbers that are not finite pass: whoever asks for a number says where they are."""

    def without_repeats(pairs: list[tuple[str, object]]) -> dict[str, object]:
        read: dict[str, object] = {}
        for key, value in pairs:
            if key in read:
                document.complain((), f"has the key '{shortened(key)}' twice in one place")
            read[key] = value
        return read

    try:
        # A mark of the byte order, as some editors begin files with, is no part of the text.
        return json.loads(line.decode("utf-8-sig"), object_pairs_hook=without_repeats, parse_int=_integer)
    except UnicodeDecodeError as error:
        document.complain((), f"is not text: byte {error.start} is not UTF-8; an observation is one JSON object a line")
    except json.JSONDecodeError as error:
        cut = error.pos >= len(line.rstrip()) or error.msg.startswith("Unterminated")
        hint = "the line breaks off" if cut else f"{error.msg.lower()} at column {error.colno}"
        document.complain((), f"is not JSON: {hint}; an observation is one JSON object a line")
    except RecursionError:
        document.complain((), "is nested too deeply; an observation is one JSON object a line")
    return None


def _integer(digits: str) -> int | float:
    """A whole number; one of hundreds of digits is larger than any that can be meant."""
    return int(digits) if len(digits) < 300 else float(digits)


def _required(item: Item, fields: dict[str, Item], key: str, read: Callable[[Item], T | None]) -> T | None:
    if key in fields:
        return read(fields[key])
    if item.is_mapping:
        item.complain(f"needs '{key}'")
    return None
