"""Conclusions of the knowledge base as JSON lines, marked as such."""

from collections.abc import Iterable, Iterator
from typing import Literal

import msgspec

from ..assessment import Conclusion
from ..world import Value


class InferredLine(msgspec.Struct, frozen=True):
    """A fact line nobody said."""

    stamp: float
    type: Literal["fact"]
    model: str
    subject: str
    predicate: str
    object: Value | None
    holds: bool
    inferred: bool = True


_encode = msgspec.json.Encoder().encode


def inferred_lines(conclusions: Iterable[Conclusion]) -> Iterator[bytes]:
    """What begins and ceases to follow, one line each."""
    for each in conclusions:
        subject, predicate, target = each.statement
        yield _encode(InferredLine(each.stamp, "fact", each.model, subject, predicate, target, each.holds))
