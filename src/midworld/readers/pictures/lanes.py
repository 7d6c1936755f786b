"""Things of some extent, put into as few lanes as they fit without touching."""

from collections.abc import Sequence


def lanes(extents: Sequence[tuple[float, float]], *, gap: float = 0.0) -> list[int]:
    """The lane of each extent, the first that is free; earlier ones choose first."""
    ends: list[float] = []
    chosen = [0] * len(extents)
    for at in sorted(range(len(extents)), key=lambda at: extents[at]):
        start, end = extents[at]
        lane = next((lane for lane, free in enumerate(ends) if free + gap <= start), len(ends))
        if lane == len(ends):
            ends.append(end)
        else:
            ends[lane] = end
        chosen[at] = lane
    return chosen
