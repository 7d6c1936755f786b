"""Percepts completed from knowledge: what a tag means, and how things of a class usually are."""

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

import msgspec

from ..geometry import Box, Cylinder, Pose, Shape, Sphere, inertial_of
from ..perception import Observation, Percept
from ..world import Entity, EntityId, Object
from . import vocabulary as v
from .feed import spoken
from .literal import from_python, to_python
from .model import Model

# What a class says of its members unless they say otherwise, by what a thing says of itself.
_USUAL = {
    "hasColor": "usualColor", "hasMass": "usualMass", "hasMesh": "usualMesh", "hasTexture": "usualTexture",
    "hasShape": "usualShape", "hasDimensions": "usualDimensions",
}  # fmt: skip
# What Midworld's ontology assumes when no class says what is usual.
_ASSUMED = {"hasMass": "assumedMass", "hasShape": "assumedShape", "hasDimensions": "assumedDimensions"}


@dataclass(frozen=True, slots=True)
class Completion:
    """What the knowledge base adds to a percept; what it does not know is empty."""

    id: str
    classes: tuple[str, ...] = ()
    labels: tuple[str, ...] = ()
    colour: str = ""
    mass_kg: float = math.nan
    mesh: str = ""
    texture: str = ""
    shape: Shape | None = None

    @property
    def kind(self) -> str:
        """The most specific class."""
        return self.classes[0] if self.classes else "Object"


def completed(model: Model, percept: str | int, category: str = "") -> Completion | None:
    """What is known of a percept by its name or its tag, or of things of the class it says it is of.

    None when neither means anything to this model.
    """
    thing = _meant(model, percept)
    terms, index = model.tbox.terms, model.reasoner.index
    kinds = _specific(model, thing, terms.known(category) if category else None)
    if thing is None:
        if not kinds:
            return None
        thing = terms.thing(str(percept))

    def values(predicate: str) -> Iterator[object]:
        usual, assumed = terms.parse(_USUAL[predicate]), terms.parse(_ASSUMED.get(predicate, _USUAL[predicate]))
        of_kinds = ((kind, name) for name in dict.fromkeys((usual, assumed)) for kind in kinds)
        for subject, name in ((thing, terms.parse(predicate)), *of_kinds):
            held = index.objects(subject, name) or model.tbox.schema.objects(subject, name)
            yield from (to_python(terms.value(each)) if each < 0 else spoken(each, terms) for each in sorted(held))

    mass = next(values("hasMass"), math.nan)
    labels = (each for each in sorted(index.objects(thing, v.LABEL), reverse=True) if each < 0)
    return Completion(
        spoken(thing, terms),
        classes=tuple(terms.show(each) for each in kinds),
        labels=tuple(terms.value(each).text for each in labels),
        colour=str(next(values("hasColor"), "")),
        mass_kg=float(mass) if isinstance(mass, int | float) else math.nan,
        mesh=str(next(values("hasMesh"), "")),
        texture=str(next(values("hasTexture"), "")),
        shape=_known_shape(values("hasShape"), values("hasDimensions")),
    )


def _meant(model: Model, percept: str | int) -> int | None:
    terms, index = model.tbox.terms, model.reasoner.index
    tags: list[str | int] = [percept]
    if isinstance(percept, str) and percept.isdecimal():
        tags.append(int(percept))
    for tag in tags:
        tagged = index.subjects(terms.parse("hasTag"), terms.literal(from_python(tag)))
        if tagged:
            return min(tagged)
    if not isinstance(percept, str):
        return None
    name = terms.known(percept)
    return name if name is not None and next(index.match(name, None, None), None) is not None else None


def _specific(model: Model, thing: int | None, said: int | None) -> list[int]:
    """The named classes of a thing, those with most classes above them first; what it says it is comes before."""
    terms, above = model.tbox.terms, model.tbox.expansion.classes
    held = model.reasoner.index.objects(thing, v.TYPE) if thing is not None else ()
    stated = above(said) if said is not None else ()
    kinds = [each for each in {*held, *stated} if not terms.is_blank(each)]
    return sorted(kinds, key=lambda kind: (kind not in stated, -len(above(kind)), terms.show(kind)))


def _known_shape(names: Iterator[object], dimensions: Iterator[object]) -> Shape | None:
    """The first shape whose measures are known."""
    measures = [str(each) for each in dimensions]
    shapes = (_shape(str(name), each) for name in names for each in measures)
    return next((shape for shape in shapes if shape is not None), None)


def _shape(name: str, dimensions: str) -> Shape | None:
    """A shape from its name and its measures in metres: box x y z, cylinder radius height, sphere radius."""
    try:
        sizes = [float(each) for each in dimensions.split()]
    except ValueError:
        return None
    if not sizes or not all(0 < size < math.inf for size in sizes):
        return None
    match name, sizes:
        case "boxShape", [x, y, z]:
            return Box((x, y, z))
        case "cylinderShape", [radius, height]:
            return Cylinder(radius, height)
        case "sphereShape", [radius]:
            return Sphere(radius)
        case _:
            return None


def description(found: Completion) -> Mapping[str, object]:
    """What is known of a thing, in the words of a scene file."""
    told: dict[str, object] = {}
    # A scene file has no namespaces.
    plain = [kind for kind in found.classes if ":" not in kind]
    if plain:
        told["class"] = plain[0]
    if found.labels:
        told["label"] = list(found.labels)
    if found.colour:
        told["colour"] = found.colour
    if not math.isnan(found.mass_kg):
        told["mass"] = found.mass_kg
    match found.shape:
        case Box(size):
            told["shape"] = {"box": list(size)}
        case Cylinder(radius, height):
            told["shape"] = {"cylinder": [radius, height]}
        case Sphere(radius):
            told["shape"] = {"sphere": radius}
        case _:
            pass
    return told


def completed_observation(observation: Observation, model: Model) -> Observation:
    """An observation whose tags are the things they mean, with what is known of those nobody declared."""
    if not observation.objects:
        return observation
    percepts = tuple(completed_percept(each, model) for each in observation.objects)
    return msgspec.structs.replace(observation, objects=percepts)


def completed_percept(percept: Percept, model: Model) -> Percept:
    """A percept under the name of what it is; its own words come before what is known."""
    found = completed(model, percept.id)
    if found is None:
        return percept
    name = EntityId(found.id)
    if not percept.model:
        entity = _entity(found)
        return msgspec.structs.replace(percept, id=name, model=() if entity is None else ((entity, Pose()),))
    (entity, pose), *links = percept.model
    dressed = msgspec.structs.replace(
        entity,
        id=name,
        category=found.kind if entity.category == "Object" else entity.category,
        labels=entity.labels or found.labels,
        colour=entity.colour or found.colour or None,
    )
    gained = (("class", entity.category, dressed.category), ("label", entity.labels, dressed.labels))
    gained = (*gained, ("colour", entity.colour, dressed.colour))
    dressed = msgspec.structs.replace(
        dressed, assumed=(*entity.assumed, *(key for key, before, after in gained if before != after))
    )
    moved = [
        (msgspec.structs.replace(link, parent=name) if link.parent == entity.id else link, place)
        for link, place in links
    ]
    return msgspec.structs.replace(percept, id=name, model=((dressed, pose), *moved))


def _entity(found: Completion) -> Entity | None:
    """A thing made of knowledge alone; none without a shape."""
    if found.shape is None:
        return None
    inertial = None if math.isnan(found.mass_kg) else inertial_of(found.shape, found.mass_kg, {})
    return Entity(
        EntityId(found.id),
        Object(inertial=inertial),
        category=found.kind,
        labels=found.labels,
        colour=found.colour or None,
        collision=found.shape,
        visual=found.shape,
        assumed=tuple(description(found)),
    )
