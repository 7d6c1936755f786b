"""What is drawn of worlds, on the page and in pictures, without a browser."""

import numpy as np

from midworld.assessment import STABLE
from midworld.geometry import Box, Pose, Sphere, Triangles
from midworld.readers.scenery import Picture
from midworld.readers.scenery.figures import figures
from midworld.readers.scenery.minds import mistaken
from midworld.readers.scenery.palette import BELIEVED, CHOSEN, CORRECTED, OBSERVED, PLAIN, own_colour
from midworld.readers.scenery.scene import Taste, bodies, cut, remarks
from midworld.readers.scenery.shades import shades
from midworld.readers.scenery.things import Look, things
from midworld.readers.scenery.vantage import FOV, vantage
from midworld.readers.viewer.chapter import Chapter
from midworld.readers.viewer.tape import TickSnapshot
from midworld.world import Entity, EntityId, Link, Object, World, change
from viewerkit import ANN, CUP, START, TOP, begun, chapter, thing

STORY: Chapter = chapter()


def at(seconds: float) -> TickSnapshot:
    moment = STORY.tape.at(START + seconds)
    assert moment is not None
    return moment


def drawn(seconds: float, taste: Taste | None = None, worlds: tuple[str, ...] = (), trails_s: float = 8.0) -> Picture:
    moment, asked = at(seconds), taste or Taste()
    shown = cut(moment.worlds, worlds)
    assert shown is not None
    past = [each.worlds for each in STORY.tape.between(moment.stamp - trails_s, moment.stamp, at_most=160)]
    return bodies({}, moment.worlds, shown, asked) | remarks({}, past, shown, asked)


# What is drawn of a thing besides itself.
BESIDES = ("doubt", "shade")


def visible(picture: Picture, look: str, world: str = "") -> set[str]:
    """Who is drawn in a manner, of one world or of any."""
    return {
        name
        for key, batch in picture.batches.items()
        if batch.look == look and key.startswith(world)
        for name in batch.ids
    }


def outlines(picture: Picture, name: str) -> set[tuple[int, int, int] | None]:
    return {batch.outline for batch in picture.batches.values() if name in batch.ids and batch.look not in BESIDES}


def colour(picture: Picture, name: str) -> tuple[int, ...]:
    batch = next(batch for batch in picture.batches.values() if name in batch.ids and batch.look not in BESIDES)
    return tuple(batch.colours[batch.ids.index(name)].tolist())


def test_seen_is_solid_and_hidden_is_a_ghost_in_a_box_of_glass() -> None:
    hidden, seen = drawn(2.0, worlds=(STABLE,)), drawn(6.0, worlds=(STABLE,))
    assert visible(hidden, "ghost") == {"ball"}
    assert visible(hidden, "glass") == {"box_a"}
    assert "ball" in visible(seen, "solid")
    assert not visible(seen, "ghost", "stable")
    assert {"cup", "box_b"} <= visible(seen, "solid")
    assert visible(seen, "still") == {"table"}
    assert visible(seen, "ground") == {"floor"}


def test_things_have_their_own_colours_and_their_world_is_the_outline() -> None:
    picture = drawn(6.3)
    assert picture.lines["stable/trails"].colour == CORRECTED
    assert picture.lines["source/camera/trails"].colour == OBSERVED
    assert outlines(picture, "cup") == {CORRECTED}
    assert colour(picture, "cup") == own_colour("orange")
    assert colour(drawn(6.3, Taste(by_world=True)), "cup") == CORRECTED
    assert "stable/trails" not in drawn(6.3, trails_s=0.0).lines


def test_a_blob_lies_beneath_whatever_moves_on_what_is_below_it() -> None:
    shade = drawn(6.0).batches["shades"]
    heights = {name: round(float(pose[2]), 2) for name, pose in zip(shade.ids, shade.poses, strict=True)}
    # The ball is in bob's hand, above the table; people stand on the floor.
    assert {name: heights[name] for name in ("cup", "box_b", "ball")} == dict.fromkeys(("cup", "box_b", "ball"), TOP)
    assert heights["ann/head"] == 0.0
    assert not {"table", "floor"} & set(shade.ids)


def test_who_stands_beside_a_table_that_is_turned_has_the_blob_on_the_floor() -> None:
    quarter = change(pose={EntityId("table"): Pose((0.0, 0.0, TOP - 0.02), (0.0, 0.0, 0.3827, 0.9239)).array})
    beside = change(pose={CUP: Pose((0.55, 0.55, 0.9)).array})
    shade = shades({}, at(1.0).worlds[STABLE].apply(quarter).apply(beside)).batches["shades"]
    assert shade.poses[shade.ids.index("cup"), 2] < 0.01


def test_what_the_chosen_agent_does_not_see_is_shaded() -> None:
    plain, shaded = drawn(1.0), drawn(1.0, Taste(agent="ann"))
    assert colour(plain, "cup") == colour(shaded, "cup")
    assert sum(colour(shaded, "box_b")) < sum(colour(plain, "box_b"))
    assert colour(plain, "table") == colour(shaded, "table")


def test_a_false_belief_is_drawn_whoever_is_chosen_with_a_line_to_the_true_place() -> None:
    worlds = at(9.0).worlds
    (wrong,) = mistaken(worlds)
    assert (wrong.agent, wrong.thing, wrong.thinks, wrong.actual) == ("ann", "ball", "in box_a", "in box_b")
    picture = drawn(9.0)
    assert visible(picture, "ghost", "ann") == {"ball"}
    assert outlines(picture, "ball") == {CORRECTED, BELIEVED}
    ((start, end),) = picture.lines["ann/mistakes"].points
    assert np.allclose(start, worlds[ANN].pose("ball").position)
    assert np.allclose(end, worlds[STABLE].pose("ball").position)
    assert {batch.said for batch in picture.batches.values()} == {"", ", ann thinks"}
    # One sees into both boxes.
    assert visible(picture, "glass") == {"box_a", "box_b"}


def test_whoever_is_right_has_no_ghost() -> None:
    assert mistaken(at(2.0).worlds) == ()
    assert not visible(drawn(2.0), "ghost", "ann")
    assert "ann/mistakes" not in drawn(2.0).lines


def test_links_join_things_to_what_they_rest_on_and_doubt_is_an_ellipsoid() -> None:
    picture = drawn(9.0)
    assert len(picture.lines["links/in"].points) == 1
    assert len(picture.lines["links/on"].points) == 3
    doubt = picture.batches["stable/doubt"]
    assert doubt.ids == ("ball",)
    assert np.allclose(sorted(doubt.scales[0]), 2.8 * np.sqrt([1e-4, 4e-4, 9e-4]))
    assert "links/held" in drawn(6.0).lines


def test_a_line_goes_around_what_is_chosen_and_nothing_else() -> None:
    picture = drawn(9.0, Taste(chosen=("cup", "ball", "box_b")))
    assert visible(picture, "chosen") == {"cup"}
    assert visible(picture, "halo") == {"ball"}
    assert visible(picture, "rim") == {"box_b"}
    assert all(batch.outline == CHOSEN for key, batch in picture.batches.items() if key.startswith("chosen/"))


def test_people_stand_on_the_floor() -> None:
    picture = figures(at(1.0).worlds[STABLE])
    feet = picture.batches["figures/box/guess"]
    assert feet.ids == ("ann", "ann", "bob", "bob")
    assert np.allclose(feet.poses[:, 2], 0.025)
    assert visible(picture, "figure") == {"ann", "bob", "camera"}


def test_a_world_that_knows_no_room_is_shown_in_the_room() -> None:
    picture = drawn(6.0, worlds=("source/camera",))
    assert {"table", "floor"} <= visible(picture, "still") | visible(picture, "ground")
    assert "ball" in visible(picture, "solid")


def test_a_world_nobody_keeps_gives_no_picture() -> None:
    assert cut(at(6.0).worlds, ("nobody",)) is None


def test_a_mesh_is_named_by_its_digest_and_without_its_triangles_is_the_box_around_it() -> None:
    roof = Triangles.of(
        [[0, 0, 0], [0.2, 0, 0], [0.2, 0.1, 0], [0, 0.1, 0], [0.1, 0, 0.1], [0.1, 0.1, 0.1]],
        [[0, 2, 1], [0, 3, 2], [0, 1, 4], [3, 5, 2], [1, 2, 5], [1, 5, 4], [0, 4, 5], [0, 5, 3]],
    )
    world = World().apply(begun(stamp=0.0, placed=((thing("roof", roof.mesh()), Pose((1.0, 0.0, 0.0))),)))
    (batch,) = things({roof.digest: roof}, STABLE, world, Look()).batches.values()
    assert batch.model == roof.digest
    assert tuple(batch.colours[0]) == PLAIN
    (box,) = things({}, STABLE, world, Look()).batches.values()
    assert box.model == "box"
    assert np.allclose(box.scales, [[0.2, 0.1, 0.1]])
    assert np.allclose(box.poses[:, :3], [[1.1, 0.05, 0.05]])


def test_everything_that_matters_is_in_the_picture_from_the_vantage_point() -> None:
    # A robot with a body of its own belongs to what matters.
    arm = Entity(EntityId("robot/arm"), Link(EntityId("robot")), visual=Box((0.1, 0.1, 0.3)))
    placed = change(put=[arm], pose={arm.id: Pose((-1.3, 0.5, 1.0)).array})
    world = at(1.0).worlds[STABLE].apply(placed)
    movable = [e.id for e in world.structure.entities if isinstance(e.role, Object) and e.id != "floor"]
    points = np.array([world.pose(name).position for name in (*movable, "ann/head", arm.id)])
    for aspect in (0.6, 4 / 3):
        position, target = vantage({STABLE: world}, aspect=aspect)
        ahead = (target - position) / np.linalg.norm(target - position)
        right = np.cross(ahead, [0.0, 0.0, 1.0])
        right /= np.linalg.norm(right)
        up = np.cross(right, ahead)
        across, high, depth = ((points - position) @ np.column_stack([right, up, ahead])).T
        assert (depth > 0).all()
        assert (np.abs(high / depth) < np.tan(FOV / 2)).all()
        assert (np.abs(across / depth) < aspect * np.tan(FOV / 2)).all()


def test_a_slab_is_a_floor_only_where_it_is_wide_and_thin() -> None:
    slabs = {"floor": (4.0, 4.0, 0.1), "bench": (4.0, 0.5, 0.1), "block": (4.0, 4.0, 1.0)}
    placed = tuple((thing(name, Box(size), static=True), Pose()) for name, size in slabs.items())
    picture = things({}, STABLE, World().apply(begun(stamp=0.0, placed=placed)), Look())
    assert visible(picture, "ground") == {"floor"}
    assert visible(picture, "still") == {"bench", "block"}


def crowd(*, apart: frozenset[str] = frozenset()) -> TickSnapshot:
    """Sixty balls in a row, all of them seen; some are observed ten centimetres above where they are."""
    balls = [(thing(f"b{row:02}", Sphere(0.04)), Pose((0.1 * row, 0.0, 0.04))) for row in range(60)]
    raised = [(ball, Pose((*pose.position[:2], 0.14)) if ball.id in apart else pose) for ball, pose in balls]
    stable, source = (World().apply(begun(stamp=0.0, placed=tuple(placed))) for placed in (balls, raised))
    return TickSnapshot(0.0, {STABLE: stable, "source/camera": source})


def laid_over(moment: TickSnapshot) -> set[str]:
    shown = cut(moment.worlds, ())
    assert shown is not None
    return visible(bodies({}, moment.worlds, shown, Taste()), "faint")


def test_what_was_observed_is_laid_over_a_thing_only_where_it_is_elsewhere() -> None:
    assert laid_over(crowd()) == set()
    assert laid_over(crowd(apart=frozenset({"b07"}))) == {"b07"}


def test_a_source_shows_nothing_where_it_sees_nothing() -> None:
    worlds = dict(at(2.0).worlds)
    moved = at(6.0).worlds["source/camera"]
    assert "ball" not in laid_over(TickSnapshot(0.0, worlds))
    assert "ball" in laid_over(TickSnapshot(0.0, {**worlds, "source/camera": moved}))
