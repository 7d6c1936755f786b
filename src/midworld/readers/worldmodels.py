"""Minds as worlds hold them, to name things in a question: without a knowledge base, so without what follows."""

from collections.abc import Iterator

from ..dialogue import Facts, PlainModels, Statement, camel
from ..world import DIVERGENCES, MERGED, SOURCE_PREFIX, STABLE, Agent, Entity, Object
from .asked import Asked

NO_MINDS = frozenset({MERGED, STABLE, DIVERGENCES})
PERSON = "Human"


class WorldModels(PlainModels):
    """Everybody's facts, straight from the worlds that somebody asks about."""

    def __init__(self, asked: Asked) -> None:
        super().__init__(robot=asked.robot)
        self._asked = asked
        self.kind(PERSON)
        for name in asked.worlds:
            if name not in NO_MINDS and not name.startswith(SOURCE_PREFIX):
                self._facts[name] = self._held(name)
        # What may be there without having been perceived can be asked about, too.
        self._facts[asked.robot] = robots = self._held(STABLE)
        for entity in asked.vocabulary:
            for each in _described(entity):
                self.hold(robots, each)

    def _held(self, world: str) -> Facts:
        found = Facts(self.sizes)
        known = self._asked.worlds[world]
        for entity in known.structure.entities:
            for each in _described(entity):
                self.hold(found, each)
        for each in known.timeline.open.values():
            found.add(str(each.subject), each.predicate, str(each.object))
        return found


def _described(entity: Entity) -> Iterator[Statement]:
    """A thing's class, what people call it and its colour."""
    name = str(entity.id)
    match entity.role:
        case Agent(kind):
            yield name, "rdf:type", PERSON if kind == "human" else "Robot"
        case Object():
            yield name, "rdf:type", camel(entity.category)
        case _:
            return
    for label in entity.labels:
        yield name, "rdfs:label", label
    if isinstance(entity.colour, str):
        yield name, "hasColor", entity.colour.replace(" ", "_")
