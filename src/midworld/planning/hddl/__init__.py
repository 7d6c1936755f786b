"""Domains and problems in HDDL."""

from .problem import hddl_problem as hddl_problem
from .reader import parse_domain as parse_domain
from .reader import parse_problem as parse_problem
from .reader import read_domain as read_domain
from .reader import read_problem as read_problem
from .texts import DomainText as DomainText
from .texts import ProblemText as ProblemText
from .writer import domain_text as domain_text
from .writer import problem_text as problem_text
