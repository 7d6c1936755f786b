"""What is made when installing: the reasoning core, where it works the inner loops of a tick, and the viewer's page."""

from pathlib import Path

from bundle import bundle
from pybind11.setup_helpers import Pybind11Extension, build_ext
from setuptools import setup
from setuptools.command.build_py import build_py
from setuptools.command.sdist import sdist
from setuptools.errors import CompileError, PlatformError

NATIVE = Path("src/midworld/knowledge/native")
KERNELS = Path("src/midworld/geometry/native")

core = Pybind11Extension(
    "midworld.knowledge._core",
    [str(NATIVE / "module.cpp")],
    depends=[str(header) for header in sorted(NATIVE.glob("*.hpp"))],
    cxx_std=17,
    extra_compile_args=["-O2"],
)
# Numpy does the same, slower. Not contracted: a product that is added is rounded first, as there.
kernels = Pybind11Extension(
    "midworld.geometry._kernels",
    [str(KERNELS / "kernels.cpp")],
    cxx_std=17,
    extra_compile_args=["-O2", "-ffp-contract=off"],
    optional=True,
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


class WithPage(build_py):
    def run(self) -> None:
        bundle()
        super().run()


class SdistWithPage(sdist):
    def run(self) -> None:
        bundle()
        super().run()


setup(ext_modules=[core, kernels], cmdclass={"build_ext": Build, "build_py": WithPage, "sdist": SdistWithPage})
