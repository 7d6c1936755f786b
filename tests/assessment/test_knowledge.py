"""Worlds on a board, told to the minds they belong to."""

from kbfactory import household, values
from midworld.assessment import STABLE
from midworld.assessment.knowledge import Conclusion, Minds
from midworld.geometry import Box, Cylinder, Pose
from midworld.knowledge import KnowledgeBase, completed
from midworld.knowledge.completion import completed_percept
from midworld.perception import Observation, Percept
from midworld.readers.kblines import inferred_lines
from midworld.runtime import Board
from midworld.world import (
    Agent,
    BodyPart,
    Ended,
    Entity,
    EntityId,
    Entry,
    Event,
    Situation,
    Statement,
    World,
    change,
)

ROBOT = Entity(EntityId("robot"), Agent("robot"), category="Robot")
ANN = Entity(EntityId("ann"), Agent("human"), category="Human")
HAND = Entity(EntityId("ann/right_hand"), BodyPart("right_hand", ANN.id), category="BodyPart")
CUP = Entity(EntityId("cup"), category="Cup", labels=("orange cup",), colour="orange")
TABLE = Entity(EntityId("table"), category="Table", colour=(0.5, 0.28, 0.12))
EVERYTHING = (ROBOT, ANN, HAND, CUP, TABLE)


class Stage:
    """A board whose worlds say what a test wants, and the minds that listen."""

    def __init__(self, kb: KnowledgeBase | None = None) -> None:
        self.board = Board()
        self.minds = Minds(kb or household())
        self.told: list[Conclusion] = []
        self.board.subscribe(lambda commit: self.told.extend(self.minds.conclude(commit)))
        self.writers = {name: self.board.claim(name, name) for name in ("source/camera", STABLE, "ann")}
        self.stamp = 0.0

    def tick(
        self,
        entries: dict[str, list[Entry]],
        *,
        put: tuple[Entity, ...] = (),
        seen: tuple[str, ...] | None = None,
        by: float = 0.1,
    ) -> list[Conclusion]:
        self.stamp += by
        self.told.clear()
        self.board.commit(
            {
                self.writers[world]: change(
                    stamp=self.stamp,
                    put=put,
                    entries=[_at(entry, self.stamp) for entry in said],
                    perceived={EntityId(name): name in (seen or ()) for name in ("cup", "table")}
                    if seen is not None
                    else {},
                )
                for world, said in entries.items()
            }
        )
        return list(self.told)


def _at(entry: Entry, stamp: float) -> Entry:
    match entry:
        case Situation():
            return Situation(stamp, entry.predicate, entry.subject, entry.object)
        case Ended():
            return Ended(stamp, entry.predicate, entry.subject, entry.object)
        case Event():
            return Event(stamp, entry.predicate, entry.subject, entry.object)


def begins(subject: str, predicate: str, target: str | bool | None) -> Situation:
    return Situation(0.0, predicate, subject, target)


def ends(subject: str, predicate: str, target: str | bool | None) -> Ended:
    return Ended(0.0, predicate, subject, target)


def begun(told: list[Conclusion], model: str, *, holds: bool = True) -> set[Statement]:
    return {each.statement for each in told if each.model == model and each.holds is holds}


def test_each_world_tells_its_own_mind_and_no_other() -> None:
    stage = Stage()
    told = stage.tick(
        {
            "source/camera": [begins("cup", "isOn", "floor")],
            STABLE: [begins("cup", "isOn", "table")],
            "ann": [begins("cup", "isIn", "box")],
        },
        put=EVERYTHING,
    )
    kb = stage.minds.kb
    assert values(kb, "cup isAt ?where", models=["robot"]) == {"table"}
    assert values(kb, "cup isAt ?where", models=["ann"]) == {"box"}
    assert ("table", "isUnder", "cup") in begun(told, "robot")
    assert ("box", "contains", "cup") in begun(told, "ann")
    assert ("table", "isUnder", "cup") not in begun(told, "ann")
    assert not kb.find("cup isAt ?where")


def test_what_is_said_or_internal_or_a_synonym_is_no_conclusion() -> None:
    stage = Stage()
    told = stage.tick({STABLE: [begins("cup", "isOn", "table"), begins("ann", "looksAt", "cup")]}, put=EVERYTHING)
    statements = begun(told, "robot")
    assert ("ann", "sees", "cup") in statements
    assert ("cup", "isOn", "table") not in statements
    assert not {predicate for _, predicate, _ in statements} & {"isOnTop", "isOnTopOf", "isPerceivedBy", "lookAt"}
    assert not {target for _, _, target in statements} & {"ActiveConcept", "InternalConcept", "Object"}


def test_a_conclusion_ends_with_its_reason_and_survives_being_unsaid() -> None:
    stage = Stage()
    stage.tick({STABLE: [begins("cup", "isOn", "table"), begins("cup", "isAbove", "table")]}, put=EVERYTHING)
    told = stage.tick({STABLE: [ends("cup", "isAbove", "table")]})
    assert ("cup", "isAbove", "table") in begun(told, "robot")
    told = stage.tick({STABLE: [ends("cup", "isOn", "table")]})
    assert {("cup", "isAbove", "table"), ("table", "isUnder", "cup")} <= begun(told, "robot", holds=False)
    assert ("cup", "isOn", "table") not in begun(told, "robot", holds=False)
    assert not stage.tick({STABLE: []})


def test_a_mind_knows_what_things_are_called_and_like() -> None:
    stage = Stage()
    stage.tick({STABLE: []}, put=EVERYTHING)
    kb = stage.minds.kb
    assert kb.exist(["cup type GraspableObject", "cup hasColor orange", "table hasColor brown"], models=["robot"])
    assert kb.exist(["ann type Human", "ann hasBodyPart ann/right_hand"], models=["robot"])
    assert values(kb, "cup rdfs:label ?l", models=["robot"]) == {"orange cup"}
    stage.tick({STABLE: []}, put=(Entity(CUP.id, category="Glass"),))
    assert not kb.exist(["cup type Cup"], models=["robot"])
    assert kb.exist(["cup type Glass"], models=["robot"])


def test_a_person_seen_for_the_first_time_gets_a_model_with_common_sense_only() -> None:
    stage = Stage()
    stage.tick({STABLE: [begins("cup", "isOn", "table")]}, put=EVERYTHING)
    kb = stage.minds.kb
    assert "ann" in kb.models
    assert kb.exist(["Cup subClassOf Artifact"], models=["ann"])
    assert not kb.exist(["cup isOn table"], models=["ann"])


def test_visible_is_what_the_owner_of_the_mind_sees() -> None:
    stage = Stage()
    stage.tick({STABLE: [begins("robot", "sees", "cup")], "ann": [begins("ann", "sees", "table")]}, put=EVERYTHING)
    kb = stage.minds.kb
    assert values(kb, "?x isInFieldOfView true", models=["robot"]) == {"cup"}
    assert values(kb, "?x isVisible true", models=["ann"]) == {"table"}
    stage.tick({STABLE: [ends("robot", "sees", "cup")]})
    assert values(kb, "?x isInFieldOfView true", models=["robot"]) == set()


def test_things_seen_lately_are_active_concepts_until_they_are_forgotten() -> None:
    stage = Stage()
    stage.tick({STABLE: []}, put=EVERYTHING, seen=("cup",))
    kb = stage.minds.kb
    assert values(kb, "?x type ActiveConcept", models=["robot"]) == {"cup"}
    for _ in range(8):
        stage.tick({STABLE: []}, seen=("cup",), by=1.0)
    assert values(kb, "?x type ActiveConcept", models=["robot"]) == {"cup"}
    stage.tick({STABLE: []}, seen=("table",), by=0.5)
    stage.tick({STABLE: []}, seen=(), by=4.75)
    assert values(kb, "?x type ActiveConcept", models=["robot"]) == {"table"}
    stage.tick({STABLE: []}, by=1.0)
    assert values(kb, "?x type ActiveConcept", models=["robot"]) == set()


def test_an_action_seen_can_be_asked_for_and_fires_patterns() -> None:
    stage = Stage()
    heard: list[object] = []
    stage.minds.kb.subscribe(
        ["?a performedBy ann", "?a actsOnObject ?what", "?a type Manipulation"],
        lambda event, content: heard.append(content),
        models=["robot"],
        variables=["what"],
    )
    told = stage.tick({STABLE: [Event(0.0, "Pick", "ann", "cup"), Event(0.0, "Release", None, "cup")]}, put=EVERYTHING)
    assert heard == [[{"what": "cup"}]]
    assert not {subject for subject, _, _ in begun(told, "robot")} & {"pick_1", "release_2"}
    stage.tick({STABLE: []}, by=301.0)
    assert not stage.minds.kb.find("?a type Pick", models=["robot"])


def test_what_begins_and_ends_in_one_tick_is_not_told() -> None:
    stage = Stage()
    stage.tick({STABLE: []}, put=EVERYTHING)
    told = stage.tick({STABLE: [begins("cup", "isOn", "table"), ends("cup", "isOn", "table")]})
    assert not told
    assert not stage.minds.kb.find("cup isOn ?x", models=["robot"])


def test_minds_that_come_late_catch_up() -> None:
    stage = Stage()
    stage.tick({STABLE: [begins("cup", "isOn", "table")]}, put=EVERYTHING)
    late = Minds(household())
    stage.board.subscribe(late.follow)
    stage.tick({STABLE: [begins("cup", "isMoving", True)]})
    assert late.kb.exist(["cup isOn table", "cup isMoving true", "cup type Cup"], models=["robot"])


def test_the_robots_mind_is_found_when_the_robot_turns_up_late() -> None:
    stage = Stage()
    pr2 = Entity(EntityId("pr2"), Agent("robot"), category="Robot")
    stage.tick({STABLE: [begins("cup", "isOn", "table")]}, put=(CUP, TABLE))
    assert stage.minds.kb.exist(["cup isOn table"], models=["robot"])
    stage.tick({STABLE: [begins("cup", "isMoving", True)]}, put=(pr2,))
    assert stage.minds.kb.exist(["cup isOn table", "cup isMoving true", "cup type Cup"], models=["pr2"])
    assert not stage.minds.kb.exist(["cup isOn table"], models=["robot"])


def test_two_worlds_of_one_mind_may_say_the_same() -> None:
    stage = Stage()
    robot = stage.board.claim("robot", "robot")
    said = change(stamp=1.0, put=EVERYTHING, entries=[Situation(1.0, "isOn", "cup", "table")])
    stage.board.commit({stage.writers[STABLE]: said, robot: said})
    stage.board.commit({robot: change(stamp=2.0, entries=[Ended(2.0, "isOn", "cup", "table")])})
    assert stage.minds.kb.exist(["cup isOn table"], models=["robot"])
    stage.board.commit({stage.writers[STABLE]: change(stamp=3.0, entries=[Ended(3.0, "isOn", "cup", "table")])})
    assert not stage.minds.kb.exist(["cup isOn table"], models=["robot"])


def test_view_relations_are_computed_when_asked_for_and_once_a_tick() -> None:
    stage = Stage()
    asked: list[tuple[str, float]] = []

    def left(model: str, world: World) -> list[Statement]:
        asked.append((model, world.stamp))
        return [("cup", "leftOf", "table")] if world.stamp < 0.15 else [("table", "leftOf", "cup")]

    stage.minds.compute(["leftOf"], left)
    stage.tick({STABLE: []}, put=EVERYTHING)
    assert not asked
    kb = stage.minds.kb
    for _ in range(3):
        assert values(kb, "?x hasRelativePosition table", models=["robot"]) == {"cup"}
        assert values(kb, "?x rightOf cup", models=["robot"]) == {"table"}
    assert len(asked) == 1
    stage.tick({STABLE: []})
    assert values(kb, "?x leftOf cup", models=["robot"]) == {"table"}
    assert len(asked) == 2


def test_odd_identifiers_are_names_and_come_back_as_they_were() -> None:
    stage = Stage()
    odd = Entity(EntityId("24"), category="Cup")
    told = stage.tick({STABLE: [begins("24", "isOn", "-left shelf")]}, put=(ROBOT, odd))
    assert ("24", "isAt", "-left%20shelf") in begun(told, "robot")
    lines = [line.decode() for line in inferred_lines(told)]
    assert (
        '{"stamp":0.1,"type":"fact","model":"robot","subject":"24","predicate":"isAbove","object":"-left%20shelf",'
        '"holds":true,"inferred":true}'
    ) in lines


def test_a_tag_becomes_the_thing_it_means_with_what_its_class_is_like() -> None:
    kb = household()
    kb.revise(
        [
            "mug_1 hasTag 24", "mug_1 type Mug", "mug_1 hasMass 0.3", 'Cup usualShape cylinderShape',
            'Cup usualDimensions "0.04 0.1"', "Cup usualColor white", "Mug usualColor blue",
        ]
    )  # fmt: skip
    minds = Minds(kb)
    seen = Observation(
        1.0, "camera", objects=(Percept(EntityId("24"), (0.0, 0.0, 1.0)), Percept(CUP.id, (1.0, 0.0, 1.0)))
    )
    known = minds.complete(seen, model="default").objects
    assert known is not None
    completed_one, untouched = known
    ((entity, _),) = completed_one.model
    assert (completed_one.id, entity.id, entity.category) == ("mug_1", "mug_1", "Mug")
    assert entity.collision == Cylinder(0.04, 0.1)
    assert entity.colour == "blue"
    assert untouched == Percept(CUP.id, (1.0, 0.0, 1.0))


def test_what_a_percept_says_itself_comes_before_what_is_known() -> None:
    kb = household()
    kb.revise(["cup type Cup", "cup hasColor red", 'cup rdfs:label "my cup"'])
    own = Entity(CUP.id, colour="green", collision=Box((0.1, 0.1, 0.1)))
    ((entity, _),) = completed_percept(Percept(CUP.id, (0.0, 0.0, 0.0), model=((own, Pose()),)), kb.model()).model
    assert (entity.colour, entity.labels, entity.category) == ("green", ("my cup",), "Cup")
    assert completed(kb.model(), "nobody_knows") is None
