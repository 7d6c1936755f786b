"""Midworld's own ontology, as data."""

from importlib.resources import files
from pathlib import Path


def ontology_files() -> list[Path]:
    """The Turtle files every knowledge base starts from."""
    return sorted(Path(str(each)) for each in files(__name__).iterdir() if each.name.endswith(".ttl"))
