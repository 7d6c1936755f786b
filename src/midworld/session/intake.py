"""What people hand over, as observations: a line of a log, the same as a mapping, or an observation."""

import json
from collections.abc import Callable, Mapping
from typing import TypeAlias, cast

import msgspec

from ..errors import BadInput, Problem
from ..perception import observation_faults
from ..providers import Log, Unusual, read_head
from .drive import Arrival
from .rooms import Observation

Given: TypeAlias = Observation | Mapping[str, object] | str | bytes


class Intake:
    """Reads what is handed over when it is its turn, with the skew of its source's clock.

    With `overlook`, what is wrong with a line is told to it, and the line is passed over.
    """

    def __init__(
        self, log: Log, skew: Mapping[str, float], *, overlook: Callable[[BadInput], None] | None = None
    ) -> None:
        self._log, self._skew, self._overlook = log, skew, overlook

    def arrival(self, given: Given, number: int) -> Arrival | None:
        """When something was perceived, and how to read it. Raises BadInput; None for what is passed over."""
        if isinstance(given, Observation):
            if faults := observation_faults(given):
                raise BadInput([Problem(self._log.file, number, fault) for fault in faults])
            observation = self._set(given)
            return Arrival(observation.stamp, observation.source, lambda: observation)
        line = self._line(given, number)
        try:
            head = read_head(line)
        except Unusual:
            # The rest of what is wrong with it is told at once, or it is right after all.
            read = self._read(line, number)
            return None if read is None else Arrival(read.stamp, read.source, lambda: read)
        stamp = head.stamp + self._skew.get(head.source, 0.0)
        return Arrival(stamp, head.source, lambda: self._read(line, number))

    def _read(self, line: bytes, number: int) -> Observation | None:
        try:
            return self._set(self._log.read(line, number))
        except BadInput as bad:
            if self._overlook is None:
                raise
            self._overlook(bad)
            return None

    def _set(self, observation: Observation) -> Observation:
        """With its stamp by the clock everybody shares."""
        skew = self._skew.get(observation.source)
        return observation if skew is None else msgspec.structs.replace(observation, stamp=observation.stamp + skew)

    def _line(self, given: Mapping[str, object] | str | bytes, number: int) -> bytes:
        what = cast(object, given)
        if isinstance(what, bytes):
            return what
        if isinstance(what, str):
            # Halves of characters, as JSON's escapes can leave them, are for the reader to refuse.
            return what.encode(errors="surrogatepass")
        if isinstance(what, Mapping):
            try:
                line = msgspec.json.encode(cast("Mapping[str, object]", what))
                # What is no number is written as nothing: the reader is to tell which of the two it is.
                return json.dumps(msgspec.to_builtins(what)).encode() if b"null" in line else line
            except (TypeError, ValueError, OverflowError, RecursionError) as error:
                reason = f"holds what no observation could: {error}"
                raise BadInput([Problem(self._log.file, number, reason)]) from error
        kinds = "a mapping as in the log, a line of it, or an Observation"
        raise BadInput([Problem(self._log.file, number, f"an observation is {kinds}, not {type(what).__name__}")])
