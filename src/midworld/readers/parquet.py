"""A recorded run as Parquet tables for analysis: where everything was, and what happened."""

# pyarrow has no types.
# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false, reportUnknownArgumentType=false

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

import msgspec

from ..errors import BadInput, MissingExtra, Problem
from ..runtime import Commit
from ..world import Status

try:
    import pyarrow
    import pyarrow.parquet as parquet
except ImportError as missing:
    raise MissingExtra("writing Parquet", "mcap") from missing

POSES: Mapping[str, Any] = {
    "stamp": pyarrow.float64(),
    "world": pyarrow.dictionary(pyarrow.int32(), pyarrow.string()),
    "entity": pyarrow.dictionary(pyarrow.int32(), pyarrow.string()),
    **dict.fromkeys(("x", "y", "z", "qx", "qy", "qz", "qw"), pyarrow.float64()),
    "status": pyarrow.dictionary(pyarrow.int32(), pyarrow.string()),
    "perceived": pyarrow.bool_(),
}
ENTRIES: Mapping[str, Any] = {
    "stamp": pyarrow.float64(),
    **dict.fromkeys(("world", "type", "predicate", "subject", "object", "hand", "reason"), pyarrow.string()),
    "confidence": pyarrow.float64(),
}
# Rows are written in groups of so many, so that a long run fits in memory.
GROUP = 50_000
WORDS = {status.value: status.word for status in Status}


def write_parquet(commits: Iterable[Commit], folder: Path) -> int:
    """Writes `poses.parquet` (a row for every entity of every commit) and `timeline.parquet`; how many rows both have.

    Raises BadInput where they cannot be written.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
        poses, entries = _Table(folder / "poses.parquet", POSES), _Table(folder / "timeline.parquet", ENTRIES)
        with poses.writer, entries.writer:
            for commit in commits:
                poses.extend(_pose_rows(commit))
                entries.extend(_entry_rows(commit))
            poses.flush()
            entries.flush()
    except OSError as error:
        raise BadInput([Problem(str(folder), None, f"cannot be written: {error}")]) from error
    return poses.count + entries.count


class _Table:
    def __init__(self, path: Path, columns: Mapping[str, Any]) -> None:
        self._schema = pyarrow.schema(list(columns.items()))
        self.writer = parquet.ParquetWriter(path, self._schema)
        self._rows: list[dict[str, object]] = []
        self.count = 0

    def extend(self, rows: Iterable[dict[str, object]]) -> None:
        self._rows.extend(rows)
        if len(self._rows) >= GROUP:
            self.flush()

    def flush(self) -> None:
        if self._rows:
            self.writer.write_table(pyarrow.Table.from_pylist(self._rows, self._schema))
            self.count += len(self._rows)
            self._rows.clear()


def _pose_rows(commit: Commit) -> Iterable[dict[str, object]]:
    world, names = commit.world, ("x", "y", "z", "qx", "qy", "qz", "qw")
    for row, (entity, pose) in enumerate(zip(world.ids, world.poses().tolist(), strict=True)):
        yield {
            "stamp": commit.stamp,
            "world": commit.name,
            "entity": str(entity),
            **dict(zip(names, pose, strict=True)),
            "status": WORDS[int(world.state.status[row])],
            "perceived": bool(world.state.perceived[row]),
        }


def _entry_rows(commit: Commit) -> Iterable[dict[str, object]]:
    for entry in commit.delta.entries:
        said = msgspec.to_builtins(entry)
        target = said.get("object")
        row = {key: said.get(key) for key in ENTRIES}
        yield {**row, "stamp": commit.stamp, "world": commit.name, "object": None if target is None else str(target)}
