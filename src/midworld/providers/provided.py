"""What provider modules yield, read as lines of a log are."""

import heapq
import json
from collections.abc import Callable, Iterable, Iterator, Mapping

import msgspec

from ..assessment import Assessment
from ..errors import BadInput
from ..perception import Observation, observation_faults
from ..runtime import Trouble
from .observations import Log, observation_log
from .undeclared import Knows


def provided_observations(
    assessment: Assessment, *, knows: Knows | None = None
) -> list[tuple[str, Iterable[Observation]]]:
    """What provider modules yield, each by its name: observations, or mappings that say what a line of a log says.

    Whatever it gives for its source, it is a source of its own name.
    """

    def reading(name: str) -> Callable[[object], Observation]:
        log = observation_log(f"modules.{name}", assessment.scene, knows=knows)
        return lambda item: _observation(item, name, log)

    return assessment.providers(reading)


def in_order(*streams: Iterable[Observation]) -> Iterator[Observation]:
    """Several streams as one, by their stamps; at the same instant the one named first comes first."""
    return heapq.merge(*streams, key=lambda observation: observation.stamp)


def _observation(item: object, name: str, log: Log) -> Observation:
    if isinstance(item, Observation):
        if faults := observation_faults(item):
            raise Trouble(f"gave what is no observation: {faults[0]}")
        return msgspec.structs.replace(item, source=name)
    if not isinstance(item, Mapping):
        raise Trouble(f"gave a {type(item).__name__}; an Observation or a mapping is asked for")
    # Begun anew, it may tell from the start again.
    log.last_stamp = float("-inf")
    try:
        return log.read(json.dumps({**item, "source": name}).encode(), 1)
    except (TypeError, ValueError, OverflowError, RecursionError) as error:
        raise Trouble(f"gave what is no observation: {error}") from error
    except BadInput as bad:
        raise Trouble(f"gave what is no observation: {bad.problems[0].message}") from bad
