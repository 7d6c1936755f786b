"""What people must believe in made scenes: only what is clear-cut, and marked fairly."""

import functools
from typing import Any, cast

import numpy as np
import pytest
from benchmarks.scenes import Scene, generate, names
from benchmarks.scenes.minds import Picture, belief_rows, mark, moments
from benchmarks.scenes.script import load
from benchmarks.scenes.verbs import deed


@functools.cache
def scene(name: str) -> Scene:
    return generate(f"beliefs/{name}", 1)


def truth(name: str) -> dict[str, Any]:
    return cast("dict[str, Any]", scene(name).truth)


def claims(name: str, model: str, predicate: str) -> dict[tuple[str, str], set[bool]]:
    found: dict[tuple[str, str], set[bool]] = {}
    for each in truth(name)["beliefs"]:
        if (each["model"], each["predicate"]) == (model, predicate):
            found.setdefault((each["subject"], each["object"]), set()).add(each["holds"])
    return found


@pytest.mark.parametrize("name", names("beliefs"))
def test_every_script_about_minds_can_be_read(name: str) -> None:
    for seed in range(3):
        script = load(name, np.random.default_rng(seed))
        assert script.minds
        for step in script.steps:
            deed(step, pace=script.pace)


def test_balls_behind_the_screen_are_unknown_to_the_adult() -> None:
    assert claims("two_balls", "ann", "isKnown")["red_ball", ""] == {False}
    assert claims("two_balls", "ann", "sees")["ann", "blue_ball"] == {True}


def test_compartments_with_a_back_hide_things_from_the_director() -> None:
    unknown = {subject for (subject, _), holds in claims("director", "ann", "isKnown").items() if holds == {False}}
    seen = {thing for (_, thing), holds in claims("director", "ann", "sees").items() if holds == {True}}
    assert unknown
    assert seen
    assert not unknown & seen


def test_left_for_one_is_right_for_the_other() -> None:
    assert claims("facing", "ann", "leftOf")["cup", "plate"] == {True}
    assert claims("facing", "bob", "leftOf")["cup", "plate"] == {False}


def perfect(checks: dict[str, Any]) -> dict[float, Picture]:
    """Pictures that agree with every check."""
    found: dict[float, Picture] = {}
    for stamp in moments(checks):
        here = [each for each in checks["beliefs"] if each["stamp"] == stamp]
        facts: dict[str, set[tuple[str, str, str]]] = {}
        nodes: dict[str, dict[str, dict[str, Any]]] = {}
        wrong: set[tuple[str, str]] = set()
        for each in [*checks["imagined"], *here]:
            place = each.get("position", [0.0, 0.0, 0.0])
            nodes.setdefault(each["model"], {}).setdefault(each["subject"], {"status": "inferred", "position": place})
        for each in here:
            if each["predicate"] == "isKnown" and not each["holds"]:
                nodes[each["model"]].pop(each["subject"], None)
            elif each["predicate"] == "isLost":
                nodes[each["model"]][each["subject"]] = {"status": "unknown", "position": [0.0, 0.0, 0.0]}
            elif each["predicate"] == "isWrong" and each["holds"]:
                wrong.add((each["model"], each["subject"]))
            elif each["holds"]:
                facts.setdefault(each["model"], set()).add((each["subject"], each["predicate"], each["object"]))
        found[stamp] = Picture({model: frozenset(held) for model, held in facts.items()}, nodes, frozenset(wrong))
    return found


def test_perfect_answers_about_minds_get_full_marks() -> None:
    marks = mark(truth("two_balls"), perfect(truth("two_balls")))
    assert marks.wrong == []
    assert marks.beliefs == marks.beliefs_right > 0
    assert (marks.sees, marks.found, marks.spurious) == (marks.sees_right, marks.divergences, 0)


def test_whoever_says_nothing_gets_only_the_denials_right() -> None:
    silent = {stamp: Picture({}, {}, frozenset()) for stamp in moments(truth("facing"))}
    marks = mark(truth("facing"), silent)
    assert marks.beliefs_right < marks.beliefs
    assert marks.sees_right == 0
    assert belief_rows({"facing": [marks]})[-1][0] == "all"
