"""What a scene sets, sorted by who goes by it."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TypeVar, get_args

import msgspec

from ..agents import Attention, AwarenessSettings, ReachSettings
from ..errors import BadInput, Problem
from ..limits import Range
from ..physics import Parameters
from ..relations import SpatialSettings
from ..world import Scene, Sensor

# So many periods of a sensor pass before what it does not report is missing: one report may be lost.
REPORTS = 1.5


@dataclass(frozen=True, slots=True)
class Settings:
    """Everything a scene's `reasoner` section sets; and whether minds share what they agree on."""

    physics: Parameters
    awareness: AwarenessSettings
    sharing: bool = True

    @classmethod
    def of(cls, scene: Scene) -> "Settings":
        faults = setting_faults(scene.reasoner)
        if faults:
            raise BadInput([Problem("the scene", None, f"reasoner.{name} {fault}") for name, fault in faults.items()])
        attention, spatial = _chosen(Attention, scene), _chosen(SpatialSettings, scene)
        awareness = AwarenessSettings(attention, spatial, _chosen(ReachSettings, scene))
        return cls(_patient(_chosen(Parameters, scene), scene), awareness)


def _patient(physics: Parameters, scene: Scene) -> Parameters:
    """Between two reports of the slowest sensor, what it sees counts as perceived."""
    roles = [entity.role for entity in scene.world.structure.entities]
    rates = [role.rate for role in roles if isinstance(role, Sensor) and role.rate is not None]
    wait_s = REPORTS / min(rates, default=float("inf"))
    if "perceived_max_duration" in scene.reasoner or wait_s <= physics.perceived_max_duration:
        return physics
    return msgspec.structs.replace(physics, perceived_max_duration=wait_s)


T = TypeVar("T", Parameters, Attention, SpatialSettings, ReachSettings)


def setting_ranges() -> Mapping[str, Range | None]:
    """Everything that can be set under `reasoner:`, with the numbers each may be; None where it is true or false."""
    groups = (Parameters, Attention, SpatialSettings, ReachSettings)
    items = [item for group in groups for item in msgspec.structs.fields(group)]
    return {item.name: next((each for each in get_args(item.type) if isinstance(each, Range)), None) for item in items}


def setting_faults(given: Mapping[str, float | bool]) -> dict[str, str]:
    """What is wrong with settings, by name."""
    ranges = setting_ranges()
    faults = {
        name: f"is {value:g}; it must be {within}"
        for name, value in given.items()
        if (within := ranges.get(name)) is not None and value not in within
    }
    near, far = given.get("human_range_near"), given.get("human_range_far")
    sight = Attention(human_range_near=near or Attention().human_range_near)
    if far is not None and far <= sight.human_range_near:
        faults.setdefault("human_range_far", f"is {far:g}; it must be more than human_range_near")
    elif far is None and sight.human_range_near >= sight.human_range_far:
        faults.setdefault("human_range_near", f"is {near:g}; it must be less than human_range_far")
    return faults


def _chosen(kind: type[T], scene: Scene) -> T:
    """Those of the scene's settings that a group of them knows."""
    names = {item.name for item in msgspec.structs.fields(kind)}
    return msgspec.convert({name: value for name, value in scene.reasoner.items() if name in names}, kind, strict=False)
