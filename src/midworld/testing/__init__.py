"""Conformance suites for what others implement: engines, sights, solvers of arms. Each returns what it complains of."""

from .checks import Check as Check
from .checks import Failure as Failure
from .checks import run_check as run_check
from .driver import Course as Course
from .driver import driver_faults as driver_faults
from .engine import ENGINE_CHECKS as ENGINE_CHECKS
from .engine import check_engine as check_engine
from .faults import Fault as Fault
from .faults import FaultyDriver as FaultyDriver
from .faults import faulty as faulty
from .kinematics import KINEMATICS_CHECKS as KINEMATICS_CHECKS
from .kinematics import check_kinematics as check_kinematics
from .sight import SIGHT_CHECKS as SIGHT_CHECKS
from .sight import check_sight as check_sight
