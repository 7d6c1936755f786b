"""HDDL: what is read, what is refused and how, and that plans are plans by the definition."""

from importlib.util import find_spec
from pathlib import Path

import pytest

from midworld.adapters.unified_planning import unified_problem
from midworld.errors import BadInput, MissingExtra
from midworld.planning import (
    GaveUp,
    Impossible,
    Plan,
    decode_plan,
    decomposed,
    domain_text,
    encode_result,
    explained,
    gantt_text,
    ipc_text,
    load,
    parse_ipc,
    plan_faults,
    problem_text,
    schedule_faults,
    solve,
)

HERE = Path(__file__).parent / "hddl"
EXAMPLES = Path(__file__).parents[2] / "examples" / "plans"
SNAKE = Path(__file__).parents[3] / "shared" / "data" / "ipc2020_htn" / "total-order" / "Snake"
FILES = [
    *((HERE / name / "domain.hddl", HERE / name / "problem.hddl") for name in ("table", "errands", "lights")),
    *((EXAMPLES / name / "domain.hddl", EXAMPLES / name / "problem.hddl") for name in ("packing", "book")),
    *((EXAMPLES / "tidy" / "domain.hddl", EXAMPLES / "tidy" / f"{name}.hddl") for name in ("table", "bins", "kitchen")),
]


def checked(domain: Path, problem: Path, rounds: int) -> Plan:
    """A plan that the verifier accepts, also when it has been written and read again."""
    loaded = load(domain, problem)
    assert loaded.texts is not None
    found = solve(loaded.problem, rounds=rounds)
    assert isinstance(found, Plan)
    assert plan_faults(parse_ipc(ipc_text(found), "plan"), *loaded.texts) == []
    again = decode_plan(encode_result(found), "plan")
    assert schedule_faults(again, *loaded.texts) == []
    assert again.actions == found.actions
    assert again.links == found.links
    assert again.tasks == found.tasks
    return found


@pytest.mark.parametrize("rounds", [0, 8])
@pytest.mark.parametrize("files", FILES, ids=lambda files: f"{files[1].parent.name}-{files[1].stem}")
def test_plans_are_valid_by_the_definition(files: tuple[Path, Path], rounds: int) -> None:
    checked(*files, rounds)


@pytest.mark.parametrize("number", [1, 2, 3, 4])
def test_snakes_hunt_on_the_shortest_way(number: int) -> None:
    if not SNAKE.exists():
        pytest.skip("the problems of the 2020 HTN competition are not here")
    found = checked(SNAKE / "domain.hddl", SNAKE / f"pb0{number}.snake.hddl", 2000)
    assert found.best
    assert found.makespan == [4, 4, 4, 2][number - 1]


def test_two_agents_work_side_by_side() -> None:
    found = checked(HERE / "table" / "domain.hddl", HERE / "table" / "problem.hddl", 60)
    assert found.makespan == 8.0
    assert {each.name for each in found.agents if each.human} == {"ann"}


def test_a_domain_without_agents_is_the_robots() -> None:
    found = checked(HERE / "lights" / "domain.hddl", HERE / "lights" / "problem.hddl", 5)
    assert {each.agents for each in found.actions} == {("robot",)}


@pytest.mark.parametrize(
    ("old", "new", "task", "precondition"),
    [
        ("(canReach ann bin)", "", "(clean tape)", "(canReach"),
        ("(isIn tape bin)", "(isOn tape middle)", "the goal", "(isOn tape middle)"),
    ],
)
def test_what_is_impossible_is_proved_with_what_is_in_the_way(
    tmp_path: Path, old: str, new: str, task: str, precondition: str
) -> None:
    problem = tmp_path / "problem.hddl"
    problem.write_text((HERE / "table" / "problem.hddl").read_text().replace(old, new))
    found = solve(load(HERE / "table" / "domain.hddl", problem).problem)
    assert isinstance(found, Impossible)
    assert found.task == task
    assert precondition in found.precondition


def test_a_recursion_without_end_is_proved_hopeless(tmp_path: Path) -> None:
    problem = tmp_path / "problem.hddl"
    text = (HERE / "errands" / "problem.hddl").read_text()
    problem.write_text(text.replace("(road b c) (road c b)", ""))
    found = solve(load(HERE / "errands" / "domain.hddl", problem).problem, within=60)
    assert isinstance(found, Impossible)


def test_who_has_no_time_is_told_how_far_it_came() -> None:
    loaded = load(HERE / "errands" / "domain.hddl", HERE / "errands" / "problem.hddl")
    found = solve(loaded.problem, within=1e-9)
    assert isinstance(found, GaveUp)
    assert "gave up" in str(found)


def test_the_same_seed_gives_the_same_plan() -> None:
    loaded = load(EXAMPLES / "packing" / "domain.hddl", EXAMPLES / "packing" / "problem.hddl")
    assert encode_result(solve(loaded.problem, rounds=20, seed=3)) == encode_result(
        solve(loaded.problem, rounds=20, seed=3)
    )


@pytest.mark.parametrize(
    ("file", "old", "new", "line", "said"),
    [
        ("domain", ":typing", ":durative-actions", 3, "requirement ':durative-actions' is not supported"),
        ("domain", "(:predicates", "(:functions (f)) (:predicates", 6, "':functions' is not supported"),
        ("domain", "(isOn ?t ?p) (canReach ?a ?p) (canReach ?a bin)", "(isOm ?t ?p)", 12, "did you mean isOn?"),
        ("domain", "(take ?a ?t ?p) (throw", "(take ?a ?t) (throw", 13, "'take' takes 3 arguments, not 2"),
        ("domain", "(busy ?a)))", "(busy ?b)))", 21, "variable '?b' is not declared"),
        ("domain", "(:constants", "(:derived (x) ()) (:constants", 5, "':derived' is not supported"),
        ("domain", ":effect (and (not (isOn", ":effect (increase (not (isOn", 22, "'increase' is not supported"),
        ("problem", "(clean cup)", "(clean mug)", 4, "no object or constant is named 'mug'"),
        ("problem", "(clean cup)", "(clean near)", 4, "'near' is of type place, 'clean' takes a thing for ?t"),
        ("problem", "(isOn tape far)", "(isOn far tape)", 5, "'far' is of type place, 'isOn' takes a thing"),
        ("problem", "(:htn", "(:metric minimize 3) (:htn", 4, "':metric' is not supported"),
        ("problem", "(:goal (and (isIn tape bin)", "(:goal (and (= (f) 3)", 7, "is not supported"),
    ],
)
def test_what_is_not_supported_is_refused_by_name_and_line(
    tmp_path: Path, file: str, old: str, new: str, line: int, said: str
) -> None:
    for name in ("domain", "problem"):
        text = (HERE / "table" / f"{name}.hddl").read_text()
        assert name != file or old in text
        (tmp_path / f"{name}.hddl").write_text(text.replace(old, new, 1) if name == file else text)
    with pytest.raises(BadInput) as refused:
        load(tmp_path / "domain.hddl", tmp_path / "problem.hddl")
    problem = refused.value.problems[0]
    assert (problem.file, problem.line) == (str(tmp_path / f"{file}.hddl"), line)
    assert said in problem.message


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("take ann", "take pr2", "cannot be done"),
        ("root 13 14 15 12", "root 13 14 15", "part of nothing"),
        ("-> one_alone 0 2", "-> hand_on 0 2", "is not done by hand_on"),
        ("-> one_alone 0 2", "-> one_alone 2 0", "cannot be done"),
    ],
)
def test_the_verifier_finds_what_is_wrong(old: str, new: str, said: str) -> None:
    loaded = load(HERE / "table" / "domain.hddl", HERE / "table" / "problem.hddl")
    assert loaded.texts is not None
    good = """==>\n0 take ann ball near\n1 take pr2 tape far\n2 throw ann ball bin\n3 put pr2 tape middle
4 take ann tape middle\n5 take pr2 box far\n6 throw ann tape bin\n7 put pr2 box middle\n8 take ann cup near
9 throw ann cup bin\n10 take ann box middle\n11 throw ann box bin\nroot 13 14 15 12
12 clean ball -> one_alone 0 2\n13 clean tape -> hand_on 1 3 4 6\n14 clean cup -> one_alone 8 9
15 clean box -> hand_on 5 7 10 11\n<==\n"""
    assert plan_faults(parse_ipc(good, "plan"), *loaded.texts) == []
    bad = good.replace(old, new, 1)
    if new.endswith("2 0"):
        bad = bad.replace("0 take ann ball near\n", "").replace(
            "2 throw ann ball bin\n", "2 throw ann ball bin\n0 take ann ball near\n"
        )
    faults = plan_faults(parse_ipc(bad, "plan"), *loaded.texts)
    assert faults
    assert said in faults[0]


def test_an_empty_plan_is_refused_with_its_line() -> None:
    with pytest.raises(BadInput, match=r"^plan:1: a plan begins with"):
        parse_ipc("", "plan")


def test_decomposition_and_text_agree() -> None:
    loaded = load(HERE / "lights" / "domain.hddl", HERE / "lights" / "problem.hddl")
    found = solve(loaded.problem, rounds=0)
    assert isinstance(found, Plan)
    read = parse_ipc(ipc_text(found), "plan")
    assert [each.task for each in read.actions] == [each.task for each in decomposed(found).actions]


@pytest.mark.parametrize("files", FILES, ids=lambda files: f"{files[1].parent.name}-{files[1].stem}")
def test_what_is_written_is_read_as_the_same(files: tuple[Path, Path], tmp_path: Path) -> None:
    loaded = load(*files)
    assert loaded.texts is not None
    domain, problem = loaded.texts
    (tmp_path / "domain.hddl").write_text(domain_text(domain))
    (tmp_path / "problem.hddl").write_text(problem_text(problem, domain))
    again = load(tmp_path / "domain.hddl", tmp_path / "problem.hddl")
    assert again.texts is not None
    assert again.texts[1].facts == problem.facts
    assert domain_text(again.texts[0]) == domain_text(domain)
    assert encode_result(solve(again.problem, rounds=2)) == encode_result(solve(loaded.problem, rounds=2))


def test_unified_planning_reads_what_is_written() -> None:
    loaded = load(EXAMPLES / "tidy" / "domain.hddl", EXAMPLES / "tidy" / "table.hddl")
    assert loaded.texts is not None
    if find_spec("unified_planning") is None:
        with pytest.raises(MissingExtra, match=r"midworld\[planning\]"):
            unified_problem(*loaded.texts)
        return
    assert type(unified_problem(*loaded.texts)).__name__ == "HierarchicalProblem"


TRANSPORT = """(define (domain transport)
  (:types place vehicle parcel)
  (:predicates (road ?a ?b - place) (at ?x - object ?p - place) (in ?x - parcel ?v - vehicle))
  (:task deliver :parameters (?x - parcel ?p - place))
  (:task get_to :parameters (?v - vehicle ?p - place))
  (:method bring :parameters (?x - parcel ?from ?to - place ?v - vehicle) :task (deliver ?x ?to)
    :ordered-subtasks (and (get_to ?v ?from) (load ?v ?x ?from) (get_to ?v ?to) (unload ?v ?x ?to)))
  (:method over :parameters (?v - vehicle ?a ?b - place) :task (get_to ?v ?b)
    :ordered-subtasks (and (get_to ?v ?a) (drive ?v ?a ?b)))
  (:method there :parameters (?v - vehicle ?a - place) :task (get_to ?v ?a) :precondition (at ?v ?a) :subtasks ())
  (:action drive :parameters (?v - vehicle ?a ?b - place) :precondition (and (at ?v ?a) (road ?a ?b))
    :effect (and (not (at ?v ?a)) (at ?v ?b)))
  (:action load :parameters (?v - vehicle ?x - parcel ?p - place) :precondition (and (at ?v ?p) (at ?x ?p))
    :effect (and (not (at ?x ?p)) (in ?x ?v)))
  (:action unload :parameters (?v - vehicle ?x - parcel ?p - place) :precondition (and (at ?v ?p) (in ?x ?v))
    :effect (and (not (in ?x ?v)) (at ?x ?p))))
"""


@pytest.mark.parametrize("order", ["subtasks", "ordered-subtasks"])
def test_ways_that_begin_with_themselves_come_to_an_end(order: str, tmp_path: Path) -> None:
    places = range(12)
    roads = " ".join(f"(road p{a} p{a + 1}) (road p{a + 1} p{a})" for a in places[:-1])
    (tmp_path / "domain.hddl").write_text(TRANSPORT)
    (tmp_path / "problem.hddl").write_text(
        f"(define (problem line) (:objects {' '.join(f'p{a}' for a in places)} - place v w - vehicle x y z - parcel)"
        f"(:htn :{order} (and (deliver x p0) (deliver y p11) (deliver z p3)))"
        f"(:init {roads} (at v p5) (at w p2) (at x p9) (at y p4) (at z p11)))"
    )
    found = solve(load(tmp_path / "domain.hddl", tmp_path / "problem.hddl").problem, first=True)
    assert isinstance(found, Plan)
    checked(tmp_path / "domain.hddl", tmp_path / "problem.hddl", 2)


def test_actions_without_agents_are_nobodys_where_the_domain_knows_agents(tmp_path: Path) -> None:
    domain = "(define (domain d) (:types human) (:predicates (done)) (:action ring :parameters () :effect (done)))"
    (tmp_path / "domain.hddl").write_text(domain)
    (tmp_path / "problem.hddl").write_text("(define (problem p) (:domain d) (:htn :subtasks (and (ring))) (:init))")
    found = checked(tmp_path / "domain.hddl", tmp_path / "problem.hddl", 2)
    assert [each.agents for each in found.actions] == [()]
    assert list(gantt_text(found))
    assert list(explained(found))


def test_quantifiers_nobody_waits_for_are_refused_with_their_line(tmp_path: Path) -> None:
    names = " ".join(f"?v{number}" for number in range(9))
    (tmp_path / "domain.hddl").write_text(
        f"(define (domain d) (:predicates (p ?x))\n(:action a\n:precondition (forall ({names}) (p ?v0))))"
    )
    (tmp_path / "problem.hddl").write_text(
        f"(define (problem p) (:domain d) (:objects {' '.join(f'o{n}' for n in range(20))}) (:htn :subtasks (a)))"
    )
    with pytest.raises(BadInput, match=r"domain.hddl:2: the quantifiers of 'a' range over 5.12e\+11"):
        load(tmp_path / "domain.hddl", tmp_path / "problem.hddl")


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('"id":0', '"id":1', "is used twice"),
        ('"from":0', '"from":77', "'from' names 77, which is no action"),
        ('"roots": [', '"roots": [99,', "the hierarchy names 99"),
        ('"status": "plan"', '"status": "gave up"', "holds no plan"),
        ('"start":0.0', '"start":"x"', "Expected `float`"),
    ],
)
def test_plans_with_a_fault_are_refused_with_its_line(old: str, new: str, said: str) -> None:
    found = solve(load(HERE / "table" / "domain.hddl", HERE / "table" / "problem.hddl").problem, rounds=0)
    text = encode_result(found).decode()
    assert old in text
    line = text[: text.index(old)].count("\n") + 1
    with pytest.raises(BadInput) as refused:
        decode_plan(text.replace(old, new, 1).encode(), "plan.json")
    assert said in refused.value.problems[0].message
    assert refused.value.problems[0].line in (line, line + 1)
