"""Problems in HDDL for unified-planning and its engines (extra `[planning]`)."""

from pathlib import Path
from tempfile import TemporaryDirectory

from ..errors import MissingExtra
from ..planning import DomainText, ProblemText, domain_text, problem_text


def unified_problem(domain: DomainText, problem: ProblemText) -> object:
    """The problem of unified-planning that says the same. Raises MissingExtra where that is not installed."""
    try:
        from unified_planning.io import PDDLReader  # pyright: ignore
    except ImportError as error:
        raise MissingExtra("unified-planning", "planning") from error
    with TemporaryDirectory() as folder:
        files = Path(folder) / "domain.hddl", Path(folder) / "problem.hddl"
        files[0].write_text(domain_text(domain), encoding="utf-8")
        files[1].write_text(problem_text(problem, domain), encoding="utf-8")
        return PDDLReader().parse_problem(*map(str, files))  # pyright: ignore
