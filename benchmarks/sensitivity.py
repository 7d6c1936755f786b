"""Which numbers matter: each constant of physics, perception and relations a third smaller and a third larger.

`python -m benchmarks sensitivity` takes every scalar constant of the three rooms in turn, on scenes with all dirt that
nobody tunes on; `MIDWORLD_BENCH_NUMBERS=modes,weighing.LOST_S` names files or numbers. Hours: broken off, it leaves
what it has found. A number counts where a function reads it by its name; what was computed from it on import stays.
"""

import ast
import multiprocessing
import os
import pkgutil
import sys
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import dataclass
from importlib import import_module
from inspect import getsource
from types import ModuleType

from rich.console import Console
from rich.progress import Progress

from benchmarks.dirty import FEW, judged
from benchmarks.measure import RESULTS
from benchmarks.scenes import Score

ROOMS = ("midworld.physics", "midworld.perception", "midworld.relations")
FACTORS = (2 / 3, 4 / 3)
FIRST_SEED = int(os.environ.get("MIDWORLD_BENCH_SEED", "6600"))
VARIANTS = int(os.environ.get("MIDWORLD_BENCH_VARIANTS", "1"))
# Fewer wrong facts and events than this, more or less, are noise.
MATTERS = 3


@dataclass(frozen=True, slots=True)
class Number:
    """A constant of a module: `midworld.physics.modes`, `LIFT_M`, 0.01."""

    module: str
    name: str
    value: float

    def times(self, factor: float) -> float:
        """The value scaled; of a share near one, what is missing to one is."""
        return 1 - (1 - self.value) * (2 - factor) if 0.5 < self.value < 1 else self.value * factor

    @property
    def short(self) -> str:
        return f"{self.module.removeprefix('midworld.')}.{self.name}"


@dataclass(frozen=True, slots=True)
class Mistakes:
    """What was wrong on all scenes together."""

    facts: int
    missed: int
    spurious: int

    @property
    def all(self) -> int:
        return self.facts + self.missed + self.spurious

    def __str__(self) -> str:
        return f"{self.facts} + {self.missed} + {self.spurious}"


def modules() -> Iterator[ModuleType]:
    for room in ROOMS:
        package = import_module(room)
        for found in pkgutil.walk_packages(package.__path__, f"{room}."):
            yield import_module(found.name)


def numbers() -> list[Number]:
    """Every scalar constant that a module of the three rooms states at its top."""
    found: list[Number] = []
    for module in modules():
        for line in ast.parse(getsource(module)).body:
            if not isinstance(line, ast.Assign):
                continue
            for name in _names(line.targets):
                value = vars(module).get(name)
                if isinstance(value, float) and value not in (0.0, float("inf"), float("-inf")):
                    found.append(Number(module.__name__, name, value))
    return found


def _names(targets: Sequence[ast.expr]) -> Iterator[str]:
    for target in targets:
        for each in target.elts if isinstance(target, ast.Tuple) else (target,):
            if isinstance(each, ast.Name) and each.id.isupper():
                yield each.id


def set_to(number: Number, value: float) -> None:
    """Gives a constant another value, in its module and wherever it was imported by its name."""
    original = getattr(import_module(number.module), number.name)
    for name, module in list(sys.modules.items()):
        if name.startswith("midworld") and vars(module).get(number.name) is original:
            setattr(module, number.name, value)


def mistakes(number: Number | None, factor: float) -> Mistakes:
    """How the scenes come out with one number changed, or with none. Made for a process of its own."""
    list(modules())
    if number is not None:
        set_to(number, number.times(factor))
    total = Score()
    for seed in range(FIRST_SEED, FIRST_SEED + VARIANTS):
        for scenario in FEW:
            for kind in ("clean", "all"):
                total.add(judged(scenario, seed, kind).score)
    return Mistakes(total.facts - total.facts_right, total.missed, total.spurious + total.duplicates)


def chosen() -> list[Number]:
    """The numbers asked for, all of them if none is named; a name nobody has ends the run with a sentence."""
    asked = [each for each in os.environ.get("MIDWORLD_BENCH_NUMBERS", "").split(",") if each]
    known = numbers()
    found: list[Number] = []
    for each in asked:
        some = [number for number in known if each in _called(number)]
        if not some:
            sys.exit(f"no number is called {each!r}; there are {', '.join(number.short for number in known)}")
        found += some
    return found or known


def _called(number: Number) -> tuple[str, ...]:
    file = number.module.rpartition(".")[2]
    return file, number.name, f"{file}.{number.name}", number.short, number.module.removeprefix("midworld.")


def table(before: Mistakes, found: dict[Number, dict[float, Mistakes]]) -> str:
    """The numbers, those first that change most."""

    def change(number: Number) -> int:
        return max(abs(each.all - before.all) for each in found[number].values())

    lines = [
        f"# A third less, a third more: wrong facts + missed events + spurious events, as they are: {before}",
        "",
        f"Scenes {', '.join(FEW)}, clean and with all dirt, {VARIANTS} of each from seed {FIRST_SEED}.",
        "",
        "| number | value | a third less | a third more | matters |",
        "|---|---|---|---|---|",
    ]
    for number in sorted(found, key=lambda number: (-change(number), number.short)):
        less, more = (str(found[number].get(factor, "")) for factor in FACTORS)
        matters = "yes" if change(number) >= MATTERS else ""
        lines.append(f"| {number.short} | {number.value:g} | {less} | {more} | {matters} |")
    return "\n".join(lines) + "\n"


def main() -> None:
    console = Console()
    asked = chosen()
    found: dict[Number, dict[float, Mistakes]] = {}
    RESULTS.mkdir(exist_ok=True)
    # A process for each, as the values of a module outlive a task.
    context = multiprocessing.get_context("forkserver")
    with (
        ProcessPoolExecutor(mp_context=context, max_tasks_per_child=1) as pool,
        Progress(console=console, transient=True) as bar,
    ):
        before = pool.submit(mistakes, None, 1.0).result()
        task = bar.add_task("numbers", total=len(asked) * len(FACTORS))
        running = {pool.submit(mistakes, number, factor): (number, factor) for number in asked for factor in FACTORS}
        for done in as_completed(running):
            number, factor = running[done]
            found.setdefault(number, {})[factor] = done.result()
            bar.advance(task)
            (RESULTS / "sensitivity.md").write_text(table(before, found))
    console.print(table(before, found), highlight=False, markup=False)


if __name__ == "__main__":
    main()
