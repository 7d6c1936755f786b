"""`midworld plan`: who does what, when and why."""

import sys
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ..errors import BadInput, Problem
from ..limits import TIME_LIMIT
from ..planning import (
    GaveUp,
    Impossible,
    Loaded,
    Plan,
    Report,
    Result,
    decode_plan,
    decomposed,
    encode_result,
    guarded,
    ipc_text,
    load,
    parse_ipc,
    plan_faults,
    read_preferences,
    schedule_faults,
    solve,
)
from .options import Output

if TYPE_CHECKING:
    from collections.abc import Callable

IMPOSSIBLE, GAVE_UP = 3, 4


class Format(StrEnum):
    JSON = "json"
    IPC = "ipc"


First = Annotated[Path, typer.Argument(help="What can be done, .hddl or .py; or a scene.yaml", metavar="DOMAIN|SCENE")]
Second = Annotated[
    str, typer.Argument(help="What is to be done, .hddl or .py; with a scene the log", metavar="PROBLEM|LOG")
]
Prefer = Annotated[Path | None, typer.Option("--prefer", help="What people like: weights of the rules", metavar="FILE")]
Within = Annotated[
    float | None,
    typer.Option("--within", help="Look for better plans so long; 1 s after the first if left out", metavar="SECONDS"),
]
Rounds = Annotated[
    int | None, typer.Option("--rounds", help="Try so many improvements instead: the same plan each time", min=0)
]
Explain = Annotated[bool, typer.Option("--explain", help="Tell the plan, and why each step is there, in sentences")]
Gantt = Annotated[bool, typer.Option("--gantt", help="Draw who does what when in the terminal")]
Svg = Annotated[Path | None, typer.Option("--svg", help="Draw who does what when to this file", metavar="FILE")]
Check = Annotated[
    Path | None,
    typer.Option("--check", help="Make no plan, verify this one (JSON or the competition's)", metavar="PLAN"),
]
Hddl = Annotated[
    Path | None,
    typer.Option("--hddl", help="Make no plan, write domain.hddl and problem.hddl into this folder", metavar="FOLDER"),
]
DomainFile = Annotated[
    Path | None, typer.Option("--domain", help="With a scene: what can be done, .py", metavar="FILE")
]
Goal = Annotated[
    list[str] | None, typer.Option("--goal", help='With a scene: what is to be done, "TASK ARGS"; may be repeated')
]
At = Annotated[str | None, typer.Option("--at", help="With a scene: the instant; the end if left out")]


def plan(
    domain: First,
    problem: Second,
    prefer: Prefer = None,
    within: Within = None,
    output: Output = None,
    format: Annotated[Format, typer.Option("--format", "-f", help="How to write it")] = Format.JSON,  # noqa: A002
    rounds: Rounds = None,
    seed: Annotated[int, typer.Option("--seed", help="Chance, made repeatable")] = 0,
    explain: Explain = False,
    gantt: Gantt = False,
    svg: Svg = None,
    check: Check = None,
    hddl: Hddl = None,
    domain_file: DomainFile = None,
    goal: Goal = None,
    at: At = None,
) -> None:
    """Plan who does what and when, for robots and people together."""
    if within is not None and within not in TIME_LIMIT:
        raise BadInput([Problem("--within", None, f"{within:g} is not a time {TIME_LIMIT}")])
    liked = None if prefer is None else read_preferences(prefer)
    source = domain if domain_file is None else domain_file
    if domain_file is not None or domain.suffix in (".yaml", ".yml"):
        loaded = _from_a_mind(domain, problem, domain_file, goal or [], at)
    elif goal or at:
        raise BadInput([Problem("--goal", None, "is for a plan from a scene and a log; a problem says its own")])
    else:
        loaded = load(domain, Path(problem))
    if check is not None:
        _verified(check, loaded)
        return
    if hddl is not None:
        _exported(hddl, loaded)
        return
    with _Watched() as watch:
        found = guarded(
            source, lambda: solve(loaded.problem, liked, within=within, rounds=rounds, seed=seed, watch=watch)
        )
    assert isinstance(found, Plan | Impossible | GaveUp)
    if isinstance(found, Plan) and explain:
        from ..planning import explained

        text = "".join(f"{line}\n" for line in explained(found)).encode()
    elif isinstance(found, Plan) and gantt:
        from ..planning import gantt_text

        text = "".join(f"{line}\n" for line in gantt_text(found)).encode()
    elif isinstance(found, Plan) and format is Format.IPC:
        text = ipc_text(found).encode()
    else:
        text = encode_result(found)
    _write(output, text)
    if svg is not None and isinstance(found, Plan):
        from ..planning import gantt_svg

        _write(svg, gantt_svg(found).encode())
    _leave(found)


def _leave(found: Result) -> None:
    if isinstance(found, Impossible | GaveUp):
        print(f"midworld: {found}", file=sys.stderr)
        raise typer.Exit(IMPOSSIBLE if isinstance(found, Impossible) else GAVE_UP)


def _write(path: Path | None, text: bytes) -> None:
    try:
        if path is None:
            sys.stdout.buffer.write(text)
            sys.stdout.buffer.flush()
        else:
            path.write_bytes(text)
    except OSError as error:
        raise BadInput([Problem(str(path), None, f"cannot be written: {error.strerror}")]) from error


def _verified(path: Path, loaded: Loaded) -> None:
    """Raises BadInput with everything that is wrong with a plan."""
    if loaded.texts is None:
        raise BadInput([Problem("--check", None, "is for domains in HDDL")])
    try:
        data = path.read_bytes()
    except OSError as error:
        raise BadInput([Problem(str(path), None, f"cannot be opened: {error.strerror}")]) from error
    if data.lstrip().startswith(b"{"):
        found = decode_plan(data, str(path))
        faults = plan_faults(decomposed(found), *loaded.texts) + schedule_faults(found, *loaded.texts)
    else:
        faults = plan_faults(parse_ipc(data.decode("utf-8", "replace"), str(path)), *loaded.texts)
    if faults:
        raise BadInput([_located(path, each) for each in faults])
    print(f"{path} is a plan for {loaded.problem.name}")


def _exported(folder: Path, loaded: Loaded) -> None:
    """Raises BadInput where HDDL cannot say it."""
    from ..planning import domain_text, hddl_texts, problem_text

    domain, problem = loaded.texts or hddl_texts(loaded.problem)
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise BadInput([Problem(str(folder), None, f"cannot be made: {error.strerror}")]) from error
    _write(folder / "domain.hddl", domain_text(domain).encode())
    _write(folder / "problem.hddl", problem_text(problem, domain).encode())


def _located(path: Path, fault: str) -> Problem:
    place, colon, rest = fault.partition(": ")
    if colon and place.startswith("line "):
        return Problem(str(path), int(place.removeprefix("line ")), rest)
    return Problem(str(path), None, fault)


def _from_a_mind(scene: Path, log: str, domain: Path | None, goals: list[str], at: str | None) -> Loaded:
    if domain is None:
        raise BadInput([Problem("--domain", None, f"is missing: which plan can be made from {scene}?")])
    if not goals:
        raise BadInput([Problem("--goal", None, 'is missing; write --goal "TASK ARGUMENTS"')])
    from .planned import problem_of_scene

    return Loaded(problem_of_scene(scene, log, domain, goals, at))


class _Watched:
    """A line on the terminal while it takes long."""

    def __enter__(self) -> "Callable[[Report], None] | None":
        self._shown = False
        return self._show if sys.stderr.isatty() else None

    def __exit__(self, *error: object) -> None:
        if self._shown:
            print(end="\r\x1b[K", file=sys.stderr)

    def _show(self, report: Report) -> None:
        if report.seconds < 0.5:
            return
        self._shown = True
        best = "no plan yet" if report.cost is None else f"best plan costs {report.cost:g}"
        print(end=f"\r{report.seconds:6.1f} s, {best}; Ctrl-C takes it\x1b[K", file=sys.stderr, flush=True)
