"""Problems in HDDL for unified-planning and its engines (extra `[planning]`)."""

import warnings
from pathlib import Path
from tempfile import TemporaryDirectory

from ..errors import MissingExtra
from ..planning import DomainText, ProblemText, domain_text, problem_text


def unified_problem(domain: DomainText, problem: ProblemText) -> object:
    """The problem of unified-planning that says the same; `hddl_texts` writes down one in Python.

    Raises MissingExtra where unified-planning is not installed.
    """
    try:
        from unified_planning.environment import get_environment  # pyright: ignore
        from unified_planning.io import PDDLReader  # pyright: ignore
    except ImportError as error:
        raise MissingExtra("unified-planning", "planning") from error
    # A robot may be called robot, as its type is. Its reader knows no environment but its own.
    environment = get_environment()  # pyright: ignore
    strict, environment.error_used_name = environment.error_used_name, False  # pyright: ignore
    try:
        with TemporaryDirectory() as folder, warnings.catch_warnings():
            warnings.simplefilter("ignore")
            files = Path(folder) / "domain.hddl", Path(folder) / "problem.hddl"
            files[0].write_text(domain_text(domain), encoding="utf-8")
            files[1].write_text(problem_text(problem, domain), encoding="utf-8")
            return PDDLReader().parse_problem(*map(str, files))  # pyright: ignore
    finally:
        environment.error_used_name = strict
