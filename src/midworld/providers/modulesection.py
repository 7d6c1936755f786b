"""`modules:` of a scene: which plug-ins work in it, under which names, with which parameters."""

from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType
from typing import cast

from ..assessment import known_worlds, misplaced
from ..errors import UnfitModule, UnknownName
from ..limits import TIME_LIMIT
from ..runtime import PLACING, Plugin, installed
from ..world import ModuleSettings, Scene, Setting
from .document import Item
from .names import spelling_fault


def read_modules(section: Item, scene: Scene, folder: Path) -> Mapping[str, ModuleSettings]:
    """What is put to work, in the order of the file; whatever is wrong with it is told with its line.

    Paths among the parameters are taken from `folder`.
    """
    found: list[tuple[str, Item, Plugin]] = []
    for name, item in section.items("a mapping from names of your own to plug-ins, each with 'use'"):
        plugin = _plugin(name, item)
        if plugin is not None:
            found.append((name, item, plugin))
    own = [_writes(name, item) for name, item, plugin in found if plugin.kind == "filter"]
    read = {name: _settings(name, item, plugin, (*known_worlds(scene), *own), folder) for name, item, plugin in found}
    return MappingProxyType({name: each for name, each in read.items() if each is not None})


def _plugin(name: str, item: Item) -> Plugin | None:
    if (fault := spelling_fault(name)) is not None:
        item.complain(fault)
    if not item.is_mapping:
        item.complain("must be a mapping, such as {use: NAME}; `midworld modules` lists the names")
        return None
    fields = dict(item.items("a mapping"))
    if "use" not in fields:
        item.complain("needs 'use': the name of a plug-in; `midworld modules` lists them")
        return None
    use = fields["use"].text()
    try:
        return None if use is None else installed(use)
    except UnknownName as unknown:
        fields["use"].complain(f"names a plug-in that is not installed: {unknown}")
    except UnfitModule as unfit:
        fields["use"].complain(f"cannot be used: {unfit}")
    return None


def _writes(name: str, item: Item) -> str:
    return str(dict(item.items("a mapping")).get("writes", Item(item.document, item.place, name)).value)


def _settings(name: str, item: Item, plugin: Plugin, worlds: tuple[str, ...], folder: Path) -> ModuleSettings | None:
    before = len(item.document.problems)
    known = {each.name: each for each in plugin.parameters}
    fields = item.fields("a mapping", (*PLACING, *known))
    parameters: dict[str, Setting] = {}
    for key, each in fields.items():
        if key in PLACING:
            continue
        try:
            parameters[key] = _frozen(_beside(known[key].read(each.value), folder))
        except UnfitModule as unfit:
            each.complain(str(unfit))
    for each in plugin.parameters:
        if each.required and each.name not in fields:
            item.complain(f"needs '{each.name}', {each.words}: plug-in '{plugin.name}' has no default for it")
    where = {key: fields[key].text() for key in ("on", "writes", "feeds") if key in fields}
    limit = fields["time_limit"].number(TIME_LIMIT) if "time_limit" in fields else None
    on, writes, feeds = where.get("on"), where.get("writes"), where.get("feeds")
    for key, fault in misplaced(name, plugin.kind, on, writes, feeds, worlds).items():
        fields.get(key, item).complain(fault)
    if len(item.document.problems) > before:
        return None
    return ModuleSettings(plugin.name, plugin.kind, on, writes, feeds, limit, MappingProxyType(parameters))


def _beside(value: object, folder: Path) -> object:
    """A path as seen from the folder of the scene."""
    return str(folder / value) if isinstance(value, Path) else value


def _frozen(value: object) -> Setting:
    if isinstance(value, list | tuple):
        return tuple(_frozen(each) for each in cast("list[object]", value))
    if value is None or isinstance(value, str | int | float | bool):
        return value
    raise UnfitModule(f"is a {type(value).__name__}; parameters are numbers, words, true or false, and lists of these")
