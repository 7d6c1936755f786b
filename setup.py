"""The one part that is compiled; where that fails, the knowledge base reasons in Python."""

from pathlib import Path

from pybind11.setup_helpers import Pybind11Extension
from setuptools import setup

NATIVE = Path("src/midworld/knowledge/native")

core = Pybind11Extension(
    "midworld.knowledge._core",
    [str(NATIVE / "module.cpp")],
    depends=[str(header) for header in sorted(NATIVE.glob("*.hpp"))],
    cxx_std=17,
    extra_compile_args=["-O2"],
    optional=True,
)

setup(ext_modules=[core])
