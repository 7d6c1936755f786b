"""Bodies are what engines compile of a structure."""

import pytest

from midworld.geometry import Box, Compound, Inertial, Part, Pose, Sphere
from midworld.physics import Body, bodies
from midworld.physics.body import SLAB_M
from midworld.world import Agent, Entity, EntityId, Object, Structure


def entity(name: str, *, parent: str | None = None, static: bool = False, inertial: Inertial | None = None) -> Entity:
    return Entity(
        EntityId(name),
        Object(static=static, inertial=inertial),
        parent=None if parent is None else EntityId(parent),
        collision=Box((0.1, 0.1, 0.1)),
    )


def test_only_objects_with_a_collision_shape_are_bodies() -> None:
    ghost, ann = Entity(EntityId("ghost")), Entity(EntityId("ann"), Agent("human"), collision=Sphere(0.1))
    structure = Structure.of([entity("cup"), ghost, ann, entity("table", static=True)])
    assert [(body.id, body.static) for body in bodies(structure)] == [("cup", False), ("table", True)]


def test_what_hangs_on_a_body_keeps_its_own_and_names_its_carrier() -> None:
    frame = Entity(EntityId("frame"))
    structure = Structure.of([frame, entity("box"), entity("lid", parent="box"), entity("cup", parent="frame")])
    assert {body.id: body.carrier for body in bodies(structure)} == {"box": None, "lid": "box", "cup": None}


def test_given_inertia_is_kept_and_a_missing_one_is_guessed() -> None:
    known = Inertial(0.25, (0.0, 0.0, 0.01), (1e-4, 1e-4, 1e-4))
    given, guessed = bodies(Structure.of([entity("a", inertial=known), entity("b")]))
    assert given.inertial == known
    assert guessed.inertial.mass == pytest.approx(0.4)
    assert guessed.inertial.centre == (0.0, 0.0, 0.0)


def test_compounds_are_flattened_into_the_body_frame() -> None:
    inner = Compound((Part(Sphere(0.1), Pose((0.0, 0.0, 1.0))),))
    shape = Compound((Part(inner, Pose((1.0, 0.0, 0.0))), Part(Box((1.0, 1.0, 1.0)))))
    (body,) = bodies(Structure.of([Entity(EntityId("a"), collision=shape)]))
    assert [part.pose.position for part in body.parts] == [(1.0, 0.0, 1.0), (0.0, 0.0, 0.0)]


def test_thin_static_slabs_grow_downwards_and_nothing_else_does() -> None:
    slab, leg = Part(Box((1.0, 0.5, 0.01)), Pose((0.0, 0.0, 0.7))), Part(Box((0.05, 0.05, 0.01)))
    grown, kept = Body(EntityId("table"), (slab, leg), static=True).solid_parts()
    assert kept == leg
    assert isinstance(grown.shape, Box)
    assert grown.shape.size == (1.0, 0.5, SLAB_M)
    assert grown.pose.position[2] + SLAB_M / 2 == pytest.approx(0.705)
    assert Body(EntityId("tray"), (slab, leg)).solid_parts() == (slab, leg)
