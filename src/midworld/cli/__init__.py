"""The `midworld` command: choose adapters, wire, run."""

from .main import main as main
