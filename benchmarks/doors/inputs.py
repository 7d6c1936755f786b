"""For every door, input that is nearly good."""

import functools
import json
import struct
import tempfile
import zlib
from pathlib import Path
from typing import cast

import msgspec
import yaml
from hypothesis import strategies as st

from benchmarks.doors.doors import CUBE, LINES, SCENE, URDF
from benchmarks.doors.mutation import Tree, changed, deepened, garbled, relined, reworded, values

Bytes = st.SearchStrategy[bytes]

FACET = "facet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 0.1 0 0\nvertex 0 0.1 0\nendloop\nendfacet\n"
STL = f"solid cube\n{FACET}endsolid cube\n"
DAE = """\
<?xml version="1.0"?>
<COLLADA xmlns="http://www.collada.org/2005/11/COLLADASchema" version="1.4.1">
<asset><unit name="meter" meter="1"/><up_axis>Z_UP</up_axis></asset>
<library_geometries><geometry id="g"><mesh>
<source id="p"><float_array id="pa" count="9">0 0 0 0.1 0 0 0 0.1 0</float_array>
<technique_common><accessor source="#pa" count="3" stride="3">
<param name="X" type="float"/><param name="Y" type="float"/><param name="Z" type="float"/>
</accessor></technique_common></source>
<vertices id="v"><input semantic="POSITION" source="#p"/></vertices>
<triangles count="1"><input semantic="VERTEX" source="#v" offset="0"/><p>0 1 2</p></triangles>
</mesh></geometry></library_geometries>
<library_visual_scenes><visual_scene id="s"><node id="n"><matrix>1 0 0 0 0 1 0 0 0 0 1 0 0 0 0 1</matrix>
<instance_geometry url="#g"/></node></visual_scene></library_visual_scenes>
<scene><instance_visual_scene url="#s"/></scene></COLLADA>
"""
GLTF: Tree = {
    "asset": {"version": "2.0"},
    "scene": 0,
    "scenes": [{"nodes": [0]}],
    "nodes": [{"mesh": 0, "translation": [0, 0, 1], "children": []}],
    "meshes": [{"primitives": [{"attributes": {"POSITION": 0}, "indices": 1, "mode": 4}]}],
    "accessors": [
        {"bufferView": 0, "componentType": 5126, "count": 3, "type": "VEC3", "byteOffset": 0},
        {"bufferView": 1, "componentType": 5125, "count": 3, "type": "SCALAR"},
    ],
    "bufferViews": [{"buffer": 0, "byteLength": 36}, {"buffer": 0, "byteOffset": 36, "byteLength": 12}],
    "buffers": [{"byteLength": 48}],
}
CORNERS = struct.pack("<9f3I", 0, 0, 0, 0.1, 0, 0, 0, 0.1, 0, 0, 1, 2)
TURTLE = """\
@prefix : <http://example.org/#> .
@prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
@prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
:Cup a owl:Class ; rdfs:subClassOf :Container , [ a owl:Restriction ; owl:onProperty :in ; owl:someValuesFrom :Box ] .
:in a owl:ObjectProperty , owl:TransitiveProperty ; owl:inverseOf :holds ; rdfs:domain :Thing ; rdfs:range :Box .
:holds owl:propertyChainAxiom ( :in :holds ) .
:Cup owl:disjointWith :Box ; owl:equivalentClass [ owl:intersectionOf ( :Container :Small ) ] .
:mug a :Cup ; :in :bin ; rdfs:label "mug"@en ; :mass 0.2 , "heavy"^^xsd:integer .
:bin a :Box ; owl:sameAs :crate .
"""
RDF = """\
<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://example.org/#">
<Cup rdf:about="http://example.org/#mug"><in rdf:resource="http://example.org/#bin"/>
<label xml:lang="en">mug</label></Cup>
</rdf:RDF>
"""
MESSAGES: tuple[Tree, ...] = (
    {"type": "view", "agent": "ann", "worlds": ["stable", "merged"], "hidden": False, "labels": True},
    {"type": "view"},
    {"type": "seek", "at": 0.1},
    {"type": "play", "playing": True, "speed": 2.0},
    {"type": "step", "ticks": 1},
    {"type": "follow"},
    {"type": "turn", "chapter": 0},
    {"type": "aim"},
    {"type": "ack", "frame": 3},
)
# Without those that read and write files.
VERBS = (
    *[
        "hello",
        "methods",
        "add",
        "revise",
        "retract",
        "find",
        "findmpe",
        "exist",
        "subscribe",
        "about",
        "label",
        "details",
        "classesof",
        "instancesof",
    ],
    *[
        "why",
        "why_not",
        "check",
        "rule",
        "models",
        "clear",
        "commit",
        "checkout",
        "compare",
        "discriminate",
        "similarities",
        "differences",
    ],
    *["stats", "sparql", "update", "remove", "lookup", "nonsense"],
    "",
)
SAID = st.sampled_from(
    [
        *("mug isIn bin", "?x isIn bin", "a rdf:type B", "?x ?y ?z", "mug", "x y", "[a, b]", "ann", "all", "?x p 1e9"),
        *("SELECT * WHERE { ?s ?p ?o }", "SELECT (COUNT(*) AS ?n) { ?a ?b ?c . ?d ?e ?f }", "ASK {", "DESCRIBE ?x {}"),
        *("p(?x,?y), p(?y,?z) -> p(?x,?z)", "p(?x) ->", "->", "C(?x), greaterThan(?x, 1) -> D(?x)", "'a b' c \"d"),
    ]
)


def _json(tree: Tree) -> bytes:
    return deepened(json.dumps(tree, default=str)).encode()


def _lined(rows: Tree) -> bytes:
    some = cast("list[Tree]", rows) if isinstance(rows, list) else [rows]
    return b"".join(_json(row) + b"\n" for row in some)


def _text(seed: str, *, quoted: bool = False) -> Bytes:
    return st.one_of(reworded(seed, quoted=quoted), relined(seed), garbled(seed.encode()))


def _glb(tree: Tree) -> bytes:
    told = _json(tree)
    told += b" " * (-len(told) % 4)
    whole = 12 + 8 + len(told) + 8 + len(CORNERS)
    return (
        struct.pack("<4sII", b"glTF", 2, whole)
        + struct.pack("<I4s", len(told), b"JSON")
        + told
        + struct.pack("<I4s", len(CORNERS), b"BIN\x00")
        + CORNERS
    )


@functools.cache
def recording() -> bytes:
    """Some ticks of a run, recorded."""
    import midworld

    with tempfile.TemporaryDirectory() as folder:
        scene = {key: part for key, part in yaml.safe_load(SCENE).items() if key != "objects"}
        scene["objects"] = {"table": {"shape": {"box": [1.0, 1.2, 0.04]}, "position": [0.6, 0, 0.73], "static": True}}
        scene["objects"]["cup"] = {"shape": {"cylinder": [0.04, 0.1]}}
        file = Path(folder, "run.mwlog")
        with midworld.open(scene) as session:
            session.record(file)
            for row in range(4):
                seen = [{"id": "cup", "position": [0.6, 0, 0.8]}]
                session.feed({"stamp": row / 10, "source": "camera", "objects": seen})
        return file.read_bytes()


def _frames(content: bytes) -> list[bytes]:
    found: list[bytes] = []
    at = 12
    while at < len(content):
        (length,) = struct.unpack_from("<I", content, at)
        found.append(content[at + 12 : at + 12 + length])
        at += 12 + length
    return found


def _opened(value: Tree) -> Tree:
    """Bytes that are msgpack themselves, unpacked: marked by a list of their own."""
    if isinstance(value, bytes):
        try:
            inner = cast("Tree", msgspec.msgpack.decode(value))
        except (msgspec.MsgspecError, UnicodeDecodeError):
            return value
        return {"unpacked": _opened(cast("Tree", inner))} if isinstance(inner, list) else value
    if isinstance(value, list):
        return [_opened(each) for each in cast("list[Tree]", value)]
    if isinstance(value, dict):
        return {key: _opened(each) for key, each in cast("dict[Tree, Tree]", value).items()}
    return value


def _packed(value: Tree) -> Tree:
    if isinstance(value, list):
        return [_packed(each) for each in cast("list[Tree]", value)]
    if isinstance(value, dict):
        mapping = cast("dict[Tree, Tree]", value)
        if set(mapping) == {"unpacked"}:
            return msgspec.msgpack.encode(_packed(mapping["unpacked"]))
        return {key: _packed(each) for key, each in mapping.items()}
    # Larger numbers cannot be said in msgpack.
    return 0 if isinstance(value, int) and not -(2**63) <= value < 2**64 else value


@st.composite
def _rewritten(draw: st.DrawFn) -> bytes:
    """A recording with other content in some frames and checksums that agree to it."""
    content = recording()
    frames = _frames(content)
    for _ in range(draw(st.integers(1, 2))):
        number = draw(st.integers(0, len(frames) - 1))
        if draw(st.integers(0, 3)) == 0:
            frames[number] = draw(garbled(frames[number]))
            continue
        try:
            tree = _opened(msgspec.msgpack.decode(frames[number]))
            frames[number] = msgspec.msgpack.encode(_packed(draw(changed(tree))))
        except (msgspec.MsgspecError, TypeError, RecursionError, UnicodeEncodeError, ValueError):
            continue
    return content[:12] + b"".join(_framed(frame) for frame in frames)


def _framed(payload: bytes) -> bytes:
    head = struct.pack("<II", len(payload), zlib.crc32(payload))
    return head + zlib.crc32(head).to_bytes(4, "little") + payload


@st.composite
def _requests(draw: st.DrawFn) -> bytes:
    said = b""
    for _ in range(draw(st.integers(1, 4))):
        arguments = draw(st.lists(st.one_of(SAID, st.lists(SAID, max_size=3), values), max_size=3))
        lines = [draw(st.sampled_from(VERBS)).encode(), *(_json(each) for each in arguments)]
        said += b"\n".join(lines) + b"\n#end#\n"
    return said


def good(door: str) -> bytes:
    """What a door takes, from which its other input is made."""
    texts = {"scene": SCENE, "observation": LINES, "urdf": URDF, "obj": CUBE, "stl": STL, "dae": DAE, "turtle": TURTLE}
    texts |= {"rdf": RDF, "socket": "hello\n#end#\n", "page": '{"type": "view"}'}
    match door:
        case "glb":
            return _glb(GLTF)
        case "recording":
            return recording()
        case _:
            return texts[door].encode()


def inputs(door: str) -> Bytes:
    """Nearly good input for a door."""
    match door:
        case "scene":
            return st.one_of(changed(yaml.safe_load(SCENE)).map(_json), _text(SCENE))
        case "observation":
            rows = [json.loads(line) for line in LINES.splitlines()]
            return st.one_of(changed(rows).map(_lined), garbled(LINES.encode()))
        case "urdf":
            return _text(URDF, quoted=True)
        case "obj":
            return _text(CUBE)
        case "stl":
            binary = b"x" * 80 + struct.pack("<I12fH", 1, 0, 0, 1, 0, 0, 0, 0.1, 0, 0, 0, 0.1, 0, 0)
            return st.one_of(_text(STL), garbled(binary))
        case "dae":
            return st.one_of(_text(DAE), reworded(DAE, quoted=True))
        case "glb":
            return st.one_of(changed(GLTF).map(_glb), garbled(_glb(GLTF)))
        case "recording":
            return st.one_of(_rewritten(), garbled(recording()))
        case "turtle":
            return _text(TURTLE)
        case "rdf":
            return st.one_of(_text(RDF), reworded(RDF, quoted=True))
        case "socket":
            return st.one_of(_requests(), _requests().flatmap(garbled))
        case "page":
            return st.one_of(st.sampled_from(MESSAGES).flatmap(changed), values).map(_json)
        case _:
            raise AssertionError(door)
