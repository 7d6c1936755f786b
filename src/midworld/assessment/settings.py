"""What a scene sets, sorted by who goes by it."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TypeVar

import msgspec

from ..agents import Attention, AwarenessSettings, ReachSettings
from ..physics import Parameters
from ..relations import SpatialSettings
from ..world import Scene


@dataclass(frozen=True, slots=True)
class Settings:
    """Everything a scene's `reasoner` section sets; and whether minds share what they agree on."""

    physics: Parameters
    awareness: AwarenessSettings
    sharing: bool = True

    @classmethod
    def of(cls, scene: Scene) -> "Settings":
        attention, spatial = _chosen(Attention, scene), _chosen(SpatialSettings, scene)
        awareness = AwarenessSettings(attention, spatial, _chosen(ReachSettings, scene))
        return cls(_chosen(Parameters, scene), awareness)


T = TypeVar("T", Parameters, Attention, SpatialSettings, ReachSettings)


def setting_types() -> Mapping[str, type]:
    """Everything that can be set under `reasoner:`, with the type of each."""
    groups = (Parameters, Attention, SpatialSettings, ReachSettings)
    return {item.name: item.type for group in groups for item in msgspec.structs.fields(group)}


def _chosen(kind: type[T], scene: Scene) -> T:
    """Those of the scene's settings that a group of them knows."""
    names = {item.name for item in msgspec.structs.fields(kind)}
    return msgspec.convert({name: value for name, value in scene.reasoner.items() if name in names}, kind, strict=False)
