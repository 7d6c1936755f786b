"""The one part that is compiled: the reasoning core of the knowledge base."""

from pathlib import Path

from pybind11.setup_helpers import Pybind11Extension, build_ext
from setuptools import setup
from setuptools.errors import CompileError, PlatformError

NATIVE = Path("src/midworld/knowledge/native")

core = Pybind11Extension(
    "midworld.knowledge._core",
    [str(NATIVE / "module.cpp")],
    depends=[str(header) for header in sorted(NATIVE.glob("*.hpp"))],
    cxx_std=17,
    extra_compile_args=["-O2"],
)


class Build(build_ext):
    """Says what is missing where the compiler is."""

    def build_extensions(self) -> None:
        try:
            super().build_extensions()
        except (CompileError, PlatformError) as error:
            raise SystemExit(
                "midworld: the reasoning core could not be compiled; it needs a C++17 compiler with Python's headers "
                f"(Debian: apt-get install g++ python3-dev), or install a wheel made for this Python: {error}"
            ) from error


setup(ext_modules=[core], cmdclass={"build_ext": Build})
