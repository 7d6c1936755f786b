"""Marks for what was told beside labels: an event counts once, facts by the seconds they hold."""

import json
from pathlib import Path

import pytest

from midworld.errors import BadInput
from midworld.readers.labels import read_labels, read_output
from midworld.readers.scoring import Deed, Match, Span, Tally, event_tallies, fact_tallies, matched


def deed(stamp: float, event: str = "Pick", agent: str | None = "ann", **more: str) -> Deed:
    return Deed(stamp, stamp, event, "cup", agent, more.get("hand"))


def test_a_label_takes_the_nearest_event_and_each_event_counts_once():
    told = [deed(1.1), deed(1.9), deed(3.0)]
    labels = [deed(1.0), deed(2.0)]
    assert matched(told, labels, within_s=0.5) == [
        Match(labels[0], told[0]),
        Match(labels[1], told[1]),
        Match(None, told[2]),
    ]


def test_an_early_label_does_not_take_what_a_later_one_needs():
    told = [deed(1.9)]
    labels = [deed(1.2), deed(2.0)]
    assert [match.told for match in matched(told, labels, within_s=1.0)] == [None, told[0]]


def test_within_a_segment_nothing_is_early_or_late_but_the_latency_counts_from_its_start():
    label = Deed(1.0, 3.0, "Pick", "cup", "ann")
    (match,) = matched([deed(2.9)], [label], within_s=0.0)
    assert match.right
    assert match.latency_s == pytest.approx(1.9)


@pytest.mark.parametrize(
    ("told", "right"),
    [
        (deed(1.0, agent="bob"), False),
        (deed(1.0, agent=None), False),
        (deed(1.0, hand="left"), False),
        (deed(1.0, hand="right"), True),
        (deed(1.0), True),
    ],
)
def test_the_person_and_the_labelled_hand_must_be_right(told: Deed, right: bool):
    (match,) = matched([told], [deed(1.0, hand="right")], within_s=0.1)
    assert match.right is right


def test_tallies_are_kept_by_person():
    matches = matched([deed(1.0), deed(5.0, agent="bob")], [deed(1.0), deed(2.0)], within_s=0.5)
    tallies = event_tallies(matches, lambda each: each.agent)
    assert (tallies["ann"].recall, tallies["ann"].precision) == (0.5, 1.0)
    assert (tallies["bob"].recall, tallies["bob"].precision) == (1.0, 0.0)


def test_facts_count_by_the_seconds_in_which_both_hold():
    label = Span(1.0, 5.0, "cup", "isIn", "box", "robot")
    told = [
        Span(2.0, 6.0, "cup", "isIn", "box", "robot"),
        Span(0.0, 9.0, "ball", "isIn", "box", "robot"),
        Span(0.0, 9.0, "cup", "isIn", "box", "ann"),
    ]
    assert fact_tallies(told, [label]) == {"isIn": Tally(4.0, 4.0, 3.0)}


def test_output_of_a_run_is_read_with_facts_that_end_and_facts_that_go_on(tmp_path: Path):
    def fact(stamp: float, model: str, predicate: str, target: object, holds: bool) -> dict[str, object]:
        said = {"model": model, "subject": "cup", "predicate": predicate, "object": target, "holds": holds}
        return {"stamp": stamp, "type": "fact", **said}

    lines: list[dict[str, object]] = [
        fact(1.0, "pepper", "isOn", "table", True),
        {"stamp": 2.0, "type": "event", "event": "Pick", "agent": "ann", "object": "cup", "hand": "left"},
        fact(2.5, "pepper", "isOn", "table", False),
        fact(3.0, "ann", "isMoving", True, True),
        {"stamp": 4.0, "type": "world", "world": "stable", "nodes": []},
    ]
    (tmp_path / "out.jsonl").write_text("".join(json.dumps(line) + "\n" for line in lines))
    deeds, spans, robot = read_output(tmp_path / "out.jsonl")
    assert deeds == [Deed(2.0, 2.0, "Pick", "cup", "ann", "left")]
    assert spans == [
        Span(1.0, 2.5, "cup", "isOn", "table", "pepper"),
        Span(3.0, 4.0, "cup", "isMoving", True, "ann"),
    ]
    assert robot == "pepper"


def test_labels_are_csv_or_json_lines(tmp_path: Path):
    (tmp_path / "a.csv").write_text("start,end,event,agent,object,hand\n1.0,1.5,Pick,ann,cup,\n")
    (tmp_path / "a.jsonl").write_text(
        '{"stamp": 1, "event": "Place"}\n'
        '{"start": 2, "end": 3, "subject": "cup", "predicate": "isIn", "object": "box"}\n'
    )
    assert read_labels(tmp_path / "a.csv") == ([Deed(1.0, 1.5, "Pick", "cup", "ann")], [])
    deeds, spans = read_labels(tmp_path / "a.jsonl", robot="pepper")
    assert deeds == [Deed(1.0, 1.0, "Place")]
    assert spans == [Span(2.0, 3.0, "cup", "isIn", "box", "pepper")]


@pytest.mark.parametrize(
    ("name", "text", "reason"),
    [
        ("a.csv", "start,evnt\n1,Pick\n", "a.csv:2: unknown key 'evnt'; did you mean event"),
        ("a.csv", "start,end,event\n2,1,Pick\n", "a.csv:2: a label has a `stamp`"),
        ("a.jsonl", '{"stamp": "soon", "event": "Pick"}', "no number of seconds"),
        ("a.jsonl", '{"stamp": 1}', "a label has an `event`, or a `subject`"),
        ("a.jsonl", "[1]", "is no JSON object"),
        ("a.jsonl", "{", "is not JSON"),
    ],
)
def test_a_bad_label_is_refused_with_its_line(tmp_path: Path, name: str, text: str, reason: str):
    (tmp_path / name).write_text(text)
    with pytest.raises(BadInput) as refused:
        read_labels(tmp_path / name)
    assert reason in str(refused.value)
