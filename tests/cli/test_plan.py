"""`midworld plan` and `midworld prefer`: what is written, how it ends, and that bad files get a sentence."""

import io
import json
import sys
from pathlib import Path
from random import Random

import pytest

from clikit import Command, line
from midworld.cli.plan import GAVE_UP, IMPOSSIBLE

EXAMPLES = Path(__file__).parents[2] / "examples" / "plans"
TABLE = (EXAMPLES / "tidy" / "domain.hddl", EXAMPLES / "tidy" / "table.hddl")
PYTHON = (EXAMPLES / "tidy" / "domain.py", EXAMPLES / "tidy" / "bins.py")
MIND = """
from midworld.planning import Domain

domain = Domain("mind")

@domain.action(2.0)
def push(state, who, thing):
    state.require("isOn", thing, "table")
    state.add("pushed", thing)
"""


def test_a_plan_as_json(midworld: Command, tmp_path: Path) -> None:
    done = midworld("plan", *TABLE, "--rounds", "10", "-o", tmp_path / "plan.json")
    assert (done.status, done.out, done.err) == (0, b"", "")
    plan = json.loads((tmp_path / "plan.json").read_bytes())
    assert plan["status"] == "plan"
    assert plan["makespan"] == max(each["end"] for each in plan["actions"]) == plan["cost"]["makespan"]
    assert set(plan["actions"][0]) >= {"id", "name", "args", "agents", "start", "end", "after"}
    assert any(each["from"] is None for each in plan["links"])
    assert {each["method"] for each in plan["tasks"]} == {"alone", "hand_on"}
    assert plan["streams"]["pr2"] == [each["id"] for each in plan["actions"] if "pr2" in each["agents"]]
    assert midworld("plan", *TABLE, "--check", tmp_path / "plan.json").status == 0


def test_a_plan_for_outside_verifiers(midworld: Command, tmp_path: Path) -> None:
    done = midworld("plan", *TABLE, "--rounds", "0", "--format", "ipc", "-o", tmp_path / "plan.txt")
    assert done.status == 0
    lines = (tmp_path / "plan.txt").read_text().splitlines()
    assert (lines[0], lines[-1]) == ("==>", "<==")
    assert midworld("plan", *TABLE, "--check", tmp_path / "plan.txt").status == 0
    (tmp_path / "plan.txt").write_text("\n".join(lines[:1] + lines[2:]))
    refused = midworld("plan", *TABLE, "--check", tmp_path / "plan.txt")
    assert refused.status == 2
    assert str(tmp_path / "plan.txt") in refused.err


def test_how_it_ends(midworld: Command, tmp_path: Path) -> None:
    none = tmp_path / "none.hddl"
    none.write_text(TABLE[1].read_text().replace("(canReach ann PINK_BOX)", ""))
    done = midworld("plan", TABLE[0], none)
    assert done.status == IMPOSSIBLE == 3
    assert json.loads(done.out)["status"] == "impossible"
    assert "GREY_TAPE" in json.loads(done.out)["task"]
    done = midworld("plan", *TABLE, "--within", "1e-9")
    assert done.status == GAVE_UP == 4
    assert json.loads(done.out)["status"] == "gave up"
    assert midworld("plan", TABLE[0], tmp_path / "no.hddl").status == 2
    assert midworld("plan", TABLE[0], PYTHON[1]).status == 2
    assert midworld("plan", *TABLE, "--within", "-1").status == 2


def test_python_domains_wishes_words_and_pictures(midworld: Command, tmp_path: Path) -> None:
    wishes = tmp_path / "wishes.yaml"
    wishes.write_text("makespan: 0.1\nwasted_time: {weight: 1}\n")
    done = midworld("plan", *PYTHON, "--prefer", wishes, "--rounds", "40", "--svg", tmp_path / "plan.svg")
    assert json.loads(done.out)["cost"]["wasted_time"] == 0.0
    assert (tmp_path / "plan.svg").read_text().startswith("<svg")
    assert b"waits for robot" in midworld("plan", *PYTHON, "--rounds", "5", "--explain").out
    assert midworld("plan", *PYTHON, "--rounds", "5", "--gantt").out.startswith(b"robot |")
    wishes.write_text("makespan: 1\nwastedtime: 1\n")
    done = midworld("plan", *PYTHON, "--prefer", wishes)
    assert (done.status, done.err) == (
        2,
        f"midworld: {wishes}:2: no rule is named 'wastedtime'; did you mean wasted_time?\n",
    )


def test_a_domain_that_fails_is_told_with_its_line(midworld: Command, tmp_path: Path) -> None:
    domain = tmp_path / "domain.py"
    domain.write_text("from midworld.planning import Domain\ndomain = Domain('x')\n\n1 / 0\n")
    done = midworld("plan", domain, PYTHON[1])
    assert (done.status, done.err) == (2, f"midworld: {domain}:4: ZeroDivisionError: division by zero\n")


def test_a_plan_from_a_mind(midworld: Command, scene: Path, tmp_path: Path) -> None:
    log, domain = tmp_path / "log.jsonl", tmp_path / "domain.py"
    ann = {"id": "ann", "head": {"position": [1.5, 0.0, 1.5], "looks_at": [9.0, 0.0, 1.5]}}
    lines = [json.loads(line(0.1 * number, cup=[0.6, 0.0, 0.8])) for number in range(1, 8)]
    log.write_text("".join(json.dumps(each | {"agents": [ann]}) + "\n" for each in lines))
    domain.write_text(MIND)
    done = midworld("plan", scene, log, "--domain", domain, "--goal", "push ann cup")
    assert done.status == 0, done.err
    found = json.loads(done.out)
    assert {"from": None, "to": found["actions"][-1]["id"], "fact": "(isOn cup table)"} in found["links"]
    assert [each["name"] for each in found["actions"]] == ["tell", "push"]
    done = midworld("plan", scene, log, "--domain", domain, "--goal", "push robot cup")
    assert [each["name"] for each in json.loads(done.out)["actions"]] == ["push"]
    assert "did you mean push?" in midworld("plan", scene, log, "--domain", domain, "--goal", "pusch cup").err
    assert midworld("plan", scene, log, "--domain", domain).status == 2
    assert midworld("plan", scene, log).status == 2


def test_answers_become_weights(midworld: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    out = tmp_path / "liked.yaml"
    monkeypatch.setattr(sys, "stdin", io.StringIO("1\nx\n2\n=\n1\n"))
    done = midworld("prefer", *PYTHON, "-n", "6", "-o", out)
    assert done.status == 0, done.err
    assert b"Which do you like better" in done.out
    assert midworld("plan", *PYTHON, "--prefer", out, "--rounds", "5").status == 0
    monkeypatch.setattr(sys, "stdin", io.StringIO(""))
    assert midworld("prefer", *PYTHON, "-o", out).status == 2


def mutated(data: bytes, chance: Random) -> bytes:
    """A file with some bytes lost, doubled, swapped or made up."""
    found = bytearray(data)
    for _ in range(chance.choice((1, 1, 2, 5))):
        at, long = chance.randrange(len(found) or 1), chance.choice((1, 1, 3, 20, 200))
        match chance.randrange(5):
            case 0:
                del found[at : at + long]
            case 1:
                found[at:at] = found[at : at + long]
            case 2:
                found[at:at] = chance.choice(
                    (b"(", b")", b"-", b"?", b" :", b"\x00", b"\xff", b"(not ", b'"', b"9" * 30)
                )
            case 3:
                other = chance.randrange(len(found) or 1)
                found[at:at] = found[other : other + long]
            case _:
                del found[at:]
    return bytes(found)


@pytest.mark.parametrize("file", ["domain.hddl", "problem.hddl", "plan.json", "plan.txt"])
def test_broken_files_get_a_sentence(midworld: Command, tmp_path: Path, file: str) -> None:
    files = {"domain.hddl": TABLE[0].read_bytes(), "problem.hddl": TABLE[1].read_bytes()}
    for name, kind in (("plan.json", "json"), ("plan.txt", "ipc")):
        files[name] = midworld("plan", *TABLE, "--rounds", "0", "--format", kind).out
    for name, data in files.items():
        (tmp_path / name).write_bytes(data)
    chance = Random(16)
    more = ["--check", tmp_path / file] if file.startswith("plan") else ["--within", "0.05"]
    refused = 0
    for _ in range(40):
        (tmp_path / file).write_bytes(mutated(files[file], chance))
        done = midworld("plan", tmp_path / "domain.hddl", tmp_path / "problem.hddl", *more)
        assert done.status in (0, 2, 3, 4)
        if done.status == 2:
            refused += 1
            assert done.err.startswith(f"midworld: {tmp_path}")
    assert refused > 10
