"""A knowledge base on disk: a snapshot, and every acknowledged change after it."""

import json
import os
from collections.abc import Mapping, Sequence
from io import FileIO
from pathlib import Path

import msgspec

from ..errors import BadInput, MidworldError, Problem
from .kb import KnowledgeBase
from .model import Model, Supports, Versions
from .store import Store
from .swrl import parse_rule
from .tbox import TBox
from .terms import Atom, Terms
from .verbs import Verbs

Sentence = tuple[str, str, str]
# These depend on more than their arguments: the state they lead to is kept instead.
OUTSIDE = frozenset({"load", "checkout"})


class KeptModel(msgspec.Struct, frozen=True):
    """One model as a file holds it: axioms, rules, and each fact with who said it, until when, and how surely."""

    name: str
    axioms: list[Sentence]
    rules: list[str]
    facts: list[tuple[Sentence, list[list[str | float | None]]]]


class Snapshot(msgspec.Struct, frozen=True):
    """Every model at one instant; `entries` numbers the journal that continues it."""

    entries: str
    models: list[KeptModel]
    common: KeptModel | None = None
    versions: dict[str, KeptModel] = {}


class Entry(msgspec.Struct, frozen=True):
    """One change as it was asked for."""

    stamp: float
    method: str
    args: list[object]
    kwargs: dict[str, object]


class Journal:
    """Brings a knowledge base to where a folder says it was, then writes down each change before it is acknowledged."""

    def __init__(
        self, folder: Path, kb: KnowledgeBase, store: Store | None = None, versions: Versions | None = None
    ) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self._folder, self._kb = folder, kb
        self.versions = versions or Versions()
        clock = kb.clock
        snapshot = _read_snapshot(folder / "snapshot.json")
        if snapshot is not None:
            _restore(kb, snapshot, self.versions)
        replayed = self._replay(folder / (snapshot.entries if snapshot else "journal-0.jsonl"), store)
        kb.clock = clock
        kb.expire()
        number = int(snapshot.entries[8:-6]) if snapshot is not None else 0
        self._number = number
        if replayed or snapshot is None:
            self._compact()
        self._file = self._open()

    def _open(self) -> FileIO:
        return (self._folder / f"journal-{self._number}.jsonl").open("ab", buffering=0)

    def __call__(self, method: str, args: Sequence[object], kwargs: Mapping[str, object]) -> None:
        if method in OUTSIDE:
            self._file.close()
            self._compact()
            self._file = self._open()
            return
        entry = Entry(self._kb.clock(), method, list(args), dict(kwargs))
        self._file.write(msgspec.json.encode(entry) + b"\n")
        os.fdatasync(self._file.fileno())

    def close(self) -> None:
        self._file.close()

    def _replay(self, path: Path, store: Store | None) -> int:
        """Do again what was acknowledged; a last line cut short was never acknowledged."""
        if not path.is_file():
            return 0
        verbs = Verbs(self._kb, store, versions=self.versions)
        count = 0
        for line in path.read_bytes().splitlines(keepends=True):
            if not line.endswith(b"\n"):
                break
            entry = msgspec.json.decode(line, type=Entry)
            self._kb.clock = lambda stamp=entry.stamp: stamp
            try:
                verbs.call(entry.method, entry.args, entry.kwargs)
            except MidworldError as error:
                raise BadInput([Problem(str(path), count + 1, f"cannot be done again: {error}")]) from error
            count += 1
        return count

    def _compact(self) -> None:
        """Write a snapshot that a new, empty journal continues; the old files go last."""
        self._number += 1
        name = f"journal-{self._number}.jsonl"
        terms = self._kb.terms
        snapshot = Snapshot(
            name,
            [_kept(model, terms) for model in self._kb.models.values()],
            _kept(self._kb.common, terms),
            {version: _kept(model, terms) for version, model in self.versions.kept.items()},
        )
        _write_safely(self._folder / name, b"")
        _write_safely(self._folder / "snapshot.json", msgspec.json.encode(snapshot))
        for old in self._folder.glob("journal-*.jsonl"):
            if old.name != name:
                old.unlink()


def _write_safely(path: Path, data: bytes) -> None:
    draft = path.with_suffix(".draft")
    with draft.open("wb") as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())
    draft.replace(path)
    folder = os.open(path.parent, os.O_RDONLY)
    try:
        os.fsync(folder)
    finally:
        os.close(folder)


def _read_snapshot(path: Path) -> Snapshot | None:
    if not path.is_file():
        return None
    try:
        return msgspec.json.decode(path.read_bytes(), type=Snapshot)
    except (msgspec.DecodeError, json.JSONDecodeError) as error:
        raise BadInput([Problem(str(path), None, f"cannot be read: {error}")]) from error


def _kept(model: Model, terms: Terms) -> KeptModel:
    def sentence(atom: Atom) -> Sentence:
        s, p, o = (terms.show(each) for each in atom)
        return (s, p, o)

    def supports(held: Supports) -> list[list[str | float | None]]:
        return [[owner, None if until == float("inf") else until, sure] for owner, until, sure in held]

    return KeptModel(
        model.name,
        [sentence(atom) for atom in sorted(model.tbox.axioms)],
        [rule.name for rule in model.tbox.added_rules],
        [(sentence(atom), supports(held)) for atom, held in model.supports.items()],
    )


def _restore(kb: KnowledgeBase, snapshot: Snapshot, versions: Versions) -> None:
    terms = kb.terms
    compiled: dict[object, TBox] = {(kb.common.tbox.axioms, ()): kb.common.tbox}

    def atom(sentence: Sentence) -> Atom:
        s, p, o = (terms.parse(each) for each in sentence)
        return (s, p, o)

    def restored(kept: KeptModel) -> Model:
        axioms = frozenset(atom(each) for each in kept.axioms)
        key = (axioms, tuple(kept.rules))
        if key not in compiled:
            compiled[key] = TBox(terms, axioms, tuple(parse_rule(each, terms) for each in kept.rules))
        model = Model(kept.name, compiled[key], history_s=kb.common.history_s)
        said: dict[tuple[str, float, float], list[Atom]] = {}
        for sentence, supports in kept.facts:
            for owner, until, *sure in supports:
                key = (
                    str(owner),
                    float("inf") if until is None else float(until),
                    float(sure[0] or 1.0) if sure else 1.0,
                )
                said.setdefault(key, []).append(atom(sentence))
        for (owner, until, sure), atoms in said.items():
            model.update(atoms, now=kb.clock(), owner=owner, until=until, confidence=sure)
        return model

    kb.models.update({kept.name: restored(kept) for kept in snapshot.models})
    if snapshot.common is not None:
        kb.common = restored(snapshot.common)
    versions.kept.update({name: restored(kept) for name, kept in snapshot.versions.items()})
    terms.reserve()
