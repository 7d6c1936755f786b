"""Looking again only where something moved sees what looking anew does."""

import numpy as np
import pytest

from midworld.adapters.embree import CALM, EmbreeSight
from midworld.geometry import Box, FloatArray, Part, Pose, frustum
from midworld.physics import Body, Eye, Limbs, Outlines, Placed, View, disturbance, look, steady_limbs
from midworld.physics.disturbance import TREMBLE
from midworld.physics.limbs import near_lines, segment_gaps
from midworld.world import EntityId

LENS = frustum((70, 60), (0.05, 6.0))
COUNT = 12


def boxes() -> list[Body]:
    return [Body(EntityId(f"box{number}"), (Part(Box((0.1, 0.12, 0.15))),)) for number in range(COUNT)]


def scattered(random: np.random.Generator) -> FloatArray:
    places = np.column_stack([random.uniform(-0.5, 0.5, (COUNT, 2)), random.uniform(0.0, 0.1, COUNT)])
    return np.concatenate([places, np.tile([0.0, 0.0, 0.0, 1.0], (COUNT, 1))], axis=1)


def onlookers(random: np.random.Generator) -> list[Eye]:
    return [
        Eye(EntityId(f"eye{number}"), EntityId(f"p{number}"), Pose.looking((x, y, 0.5), at=(0, 0, 0)), LENS, 0.4)
        for number, (x, y) in enumerate(random.uniform(0.8, 1.5, (3, 2)).tolist())
    ]


def arms(random: np.random.Generator) -> Limbs:
    ends = random.uniform([-0.8, -0.8, -0.4], [0.8, 0.8, 1.2], (2, 3, 3))
    return Limbs(tuple(EntityId(f"p{n}") for n in range(3)), ends[0], ends[1], np.full(3, 0.05), frozenset({0}))


def tables(views: tuple[View, ...]) -> list[list[list[float]]]:
    return [[view.share.tolist(), view.turned.tolist()] for view in views]


@pytest.mark.parametrize("seed", range(6))
def test_looking_again_sees_what_looking_anew_does(seed: int) -> None:
    random = np.random.default_rng(seed)
    bodies, eyes = boxes(), onlookers(random)
    outlines = Outlines.of(bodies, EmbreeSight.standing)
    sight, views, before = EmbreeSight(bodies), (), None
    poses, limbs = scattered(random), arms(random)
    for tick in range(30):
        poses = poses.copy()
        poses[random.integers(COUNT), :3] += random.uniform(-0.1, 0.1, 3)
        if tick % 3 == 0:
            moved = limbs.start.copy()
            moved[random.integers(3)] += 0.1
            limbs = Limbs(limbs.owners, moved, limbs.end, limbs.radius, limbs.hands)
        if tick % 7 == 6:
            eyes = [*onlookers(random)[:1], *eyes[1:]]
        gone = random.random(COUNT) < 0.1
        flesh, rows = steady_limbs(limbs if before is None else before.limbs, limbs)
        placed = Placed(outlines.ids, poses, gone, flesh)
        disturbed = None if before is None else disturbance(outlines, before, placed, rows)
        sight.place(poses, absent=np.flatnonzero(gone))
        absent = np.flatnonzero(gone)
        last = views if disturbed is not None else ()
        views = look(sight, outlines, poses, eyes, absent=absent, limbs=flesh, before=last, disturbed=disturbed)
        fresh = EmbreeSight(bodies)
        fresh.place(poses, absent=absent)
        anew = look(fresh, outlines, poses, eyes, absent=absent, limbs=flesh)
        assert tables(views) == tables(anew)
        before = placed


def test_what_moves_aside_disturbs_nobody_and_what_comes_between_does() -> None:
    bodies = boxes()[:3]
    outlines = Outlines.of(bodies, EmbreeSight.standing)
    still = np.tile([0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 1.0], (3, 1))
    still[:, 0] = [2.0, 2.0, 1.0]
    still[:, 1] = [0.0, 1.5, -3.0]
    here = np.zeros(3, dtype=np.bool_)

    def lines(moved: FloatArray) -> list[bool]:
        found = disturbance(
            outlines, Placed(outlines.ids, still, here), Placed(outlines.ids, moved, here), np.arange(0)
        )
        assert found.rows.tolist() == [2]
        every = np.ones((1, 3), dtype=np.bool_)
        return found.near([None], np.zeros((1, 3)), still[:, :3], outlines.radius, every)[0].tolist()[:2]

    aside, between = still.copy(), still.copy()
    aside[2, 1], between[2, 1] = -3.2, 0.0
    assert lines(aside) == [False, False]
    assert lines(between) == [True, False]


def test_a_limb_that_creeps_is_noticed_once_it_has_gone_far_enough() -> None:
    first = Limbs((EntityId("ann"),), np.zeros((1, 3)), np.ones((1, 3)), np.full(1, 0.05))
    known, noticed = first, 0
    for step in range(1, 101):
        now = Limbs(first.owners, first.start + step * TREMBLE / 10, first.end, first.radius)
        known, rows = steady_limbs(known, now)
        noticed += len(rows)
        assert np.abs(known.start - now.start).max() <= TREMBLE
    assert 8 <= noticed <= 10


def test_no_limb_that_meets_a_line_is_passed_over() -> None:
    random = np.random.default_rng(5)
    lines, limbs = random.uniform(-2, 2, (2, 300, 3)), random.uniform(-2, 2, (2, 40, 3))
    limbs[1, ::5] = limbs[0, ::5]
    wide, radius = random.uniform(0.01, 0.25, 300), random.uniform(0.01, 0.25, 40)
    within = wide[:, None] + radius
    gaps = segment_gaps(lines[0][:, None], lines[1][:, None], limbs[0], limbs[1])
    near = near_lines(lines[0], lines[1], wide, limbs[0], limbs[1], radius)
    assert near[gaps < within].all()
    assert not near[gaps > within + 1e-3].any()
    assert 0 < near.sum() < near.size


def test_rays_meet_the_same_whichever_way_bodies_came_to_where_they_are() -> None:
    random = np.random.default_rng(2)
    bodies, poses = boxes(), scattered(random)
    sight = EmbreeSight.standing(bodies, poses)
    starts = np.tile([0.0, 0.0, 1.5], (400, 1))
    ways = np.column_stack([random.uniform(-0.4, 0.4, (400, 2)), np.full(400, -1.0)])
    for tick in range(2 * CALM + 10):
        poses = poses.copy()
        # One slides all the time, others only at first: these rejoin what stands.
        poses[3, 0] += 0.002
        if tick < 5:
            poses[random.integers(COUNT), :2] += random.uniform(-0.1, 0.1, 2)
        gone = np.array([5] if 20 < tick < 40 else [], dtype=np.intp)
        sight.place(poses, absent=gone)
        fresh = EmbreeSight(bodies)
        fresh.place(poses, absent=gone)
        ours, theirs = sight.raycast(starts, ways), fresh.raycast(starts, ways)
        assert np.array_equal(ours.distances, theirs.distances)
        assert (ours.rows == theirs.rows).mean() > 0.99
        assert (ours.rows >= 0).sum() > 20
