"""A world is a value: build one, change it, compare, go back."""

from midworld.geometry import Box, Cylinder, Pose
from midworld.world import Entity, EntityId, Object, World, attach, change, diff, move

table = Entity(EntityId("table"), Object(static=True), collision=Box((1.0, 1.2, 0.04)))
tray = Entity(EntityId("tray"), collision=Box((0.4, 0.3, 0.02)))
mug = Entity(EntityId("mug"), collision=Cylinder(0.04, 0.1))

world = World().apply(
    change(
        stamp=0.0,
        put=[table, tray, mug],
        pose={
            table.id: Pose((0.6, 0.0, 0.73)).array,
            tray.id: Pose((0.6, 0.0, 0.76)).array,
            mug.id: Pose((0.6, 0.1, 0.82)).array,
        },
    )
)

# Hang the mug on the tray: it does not move now, and moves with the tray from now on.
carried = world.apply(attach(world, "mug", "tray"))
lifted = carried.apply(move(carried, "tray", Pose((0.6, 0.0, 1.0))))

print("before:", world.pose("mug").position)
print("after: ", lifted.pose("mug").position)
print("changed:", sorted(name for column in diff(carried, lifted).columns.values() for name in column.ids))
