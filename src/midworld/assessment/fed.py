"""What ticks are made of, as a recording keeps it."""

from typing import Literal

import msgspec

from ..perception import Observation
from ..runtime import Cause
from ..world import EntityId


class Told(msgspec.Struct, frozen=True, array_like=True):
    """Where a thing is, said to somebody, who believes it until seen otherwise."""

    listener: EntityId
    thing: EntityId
    relation: Literal["isIn", "isOn"]
    target: EntityId
    teller: EntityId | None = None


class Fed(Cause, frozen=True, array_like=True):
    """What one tick was made of: observations, or what people were told."""

    observations: tuple[Observation, ...]
    told: tuple[Told, ...] = ()

    @property
    def count(self) -> int:
        return len(self.observations)
