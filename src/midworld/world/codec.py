"""Worlds and deltas as bytes: msgpack, tables as little-endian columns. Meshes are named, never carried."""

from types import MappingProxyType

import msgspec
import numpy as np

from .delta import Column, Delta
from .entity import Entity, EntityId
from .state import DEFAULTS, FIELDS, Field, State, Table, is_default
from .structure import Structure
from .timeline import Entry, Situation, Timeline
from .world import World


class _WireColumn(msgspec.Struct, array_like=True):
    ids: list[EntityId]
    values: bytes


class _WireDelta(msgspec.Struct, array_like=True):
    stamp: float | None
    put: list[Entity]
    removed: list[EntityId]
    columns: dict[Field, _WireColumn]
    entries: list[Entry]


class _WireWorld(msgspec.Struct, array_like=True):
    stamp: float
    entities: list[Entity]
    tables: dict[Field, bytes]
    entries: list[Entry]
    closed: list[Situation]
    open: list[Situation]


_encoder = msgspec.msgpack.Encoder()
_delta_decoder = msgspec.msgpack.Decoder(_WireDelta)
_world_decoder = msgspec.msgpack.Decoder(_WireWorld)


def encode_delta(delta: Delta) -> bytes:
    return _encoder.encode(
        _WireDelta(
            delta.stamp,
            [entity for entity in delta.entities.values() if entity is not None],
            sorted(delta.removed),
            {name: _WireColumn(list(column.ids), _bytes(column.values)) for name, column in delta.columns.items()},
            list(delta.entries),
        )
    )


def decode_delta(data: bytes) -> Delta:
    wire = _delta_decoder.decode(data)
    entities: dict[EntityId, Entity | None] = {entity.id: entity for entity in wire.put}
    entities.update(dict.fromkeys(wire.removed))
    columns: dict[Field, Column] = {
        name: Column(tuple(column.ids), _table(name, column.values, len(column.ids)))
        for name, column in wire.columns.items()
    }
    return Delta(wire.stamp, MappingProxyType(entities), MappingProxyType(columns), tuple(wire.entries))


def encode_world(world: World) -> bytes:
    tables: dict[Field, bytes] = {
        name: _bytes(table) for name in FIELDS if not is_default(name, table := world.state.table(name))
    }
    return _encoder.encode(
        _WireWorld(
            world.stamp,
            list(world.structure.entities),
            tables,
            list(world.timeline.entries),
            list(world.timeline.closed),
            list(world.timeline.open.values()),
        )
    )


def decode_world(data: bytes) -> World:
    wire = _world_decoder.decode(data)
    structure = Structure.of(wire.entities)
    tables: dict[Field, Table] = {name: _table(name, values, len(structure)) for name, values in wire.tables.items()}
    state = State.fresh(len(structure)).with_tables(tables)
    return World(structure, state, Timeline.restored(wire.entries, wire.closed, wire.open), wire.stamp)


def _bytes(table: Table) -> bytes:
    return np.ascontiguousarray(table, dtype=table.dtype.newbyteorder("<")).tobytes()


def _table(name: Field, data: bytes, count: int) -> Table:
    row = DEFAULTS[name]
    return np.frombuffer(data, dtype=row.dtype.newbyteorder("<")).reshape(count, *row.shape)
