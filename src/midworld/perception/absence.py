"""Why something is not perceived: explained, still to be explained, or not where it was thought to be."""

import msgspec
import numpy as np

from ..geometry import FloatArray
from ..world import EntityId, Why


class Absence(msgspec.Struct, frozen=True):
    """Why something is not perceived, since when that is so, and what or who is behind it.

    `in_view_s` is how long it should have been seen, and was not.
    """

    why: Why
    since: float
    by: EntityId | None = None
    in_view_s: float = 0.0

    @property
    def sentence(self) -> str:
        """For people: 'occluded by the box since 3.2 s'."""
        by = f" by {self.by}" if self.by is not None else ""
        return f"{_WORDS[self.why]}{by} since {self.since:.1f} s"


_WORDS = {
    Why.RECENT: "not seen",
    Why.OUT_OF_VIEW: "out of view",
    Why.HELD: "held",
    Why.OCCLUDED: "occluded",
    Why.SEARCHED: "in view yet not seen",
    Why.UNKNOWN: "gone to an unknown place",
}


class Missing(msgspec.Struct, frozen=True):
    """What a tick tells of something not perceived.

    `looked` says whether an eye reported that would have listed it; `framed`, whether such an eye has it in its field
    of view; `plain`, whether it would then be in plain view where it is thought to be; `moving`, whether it is still
    on its way there.
    """

    missing_s: float
    held_by: EntityId | None = None
    held: bool = False
    looked: bool = False
    framed: bool = False
    plain: bool = False
    moving: bool = False
    occluder: EntityId | None = None


def explained(
    before: Absence | None, missing: Missing, *, elapsed_s: float, stamp: float, patience_s: float, doubt_s: float
) -> Absence:
    """One tick of one missing thing: nothing is concluded before `patience_s`, and gone is what should have been in
    plain view for `doubt_s`.
    """
    why, by = _explanation(before, missing, patience_s=patience_s)
    in_view = before.in_view_s if before is not None else 0.0
    if missing.looked:
        in_view = in_view + elapsed_s if why is Why.SEARCHED and not missing.moving else 0.0
    if why is Why.SEARCHED and in_view >= doubt_s:
        why = Why.UNKNOWN
    if before is not None and (before.why, before.by) == (why, by):
        return msgspec.structs.replace(before, in_view_s=in_view) if in_view != before.in_view_s else before
    return Absence(why, stamp, by, in_view)


def _explanation(before: Absence | None, missing: Missing, *, patience_s: float) -> tuple[Why, EntityId | None]:
    if before is not None and before.why is Why.UNKNOWN:
        return Why.UNKNOWN, before.by
    if missing.missing_s < patience_s:
        return Why.RECENT, None
    if missing.held:
        return Why.HELD, missing.held_by
    if not missing.looked:
        # Nobody looked: what was concluded stays.
        return (Why.RECENT, None) if before is None else (before.why, before.by)
    if not missing.framed:
        return Why.OUT_OF_VIEW, None
    return (Why.SEARCHED, None) if missing.plain else (Why.OCCLUDED, missing.occluder)


def box_corners(centre: FloatArray, half: FloatArray) -> FloatArray:
    """The eight corners `(8, 3)` of a box, in its own frame."""
    signs = np.array([[x, y, z] for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)], dtype=np.float64)
    return centre + signs * half
