"""What a pane shows, without a browser."""

from collections.abc import Sequence

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from midworld.assessment import STABLE
from midworld.geometry import Pose, Sphere, Triangles
from midworld.readers.viewer.chapter import Chapter
from midworld.readers.viewer.labels import HEIGHT_PX, Camera, Names, laid_out, names
from midworld.readers.viewer.message import View
from midworld.readers.viewer.minds import Difference, differences
from midworld.readers.viewer.palette import CORRECTED, OBSERVED
from midworld.readers.viewer.pane import FOV
from midworld.readers.viewer.picture import AWAY_M, UNSEEN, Picture
from midworld.readers.viewer.scene import bodies, cut, named, remarks
from midworld.readers.viewer.tape import Tape, TickSnapshot
from midworld.readers.viewer.things import Look, things
from midworld.readers.viewer.vantage import vantage
from midworld.world import Object, World
from viewerkit import ANN, START, begun, chapter, thing

STORY: Chapter = chapter()


def at(seconds: float) -> TickSnapshot:
    moment = STORY.tape.at(START + seconds)
    assert moment is not None
    return moment


def drawn(
    seconds: float, view: View | None = None, worlds: tuple[str, ...] = (), wrong: Sequence[Difference] = ()
) -> Picture:
    moment, asked = at(seconds), view or View()
    shown = cut(moment, worlds)
    assert shown is not None
    return bodies(STORY, moment, shown, asked, wrong) | remarks(STORY, moment, shown, asked)


def visible(picture: Picture, kind: str) -> set[str]:
    """Who is drawn in a manner, by the ends of the batches' names."""
    return {
        name
        for key, batch in picture.batches.items()
        if key.endswith(kind) and not key.startswith("/people")
        for name, scale in zip(batch.ids, batch.scales, strict=True)
        if scale.max() > UNSEEN
    }


def test_perceived_is_solid_and_inferred_is_a_ghost_with_an_outline() -> None:
    hidden, seen = drawn(2.0, worlds=(STABLE,)), drawn(6.0, worlds=(STABLE,))
    assert "ball" in visible(hidden, "/ghost")
    assert "ball" not in visible(hidden, "/solid")
    assert any(key.startswith("/stable/outline") for key in hidden.lines)
    assert "ball" in visible(seen, "/solid")
    assert "ball" not in visible(seen, "/ghost")
    assert {"table", "cup", "box_a"} <= visible(seen, "/solid")


def test_observed_is_pink_corrected_is_green_and_both_leave_trails() -> None:
    picture = drawn(6.3)
    assert picture.lines["/stable/trails"].colour == CORRECTED
    assert picture.lines["/source/camera/trails"].colour == OBSERVED
    ball = picture.batches["/stable/sphere/solid"]
    assert tuple(ball.colours[ball.ids.index("ball")]) == CORRECTED
    assert "/stable/trails" not in drawn(6.3, View(trails_s=0)).lines


def of_world(picture: Picture, world: str) -> Picture:
    return Picture({key: batch for key, batch in picture.batches.items() if key.startswith(f"/{world}/")})


def test_a_source_shows_nothing_where_it_sees_nothing() -> None:
    assert "ball" not in visible(of_world(drawn(2.0), "source/camera"), "/ghost")
    assert "ball" in visible(of_world(drawn(6.0), "source/camera"), "/ghost")


def test_what_the_chosen_agent_does_not_see_is_shaded() -> None:
    plain, shaded = drawn(1.0), drawn(1.0, View(agent="ann"))

    def colour(picture: Picture, key: str, name: str) -> tuple[int, ...]:
        batch = picture.batches[key]
        return tuple(batch.colours[batch.ids.index(name)].tolist())

    cup, box = "/stable/cylinder/solid", "/stable/box/solid"
    assert colour(plain, cup, "cup") == colour(shaded, cup, "cup")
    assert sum(colour(shaded, box, "box_b")) < sum(colour(plain, box, "box_b"))
    assert colour(plain, box, "table") == colour(shaded, box, "table")


def test_a_false_belief_is_a_ghost_with_an_arrow_from_the_true_place() -> None:
    worlds = at(9.0).worlds
    wrong = differences(worlds[STABLE], worlds[ANN], agent="ann")
    picture = drawn(9.0, View(agent="ann"), wrong=wrong)
    assert "ball" in visible(of_world(picture, "ann"), "/ghost")
    shaft = picture.lines["/minds/arrows"].points[0]
    assert np.allclose(shaft[0], worlds[STABLE].pose("ball").position)
    assert np.allclose(shaft[1], worlds[ANN].pose("ball").position)
    shown = cut(at(9.0), ())
    assert shown is not None
    told = named(at(9.0), shown, View(agent="ann"), wrong)
    believed = [text for text, kind in zip(told.texts, told.kinds, strict=True) if kind == "believed"]
    assert believed == ["ball, ann thinks"]


def test_links_join_things_to_what_they_rest_on_and_doubt_is_an_ellipsoid() -> None:
    picture = drawn(9.0)
    assert len(picture.lines["/links/in"].points) == 1
    assert len(picture.lines["/links/on"].points) == 3
    doubt = picture.batches["/stable/uncertainty"]
    assert doubt.ids == ("ball",)
    assert np.allclose(sorted(doubt.scales[0]), 2.8 * np.sqrt([1e-4, 4e-4, 9e-4]))
    assert "/links/held" in drawn(6.0).lines


def test_a_world_that_knows_no_room_is_shown_in_the_room() -> None:
    picture = drawn(6.0, worlds=("source/camera",))
    assert {"table", "floor"} <= visible(picture, "/solid") | visible(picture, "/ground")
    assert "ball" in visible(picture, "/solid")


def test_a_world_nobody_keeps_gives_no_picture() -> None:
    assert cut(at(6.0), ("nobody",)) is None


def test_a_mesh_is_drawn_with_its_triangles_and_without_them_as_the_box_around_it() -> None:
    roof = Triangles.of(
        [[0, 0, 0], [0.2, 0, 0], [0.2, 0.1, 0], [0, 0.1, 0], [0.1, 0, 0.1], [0.1, 0.1, 0.1]],
        [[0, 2, 1], [0, 3, 2], [0, 1, 4], [3, 5, 2], [1, 2, 5], [1, 5, 4], [0, 4, 5], [0, 5, 3]],
    )
    world = World().apply(begun(stamp=0.0, placed=((thing("roof", roof.mesh()), Pose((1.0, 0.0, 0.0))),)))
    known = things(Chapter("known", Tape(), meshes={roof.digest: roof}), STABLE, world, Look()).batches
    (batch,) = known.values()
    assert len(batch.model.faces) == 8
    assert len(batch.model.edges) == 9
    (box,) = things(Chapter("unknown", Tape()), STABLE, world, Look()).batches.values()
    assert np.allclose(box.scales, [[0.2, 0.1, 0.1]])
    assert np.allclose(box.poses[:, :3], [[1.1, 0.05, 0.05]])


def camera(position: tuple[float, float, float], target: tuple[float, float, float]) -> Camera:
    look = Pose.looking(position, at=target)
    # From x ahead, z up to OpenCV's z ahead, y down.
    turn = look @ Pose(orientation=(-0.5, 0.5, -0.5, 0.5))
    return Camera(np.array(position), np.array(turn.orientation), FOV, 800, 600)


def test_everything_that_matters_is_in_the_picture_from_the_vantage_point() -> None:
    moment = at(1.0)
    for aspect in (0.6, 4 / 3):
        position, target = vantage(moment, aspect=aspect)
        eye = camera((position[0], position[1], position[2]), (target[0], target[1], target[2]))
        world = moment.worlds[STABLE]
        movable = [e.id for e in world.structure.entities if isinstance(e.role, Object) and e.id != "floor"]
        pixels, depths = eye.project(np.array([world.pose(name).position for name in (*movable, "ann/head")]))
        assert (depths > 0).all()
        assert (np.abs(pixels[:, 1] - 300) < 300).all()
        assert (np.abs(pixels[:, 0] - 400) < 300 * aspect).all()


def test_the_camera_projects_what_it_looks_at_into_the_middle() -> None:
    pixels, depths = camera((-1.0, 0.0, 1.0), (0.0, 0.0, 0.0)).project(
        np.array([[0.0, 0, 0], [0, 0, 0.1], [0, 0.1, 0]])
    )
    assert np.allclose(pixels[0], [400, 300])
    assert pixels[1, 1] < 300
    assert pixels[2, 0] < 400
    assert np.isclose(depths[0], np.sqrt(2))


def named_at(texts: list[str], places: list[tuple[float, float, float]]) -> Names:
    """Names that matter the more the later they come."""
    ids = tuple(str(index) for index in range(len(texts)))
    kinds = ("perceived",) * len(texts)
    return Names(ids, tuple(texts), kinds, np.array(places).reshape(-1, 3), np.arange(len(texts), dtype=float))


points = st.tuples(st.floats(-1, 1), st.floats(-1, 1), st.floats(0, 1))


@given(st.lists(st.tuples(points, st.text("abcdefghij", min_size=1, max_size=12)), max_size=60))
def test_names_never_overlap_and_stay_in_the_picture(wanted: list[tuple[tuple[float, float, float], str]]) -> None:
    asked = named_at([text for _, text in wanted], [where for where, _ in wanted])
    placed = laid_out(asked, camera((-3.0, 0.5, 2.0), (0.0, 0.0, 0.3)))
    widths = [7.2 * len(label.text) + 18 for label in placed]
    for index, (one, width) in enumerate(zip(placed, widths, strict=True)):
        assert width / 2 - 0.1 <= one.x <= 800 - width / 2 + 0.1
        assert one.y >= HEIGHT_PX / 2 - 0.1
        for other, wide in zip(placed[index + 1 :], widths[index + 1 :], strict=True):
            assert abs(one.x - other.x) * 2 >= width + wide - 0.3 or abs(one.y - other.y) >= HEIGHT_PX - 0.2


def test_the_heaviest_names_find_a_place_first() -> None:
    crowd = named_at(["crowded"] * 50, [(0.0, 0.0, 0.3)] * 50)
    placed = laid_out(crowd, camera((-3.0, 0.0, 1.0), (0.0, 0.0, 0.3)))
    assert 3 <= len(placed) < 50
    assert {label.id for label in placed} == {f"{index}" for index in range(50 - len(placed), 50)}


def test_names_are_for_things_that_move_and_for_people() -> None:
    told = names(at(2.0).worlds[STABLE])
    assert dict(zip(told.ids, told.kinds, strict=True)) == {
        "ann": "person",
        "bob": "person",
        "ball": "inferred",
        "box_a": "perceived",
        "box_b": "perceived",
        "camera": "robot",
        "cup": "perceived",
    }


def crowd(*, apart: frozenset[str] = frozenset()) -> TickSnapshot:
    """Sixty balls in a row, all of them seen; some are observed ten centimetres above where they are."""
    balls = [(thing(f"b{row:02}", Sphere(0.04)), Pose((0.1 * row, 0.0, 0.04))) for row in range(60)]
    raised = [(ball, Pose((*pose.position[:2], 0.14)) if ball.id in apart else pose) for ball, pose in balls]
    stable, source = (World().apply(begun(stamp=0.0, placed=tuple(placed))) for placed in (balls, raised))
    return TickSnapshot(0.0, {STABLE: stable, "source/camera": source})


def of_crowd(moment: TickSnapshot) -> Picture:
    shown = cut(moment, ())
    assert shown is not None
    return bodies(STORY, moment, shown, View())


def test_over_a_crowd_only_what_is_elsewhere_is_laid() -> None:
    assert not visible(of_crowd(crowd()), "/ghost")
    picture = of_crowd(crowd(apart=frozenset({"b07"})))
    assert visible(picture, "/ghost") == {"b07"}
    batch = picture.batches["/source/camera/sphere/ghost"]
    assert batch.ids[7] == "b07"
    assert batch.poses[7, 2] == 0.14
    assert (np.delete(batch.poses[:, 2], 7) == AWAY_M).all()


def test_a_crowd_is_drawn_with_fewer_triangles() -> None:
    ball = drawn(6.0, worlds=(STABLE,)).batches["/stable/sphere/solid"].model
    assert len(of_crowd(crowd()).batches["/stable/sphere/solid"].model.faces) < len(ball.faces) / 3


def test_names_are_placed_in_pixels_of_the_page_however_fine_the_picture_is() -> None:
    fine = Camera(np.array([0.0, -2.0, 1.0]), np.array([-np.sqrt(0.5), 0.0, 0.0, np.sqrt(0.5)]), FOV, 1500, 900)
    point = np.array([[0.3, 0.0, 1.2]])
    assert np.allclose(fine.sized(600, 1000 / 600).project(point)[0] * 1.5, fine.project(point)[0])
    assert fine.sized(0, 1.5) is fine
