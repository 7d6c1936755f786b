"""Recorded runs for other people's tools, read back by readers that are not ours."""

# pyarrow has no types.
# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false, reportUnknownArgumentType=false

import json
from pathlib import Path

import pytest

from midworld.errors import BadInput
from midworld.geometry import Box, Cylinder, Sphere
from midworld.runtime import Board, Recorder, replayed
from midworld.world import Entity, EntityId, Event, Situation, change

pytest.importorskip("foxglove", reason="foxglove-sdk is not installed")


def recorded(path: Path) -> Path:
    board = Board()
    with Recorder(board, path):
        writer = board.claim("stable", "test")
        cup = Entity(EntityId("cup"), category="Cup", colour="orange", visual=Cylinder(0.04, 0.1))
        ball, table = Entity(EntityId("ball"), visual=Sphere(0.03)), Entity(EntityId("table"), visual=Box((1, 1, 0.1)))
        writer.commit(change(stamp=0.5, put=[table, cup, ball], pose={cup.id: [1, 2, 3, 0, 0, 0, 1]}))
        for number in range(1, 20):
            entries = [Situation(1.0, "isOn", "cup", "table"), Event(1.0, "Place", "ann", "cup")] if number == 1 else []
            pose = {cup.id: [number, 2, 3, 0, 0, 0, 1]}
            writer.commit(change(stamp=float(number), pose=pose, entries=entries))
        writer.commit(change(stamp=20.0, remove=[ball.id]))
    return path


def test_an_independent_reader_reads_back_what_was_exported(tmp_path: Path) -> None:
    from mcap.reader import make_reader

    from midworld.readers.mcap import write_mcap

    out = tmp_path / "out.mcap"
    count = write_mcap(replayed(recorded(tmp_path / "run.mwlog")), out)
    with out.open("rb") as file:
        reader = make_reader(file)
        read = list(reader.iter_messages())
        window = list(reader.iter_messages(starting_at=round(5e9), ending_before=round(8e9)))
        summary = reader.get_summary()
    assert summary is not None
    schemas = {
        summary.channels[key].topic: summary.schemas[each.schema_id].name for key, each in summary.channels.items()
    }
    assert schemas == {
        "/tf": "foxglove.FrameTransforms",
        "/stable/scene": "foxglove.SceneUpdate",
        "/stable/timeline": "midworld.Entry",
    }
    assert len(read) == count
    assert [message.log_time for _, _, message in window] == [round(5e9), round(6e9), round(7e9)]
    told = [json.loads(message.data) for _, channel, message in read if channel.topic == "/stable/timeline"]
    assert [(each["type"], each["predicate"], each["subject"]) for each in told] == [
        ("situation", "isOn", "cup"),
        ("event", "Place", "ann"),
    ]
    frames = next(message.data for _, channel, message in read if channel.topic == "/tf")
    assert b"stable/cup" in frames
    assert b"map" in frames
    scenes = [message.data for _, channel, message in read if channel.topic == "/stable/scene"]
    assert len(scenes) == 2
    assert b"stable/cup" in scenes[0]
    assert b"ball" in scenes[1]


def test_what_cannot_be_written_is_a_sentence(tmp_path: Path) -> None:
    from midworld.readers.mcap import write_mcap

    with pytest.raises(BadInput, match="cannot be written"):
        write_mcap((), tmp_path / "nowhere" / "out.mcap")


def test_tables_for_analysis_have_a_row_an_entity_and_commit(tmp_path: Path) -> None:
    pytest.importorskip("pyarrow", reason="pyarrow is not installed")
    import pyarrow.parquet as parquet  # pyright: ignore[reportMissingTypeStubs]

    from midworld.readers.parquet import write_parquet

    write_parquet(replayed(recorded(tmp_path / "run.mwlog")), tmp_path / "tables")
    poses = parquet.read_table(tmp_path / "tables" / "poses.parquet").to_pylist()
    assert len(poses) == 20 * 3 + 2
    cup = [each for each in poses if each["entity"] == "cup" and each["stamp"] == 7.0]
    assert [(each["x"], each["y"], each["z"], each["qw"], each["world"]) for each in cup] == [(7, 2, 3, 1, "stable")]
    timeline = parquet.read_table(tmp_path / "tables" / "timeline.parquet").to_pylist()
    assert [(each["predicate"], each["subject"], each["object"]) for each in timeline] == [
        ("isOn", "cup", "table"),
        ("Place", "ann", "cup"),
    ]
