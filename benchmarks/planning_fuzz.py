"""Ten thousand broken domains, problems and plans: each is planned or gets a sentence; none takes long."""

import json
import resource
import sys
import time
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from benchmarks.planning_judge import pairs
from midworld.errors import BadInput
from midworld.planning import (
    Plan,
    decode_plan,
    decomposed,
    encode_result,
    ipc_text,
    load,
    parse_ipc,
    plan_faults,
    schedule_faults,
    solve,
)

FILES = 10_000
# A plan may take so long; reading and refusing has to fit in beside it.
WITHIN_S = 0.05
LONGEST_S = 5.0
GROWTH_MB = 400.0
PAIRS = [each for each in pairs() if each[1].stat().st_size < 5000]
INSERTED = (
    "(",
    ")",
    "-",
    "?",
    " :",
    "\x00",
    "(not ",
    "(and ",
    "(forall (?x - object) ",
    "9" * 40,
    "(= ?a ?a)",
    "(either ",
    ";",
)


def mutated(text: str, chance: Random) -> str:
    """A text with parts lost, doubled, moved, swapped or made up."""
    for _ in range(chance.choice((1, 1, 2, 3, 8))):
        at, long = chance.randrange(len(text) + 1), chance.choice((1, 1, 2, 6, 30, 200))
        other = chance.randrange(len(text) + 1)
        words = text.split(" ")
        match chance.randrange(7):
            case 0:
                text = text[:at] + text[at + long :]
            case 1:
                text = text[:at] + text[at : at + long] + text[at:]
            case 2:
                text = text[:at] + chance.choice(INSERTED) + text[at:]
            case 3:
                text = text[:at] + text[other : other + long] + text[at:]
            case 4:
                words[chance.randrange(len(words))] = chance.choice(words)
                text = " ".join(words)
            case 5:
                text = text.replace(chance.choice(words) or "(", chance.choice(words), chance.choice((1, -1)))[:200_000]
            case _:
                text = text[:at] if chance.random() < 0.2 else text
    return text


def _tried(folder: Path, kind: str) -> str:
    """Refused, planned or checked; anything else is raised."""
    try:
        loaded = load(folder / "domain.hddl", folder / "problem.hddl")
        if not kind.startswith("plan"):
            found = solve(loaded.problem, within=WITHIN_S)
            json.loads(encode_result(found))
            return type(found).__name__
        assert loaded.texts is not None
        data = (folder / kind).read_bytes()
        if kind.endswith("json"):
            plan = decode_plan(data, str(folder / kind))
            faults = plan_faults(decomposed(plan), *loaded.texts) + schedule_faults(plan, *loaded.texts)
        else:
            faults = plan_faults(parse_ipc(data.decode("utf-8", "replace"), str(folder / kind)), *loaded.texts)
        return "wrong" if faults else "right"
    except BadInput as error:
        if not all(each.file.startswith(str(folder)) for each in error.problems):
            raise RuntimeError("a refusal does not name its file") from error
        if not all(each.line for each in error.problems):
            raise RuntimeError("a refusal does not name its line") from error
        return "refused"


def main() -> None:
    count = int(sys.argv[1]) if len(sys.argv) > 1 else FILES
    chance, outcomes, slowest = Random(16), dict[str, int](), 0.0
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    with TemporaryDirectory() as name:
        folder = Path(name)
        for number in range(count):
            source = PAIRS[number % len(PAIRS)]
            texts: dict[str, str] = {"domain.hddl": source[0].read_text(), "problem.hddl": source[1].read_text()}
            kind = ("domain.hddl", "problem.hddl", "plan.json", "plan.txt")[number // len(PAIRS) % 4]
            if kind.startswith("plan"):
                plan = solve(load(*source).problem, first=True)
                if not isinstance(plan, Plan):
                    continue
                texts[kind] = encode_result(plan).decode() if kind.endswith("json") else ipc_text(plan)
            texts[kind] = mutated(texts[kind], chance)
            for each, text in texts.items():
                (folder / each).write_text(text, encoding="utf-8")
            begun = time.process_time()
            try:
                outcome = _tried(folder, kind)
            except Exception:
                print(f"number {number}, {kind} of {source[1]}:\n{texts[kind]}", file=sys.stderr)
                raise
            outcomes[outcome] = outcomes.get(outcome, 0) + 1
            slowest = max(slowest, time.process_time() - begun)
            assert slowest < LONGEST_S, f"number {number}, {kind} of {source[1]} took {slowest:.1f} s:\n{texts[kind]}"
    grown = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024 - before
    print(f"{count} files: {outcomes}; the slowest {slowest:.2f} s, memory grew by {grown:.0f} MB")
    assert grown < GROWTH_MB


if __name__ == "__main__":
    main()
