"""The marking: a perfect output gets everything, a broken one does not."""

from typing import Any

from benchmarks.scenes import perfect, score, table

Lines = list[dict[str, Any]]


def deed(stamp: float, event: str, *, accept: list[str] | None = None, optional: bool = False) -> dict[str, Any]:
    told = {"stamp": stamp, "event": event, "agent": "ann", "object": "cup"}
    return told | {"accept": accept or [event], "optional": optional}


def pose(height: float, *, visible: bool = True, kind: str = "on support") -> dict[str, Any]:
    where = {"position": [0.5, 0.0, height], "orientation": [0, 0, 0, 1]}
    return where | {"visible": visible, "kind": kind, "still": True}


def small_truth() -> dict[str, Any]:
    """A cup is lifted at 3 s, dropped at 5 s, and lies hidden in the bin from 6 s on."""
    poses = [
        {
            "stamp": 0.2 * i,
            "objects": {"cup": pose(0.8, visible=i < 30, kind="in container" if i >= 30 else "on support")},
        }
        for i in range(50)
    ]
    checks = [
        {"stamp": 2.0, "subject": "cup", "predicate": "isOn", "object": "table", "holds": True, "origin": "script"},
        {"stamp": 9.0, "subject": "cup", "predicate": "isOn", "object": "table", "holds": False, "origin": "plain"},
        {"stamp": 9.0, "subject": "cup", "predicate": "isIn", "object": "bin", "holds": True, "origin": "script"},
    ]
    actions = [deed(3.0, "Pick"), deed(5.0, "Release", accept=["Release", "Place"])]
    return {"duration": 10.0, "checks": checks, "actions": actions, "poses": poses}


def events(lines: Lines) -> Lines:
    return [line for line in lines if line["type"] == "event"]


def test_perfect_output_gets_full_marks() -> None:
    marks = score(small_truth(), perfect(small_truth()))
    assert (marks.facts_right, marks.facts) == (3, 3)
    assert (marks.found, marks.actions, marks.spurious, marks.duplicates) == (2, 2, 0, 0)
    assert max(marks.seen) == 0
    assert max(marks.all_hidden) == 0
    assert max(marks.rest_std) < 1e-12
    assert marks.wrong == []


def test_saying_nothing_gets_only_the_denials_right() -> None:
    marks = score(small_truth(), [])
    assert (marks.facts_right, marks.found, marks.missed) == (1, 0, 2)
    assert min(marks.all_hidden) == float("inf")


def test_fact_of_another_agents_model_does_not_count() -> None:
    lines = [line | {"model": "ann"} if line["type"] == "fact" else line for line in perfect(small_truth())]
    assert score(small_truth(), lines).facts_right == 1


def test_fact_that_comes_after_the_question_is_too_late() -> None:
    lines = perfect(small_truth())
    for line in lines:
        if line["type"] == "fact" and line["predicate"] == "isIn":
            line["stamp"] = 9.5
    assert score(small_truth(), lines).facts_right == 2


def test_wrong_actor_is_not_a_found_action() -> None:
    lines = perfect(small_truth())
    events(lines)[0]["agent"] = None
    marks = score(small_truth(), lines)
    assert (marks.found, marks.wrong_actor, marks.spurious) == (1, 1, 0)


def test_event_later_than_a_second_is_missed_and_said_wrongly() -> None:
    lines = perfect(small_truth())
    events(lines)[0]["stamp"] = 4.2
    marks = score(small_truth(), lines)
    assert (marks.found, marks.missed, marks.duplicates) == (1, 1, 1)


def test_drop_told_as_place_is_accepted_but_not_both() -> None:
    lines = perfect(small_truth())
    release = events(lines)[1]
    release["event"] = "Place"
    alone = score(small_truth(), lines)
    assert (alone.found, alone.exact, alone.duplicates) == (2, 1, 0)
    both = score(small_truth(), [*lines, release | {"event": "Release"}])
    assert (both.found, both.duplicates, both.spurious) == (2, 1, 0)


def test_event_out_of_nowhere_is_spurious() -> None:
    extra = {"type": "event", "stamp": 8.0, "event": "Pick", "agent": "ann", "object": "cup"}
    marks = score(small_truth(), [*perfect(small_truth()), extra])
    assert marks.spurious == 1
    assert marks.spurious_per_minute == 6.0


def test_unseen_deed_may_be_told_or_not() -> None:
    truth = small_truth()
    truth["actions"].append(deed(7.0, "Pick", optional=True))
    told = {"type": "event", "stamp": 7.0, "event": "Pick", "agent": "ann", "object": "cup"}
    for lines in (perfect(truth), [*perfect(truth), told]):
        marks = score(truth, lines)
        assert (marks.found, marks.actions, marks.spurious) == (2, 2, 0)


def test_hidden_errors_are_kept_by_kind_and_unknown_is_lost() -> None:
    lines = perfect(small_truth())
    for line in lines:
        for node in line.get("nodes", []):
            if not node["perceived"]:
                node["position"] = [0.5, 0.03, 0.8]
    marks = score(small_truth(), lines)
    assert [round(error, 6) for error in set(marks.hidden["in container"])] == [0.03]
    for line in lines:
        for node in line.get("nodes", []):
            node["status"] = "unknown"
    assert min(score(small_truth(), lines).seen) == float("inf")


def test_shaking_estimate_shows_in_the_rest_spread() -> None:
    lines = perfect(small_truth())
    for index, line in enumerate(lines):
        for node in line.get("nodes", []):
            node["position"] = [0.5, 0.0, 0.8 + (0.003 if index % 2 else -0.003)]
    assert score(small_truth(), lines).rest_std[0] > 0.002


def test_table_has_a_line_for_each_scenario_and_all() -> None:
    text = table({"one": [score(small_truth(), perfect(small_truth()))], "two": [score(small_truth(), [])]})
    assert [line.split()[0] for line in text.splitlines()[1:4]] == ["one", "two", "all"]
    assert "100.0%" in text.splitlines()[1]
    assert "lost" in text.splitlines()[2]
