"""The plug-ins of an assessment: which there are, where each is put, and whether that can be."""

from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import dataclass

import msgspec

from ..errors import DuplicateName, UnfitModule, one_of
from ..perception import Observation
from ..runtime import AnyStage, Guests, Kind, Limits, Module, Monitor, Stream, Trouble, configured, filtering, installed
from ..world import DIVERGENCES, Agent, Scene
from .names import FILTERED, MERGED, MINDS, NOBODYS, SOURCE_PREFIX, STABLE, TOLD_PREFIX, source_world

# How a provider's items become observations: given the name of the module, then each item.
Reading = Callable[[str], Callable[[object], Observation]]
# Stages that are there anyway.
TAKEN = ("fuse", "smooth", "settle", "compare")


@dataclass(frozen=True, slots=True)
class Modules:
    """Modules in their order. Those of one kind are found under the name of the kind."""

    all: tuple[Module, ...] = ()

    @classmethod
    def of(cls, scene: Scene, more: Iterable[Module] = ()) -> "Modules":
        """Those a scene names, by entry points, then others. Raises UnknownName, UnfitModule, DuplicateName."""
        made: list[Module] = []
        for name, each in scene.modules.items():
            limits = Limits() if each.time_limit is None else Limits(seconds=each.time_limit)
            plugin = installed(each.use)
            given = configured(plugin, each.parameters)
            made.append(Module(name, plugin, given, each.on, each.writes, each.feeds, limits))
        made.extend(more)
        modules = cls()
        for new in made:
            modules = modules.plus(new, scene, present=cls(tuple(made)).worlds)
        return modules

    def plus(self, new: Module, scene: Scene, *, present: Collection[str] = ()) -> "Modules":
        """With one more; `present` are worlds there are already. Raises DuplicateName, UnfitModule."""
        if any(each.name == new.name for each in self.all):
            raise DuplicateName("module", new.name)
        known = (*known_worlds(scene), *present, *self.worlds)
        faults = misplaced(new.name, new.kind, new.on, new.writes, new.feeds, known)
        for key, fault in faults.items():
            raise UnfitModule(f"module '{new.name}': {key} {fault}")
        return Modules((*self.all, new))

    @property
    def worlds(self) -> tuple[str, ...]:
        """The worlds that filters write."""
        return tuple(each.writes or each.name for each in self.all if each.kind == "filter")

    @property
    def homes(self) -> tuple[str, ...]:
        """The packages whose classes may be in what modules remember."""
        return tuple(sorted({each.plugin.home for each in self.all}))

    @property
    def providers(self) -> tuple[Module, ...]:
        return tuple(each for each in self.all if each.kind == "provider")

    @property
    def readers(self) -> tuple[Module, ...]:
        return tuple(each for each in self.all if each.kind == "reader")

    @property
    def monitors(self) -> Iterator[tuple[str, Monitor]]:
        """Each with the world it is on, which may be `minds`."""
        for each in self.all:
            if each.kind == "monitor":
                yield each.on or STABLE, Monitor(each.name, each.begin, each.plugin.memory, each.limits)

    @property
    def filters(self) -> tuple[AnyStage, ...]:
        """Those beside the way to `stable`, as stages."""
        beside = [each for each in self.all if each.kind == "filter" and each.feeds is None]
        return tuple(filter_stage(each, each.on or STABLE) for each in beside)


def filter_stage(each: Module, reads: str) -> AnyStage:
    """A filter as a stage of a pipeline."""
    return filtering(
        each.name,
        reads,
        each.writes or each.name,
        each.begin,
        memory=each.plugin.memory,
        passes_on=each.feeds is not None,
        limits=each.limits,
    )


def known_worlds(scene: Scene) -> tuple[str, ...]:
    """The worlds a run of a scene can have, modules' own aside."""
    entities = scene.world.structure.entities
    people = [entity.id for entity in entities if isinstance(entity.role, Agent) and entity.role.kind == "human"]
    return (MERGED, STABLE, DIVERGENCES, *((FILTERED,) if scene.reasoner.get("tracking_filter") else ()), *people)


def misplaced(
    name: str, kind: Kind, on: str | None, writes: str | None, feeds: str | None, worlds: Collection[str]
) -> dict[str, str]:
    """What is wrong with where a module is put: the key, and a sentence about it."""
    faults: dict[str, str] = {}
    if name in TAKEN or name.startswith("mind/"):
        faults["name"] = f"'{name}' is taken by a stage that is there anyway; choose another"
    if on is not None and kind in ("provider", "reader"):
        faults["on"] = f"is for monitors and filters; a {kind} is on no world"
    elif on is not None and not _is_world(on, worlds, minds=kind == "monitor"):
        offered = [*worlds, f"{SOURCE_PREFIX}NAME", *((MINDS,) if kind == "monitor" else ())]
        faults["on"] = f"names '{on}', which is no world; {one_of(offered, near=on)}"
    if writes is not None and kind != "filter":
        faults["writes"] = f"is for filters; a {kind} has no world of its own"
    if feeds is not None and kind != "filter":
        faults["feeds"] = f"is for filters; a {kind} is in nobody's way"
    elif feeds is not None and (feeds != STABLE or on not in (None, MERGED)):
        faults["feeds"] = f"must be {STABLE}, from {MERGED}: there a filter can be put in the way"
    own = writes or name
    if kind == "filter" and (own in NOBODYS or own.startswith((SOURCE_PREFIX, TOLD_PREFIX)) or own == MINDS):
        faults["writes"] = f"'{own}' is a world that is there anyway; choose another"
    return faults


def _is_world(name: str, worlds: Collection[str], *, minds: bool) -> bool:
    people = [*worlds]
    nested = "/" in name and all(part in people for part in name.split("/"))
    return name in worlds or nested or name.startswith(SOURCE_PREFIX) or (minds and name == MINDS)


def observed(name: str) -> Callable[[object], Observation]:
    """Takes observations for what a provider of that name sees, and nothing else."""

    def read(item: object) -> Observation:
        if not isinstance(item, Observation):
            raise Trouble(f"gave a {type(item).__name__}; an Observation is asked for")
        return msgspec.structs.replace(item, source=name)

    return read


def stream(provider: Module, reading: Reading, guests: Guests) -> Stream[Observation]:
    """What a provider gives, as observations of a source of its name."""
    read = reading(provider.name)

    def accept(item: object) -> Observation:
        observation = read(item)
        if len(observation.objects or ()) + len(observation.agents or ()) > provider.limits.entities:
            raise Trouble(f"reports more than {provider.limits.entities} things at once")
        return observation

    who = (provider.name, source_world(provider.name))
    return Stream(who, provider.begin, accept, guests, limits=provider.limits)
