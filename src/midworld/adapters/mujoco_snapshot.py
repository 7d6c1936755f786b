"""What a MuJoCo snapshot keeps."""

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from ..geometry import FloatArray


@dataclass(frozen=True, slots=True, eq=False)
class Kept:
    """A whole MjData, since the state vector lacks the sleep bookkeeping, and what Midworld wrote into the model.

    An unchanged `version` tells that the model is still the one it was taken with.
    """

    generation: int
    owner: object
    data: Any
    pool: list[Any]
    modes: npt.NDArray[np.uint8]
    scales: FloatArray
    statics: FloatArray
    command: FloatArray
    places: FloatArray
    condim: npt.NDArray[np.int32]
    version: int

    def __del__(self) -> None:
        # A new MjData costs twenty copies: the next snapshot takes this one's.
        self.pool.append(self.data)
