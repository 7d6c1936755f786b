"""Domains and problems from files, in HDDL or in Python."""

import runpy
import traceback
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import cast

from ..errors import BadInput, MidworldError
from ..errors import Problem as Fault
from .domain import Domain
from .hddl import DomainText, ProblemText, hddl_problem, read_domain, read_problem
from .model import Problem

HDDL, PYTHON = ".hddl", ".py"


@dataclass(frozen=True, slots=True)
class Loaded:
    """A problem, and the texts it was read from, where it was written in HDDL."""

    problem: Problem
    texts: tuple[DomainText, ProblemText] | None = None


def load(domain: Path, problem: Path) -> Loaded:
    """A domain and a problem, both in HDDL or both in Python. Raises BadInput."""
    kind = _kind(domain)
    if _kind(problem) != kind:
        raise _refused(problem, f"is no {kind} file as {domain} is; domain and problem are both HDDL or both Python")
    if kind == HDDL:
        read = read_domain(domain)
        texts = read, read_problem(problem, read)
        return Loaded(hddl_problem(*texts, (str(domain), str(problem))), texts)
    return Loaded(python_problem(load_domain(domain), problem))


def _kind(path: Path) -> str:
    # PDDL's extension is used for HDDL as well.
    suffix = HDDL if path.suffix.lower() == ".pddl" else path.suffix.lower()
    if suffix not in (HDDL, PYTHON):
        raise _refused(path, f"is neither {HDDL} nor {PYTHON}")
    return suffix


def _refused(path: Path, message: str, line: int | None = None) -> BadInput:
    return BadInput([Fault(str(path), line, message)])


def load_domain(path: Path) -> Domain:
    """The `domain` a Python file defines. Raises BadInput with the line that failed."""
    names = _run(path)
    found = names.get("domain")
    if not isinstance(found, Domain):
        raise _refused(path, "defines no domain; it should say domain = Domain(...)")
    return found


def python_problem(domain: Domain, path: Path) -> Problem:
    """The `problem` a Python file defines: itself, or a function that makes it of the domain. Raises BadInput."""
    found = _run(path).get("problem")
    if callable(found):
        found = guarded(path, lambda: cast(object, found(domain)))  # pyright: ignore
    if not isinstance(found, Problem):
        raise _refused(path, "defines no problem; it should say def problem(domain): return domain.problem(...)")
    return found


def _run(path: Path) -> Mapping[str, object]:
    if not path.is_file():
        raise _refused(path, "cannot be opened: there is no such file")
    return cast("Mapping[str, object]", guarded(path, lambda: runpy.run_path(str(path))))


def guarded(path: Path, do: Callable[[], object]) -> object:
    """What a function of somebody's file returns. Raises BadInput where it fails, with the line of that file."""
    try:
        return do()
    except BadInput:
        raise
    except MidworldError as error:
        raise _refused(path, str(error), _line_in(path, error)) from error
    except SyntaxError as error:
        raise _refused(path, f"is no Python: {error.msg}", error.lineno) from error
    except Exception as error:
        raise _refused(path, f"{type(error).__name__}: {error}", _line_in(path, error)) from error


def _line_in(path: Path, error: BaseException) -> int | None:
    lines = [each.lineno for each in traceback.extract_tb(error.__traceback__) if Path(each.filename) == path]
    return lines[-1] if lines else None
