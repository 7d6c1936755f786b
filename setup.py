"""The parts that are compiled; where that fails, Python and numpy do the same, slower."""

from pathlib import Path

from pybind11.setup_helpers import Pybind11Extension
from setuptools import setup

NATIVE = Path("src/midworld/knowledge/native")
KERNELS = Path("src/midworld/geometry/native")

core = Pybind11Extension(
    "midworld.knowledge._core",
    [str(NATIVE / "module.cpp")],
    depends=[str(header) for header in sorted(NATIVE.glob("*.hpp"))],
    cxx_std=17,
    extra_compile_args=["-O2"],
    optional=True,
)
# Not contracted: a product that is added is rounded first, as numpy does it.
kernels = Pybind11Extension(
    "midworld.geometry._kernels",
    [str(KERNELS / "kernels.cpp")],
    cxx_std=17,
    extra_compile_args=["-O2", "-ffp-contract=off"],
    optional=True,
)

setup(ext_modules=[core, kernels])
