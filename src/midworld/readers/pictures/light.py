"""Light from a soft sky and a softer lamp, and how much of it reaches a surface."""

from dataclasses import dataclass

import numpy as np

from ...geometry import FloatArray
from .tracer import Bools, Floats, Ints, Tracer

# Neighbouring pixels look along different directions, sixteen sets of them, and are averaged afterwards.
SETS = 16
SKY_EACH = 6
LAMP_EACH = 4
LAMP_SPREAD = 0.16
LIFT_M = 1e-3


@dataclass(frozen=True, slots=True, eq=False)
class Light:
    """`sky` and `lamp` are unit directions `(SETS, n, 3)`; `towards` is the middle of the lamp."""

    sky: Floats
    lamp: Floats
    towards: Floats


@dataclass(frozen=True, slots=True, eq=False)
class Reached:
    """Of sky and lamp: what arrives, and what would arrive were nothing in the way. Each `(n,)`."""

    sky: Floats
    sky_all: Floats
    lamp: Floats
    lamp_all: Floats


def light(towards: FloatArray) -> Light:
    """A lamp in that direction under an even sky; the same directions every time."""
    total = SETS * SKY_EACH
    heights, turns = (np.arange(total) + 0.5) / total, _spiral(total)
    # From the horizon up, by area; the lowest light is left out, it would only darken the ground for ever.
    rise = 0.12 + 0.88 * heights
    sky = np.column_stack([np.sqrt(1 - rise**2) * np.cos(turns), np.sqrt(1 - rise**2) * np.sin(turns), rise])
    middle = towards / np.linalg.norm(towards)
    aside = np.cross(middle, [0.0, 0.0, 1.0])
    aside /= np.linalg.norm(aside)
    beside = np.cross(middle, aside)
    count = SETS * LAMP_EACH
    reach, turn = LAMP_SPREAD * np.sqrt((np.arange(count) + 0.5) / count), _spiral(count)
    lamp = middle + (reach * np.cos(turn))[:, None] * aside + (reach * np.sin(turn))[:, None] * beside
    lamp /= np.linalg.norm(lamp, axis=1, keepdims=True)
    return Light(_dealt(sky, SKY_EACH), _dealt(lamp, LAMP_EACH), middle.astype(np.float32))


def reached(tracer: Tracer, given: Light, points: Floats, normals: Floats, sets: Ints) -> Reached:
    """How much light arrives at points, each looked at with one set of directions."""
    sky, sky_all = _arriving(tracer, given.sky, points, normals, sets)
    lamp, lamp_all = _arriving(tracer, given.lamp, points, normals, sets)
    return Reached(sky, sky_all, lamp, lamp_all)


def _arriving(tracer: Tracer, among: Floats, points: Floats, normals: Floats, sets: Ints) -> tuple[Floats, Floats]:
    starts = np.ascontiguousarray(points + LIFT_M * normals)
    some, every = np.zeros(len(points), np.float32), np.zeros(len(points), np.float32)
    for which in range(among.shape[1]):
        directions = among[sets, which]
        share = np.einsum("ij,ij->i", normals, directions)
        facing = np.flatnonzero(share > 0)
        free: Bools = tracer.open(starts[facing], np.ascontiguousarray(directions[facing]))
        every[facing] += share[facing]
        some[facing] += np.where(free, share[facing], 0)
    return some, every


def averaged(values: Reached, ids: Ints, normals: Floats, depths: Floats) -> Reached:
    """Each pixel's light as the mean over the four by four around it that show the same surface; images `(h, w)`."""
    # What shows nothing is alike, and infinity less infinity is no number.
    depths = np.where(np.isfinite(depths), depths, np.float32(1e9))
    fields = [values.sky, values.sky_all, values.lamp, values.lamp_all]
    sums = [np.zeros_like(each) for each in fields]
    height, width = ids.shape
    padded = [np.pad(each, 2) for each in fields]
    ids_around = np.pad(ids, 2, constant_values=-2)
    normals_around, depths_around = np.pad(normals, ((2, 2), (2, 2), (0, 0))), np.pad(depths, 2)
    for down in range(-1, 3):
        for across in range(-1, 3):
            window = (slice(2 + down, 2 + down + height), slice(2 + across, 2 + across + width))
            alike = (ids_around[window] == ids) & (np.abs(depths_around[window] - depths) < 0.02 * depths)
            alike &= np.einsum("hwi,hwi->hw", normals_around[window], normals) > 0.9
            for total, each in zip(sums, padded, strict=True):
                total += np.where(alike, each[window], 0)
    return Reached(*sums)


def _spiral(count: int) -> FloatArray:
    return np.arange(count) * np.pi * (3 - np.sqrt(5))


def _dealt(directions: FloatArray, each: int) -> Floats:
    """Dealt like cards, so that every set covers the whole."""
    return directions.reshape(each, SETS, 3).swapaxes(0, 1).astype(np.float32).copy()
