import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from factories import poses
from midworld.geometry import (
    IDENTITY,
    Pose,
    angle_between,
    compose,
    interpolate,
    invert,
    multiply,
    quaternion_of,
    rotate,
    rotation_matrix,
    transform,
)


def close(a: Pose, b: Pose) -> bool:
    same_place = np.allclose(a.position, b.position, atol=1e-9)
    return same_place and float(angle_between(a.array[3:], b.array[3:])) < 1e-7


@given(poses(), poses(), poses())
def test_poses_compose_in_any_grouping(a: Pose, b: Pose, c: Pose) -> None:
    assert close((a @ b) @ c, a @ (b @ c))


@given(poses())
def test_a_pose_and_its_inverse_cancel_on_either_side(pose: Pose) -> None:
    assert close(pose @ pose.inverse(), IDENTITY)
    assert close(pose.inverse() @ pose, IDENTITY)
    assert close(pose @ IDENTITY, pose)


@given(poses(), poses(), st.tuples(*[st.floats(-5, 5)] * 3))
def test_composing_poses_is_transforming_twice(a: Pose, b: Pose, point: tuple[float, float, float]) -> None:
    np.testing.assert_allclose((a @ b).apply(point), a.apply(b.apply(point)), atol=1e-9)


@given(st.lists(st.tuples(poses(), poses()), min_size=1, max_size=5))
def test_batches_agree_with_single_poses(pairs: list[tuple[Pose, Pose]]) -> None:
    outer = np.array([a.array for a, _ in pairs])
    inner = np.array([b.array for _, b in pairs])
    np.testing.assert_allclose(compose(outer, inner), [(a @ b).array for a, b in pairs], atol=1e-12)
    np.testing.assert_allclose(invert(outer), [a.inverse().array for a, _ in pairs], atol=1e-12)


@given(st.lists(st.tuples(poses(), poses()), min_size=1, max_size=4))
def test_one_is_turned_to_the_same_bits_as_many(pairs: list[tuple[Pose, Pose]]) -> None:
    first, second = (np.array([pair[side].array for pair in pairs]) for side in (0, 1))
    for together, alone in (
        (rotate(first[:, 3:], second[:, :3]), [rotate(a[3:], b[:3]) for a, b in zip(first, second, strict=True)]),
        (multiply(first[:, 3:], second[:, 3:]), [multiply(a[3:], b[3:]) for a, b in zip(first, second, strict=True)]),
    ):
        assert np.array_equal(together, alone)


@given(poses(), poses(), st.floats(0, 1))
def test_interpolation_meets_both_ends_and_shares_the_turn(a: Pose, b: Pose, fraction: float) -> None:
    assert close(Pose.of(interpolate(a.array, b.array, 0.0)), a)
    assert close(Pose.of(interpolate(a.array, b.array, 1.0)), b)
    middle = interpolate(a.array, b.array, fraction)
    turned = angle_between(a.array[3:], middle[3:])
    np.testing.assert_allclose(turned, fraction * angle_between(a.array[3:], b.array[3:]), atol=1e-6)


@given(poses())
def test_a_rotation_matrix_gives_its_quaternion_back(pose: Pose) -> None:
    matrix = rotation_matrix(pose.array[3:])
    np.testing.assert_allclose(matrix @ matrix.T, np.eye(3), atol=1e-9)
    assert float(angle_between(quaternion_of(matrix), pose.array[3:])) < 1e-6


def test_looking_points_the_x_axis_and_stays_level() -> None:
    eye = Pose.looking((0.0, 0.0, 2.0), at=(3.0, 4.0, 2.0))
    np.testing.assert_allclose(eye.apply([1, 0, 0]), [0.6, 0.8, 2.0], atol=1e-12)
    np.testing.assert_allclose(eye.apply([0, 0, 1]), [0.0, 0.0, 3.0], atol=1e-12)


def test_looking_straight_down_is_a_pose_all_the_same() -> None:
    eye = Pose.looking((0.0, 0.0, 2.0), at=(0.0, 0.0, 0.0))
    np.testing.assert_allclose(eye.apply([2, 0, 0]), [0, 0, 0], atol=1e-12)


def test_one_pose_moves_many_points() -> None:
    pose = Pose((1.0, 0.0, 0.0), (0.0, 0.0, np.sqrt(0.5), np.sqrt(0.5)))
    np.testing.assert_allclose(transform(pose.array, [[1, 0, 0], [0, 1, 0]]), [[1, 1, 0], [0, 0, 0]], atol=1e-12)
