"""Where in a run a page is, and how that moves on."""

from dataclasses import dataclass, replace

SLOWEST, FASTEST = 0.05, 50.0


@dataclass(frozen=True, slots=True)
class Clock:
    """`at` is in seconds from the beginning; `following` sticks to the newest tick."""

    at: float = 0.0
    playing: bool = True
    speed: float = 1.0
    following: bool = False
    # How long the end has been shown, in wall seconds.
    rested: float = 0.0

    def advanced(self, seconds: float, *, stop: float, complete: bool) -> "Clock":
        """After some wall time, on a run that lasts until `stop` so far."""
        if self.following:
            return replace(self, at=stop)
        if not self.playing:
            return self
        ahead = self.at + seconds * self.speed
        if ahead < stop:
            return replace(self, at=ahead, rested=0.0)
        return replace(self, at=max(stop, 0.0), rested=self.rested + seconds if complete else 0.0)

    def sought(self, at: float, *, stop: float) -> "Clock":
        return replace(self, at=min(max(at, 0.0), max(stop, 0.0)), following=False, rested=0.0)

    def played(self, playing: bool, speed: float, *, stop: float, complete: bool) -> "Clock":
        """Playing on; from the beginning where the end had been reached."""
        speed = min(max(speed, SLOWEST), FASTEST)
        again = playing and complete and self.at >= stop
        at = 0.0 if again else self.at
        return replace(self, at=at, playing=playing, speed=speed, following=self.following and playing, rested=0.0)
