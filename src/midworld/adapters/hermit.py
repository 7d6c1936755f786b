"""owlready2 with HermiT: a deep, complete check of consistency, seconds long and never on the tick."""

import concurrent.futures
import importlib
import tempfile
from dataclasses import dataclass
from pathlib import Path

from ..errors import BadInput, MissingExtra, Problem
from ..knowledge import Model
from .oxigraph import write


@dataclass(frozen=True, slots=True)
class Verdict:
    """What a complete reasoner says: consistent or not, and the classes that can have no member."""

    consistent: bool
    unsatisfiable: tuple[str, ...] = ()


def deep_check(model: Model) -> Verdict:
    """Ask HermiT; raises MissingExtra without owlready2."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "model.nt"
        write(model, path)
        return _ask(path)


def deep_check_later(model: Model) -> "concurrent.futures.Future[Verdict]":
    """The same beside other work; the model is copied first, so it may go on changing."""
    pool = concurrent.futures.ThreadPoolExecutor(max_workers=1)
    try:
        return pool.submit(deep_check, model.copy(model.name))
    finally:
        pool.shutdown(wait=False)


def _ask(path: Path) -> Verdict:
    try:
        owlready = importlib.import_module("owlready2")
    except ImportError as error:
        raise MissingExtra("the deep check", "hermit") from error
    world = owlready.World()
    world.get_ontology(path.as_uri()).load()
    try:
        owlready.sync_reasoner_hermit(world, debug=0, infer_property_values=False)
    except owlready.OwlReadyInconsistentOntologyError:
        return Verdict(False)
    except owlready.base.OwlReadyJavaError as error:
        told = [line for line in str(error).splitlines() if "Exception" in line]
        raise BadInput([Problem("HermiT", None, told[0] if told else "cannot check this model")]) from error
    found = [each for each in world.inconsistent_classes() if each is not owlready.Nothing]
    return Verdict(True, tuple(sorted(str(each) for each in found)))
