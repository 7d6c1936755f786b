"""A log assessed once, to be looked at as it was at any instant."""

from bisect import bisect_right
from collections.abc import Mapping
from typing import TYPE_CHECKING

from ..world import World

if TYPE_CHECKING:
    from ..perception import Observation
    from ..session import Session

# So many instants are kept; of a longer log every other one goes, again and again.
KEPT = 4_000


class Instants:
    """The worlds of a whole log, instant by instant."""

    def __init__(self, session: "Session", log: str) -> None:
        from ..session import progress

        self.start = float("nan")
        self._stamps: list[float] = []
        self._worlds: list[Mapping[str, World]] = []
        self._every, self._passed, self._session = 1, 0, session
        with progress(log, printing=True) as counter:
            session.run(log, stop=self._note, counter=counter)
        self._keep(max((each.stamp for each in session.assessment.board.snapshot().values()), default=0.0))

    def at(self, stamp: float | None) -> Mapping[str, World]:
        """All worlds as they were at an instant: the first before it begins, the last without one."""
        if stamp is None or not self._stamps:
            return self._worlds[-1]
        return self._worlds[max(bisect_right(self._stamps, stamp) - 1, 0)]

    def _note(self, observation: "Observation") -> bool:
        if self.start != self.start:
            self.start = observation.stamp
        elif self._passed % self._every == 0:
            newest = max((each.stamp for each in self._session.assessment.board.snapshot().values()), default=0.0)
            self._keep(newest)
        self._passed += 1
        return False

    def _keep(self, stamp: float) -> None:
        if self._stamps and stamp <= self._stamps[-1]:
            self._stamps.pop()
            self._worlds.pop()
        self._stamps.append(stamp)
        self._worlds.append(self._session.assessment.board.snapshot())
        if len(self._stamps) > KEPT:
            self._stamps, self._worlds = self._stamps[::2], self._worlds[::2]
            self._every *= 2
