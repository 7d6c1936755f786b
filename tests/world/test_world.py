import msgspec
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from factories import deltas, poses, thing, world_of, worlds
from midworld.errors import Conflict, DuplicateName, UnknownName
from midworld.geometry import Pose
from midworld.world import (
    Agent,
    Entity,
    EntityId,
    Structure,
    World,
    attach,
    change,
    clashes,
    compose,
    decode_delta,
    decode_world,
    diff,
    encode_delta,
    encode_world,
    merge,
    move,
    remove,
    same,
)

MUG, TRAY = EntityId("mug"), EntityId("tray")


@given(st.data())
def test_apply_never_edits_its_source(data: st.DataObject) -> None:
    world = data.draw(worlds())
    before = encode_world(world)
    world.apply(data.draw(deltas(world)))
    assert encode_world(world) == before


@given(st.data())
def test_diff_then_apply_is_identity(data: st.DataObject) -> None:
    before = data.draw(worlds())
    after = before.apply(data.draw(deltas(before))).apply(change(stamp=before.stamp + 2))
    assert same(before.apply(diff(before, after)), after)
    assert diff(after, after).is_empty


@given(st.data())
def test_composing_deltas_is_applying_them_in_turn(data: st.DataObject) -> None:
    start = data.draw(worlds())
    first = data.draw(deltas(start))
    middle = start.apply(first)
    second = data.draw(deltas(middle))
    assert same(start.apply(compose(first, second)), middle.apply(second))


@given(st.data())
def test_compose_is_associative(data: st.DataObject) -> None:
    start = data.draw(worlds())
    a = data.draw(deltas(start))
    b = data.draw(deltas(start.apply(a)))
    c = data.draw(deltas(start.apply(a).apply(b)))
    left, right = compose(compose(a, b), c), compose(a, compose(b, c))
    assert left.entities == right.entities
    assert left.entries == right.entries
    assert same(start.apply(left), start.apply(right))


@given(st.data())
def test_codecs_round_trip(data: st.DataObject) -> None:
    world = data.draw(worlds())
    delta = data.draw(deltas(world))
    assert same(decode_world(encode_world(world)), world)
    assert encode_world(decode_world(encode_world(world))) == encode_world(world)
    assert same(world.apply(decode_delta(encode_delta(delta))), world.apply(delta))
    assert encode_delta(decode_delta(encode_delta(delta))) == encode_delta(delta)


def test_people_recorded_without_sizes_are_decoded_without_sizes() -> None:
    ann = Entity(EntityId("ann"), Agent("human"))
    tall = Entity(EntityId("bob"), Agent("human", height=1.9, arm_length=0.9))
    world = World().apply(change(put=[ann, tall]))
    stamp, entities, *rest = msgspec.msgpack.decode(encode_world(world), type=list[object])
    before: list[dict[str, object]] = [
        {**entity, "role": {"type": "agent", "kind": "human", "mounts": ()}}
        for entity in msgspec.convert(entities, list[dict[str, object]])
    ]
    assert decode_world(msgspec.msgpack.encode([stamp, before, *rest])).entity("ann").role == ann.role
    assert decode_world(encode_world(world)).entity("bob").role == tall.role


@given(poses(), poses(), poses())
def test_a_world_moved_and_moved_back_is_itself(table: Pose, mug: Pose, elsewhere: Pose) -> None:
    world = world_of({"table": table, "mug": mug}, hanging={"mug": "table"})
    away = world.apply(move(world, "table", elsewhere))
    back = away.apply(move(away, "table", table))
    np.testing.assert_allclose(back.poses(), world.poses(), atol=1e-9)


def test_moving_a_parent_moves_its_children() -> None:
    world = world_of(
        {"table": Pose((1.0, 0.0, 0.7)), "tray": Pose((0.0, 0.2, 0.1)), "mug": Pose((0.0, 0.0, 0.05))},
        hanging={"tray": "table", "mug": "tray"},
    )
    moved = world.apply(move(world, "table", Pose((3.0, 0.0, 0.7))))
    np.testing.assert_allclose(moved.pose("mug").position, (3.0, 0.2, 0.85))
    np.testing.assert_allclose(moved.poses()[moved.structure.row("mug")][:3], (3.0, 0.2, 0.85))


@given(poses(), poses(), poses())
def test_removing_a_parent_keeps_the_children_where_they_are(table: Pose, tray: Pose, mug: Pose) -> None:
    world = world_of({"table": table, "tray": tray, "mug": mug}, hanging={"tray": "table", "mug": "tray"})
    for gone in (["tray"], ["table"], ["tray", "table"]):
        left = world.apply(remove(world, gone))
        assert not set(gone) & set(left.ids)
        for name in left.ids:
            np.testing.assert_allclose(left.pose(name).position, world.pose(name).position, atol=1e-9)


@given(poses(), poses())
def test_attaching_moves_nothing(tray: Pose, mug: Pose) -> None:
    world = world_of({"tray": tray, "mug": mug})
    held = world.apply(attach(world, "mug", "tray"))
    assert held.entity("mug").parent == TRAY
    np.testing.assert_allclose(held.pose("mug").position, mug.position, atol=1e-9)
    np.testing.assert_allclose(held.apply(attach(held, "mug", None)).pose("mug").position, mug.position, atol=1e-9)


def test_nothing_may_hang_on_itself() -> None:
    world = world_of({"tray": Pose(), "mug": Pose()}, hanging={"mug": "tray"})
    with pytest.raises(Conflict, match="hang on itself"):
        attach(world, "tray", "mug")
    with pytest.raises(Conflict, match="hangs on itself"):
        Structure.of([thing("a", parent="b"), thing("b", parent="a")])


def test_a_parent_cannot_be_taken_away_from_under_its_children() -> None:
    world = world_of({"tray": Pose(), "mug": Pose()}, hanging={"mug": "tray"})
    with pytest.raises(Conflict, match="'mug' hangs on 'tray', which is not in the world"):
        world.apply(change(remove=[TRAY]))


def test_what_is_removed_and_put_back_has_forgotten_its_state() -> None:
    world = world_of({"mug": Pose((1.0, 2.0, 3.0))})
    again = compose(change(remove=[MUG]), change(put=[thing("mug")]))
    assert world.apply(again).pose("mug") == Pose()


def test_a_change_of_what_was_just_removed_is_a_conflict() -> None:
    with pytest.raises(Conflict, match="pose of 'mug' cannot change: it was removed just before"):
        compose(change(remove=[MUG]), change(pose={MUG: Pose().array}))


def test_a_change_of_what_is_not_there_is_a_conflict() -> None:
    with pytest.raises(Conflict, match="'mug' is not in the world"):
        World().apply(change(pose={MUG: Pose().array}))


def test_two_proposals_that_disagree_are_told_apart_from_two_that_do_not() -> None:
    left, right = change(pose={MUG: Pose((1.0, 0.0, 0.0)).array}), change(pose={MUG: Pose((2.0, 0.0, 0.0)).array})
    assert clashes(left, right) == ("both change pose of 'mug', differently",)
    with pytest.raises(Conflict, match="both change pose"):
        merge(left, right)
    seen = change(seen={MUG: 3.0})
    assert set(merge(left, seen).columns) == {"pose", "seen"}
    assert clashes(change(remove=[MUG]), left) == ("one removes 'mug', the other changes its state",)


def test_an_unknown_name_is_told_with_what_was_meant() -> None:
    world = world_of({"mug": Pose()})
    with pytest.raises(UnknownName, match="no entity named 'mugg'; did you mean mug"):
        world.pose("mugg")
    with pytest.raises(DuplicateName, match="mug"):
        Structure.of([thing("mug"), thing("mug")])


def test_a_field_nobody_knows_is_refused() -> None:
    with pytest.raises(Conflict, match="no field named 'colour'"):
        change(colour={MUG: [1.0]})


def test_unchanged_tables_are_shared_and_structure_keeps_its_identity() -> None:
    world = world_of({"mug": Pose(), "tray": Pose()})
    moved = world.apply(move(world, "mug", Pose((1.0, 0.0, 0.0))))
    assert moved.structure is world.structure
    assert moved.state.pose_covariance is world.state.pose_covariance
    assert world.apply(change(put=[thing("mug")])).structure is world.structure


def test_tables_cannot_be_written() -> None:
    world = world_of({"mug": Pose()})
    with pytest.raises(ValueError, match="read-only"):
        world.state.pose[0, 0] = 1.0
