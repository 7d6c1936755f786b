"""What may fall, found beside a run: imagining takes longer than a tick, so a tick takes what was found last."""

from collections.abc import Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from functools import partial

import numpy as np

from ..geometry import FloatArray, Meshes
from ..world import EntityId, World
from .doubt import Doubt
from .precarious import MAY_FALL, Precarious, precarious
from .rollouts import Rollouts

# What moved by less than this, in each number of its pose, is where it was.
MOVED = 0.005


class FallWatch:
    """A monitor that says what may fall in the world it was last shown at leisure, and never waits for it.

    It begins anew when something came, went or moved. How late a fact comes depends on the machine: what it says of
    a run is not the same to the tick each time.
    """

    def __init__(
        self,
        rollouts: Rollouts,
        *,
        meshes: Meshes | None = None,
        runs: int = 2,
        doubt: Doubt = Doubt(),  # noqa: B008 - frozen
    ) -> None:
        self._look = partial(precarious, rollouts=rollouts, meshes=meshes, runs=runs, doubt=doubt)
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="may-fall")
        self._looking: Future[tuple[Precarious, ...]] | None = None
        self._seen: tuple[Sequence[EntityId], FloatArray] | None = None
        self._found: tuple[Precarious, ...] = ()

    def __call__(self, world: World, memory: object) -> list[tuple[EntityId, str, bool]]:
        """What was found last, of things that are still there."""
        del memory
        if self._looking is not None and self._looking.done():
            looking, self._looking = self._looking, None
            self._found = looking.result()
        if self._looking is None and not self._unchanged(world):
            self._seen = (world.ids, world.poses())
            self._looking = self._thread.submit(self._look, world)
        return [(each.thing, MAY_FALL, True) for each in self._found if each.thing in world.ids]

    def finish(self) -> None:
        """Waits for what is being imagined: the next call says it."""
        if self._looking is not None:
            self._looking.exception()

    def close(self) -> None:
        self._thread.shutdown(wait=True, cancel_futures=True)

    def _unchanged(self, world: World) -> bool:
        if self._seen is None or self._seen[0] != world.ids:
            return False
        return np.allclose(world.poses(), self._seen[1], rtol=0.0, atol=MOVED, equal_nan=True)
