"""What `native/kernels.cpp` gives."""

from typing import Any

import numpy.typing as npt

from .pose import BoolArray, FloatArray, IntArray

def segment_gaps(starts: FloatArray, ends: FloatArray, start: FloatArray, end: FloatArray, /) -> FloatArray: ...
def capsules_near(
    origins: FloatArray,
    ends: FloatArray,
    wide: FloatArray,
    start: FloatArray,
    end: FloatArray,
    radius: FloatArray,
    /,
) -> BoolArray: ...
def lines_disturbed(
    eyes: FloatArray,
    middles: FloatArray,
    radii: FloatArray,
    asked: BoolArray,
    start: FloatArray,
    end: FloatArray,
    radius: FloatArray,
    own: BoolArray,
    /,
) -> BoolArray: ...
def groups_behind(
    origins: FloatArray,
    points: FloatArray,
    start: FloatArray,
    end: FloatArray,
    radius: FloatArray,
    in_the_way: BoolArray,
    deep: float,
    /,
) -> BoolArray: ...
def lines_hidden(
    origins: FloatArray,
    ends: FloatArray,
    start: FloatArray,
    end: FloatArray,
    radius: FloatArray,
    spares: BoolArray,
    in_the_way: BoolArray,
    group: IntArray,
    /,
) -> BoolArray: ...
def direction_cells(
    told: BoolArray,
    centre: FloatArray,
    axes: FloatArray,
    half: FloatArray,
    directions: FloatArray,
    rows: IntArray,
    columns: IntArray,
    limit: FloatArray,
    overlap: float,
    margin: float,
    band: float,
    /,
) -> list[int]: ...
def sector_cells(
    told: BoolArray,
    centre: FloatArray,
    low: FloatArray,
    high: FloatArray,
    position: FloatArray,
    ahead: FloatArray,
    middles: FloatArray,
    words: BoolArray,
    cosine: float,
    sine: float,
    steadiness: float,
    near_m: float,
    /,
) -> list[int]: ...
def moving(places: FloatArray, span: float, noise_factor: float, least: float, before: BoolArray, /) -> BoolArray: ...
def pair_cells(
    told: BoolArray, slacks: FloatArray, rows: IntArray, layers: IntArray, converse: IntArray, band: float, /
) -> list[int]: ...
def rotate(quaternions: FloatArray, vectors: FloatArray, /) -> FloatArray: ...
def axes(quaternions: FloatArray, /) -> FloatArray: ...
def rows_changed(before: npt.NDArray[Any], after: npt.NDArray[Any], /) -> list[int]: ...
def lengthened(
    trail: FloatArray,
    poses: FloatArray,
    rows: IntArray,
    unknown: BoolArray,
    crowded: bool,
    old: int,
    leap: float,
    /,
) -> FloatArray: ...
def boxes_crossed(
    starts: FloatArray,
    ends: FloatArray,
    ignore: IntArray,
    owner: IntArray,
    axes: FloatArray,
    centre: FloatArray,
    half: FloatArray,
    flat: float,
    for_whom: BoolArray,
    who: IntArray,
    /,
) -> BoolArray: ...
