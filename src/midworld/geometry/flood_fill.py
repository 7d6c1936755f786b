"""Where water would stand: regions of empty cells that cannot drain to the outside of their grid."""

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from .pose import BoolArray
from .regions import labelled

# Compartments are told apart while the water they share above their divider is at most this part of the depth.
SHARED_DEPTH = 0.25
OUTSIDE = 0


@dataclass(frozen=True, slots=True, eq=False)
class Pool:
    """The cells that hold, and the lowest layer they do not: there the water spills."""

    cells: BoolArray
    rim: int


@dataclass(slots=True, eq=False)
class _Basin:
    """Regions that fill together; `halves` were basins of their own below layer `merged`."""

    floor: int
    size: int = 0
    regions: list[int] = field(default_factory=list[int])
    halves: list["_Basin"] = field(default_factory=list["_Basin"])
    merged: int = 0


def pools(empty: BoolArray, *, least_cells: int, least_layers: int) -> tuple[Pool, ...]:
    """Every pool of at least so many cells, filled layer by layer from below; a hollow without a way out is none.

    A pocket of fewer cells or layers does not count as a compartment of its own.
    """
    regions, count = labelled(empty)
    layers = _layers(regions, count)
    sizes = np.bincount(regions.reshape(-1), minlength=count + 1)
    below, draining = _below(regions, count), _border(regions)
    home = list(range(count + 1))
    basins: dict[int, _Basin] = {}
    found: list[Pool] = []
    for region in sorted(range(1, count + 1), key=layers.__getitem__):
        layer = int(layers[region])
        lower = {_home(home, under) for under in below[region]}
        if region in draining or OUTSIDE in lower:
            for full in sorted(lower - {OUTSIDE}):
                found.extend(_spilled(basins.pop(full), layer, regions, layers))
            for drained in (region, *lower):
                home[drained] = OUTSIDE
            continue
        for under in lower:
            home[under] = region
        basin = _joined([basins.pop(under) for under in sorted(lower)], layer, least_cells, least_layers)
        basin.regions.append(region)
        basin.size += int(sizes[region])
        basins[region] = basin
    return tuple(pool for pool in found if np.count_nonzero(pool.cells) >= least_cells)


def _home(home: list[int], region: int) -> int:
    while home[region] != region:
        home[region] = home[home[region]]
        region = home[region]
    return region


def _joined(basins: list[_Basin], layer: int, least_cells: int, least_layers: int) -> _Basin:
    """What the basins below become where water stands above them all."""
    if len(basins) < 2:
        return basins[0] if basins else _Basin(floor=layer)
    floor, size = min(basin.floor for basin in basins), sum(basin.size for basin in basins)
    compartments = [basin for basin in basins if basin.size >= least_cells and layer - basin.floor >= least_layers]
    if len(compartments) > 1:
        return _Basin(floor, size, halves=basins, merged=layer)
    kept = max(basins, key=lambda basin: basin.size)
    kept.regions.extend(region for basin in basins if basin is not kept for region in _members(basin))
    kept.floor, kept.size = floor, size
    return kept


def _spilled(basin: _Basin, rim: int, regions: npt.NDArray[np.int32], layers: npt.NDArray[np.int64]) -> Iterator[Pool]:
    """The pools of a basin that has found its way out at layer `rim`."""
    pending = [(basin, rim)]
    while pending:
        basin, rim = pending.pop()
        if basin.halves and rim - basin.merged <= SHARED_DEPTH * (rim - basin.floor):
            pending.extend((half, basin.merged) for half in basin.halves)
            continue
        held = np.zeros(len(layers), dtype=np.bool_)
        held[list(_members(basin))] = True
        yield Pool((held & (layers < rim))[regions], rim)


def _members(basin: _Basin) -> Iterator[int]:
    pending = [basin]
    while pending:
        inner = pending.pop()
        yield from inner.regions
        pending.extend(inner.halves)


def _layers(regions: npt.NDArray[np.int32], count: int) -> npt.NDArray[np.int64]:
    layers = np.zeros(count + 1, dtype=np.int64)
    for layer in range(regions.shape[2]):
        layers[np.unique(regions[:, :, layer])] = layer
    return layers


def _below(regions: npt.NDArray[np.int32], count: int) -> dict[int, set[int]]:
    """For every region, those it rests on."""
    upper, lower = regions[:, :, 1:].reshape(-1), regions[:, :, :-1].reshape(-1)
    touching = (upper > 0) & (lower > 0)
    rests_on: dict[int, set[int]] = defaultdict(set)
    for pair in np.unique(upper[touching].astype(np.int64) * (count + 1) + lower[touching]).tolist():
        rests_on[pair // (count + 1)].add(pair % (count + 1))
    return rests_on


def _border(regions: npt.NDArray[np.int32]) -> set[int]:
    sides = [regions[0], regions[-1], regions[:, 0], regions[:, -1], regions[:, :, 0], regions[:, :, -1]]
    return set(np.unique(np.concatenate([side.reshape(-1) for side in sides])).tolist()) - {OUTSIDE}
