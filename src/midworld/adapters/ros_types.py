"""ROS 2 message types by name, from rosbags, with those it lacks; as classes that DDS carries."""

# cyclonedds and rosbags are typed in part.
# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false, reportUnknownArgumentType=false

import types
from collections.abc import Mapping
from dataclasses import dataclass, fields, is_dataclass
from functools import cache
from typing import Any, cast

from ..errors import MissingExtra, UnknownName

try:
    from cyclonedds.idl import IdlStruct
    from cyclonedds.idl import types as idl
    from rosbags.interfaces import Nodetype
    from rosbags.typesys import Stores, get_types_from_msg, get_typestore
except ImportError as missing:
    raise MissingExtra("speaking ROS", "ros") from missing

# What rosbags' store has not: fields as their packages declare them.
MORE: Mapping[str, str] = {
    "vision_msgs/msg/ObjectHypothesis": "string class_id\nfloat64 score\n",
    "vision_msgs/msg/ObjectHypothesisWithPose": (
        "vision_msgs/ObjectHypothesis hypothesis\ngeometry_msgs/PoseWithCovariance pose\n"
    ),
    "vision_msgs/msg/BoundingBox3D": "geometry_msgs/Pose center\ngeometry_msgs/Vector3 size\n",
    "vision_msgs/msg/Detection3D": (
        "std_msgs/Header header\nvision_msgs/ObjectHypothesisWithPose[] results\n"
        "vision_msgs/BoundingBox3D bbox\nstring id\n"
    ),
    "vision_msgs/msg/Detection3DArray": "std_msgs/Header header\nvision_msgs/Detection3D[] detections\n",
    "hri_msgs/msg/IdsList": "std_msgs/Header header\nstring[] ids\n",
}
PLAIN: Mapping[str, Any] = {
    "bool": bool,
    "byte": idl.uint8,
    "char": idl.uint8,
    "string": str,
    **{f"{kind}{size}": getattr(idl, f"{kind}{size}") for kind in ("int", "uint") for size in (8, 16, 32, 64)},
    "float32": idl.float32,
    "float64": idl.float64,
}
ZERO: Mapping[Any, Any] = {bool: False, str: ""}


@cache
def typestore() -> Any:
    """Every message type that is known."""
    store = get_typestore(Stores.ROS2_JAZZY)
    for name, text in MORE.items():
        store.register(get_types_from_msg(text, name))
    return store


@cache
def idl_class(name: str) -> Any:
    """The class of a ROS type, `geometry_msgs/msg/Pose`, with the name DDS knows it by. Raises UnknownName."""
    known = typestore().fielddefs
    if name not in known:
        raise UnknownName("ROS message type", name, known)
    package, _, short = name.split("/")
    annotations = {field: _annotation(kind) for field, kind in known[name][1]}

    def fill(body: dict[str, Any]) -> None:
        body["__annotations__"] = annotations
        body["__module__"] = __name__

    # Made with `type(...)` a class would lose its typename, and ROS would not know it.
    made = types.new_class(short, (IdlStruct,), {"typename": f"{package}::msg::dds_::{short}_"}, fill)
    return dataclass(made)


def _annotation(kind: Any) -> Any:
    match kind:
        case (Nodetype.BASE, (plain, _)):
            return PLAIN[plain]
        case (Nodetype.NAME, name):
            return idl_class(name)
        case (Nodetype.ARRAY, (inner, count)):
            return idl.array[_annotation(inner), count]
        case (_, (inner, 0)):
            return idl.sequence[_annotation(inner)]
        case (_, (inner, most)):
            return idl.sequence[_annotation(inner), most]
        case _:
            raise AssertionError(kind)


def made(name: str, values: Mapping[str, Any]) -> Any:
    """A message of a type; what is left out is zero, empty or false."""
    known = dict(typestore().fielddefs[name][1])
    for key in values:
        if key not in known:
            raise UnknownName(f"field of {name}", key, known)
    return idl_class(name)(**{field: _value(kind, values.get(field)) for field, kind in known.items()})


def _value(kind: Any, given: Any) -> Any:
    match kind:
        case (Nodetype.BASE, (plain, _)):
            return ZERO.get(PLAIN[plain], 0) if given is None else given
        case (Nodetype.NAME, name):
            return made(name, {} if given is None else given)
        case (Nodetype.ARRAY, (inner, count)):
            return [_value(inner, None)] * count if given is None else [_value(inner, each) for each in given]
        case (_, (inner, _)):
            return [_value(inner, each) for each in given or ()]
        case _:
            raise AssertionError(kind)


def plain(message: Any) -> Any:
    """A message as mappings and lists."""
    if is_dataclass(message) and not isinstance(message, type):
        return {each.name: plain(getattr(message, each.name)) for each in fields(message)}
    if isinstance(message, list | tuple):
        return [plain(each) for each in cast("list[Any]", message)]
    return message
