"""Other languages can join: the C++ example reads what a run recorded."""

import shutil
import subprocess
from pathlib import Path

import pytest
from benchmarks.boards import cup, moved

from midworld.runtime import Board, Recorder

SOURCE = Path(__file__).parents[2] / "examples" / "sharing" / "cpp"


def built(folder: Path) -> Path:
    if shutil.which("cmake") is not None:
        for step in (["-S", SOURCE, "-B", folder], ["--build", folder]):
            subprocess.run(["cmake", *map(str, step)], check=True, capture_output=True)
    elif (compiler := shutil.which("c++")) is not None:
        out = folder / "midworld_reader"
        subprocess.run([compiler, "-std=c++17", str(SOURCE / "reader.cpp"), "-o", str(out)], check=True)
    else:
        pytest.skip("there is neither cmake nor a C++ compiler")
    return folder / "midworld_reader"


def test_the_cpp_example_reads_poses_and_events_of_a_recording(tmp_path: Path) -> None:
    program, board, path = built(tmp_path), Board(), tmp_path / "run.mwlog"
    with Recorder(board, path, metadata={"midworld": "test"}):
        writer = board.claim("stable", "test")
        writer.commit(cup(0.5, 0.1))
        for number in range(1, 200):
            writer.commit(moved(float(number), height=number / 3, told="Pick" if number == 7 else None))
    done = subprocess.run([str(program), str(path)], capture_output=True, text=True, check=True)
    lines = done.stdout.splitlines()
    heights = [float(line.split()[-1]) for line in lines if line.startswith("pose stable cup ")]
    assert heights == [0.1, *(number / 3 for number in range(1, 200))]
    assert [line for line in lines if not line.startswith("pose")] == ["event stable ann Pick"]
    data = bytearray(path.read_bytes())
    data[200] ^= 1
    path.write_bytes(data)
    refused = subprocess.run([str(program), str(path)], capture_output=True, text=True, check=False)
    assert (refused.returncode, "does not match its checksum" in refused.stderr) == (2, True)
