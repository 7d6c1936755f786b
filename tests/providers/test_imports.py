"""Recordings of other tools, as their writers make them, become scenes and logs that come out right."""

import json
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest

import recordings
from midworld.errors import BadInput, UnknownName
from midworld.providers import examined_scene
from midworld.providers.imports import Imported, Options, import_recording
from midworld.providers.imports.resting import Rests, Support
from midworld.providers.imports.roles import Role, guessed
from midworld.providers.imports.sizes import shape_of
from midworld.providers.imports.tracks import Track

PLAIN = Options(rate_hz=20.0)


def events(imported: Imported, folder: Path) -> list[tuple[str, str | None, str]]:
    """What happens in a recording once it is a scene and a log."""
    import midworld

    scene, log = imported.write(folder)
    assert not examined_scene(scene)[1]
    mw = midworld.open(scene)
    mw.run(log)
    return [(event.event, event.agent, str(event.object)) for event in mw.events()]


def test_a_take_of_motive_is_turned_upright_and_its_pick_and_place_are_found(tmp_path: Path):
    recordings.write_motive(tmp_path / "take.csv")
    imported = import_recording(tmp_path / "take.csv", PLAIN)
    table, cup = imported.scene["objects"]["table"], imported.scene["objects"]["Cup"]
    assert table["position"][2] + table["shape"]["box"][2] / 2 == pytest.approx(recordings.TOP, abs=0.01)
    assert cup["shape"]["parts"][0]["box"] == pytest.approx([0.08, 0.08, 0.11], abs=0.002)
    first = imported.lines[0]["objects"][0]
    assert first["position"] == pytest.approx(list(recordings.REST_A), abs=1e-4)
    assert events(imported, tmp_path / "out") == [("Pick", "Ann", "Cup"), ("Place", "Ann", "Cup")]


def test_a_take_whose_heading_has_no_words_is_read_the_same(tmp_path: Path):
    recordings.write_motive(tmp_path / "new.csv")
    recordings.write_motive(tmp_path / "old.csv", words=("", "", ""))
    assert import_recording(tmp_path / "old.csv", PLAIN).lines == import_recording(tmp_path / "new.csv", PLAIN).lines


def test_a_thing_with_markers_on_its_top_reaches_down_to_what_it_rests_on():
    rests = {"box": Rests(np.array([[0.5, 0.0, 0.80]]), -0.04, measured=False)}
    track = Track("box", np.arange(3.0), np.tile([0.5, 0.0, 0.8], (3, 1)), np.tile([0.0, 0, 0, 1], (3, 1)))
    top = np.array([[0.05, 0.05, 0.04], [-0.05, 0.05, 0.04], [0.05, -0.05, 0.04]])
    shape, told = shape_of("box", track, {}, top, rests, Support(0.75, (0.0, 0.0), (1.0, 1.0)))
    (part,) = shape["shape"]["parts"]
    assert part["at"][2] - part["box"][2] / 2 == pytest.approx(-0.05, abs=1e-6)
    assert part["at"][2] + part["box"][2] / 2 == pytest.approx(0.045, abs=1e-6)
    assert told is not None
    assert "downwards" in told


def test_frames_in_which_a_body_is_lost_say_so(tmp_path: Path):
    recordings.write_motive(tmp_path / "take.csv", lost=slice(150, 180))
    imported = import_recording(tmp_path / "take.csv", PLAIN)
    lost = [line["stamp"] for line in imported.lines if line["objects"][0].get("lost")]
    assert lost
    assert 2.4 < min(lost) < max(lost) < 3.1
    assert events(imported, tmp_path / "out") == [("Pick", "Ann", "Cup"), ("Place", "Ann", "Cup")]


def test_a_head_looks_along_the_axis_that_points_at_the_hands(tmp_path: Path):
    recordings.write_motive(tmp_path / "take.csv")
    imported = import_recording(tmp_path / "take.csv", PLAIN)
    assert any("Ann looks along +z" in guess for guess in imported.guesses)
    x, y, z, w = imported.lines[0]["agents"][0]["head"]["orientation"]
    forward = [1 - 2 * (y * y + z * z), 2 * (x * y + z * w), 2 * (x * z - y * w)]
    assert forward == pytest.approx([-1, 0, 0], abs=0.01)


def test_an_export_of_vicon_with_helical_angles_gives_the_same_events(tmp_path: Path):
    recordings.write_vicon(tmp_path / "trial.csv")
    known = {"Cup": {"shape": {"cylinder": [0.035, 0.1]}}}
    imported = import_recording(tmp_path / "trial.csv", replace(PLAIN, objects=known))
    assert imported.lines[0]["objects"][0]["position"] == pytest.approx(list(recordings.REST_A), abs=1e-4)
    assert events(imported, tmp_path / "out") == [("Pick", "Ann", "Cup"), ("Place", "Ann", "Cup")]


def test_a_scene_of_bop_has_its_camera_and_the_models_sizes(tmp_path: Path):
    recordings.write_bop(tmp_path / "000001")
    imported = import_recording(tmp_path / "000001", replace(PLAIN, names={"obj_000005": "cup"}))
    assert imported.scene["objects"]["cup"]["shape"] == {"box": [0.07, 0.07, 0.1]}
    camera = imported.scene["sensors"]["camera"]
    assert camera["position"] == pytest.approx([-0.6, 0, 1.4], abs=1e-4)
    assert camera["fov"] == pytest.approx([56.1, 43.6], abs=0.1)
    table = imported.scene["objects"]["table"]
    assert table["position"][2] + 0.02 == pytest.approx(recordings.TOP, abs=0.005)
    told = events(imported, tmp_path / "out")
    assert [name for name, _, _ in told] == ["Pick", "Place"]


def test_a_bop_set_of_one_scene_is_that_scene_and_of_several_asks_which(tmp_path: Path):
    recordings.write_bop(tmp_path / "set" / "test" / "000001")
    assert import_recording(tmp_path / "set", PLAIN) == import_recording(tmp_path / "set/test/000001", PLAIN)
    recordings.write_bop(tmp_path / "set" / "test" / "000002")
    with pytest.raises(BadInput, match="holds 2 scenes"):
        import_recording(tmp_path / "set", PLAIN)


def test_a_bop_camera_that_is_nowhere_sees_models_upright(tmp_path: Path):
    recordings.write_bop(tmp_path / "scene", placed=False)
    imported = import_recording(tmp_path / "scene", PLAIN)
    assert any("not told" in guess for guess in imported.guesses)
    low, high = (f(line["objects"][0]["position"][2] for line in imported.lines) for f in (min, max))
    assert low == pytest.approx(recordings.REST_A[2] - 1.4, abs=0.001)
    assert high - low == pytest.approx(0.2, abs=0.005)
    assert [name for name, _, _ in events(imported, tmp_path / "out")] == ["Pick", "Place"]


@pytest.mark.parametrize("kind", ["ros1", "ros2", "mcap"])
def test_a_bag_written_by_rosbags_gives_frames_of_tf_in_their_root(tmp_path: Path, kind: str):
    path = tmp_path / ("run.bag" if kind == "ros1" else "run")
    write_bag(path, kind)
    imported = import_recording(path, PLAIN)
    assert imported.lines[0]["objects"][0]["position"] == pytest.approx(list(recordings.REST_A), abs=1e-4)
    assert events(imported, tmp_path / "out") == [("Pick", "ann", "cup"), ("Place", "ann", "cup")]


def write_bag(path: Path, kind: str) -> None:
    """The cup by TF below a shelf's frame, Ann's hand and head as poses in that; where it is, is told late and once."""
    rosbag1, rosbag2 = pytest.importorskip("rosbags.rosbag1"), pytest.importorskip("rosbags.rosbag2")
    typesys = pytest.importorskip("rosbags.typesys")
    one = kind == "ros1"
    tf = "tf2_msgs/msg/TFMessage"
    store = typesys.get_typestore(typesys.Stores.ROS1_NOETIC if one else typesys.Stores.ROS2_HUMBLE)
    if tf not in store.types:
        definition = "geometry_msgs/TransformStamped[] transforms"
        store.register(typesys.get_types_from_msg(definition, tf))
    types = store.types
    storage = rosbag2.StoragePlugin.MCAP if kind == "mcap" else rosbag2.StoragePlugin.SQLITE3
    writer = rosbag1.Writer(path) if one else rosbag2.Writer(path, version=9, storage_plugin=storage)
    said = SimpleNamespace(
        time=types["builtin_interfaces/msg/Time"],
        header=types["std_msgs/msg/Header"],
        vector=types["geometry_msgs/msg/Vector3"],
        point=types["geometry_msgs/msg/Point"],
        turn=types["geometry_msgs/msg/Quaternion"],
        pose=types["geometry_msgs/msg/Pose"],
        stamped=types["geometry_msgs/msg/PoseStamped"],
        transform=types["geometry_msgs/msg/Transform"],
        with_header=types["geometry_msgs/msg/TransformStamped"],
        tf=types[tf],
    )

    def header(stamp: float, frame: str) -> object:
        seconds = said.time(sec=int(stamp), nanosec=round(stamp % 1 * 1e9))
        return said.header(seq=0, stamp=seconds, frame_id=frame) if one else said.header(stamp=seconds, frame_id=frame)

    def transform(
        stamp: float, parent: str, child: str, place: "np.ndarray[tuple[int], np.dtype[np.float64]]"
    ) -> object:
        turn = said.turn(x=0.0, y=0.0, z=0.0, w=1.0)
        moved = said.transform(translation=said.vector(*map(float, place)), rotation=turn)
        return said.with_header(header=header(stamp, parent), child_frame_id=child, transform=moved)

    def pose(stamp: float, place: "np.ndarray[tuple[int], np.dtype[np.float64]]", turn: list[float]) -> object:
        spot = said.pose(position=said.point(*map(float, place)), orientation=said.turn(*turn))
        return said.stamped(header=header(stamp, "shelf"), pose=spot)

    write = store.serialize_ros1 if one else store.serialize_cdr
    with writer:
        topics = {"/tf": tf, "/tf_static": tf}
        topics |= dict.fromkeys(("/ann_right_hand/pose", "/ann_head/pose"), "geometry_msgs/msg/PoseStamped")
        open_ = {topic: writer.add_connection(topic, type_, typestore=store) for topic, type_ in topics.items()}
        shelf = np.array([0.1, 0.0, 0.7])
        for row, stamp in enumerate(recordings.STAMPS):
            when = 1_700_000_000 + float(stamp)
            messages = {
                "/tf": said.tf(transforms=[transform(when, "shelf", "cup", recordings.cup()[row] - shelf)]),
                "/ann_right_hand/pose": pose(when, recordings.hand()[row] - shelf, [0.0, 0.0, 0.0, 1.0]),
                "/ann_head/pose": pose(when, recordings.head()[row] - shelf, recordings.TURNS["Ann:Head"]),
            }
            if row == 5:
                messages["/tf_static"] = said.tf(transforms=[transform(when, "map", "shelf", shelf)])
            for topic, message in messages.items():
                writer.write(open_[topic], int(when * 1e9), write(message, topics[topic]))


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ('[{"stamp": 0.5, "label": "mug", "pose": {"position": {"x": 1, "y": 2, "z": 0.8}}}]', [1.0, 2.0, 0.8]),
        ('{"frames": [{"time": 0, "detections": [{"name": "mug", "translation": [1, 2, 0.8]}]}]}', [1.0, 2.0, 0.8]),
        ('{"t": 0, "id": "mug", "xyz": [1, 2, 0.8]}\n{"t": 1, "id": "mug", "xyz": [1, 2, 0.9]}', [1.0, 2.0, 0.8]),
    ],
)
def test_detections_are_read_as_detectors_write_them(tmp_path: Path, text: str, told: list[float]):
    (tmp_path / "detections.json").write_text(text)
    imported = import_recording(tmp_path / "detections.json", PLAIN)
    assert imported.lines[0]["objects"][0] | {"orientation": None} == {
        "id": "mug",
        "position": told,
        "orientation": None,
    }


def test_detections_that_only_tell_a_kind_stay_without_names_and_as_sure_as_they_were(tmp_path: Path):
    two = [{"class": "cup", "position": [0.5, y, 0.8], "score": score} for y, score in ((-0.2, 0.9), (0.2, 0.3))]
    frames = [{"time": tick / 10, "detections": two[:: 1 - 2 * (tick % 2)]} for tick in range(20)]
    (tmp_path / "detections.json").write_text(json.dumps(frames))
    imported = import_recording(tmp_path / "detections.json", PLAIN)
    seen = sorted(imported.lines[3]["objects"], key=lambda each: each["position"][1])
    assert [(each.get("id"), each["class"], each["confidence"]) for each in seen] == [
        (None, "Cup", 0.9),
        (None, "Cup", 0.3),
    ]
    assert {name: each["class"] for name, each in imported.scene["objects"].items() if name != "table"} == {
        "cup_1": "Cup",
        "cup_2": "Cup",
    }
    assert events(imported, tmp_path / "out") == []


@pytest.mark.parametrize(
    ("name", "text", "reason"),
    [
        ("a.csv", "hello,world\n1,2\n", "of no kind that is known; say which with --format"),
        (
            "a.csv",
            "Format Version,1.23,Length Units,Furlongs\n\n,Type,Rigid Body\n,Name,c\nFrame,Time\n0,0\n",
            "furlongs",
        ),
        ("a.csv", "Format Version,1.23\n", "no line that begins with 'Frame'"),
        ("a.csv", "t,x,y,z\n0,1,2,three\n", "a.csv:2"),
        ("a.csv", "Objects\nfast\n,,a\nFrame,Sub Frame,RX\n,,rad\n1,0,0\n", "rate in Hz"),
        ("a.json", '[{"stamp": 1, "pose": [1, 2, 3]}]', "entry 1 has no name"),
        ("a.json", '{"stamp": 1, "name": "cup"}', "has no place of three numbers"),
        ("a.json", "\x00", "a.json:1"),
    ],
)
def test_a_recording_that_cannot_be_read_is_refused_with_its_culprit(tmp_path: Path, name: str, text: str, reason: str):
    (tmp_path / name).write_text(text)
    with pytest.raises(BadInput) as refused:
        import_recording(tmp_path / name, PLAIN)
    assert reason.casefold() in str(refused.value).casefold()


def test_a_format_or_name_there_is_not_is_told_with_near_misses(tmp_path: Path):
    recordings.write_motive(tmp_path / "take.csv")
    with pytest.raises(UnknownName, match="did you mean motive"):
        import_recording(tmp_path / "take.csv", replace(PLAIN, format="motiv"))
    with pytest.raises(BadInput, match="no track is called 'Cupp'; did you mean Cup"):
        import_recording(tmp_path / "take.csv", replace(PLAIN, names={"Cupp": "cup"}))
    with pytest.raises(BadInput, match="no part 'rihgt_hand'; did you mean right_hand"):
        import_recording(tmp_path / "take.csv", replace(PLAIN, names={"Ann:RHand": "ann/rihgt_hand"}))


@pytest.mark.parametrize(
    ("track", "role"),
    [
        ("Ann:RHand", Role("Ann", "right_hand")),
        ("giver_LHand", Role("giver", "left_hand")),
        ("ann right wrist", Role("ann", "right_hand")),
        ("taker_head", Role("taker", "head")),
        ("giver_LFArm", None),
        ("Hand cream", Role("Hand_cream")),
        ("PR2", Role("PR2")),
    ],
)
def test_tracks_are_people_or_objects_by_their_names(track: str, role: Role | None):
    assert guessed(track) == role


def test_a_real_hand_over_of_two_people_is_told_from_its_folder(tmp_path: Path):
    folder = Path(__file__).parents[3] / "shared" / "data" / "kth_handover"
    if not folder.is_dir():
        pytest.skip("the recorded hand-over is not beside the project")
    told = events(import_recording(folder, Options()), tmp_path)
    assert told[-1] == ("Handover", "taker", "baton")
    assert {who for _, who, _ in told} == {"giver", "taker"}
