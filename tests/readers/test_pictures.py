"""Pictures of recordings: what is drawn, where it is drawn, and that labels keep apart."""

import math
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from midworld.errors import BadInput, UnknownName
from midworld.geometry import Box, Cylinder, FloatArray, Frustum, Pose, Shape, Sphere
from midworld.readers.pictures import (
    Direction,
    Format,
    RecordedInstant,
    Story,
    key_instants,
    moments,
    read_story,
    snapshot,
)
from midworld.readers.pictures.camera import Camera, framed, looking
from midworld.readers.pictures.keyframes import AFTER_S
from midworld.readers.pictures.labels import Wanted, overlap, placed
from midworld.readers.pictures.outline import inmost, outlines
from midworld.readers.pictures.palette import CORRECTED, HELD, OBSERVED
from midworld.readers.pictures.props import Prop, Stage
from midworld.readers.pictures.shading import GROUND, Ground, Scenery, rendered
from midworld.readers.pictures.skins import Skins
from midworld.readers.pictures.staging import staged
from midworld.readers.pictures.story import Track
from midworld.readers.pictures.trails import known_runs
from midworld.readers.pictures.views import view
from midworld.readers.pictures.words import just_changed, said
from midworld.runtime import Board, Recorder
from midworld.world import (
    Agent,
    BodyPart,
    Delta,
    Ended,
    Entity,
    EntityId,
    Entry,
    Event,
    Object,
    Sensor,
    Situation,
    Status,
    change,
)

CUP, TABLE, ANN = EntityId("cup"), EntityId("table"), EntityId("ann")
HEAD, HAND, CAMERA = EntityId("ann/head"), EntityId("ann/right_hand"), EntityId("camera")
EYE = Pose.looking((-1.0, 0.0, 1.5), at=(0.0, 0.0, 0.75))


def entities() -> list[Entity]:
    def thing(name: EntityId, shape: Shape, *, static: bool = False) -> Entity:
        return Entity(name, Object(static), colour="red", collision=shape, visual=shape)

    return [
        thing(CUP, Cylinder(0.04, 0.1)),
        thing(TABLE, Box((1.0, 1.0, 0.04)), static=True),
        Entity(ANN, Agent("human")),
        Entity(HEAD, BodyPart("head", ANN)),
        Entity(HAND, BodyPart("right_hand", ANN)),
        Entity(CAMERA, Sensor(Frustum(1.2, 1.0, 0.2, 5.0))),
    ]


def tick(stamp: float, x: float, status: Status, entries: Sequence[Entry] = (), *, first: bool = False) -> Delta:
    """The cup somewhere on its way along x, everything else in its place."""
    perceived = status is Status.PERCEIVED
    pose = {CUP: Pose((x, 0.0, 0.82)).array}
    seen: dict[EntityId, float] = {CUP: stamp} if perceived else {}
    if first:
        head = Pose.looking((0.9, 0.0, 1.6), at=(0.0, 0.0, 0.8))
        pose |= {TABLE: Pose((0.0, 0.0, 0.75)).array, HEAD: head.array, ANN: head.array, CAMERA: EYE.array}
        pose[HAND] = Pose((0.6, -0.1, 1.0)).array
    others = (TABLE, HEAD, HAND, ANN, CAMERA) if first else ()
    return change(
        stamp=stamp,
        put=entities() if first else [],
        pose=pose,
        seen=seen,
        perceived={CUP: perceived},
        status={CUP: status.value, **dict.fromkeys(others, Status.PERCEIVED.value)},
        entries=entries,
    )


def recorded(path: Path) -> Path:
    """A cup is carried along the table, goes out of sight after a second and is held from then on."""
    board = Board()
    with Recorder(board, path), board.claim("source/camera", "test") as source, board.claim("stable", "test") as stable:
        for number in range(21):
            stamp, x = 1.0 + 0.1 * number, 0.02 * number - 0.2
            seen = number <= 10
            entries: list[Entry] = []
            if number == 0:
                entries = [Situation(stamp, "isOn", CUP, TABLE)]
            if number == 11:
                held = Situation(stamp, "isHeldBy", CUP, ANN)
                entries = [Ended(stamp, "isOn", CUP, TABLE), Event(stamp, "Pick", ANN, CUP), held]
            if seen:
                source.commit(tick(stamp, x + 0.05, Status.PERCEIVED, first=number == 0))
            stable.commit(tick(stamp, x, Status.PERCEIVED if seen else Status.HELD, entries, first=number == 0))
    return path


@pytest.fixture(scope="module")
def story(tmp_path_factory: pytest.TempPathFactory) -> Story:
    return read_story(recorded(tmp_path_factory.mktemp("pictures") / "run.mwlog"))


def stage_at(story: Story, stamp: float, world: str = "stable") -> Stage:
    (moment,) = moments(story.path, [stamp])
    return staged(story, moment, Direction(world), Skins({}))


def prop(stage: Stage, name: str) -> Prop:
    return next(each for each in stage.props if each.name == name)


def test_a_moment_is_the_newest_world_not_later_than_it(story: Story) -> None:
    late, early = moments(story.path, [2.57, 1.0])
    assert late.world("stable").stamp == pytest.approx(2.5)
    assert early.world("stable").stamp == pytest.approx(1.0)
    assert late.world("source/camera").stamp == pytest.approx(2.0)


def test_an_instant_before_the_recording_is_refused_and_its_ends_are_told(story: Story) -> None:
    with pytest.raises(BadInput, match="from 1 to 3 s"):
        story.instant(0.5)


def test_a_perceived_thing_is_solid_and_an_unseen_held_one_a_dashed_ghost(story: Story) -> None:
    seen, held = prop(stage_at(story, 1.5), "cup"), prop(stage_at(story, 2.5), "cup")
    assert (seen.opacity, seen.contour, seen.line) == (1.0, CORRECTED, "solid")
    assert held.opacity < 1.0
    assert (held.contour, held.line) == (HELD, "dashed")


def test_what_is_to_bear_no_name_is_drawn_without_one(story: Story) -> None:
    (moment,) = moments(story.path, [1.5])
    stage = staged(story, moment, Direction(unnamed=frozenset({"cup"})), Skins({}))
    assert prop(stage, "cup").opacity == 1.0
    assert "cup" not in [pin.name for pin in stage.pins]
    assert "cup" in [pin.name for pin in stage_at(story, 1.5).pins]


def test_what_is_observed_elsewhere_is_a_pink_ghost_as_long_as_it_is_observed(story: Story) -> None:
    ghost = prop(stage_at(story, 1.5), "observed cup")
    assert ghost.contour == OBSERVED
    assert ghost.opacity < 1.0
    assert "observed cup" not in [each.name for each in stage_at(story, 2.6).props]


def test_a_thing_whose_place_is_unknown_is_named_and_not_drawn(tmp_path: Path) -> None:
    board, path = Board(), tmp_path / "run.mwlog"
    with Recorder(board, path), board.claim("stable", "test") as stable:
        stable.commit(tick(1.0, 0.0, Status.UNKNOWN, first=True))
    stage = stage_at(read_story(path), 1.0)
    assert stage.unknown == ("cup",)
    assert "cup" not in [each.name for each in stage.props]


def test_somebody_wrong_about_a_place_is_shown_the_right_one(story: Story) -> None:
    (moment,) = moments(story.path, [1.5])
    stable = moment.world("stable")
    mistaken = stable.apply(change(pose={CUP: Pose((-0.4, 0.3, 0.82)).array}))
    believing = RecordedInstant(1.5, {**moment.worlds, "ann": mistaken})
    minds = Story(story.path, {**story.strands, "ann": story.strand("stable")}, story.start, story.end)
    stage = staged(minds, believing, Direction("ann"), Skins({}))
    middle = prop(stage, "cup, in truth").skin.corners.mean(axis=(0, 1))
    assert middle[0] == pytest.approx(stable.pose("cup").position[0], abs=0.01)


def test_a_trail_is_solid_while_seen_and_dashed_while_not(story: Story) -> None:
    track = story.strand("stable").tracks[CUP]
    (solid, seen), (dashed, unseen) = known_runs(track)
    assert (seen, unseen) == (True, False)
    assert solid[-1] == pytest.approx(dashed[0])


def test_a_fall_within_a_tick_is_a_way_and_a_second_thought_is_none() -> None:
    def ways(end: tuple[float, float, float]) -> list[FloatArray]:
        positions = np.array([[0.0, 0.0, 1.0], [0.02, 0.0, 1.0], end, end])
        unseen = np.zeros(4, np.bool_)
        return [
            points
            for points, _ in known_runs(Track(np.arange(4.0), positions, unseen.astype(np.uint8), unseen, unseen))
        ]

    assert len(ways((0.02, 0.0, 0.0))) == 1
    assert len(ways((0.5, 0.0, 1.0))) == 2


def test_key_instants_are_in_order_within_the_recording_and_show_the_event(story: Story) -> None:
    instants = key_instants(story, "stable", 3)
    assert list(instants) == sorted(instants)
    assert all(story.start <= stamp <= story.end for stamp in instants)
    assert any(abs(stamp - 2.1 - AFTER_S) < 0.2 for stamp in instants)


def test_a_caption_tells_what_happened_before_what_was_looked_at() -> None:
    looks = Situation(2.5, "looksAt", ANN, CUP)
    now, entries = just_changed([Event(2.0, "Pick", ANN, CUP), Situation(2.2, "leftOf", CUP, TABLE), looks], 2.5)
    assert [said(entry) for entry in entries] == ["ann picks cup"]
    assert now
    assert just_changed([looks], 2.5) == (True, [looks])
    assert just_changed([looks], 2.4) == (False, [])


def test_one_more_key_instant_than_there_are_changes_is_no_endless_search(story: Story) -> None:
    assert 1 <= len(key_instants(story, "stable", 40)) <= 40


@pytest.mark.parametrize("name", ["auto", "top", "side", "front"])
def test_every_view_has_what_matters_in_the_picture(story: Story, name: str) -> None:
    stage = stage_at(story, 1.5)
    (moment,) = moments(story.path, [1.5])
    (camera,) = view(name, [stage], [moment.world("stable")], width=320, height=200)
    places, depths = camera.project(np.concatenate(stage.focus))
    assert (depths > 0).all()
    assert (places >= 0).all()
    assert (places <= [320, 200]).all()


def test_a_sensor_looks_along_its_axis(story: Story) -> None:
    (moment,) = moments(story.path, [1.5])
    (camera,) = view("camera:camera", [], [moment.world("stable")], width=300, height=200)
    places, _ = camera.project(np.array([[0.0, 0.0, 0.75]]))
    assert places[0] == pytest.approx([150, 100], abs=0.5)


def test_eyes_that_nobody_has_are_refused_with_those_that_are_there(story: Story) -> None:
    (moment,) = moments(story.path, [1.5])
    with pytest.raises(UnknownName, match="did you mean ann"):
        view("eye:anne", [], [moment.world("stable")], width=300, height=200)


def test_two_pictures_of_one_moment_are_the_same_pixels(story: Story) -> None:
    (moment,) = moments(story.path, [2.5])
    form = Format(200, 130)
    one, other = (snapshot(story, moment, Direction(), form) for _ in range(2))
    assert one.tobytes() == other.tobytes()


def test_a_ball_casts_a_shadow_on_the_ground_and_is_lit_from_above() -> None:
    ball = Skins({}).of(Sphere(0.3)).at(Pose((0.0, 0.0, 0.3)))
    points = np.array([[-0.8, -0.8, 0.0], [0.8, 0.8, 0.6]])
    camera = framed(points, looking(20.0, 25.0), width=120, height=90, half=0.3)
    scenery = Scenery([ball], [(0.8, 0.2, 0.2)], Ground(0.0, (0.0, 0.0), 5.0), (1.0, 1.0, 1.0), (1.0, 1.0, 1.0))
    picture = rendered(scenery, camera)
    rows, columns = np.nonzero(picture.skins == 0)
    red = picture.colours[..., 0]
    assert red[rows.min() + 3, int(columns.mean())] > red[rows.max() - 3, int(columns.mean())]
    ground = red[picture.skins == GROUND]
    assert ground.max() > 0.97
    assert ground.min() < 0.8


@given(st.floats(0, 360), st.floats(-80, 80), st.floats(1, 99), st.floats(1, 79), st.booleans())
def test_a_point_on_the_ray_of_a_pixel_is_drawn_there(
    azimuth: float, elevation: float, across: float, down: float, parallel: bool
) -> None:
    camera = Camera(looking(azimuth, elevation), 100, 80, 0.4, parallel)
    origins, directions = camera.rays(np.array([across]), np.array([down]))
    places, depths = camera.project(origins + 2.5 * directions)
    assert places[0] == pytest.approx([across, down], abs=1e-6)
    assert depths[0] == pytest.approx(2.5)


@settings(max_examples=40)
@given(st.lists(st.tuples(st.floats(10, 390), st.floats(10, 290), st.floats(20, 90)), max_size=20))
def test_labels_never_overlap_and_never_leave_the_picture(anchors: list[tuple[float, float, float]]) -> None:
    spots = placed([Wanted((x, y), width, 20.0) for x, y, width in anchors], (0, 0, 400, 300))
    boxes = [spot.box for spot in spots if spot is not None]
    assert all(box[0] >= 0 and box[1] >= 0 and box[2] <= 400 and box[3] <= 300 for box in boxes)
    assert all(overlap(one, other) == 0 for at, one in enumerate(boxes) for other in boxes[:at])


def test_a_label_with_room_is_placed() -> None:
    assert placed([Wanted((200.0, 150.0), 60.0, 20.0)], (0, 0, 400, 300)) != [None]


def area(loop: FloatArray) -> float:
    x, y = loop.T
    return float(abs(np.sum(x * np.roll(y, -1) - y * np.roll(x, -1)))) / 2


def test_the_outline_of_a_disc_with_a_hole_is_two_loops_of_the_right_size() -> None:
    y, x = np.mgrid[:120, :120]
    away = np.hypot(x - 60, y - 55)
    loops = sorted(outlines((away < 40) & (away > 15)), key=area)
    assert [area(loop) for loop in loops] == pytest.approx([math.pi * 15**2, math.pi * 40**2], rel=0.06)
    assert loops[1].mean(axis=0) == pytest.approx([60.5, 55.5], abs=0.6)


def test_the_inmost_pixel_of_a_ring_is_in_the_ring() -> None:
    y, x = np.mgrid[:80, :80]
    mask = (np.hypot(x - 40, y - 40) < 35) & (np.hypot(x - 40, y - 40) > 15)
    middle = inmost(mask)
    assert middle is not None
    assert mask[middle[1], middle[0]]
    assert inmost(np.zeros((4, 4), np.bool_)) is None
