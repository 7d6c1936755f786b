"""setuptools, which asks for Node only where the viewer's page has to be made and the machine has none."""

from bundle import WHEEL, needs_node
from setuptools import build_meta
from setuptools.build_meta import *  # noqa: F403

Settings = dict[str, str | list[str]] | None


def _node() -> list[str]:
    return [WHEEL] if needs_node() else []


def get_requires_for_build_wheel(config_settings: Settings = None) -> list[str]:
    return [*build_meta.get_requires_for_build_wheel(config_settings), *_node()]


def get_requires_for_build_editable(config_settings: Settings = None) -> list[str]:
    return [*build_meta.get_requires_for_build_editable(config_settings), *_node()]


def get_requires_for_build_sdist(config_settings: Settings = None) -> list[str]:
    return [*build_meta.get_requires_for_build_sdist(config_settings), *_node()]
