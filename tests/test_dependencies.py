"""What is imported is asked for by name: nothing comes only because another package happens to bring it."""

import ast
import re
import sys
import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.metadata import packages_distributions
from pathlib import Path

from packaging.requirements import Requirement

ROOT = Path(__file__).parents[1]
CONFIGURED = tomllib.loads((ROOT / "pyproject.toml").read_text())
PROJECT = CONFIGURED["project"]


def named(requirement: str) -> str:
    found = re.match(r"[\w.-]+", requirement)
    assert found is not None
    return found[0].lower().replace("_", "-")


def imported(file: Path) -> set[str]:
    """The first words of everything a file imports from outside of the project."""
    nodes = list(ast.walk(ast.parse(file.read_text())))
    plain = [alias.name for node in nodes if isinstance(node, ast.Import) for alias in node.names]
    named = [node.module or "" for node in nodes if isinstance(node, ast.ImportFrom) and not node.level]
    return {name.partition(".")[0] for name in (*plain, *named)} - sys.stdlib_module_names - {"midworld"}


@cache
def distributions() -> Mapping[str, list[str]]:
    """Asked once: all that is installed is read for it."""
    return packages_distributions()


@cache
def sources(module: str) -> set[str]:
    """The packages that bring a module; a module that is a single library has its package's name."""
    return {named(each) for each in distributions().get(module, (module,))}


def test_everything_that_is_imported_is_declared() -> None:
    declared = {named(each) for each in PROJECT["dependencies"]}
    declared |= {
        named(each) for extra, some in PROJECT["optional-dependencies"].items() if extra != "dev" for each in some
    }
    missing = {
        f"{file.relative_to(ROOT)} imports {name}"
        for file in (ROOT / "src").rglob("*.py")
        for name in imported(file)
        if not sources(name) & declared
    }
    assert not missing


def test_everything_that_is_declared_for_all_is_imported() -> None:
    used = {name for file in (ROOT / "src").rglob("*.py") for name in imported(file)}
    brought = {each for name in used for each in sources(name)}
    # trimesh asks pycollada for COLLADA files.
    assert {named(each) for each in PROJECT["dependencies"]} - brought == {"pycollada"}


def test_what_builds_is_bounded_and_the_pinned_versions_fit() -> None:
    bounded = [Requirement(each) for each in CONFIGURED["build-system"]["requires"]]
    assert {named(str(each)) for each in bounded} == {"setuptools", "pybind11"}
    lines = (ROOT / "constraints.txt").read_text().splitlines()
    pinned = dict(line.split("==") for line in lines if "==" in line)
    for each in bounded:
        assert any(bound.operator == "<" for bound in each.specifier), f"{each} has no upper bound"
        assert pinned[named(str(each))] in each.specifier, f"{each} is pinned elsewhere"


def test_every_extra_has_code() -> None:
    files = list((ROOT / "src").rglob("*.py"))
    used = {name for file in files for name in imported(file)}
    used |= {name for file in files for name in re.findall(r"import_module\(\"(\w+)", file.read_text())}
    # pin does not say that it brings pinocchio.
    brought = {each for name in used for each in sources(name) | ({"pin"} if name == "pinocchio" else set[str]())}
    extras = PROJECT["optional-dependencies"]
    idle = {extra for extra, some in extras.items() if extra != "dev" and not {named(each) for each in some} & brought}
    # Workers on other machines and speech are next.
    assert idle <= {"cluster", "speech"}
