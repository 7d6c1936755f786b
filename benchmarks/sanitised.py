"""The compiled reasoning core built with address and undefined-behaviour sanitisers, fuzzed and tested."""

import os
import shutil
import subprocess
import sys
import sysconfig
import tempfile
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[1]
SEEDS = 40
MARKS = ("ERROR: AddressSanitizer", "runtime error:")
FUZZ = f"""
from kbfuzz import GROUPS, run
assert "FOLDER" in __import__("midworld.knowledge._core", fromlist=["_"]).__file__
for group in GROUPS:
    found = run(group, range({SEEDS}))
    print(f"{{group}}: {{len(found)}} differences")
    assert not found, found[0]
"""


class Found(AssertionError):
    def __init__(self, what: str, text: str) -> None:
        super().__init__(f"{what} under sanitisers:\n{text}")


def sanitised() -> Iterator[str]:
    """What was built and found, line by line. Raises Found."""
    compiler = shutil.which(os.environ.get("CXX", "g++"))
    if compiler is None:
        yield "sanitisers: there is no C++ compiler here, not run"
        return
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        headers = _headers(folder / "pybind11")
        if headers is None:
            yield "sanitisers: pybind11 is not here and cannot be fetched, not run"
            return
        package = folder / "midworld"
        shutil.copytree(ROOT / "src" / "midworld", package, ignore=shutil.ignore_patterns("_core*.so", "__pycache__"))
        target = package / "knowledge" / f"_core{sysconfig.get_config_var('EXT_SUFFIX')}"
        built = subprocess.run(_command(compiler, target, headers), capture_output=True, text=True, check=False)
        preload = _libraries(compiler)
        if built.returncode or not preload:
            reason = built.stderr.strip().splitlines()[-1:] or ["its libraries are missing"]
            yield f"sanitisers: this compiler cannot build with them, not run: {reason[0]}"
            return
        yield "sanitisers: the reasoning core was built with address,undefined"
        environment = {
            **os.environ,
            "PYTHONPATH": os.pathsep.join(map(str, (folder, ROOT / "tests", ROOT))),
            "LD_PRELOAD": preload,
            "ASAN_OPTIONS": "detect_leaks=0",
            "UBSAN_OPTIONS": "print_stacktrace=1",
            "PYTHONMALLOC": "malloc",
        }
        cores = ROOT / "tests" / "knowledge" / "test_cores.py"
        commands = {
            f"fuzz of every group of rules, {SEEDS} seeds each": ["-c", FUZZ.replace("FOLDER", name)],
            "tests of the compiled core": ["-m", "pytest", "-q", "-p", "no:cacheprovider", str(cores)],
        }
        for what, command in commands.items():
            done = subprocess.run(
                [sys.executable, *command], env=environment, cwd=folder, capture_output=True, text=True, check=False
            )
            text = done.stdout + done.stderr
            if done.returncode or any(mark in text for mark in MARKS):
                raise Found(what, text[-4000:])
            yield f"sanitisers: {what}: nothing found"


def _headers(folder: Path) -> Path | None:
    """Where pybind11's headers are: a need of building only, so fetched into a folder of its own."""
    command = [sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    fetched = subprocess.run([*command, "--target", str(folder), "pybind11>=3.0"], capture_output=True, check=False)
    return folder / "pybind11" / "include" if fetched.returncode == 0 else None


def _command(compiler: str, target: Path, headers: Path) -> list[str]:
    includes = [f"-I{each}" for each in (headers, sysconfig.get_path("include"))]
    flags = ["-std=c++17", "-O1", "-g", "-fPIC", "-shared", "-fvisibility=hidden", "-fno-omit-frame-pointer"]
    source = ROOT / "src" / "midworld" / "knowledge" / "native" / "module.cpp"
    return [compiler, *flags, "-fsanitize=address,undefined", *includes, str(source), "-o", str(target)]


def _libraries(compiler: str) -> str:
    """What must be loaded before Python for the sanitisers to see its memory; empty where it is not installed."""
    found: list[str] = []
    for name in ("libasan.so", "libubsan.so"):
        asked = subprocess.run([compiler, f"-print-file-name={name}"], capture_output=True, text=True, check=False)
        found.append(asked.stdout.strip())
    return ":".join(found) if all(Path(each).is_absolute() and Path(each).exists() for each in found) else ""


if __name__ == "__main__":
    for line in sanitised():
        print(line, flush=True)
