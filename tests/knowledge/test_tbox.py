"""A terminology compiled no further than what is asked of it."""

from kbfactory import empty
from midworld.knowledge.dependency import strongly_connected
from midworld.knowledge.tbox import TBox


def test_what_nothing_follows_from_is_in_no_circle() -> None:
    found = strongly_connected({1: [2, 9], 2: [3], 3: [1, 8], 4: [1, 5], 5: [4]})
    assert found[1] == found[2] == found[3]
    assert found[4] == found[5]
    assert len({found[1], found[4], found[8], found[9]}) == 4


def restrictions(on: str, other: str) -> TBox:
    kb = empty()
    kb.revise(
        [
            "Cup subClassOf Vessel", "holds rdfs:subPropertyOf touches",
            f"Narrow owl:onProperty {on}", "Narrow owl:someValuesFrom Cup",
            f"Wide owl:onProperty {other}", "Wide owl:someValuesFrom Vessel",
            f"Only owl:onProperty {other}", "Only owl:allValuesFrom Cup",
            f"Mostly owl:onProperty {on}", "Mostly owl:allValuesFrom Vessel",
        ]
    )  # fmt: skip
    return kb.model().tbox


def implied(tbox: TBox, narrow: str, wide: str) -> bool:
    return tbox.terms.parse(wide) in tbox.expansion.classes(tbox.terms.parse(narrow))


def test_some_goes_up_with_the_property_and_only_comes_down_with_it() -> None:
    tbox = restrictions("holds", "touches")
    assert implied(tbox, "Narrow", "Wide")
    assert implied(tbox, "Only", "Mostly")
    assert not implied(tbox, "Wide", "Narrow")
    tbox = restrictions("touches", "holds")
    assert not implied(tbox, "Narrow", "Wide")
    assert not implied(tbox, "Only", "Mostly")


def test_a_class_apart_from_itself_or_from_what_is_above_it_has_no_member() -> None:
    kb = empty()
    kb.revise(
        ["Odd disjointWith Odd", "Cup disjointWith Table", "CupTable subClassOf Cup", "CupTable subClassOf Table"]
    )
    tbox = kb.model().tbox
    found = tbox.unsatisfiable
    assert {tbox.terms.show(kind) for kind in found} == {"Odd", "CupTable"}
    assert tbox.unsatisfiable is found
    kb.revise(["Cup disjointWith Table"], method="retract")
    assert {tbox.terms.show(kind) for kind in kb.model().tbox.unsatisfiable} == {"Odd"}


def test_restrictions_that_say_the_same_are_linked_once_each_and_imply_each_other() -> None:
    kb, count = empty(), 100
    names = [f"R{number}" for number in range(count)]
    kb.revise([f"{name} {what}" for name in names for what in ("owl:onProperty holds", "owl:someValuesFrom Cup")])
    tbox = kb.model().tbox
    assert all(implied(tbox, name, other) for name in names[:3] for other in names)
    assert sum(len(rows) for rows in tbox.linear.classes.values()) <= 2 * count
