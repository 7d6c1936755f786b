"""The commands about boards that are shared."""

import json
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from clikit import SCENE, Command, line

pytest.importorskip("zenoh", reason="eclipse-zenoh is not installed")

import midworld as front
from midworld import sharing
from midworld.runtime import SharedBoard
from midworld.world import World, diff


@pytest.fixture(autouse=True)
def _own_boards(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MIDWORLD_BOARDS", str(tmp_path / "boards"))


@pytest.fixture
def lab(tmp_path: Path) -> Iterator[SharedBoard]:
    scene = tmp_path / "scene.yaml"
    scene.write_text(SCENE)
    with sharing.host("lab", name="desk") as board:
        world = front.open(scene).scene.world
        board.claim("furniture", editable=True).commit(diff(World(), world))
        yield board


def wait_until(holds: Callable[[], bool]) -> None:
    """Waits for what another thread does, at most a minute."""
    ends = time.monotonic() + 60.0
    while not holds():
        assert time.monotonic() < ends
        time.sleep(0.002)


def test_who_is_there_is_listed(midworld: Command, lab: SharedBoard) -> None:
    assert midworld("worlds").out == b"lab\n"
    listed = midworld("worlds", "lab").out.decode()
    assert "furniture" in listed
    assert "desk (provider)" in listed


def test_a_world_whose_writer_left_is_still_listed(midworld: Command, tmp_path: Path) -> None:
    (tmp_path / "scene.yaml").write_text(SCENE)
    # The host keeps no worlds of others, as a run does not.
    with front.open(tmp_path / "scene.yaml") as session, sharing.share(session, "lab"):
        assert midworld("load", "mine", tmp_path / "scene.yaml", "--once").status == 0
        wait_until(lambda: "load, who wrote it, is gone" in " ".join(midworld("worlds", "lab").out.decode().split()))
        assert "mine: was written by 'load', who is gone" in midworld("show", "mine").err
        with front.connect("lab", name="desk") as desk:
            desk.claim("mine").commit(diff(World(), session.scene.world))
            assert "desk (provider)" in midworld("worlds", "lab").out.decode()


def test_a_world_is_shown_and_edited(midworld: Command, lab: SharedBoard) -> None:
    shown = midworld("show", "furniture").out.decode()
    assert "table: Table at (0.600, 0.000, 0.730)" in shown
    assert midworld("edit", "furniture", "table", "--position", "1", "2", "0.7", "--colour", "red").status == 0
    assert lab["furniture"].pose("table").position == (1.0, 2.0, 0.7)
    node = json.loads(midworld("show", "furniture", "table").out)
    assert (node["position"], node["colour"], node["category"]) == ([1.0, 2.0, 0.7], "red", "Table")
    refused = midworld("show", "furniture", "tabel")
    assert (refused.status, "did you mean table" in refused.err) == (2, True)
    assert "say what to change" in midworld("edit", "furniture", "table").err
    for option, *words in (("--orientation", 0, 0, 0, 0), ("--position", "nan", 0, 0), ("--colour", "nocolour")):
        assert option in midworld("edit", "furniture", "table", option, *map(str, words)).err
    assert lab["furniture"].entity("table").colour == "red"
    assert "did you mean furniture" in midworld("show", "furnitur").err
    assert "no/where" in midworld("show", "nothing", "--board", "no/where").err


def test_what_is_worked_out_takes_no_edits(midworld: Command, lab: SharedBoard) -> None:
    lab.claim("stable").commit(diff(World(), lab["furniture"]))
    refused = midworld("edit", "stable", "table", "--remove")
    assert (refused.status, "takes no edits" in refused.err) == (2, True)


def test_a_model_is_loaded_and_echoed(midworld: Command, lab: SharedBoard, tmp_path: Path) -> None:
    done = midworld("load", "mine", tmp_path / "scene.yaml", "--once")
    assert (done.status, "world 'mine' has" in done.out.decode()) == (0, True)
    assert "table" in lab["mine"]
    told = [json.loads(each) for each in midworld("echo", "furniture", "--once").out.splitlines()]
    assert [(each["type"], each["world"]) for each in told] == [("world", "furniture")]
    assert "is no file" in midworld("load", "other", tmp_path / "none.urdf").err


def test_a_run_joins_the_board_that_is_there(midworld: Command, lab: SharedBoard, tmp_path: Path) -> None:
    log = tmp_path / "log.jsonl"
    log.write_text("".join(line(stamp / 10, cup=[0.6, 0, 0.8]) for stamp in range(1, 4)))
    done = midworld("run", tmp_path / "scene.yaml", log, "--share", "lab", "-o", tmp_path / "out.jsonl")
    assert done.status == 0, done.err
    assert "cup" in lab["stable"]
    assert lab["stable"].stamp == pytest.approx(0.3)
    wait_until(lambda: "stable" in lab.stale)
    lab.claim("stable")
    refused = midworld("run", tmp_path / "scene.yaml", log, "--share", "lab")
    assert (refused.status, "world 'stable' is already written by 'desk'" in refused.err) == (2, True)


def test_a_recording_is_exported(midworld: Command, tmp_path: Path) -> None:
    pytest.importorskip("foxglove", reason="foxglove-sdk is not installed")
    (tmp_path / "scene.yaml").write_text(SCENE)
    (tmp_path / "log.jsonl").write_text(line(0.1, cup=[0.6, 0, 0.8]))
    run = tmp_path / "run.mwlog"
    assert midworld("run", tmp_path / "scene.yaml", tmp_path / "log.jsonl", "--record", run).status == 0
    assert b"messages" in midworld("export", run, tmp_path / "out.mcap").out
    assert b"rows" in midworld("export", run, tmp_path / "tables").out
    assert "neither a .mcap nor a folder" in midworld("export", run, tmp_path / "out.bag").err
    whole = (tmp_path / "out.mcap").read_bytes()
    assert "did you mean stable" in midworld("export", run, tmp_path / "out.mcap", "--world", "stabel").err
    assert midworld("export", tmp_path / "log.jsonl", tmp_path / "out.mcap").status == 2
    assert (tmp_path / "out.mcap").read_bytes() == whole
    assert sorted(each.name for each in tmp_path.iterdir() if "part" in each.name) == []


def test_a_bag_is_run_like_a_log(midworld: Command, tmp_path: Path) -> None:
    pytest.importorskip("cyclonedds", reason="cyclonedds is not installed")
    from rosbags.rosbag2 import StoragePlugin, Writer

    from midworld.adapters.ros_types import typestore

    kind, types = "geometry_msgs/msg/PoseStamped", typestore().types
    (tmp_path / "scene.yaml").write_text(SCENE)
    with Writer(tmp_path / "run", version=9, storage_plugin=StoragePlugin.MCAP) as writer:
        connection = writer.add_connection("/objects/cup/pose", kind, typestore=typestore())
        for number in range(1, 6):
            time = types["builtin_interfaces/msg/Time"](sec=number, nanosec=0)
            head = types["std_msgs/msg/Header"](stamp=time, frame_id="map")
            point = types["geometry_msgs/msg/Point"](x=0.6, y=0.0, z=0.8)
            turn = types["geometry_msgs/msg/Quaternion"](x=0.0, y=0.0, z=0.0, w=1.0)
            pose = types["geometry_msgs/msg/Pose"](position=point, orientation=turn)
            raw = typestore().serialize_cdr(types[kind](header=head, pose=pose), kind)
            writer.write(connection, number * 1_000_000_000, raw)
    scene, out = tmp_path / "scene.yaml", tmp_path / "out.jsonl"
    for bag in (tmp_path / "run", next((tmp_path / "run").glob("*.mcap"))):
        done = midworld("run", scene, bag, "-o", out)
        assert done.status == 0, done.err
        told = [json.loads(each) for each in out.read_text().splitlines()]
        assert ("cup", "isOn", "table") in {
            (each["subject"], each["predicate"], each["object"]) for each in told if each["type"] == "fact"
        }
    (tmp_path / "broken.mcap").write_bytes(b"nothing")
    refused = midworld("run", scene, tmp_path / "broken.mcap")
    assert (refused.status, "is no bag that can be read" in refused.err) == (2, True)
