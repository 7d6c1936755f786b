"""A world is a value: open a scene, imagine a change, and both worlds exist."""

import midworld

mw = midworld.open(
    {
        "objects": {
            "table": {"shape": {"box": [1.0, 1.2, 0.04]}, "position": [0.6, 0.0, 0.73], "static": True},
            "tray": {"shape": {"box": [0.4, 0.3, 0.02]}, "mass": 0.4, "position": [0.6, 0.0, 0.76]},
            # What has another thing as its frame hangs on it, and moves along.
            "mug": {"shape": {"cylinder": [0.04, 0.1]}, "mass": 0.2, "position": [0, 0.1, 0.06], "frame": "tray"},
        }
    }
)

world = mw.world()
lifted = world.apply(midworld.move(world, "tray", midworld.Pose((0.6, 0.0, 1.0))))

print(world)
print("before: the mug is at", world.pose("mug").position)
print("lifted: the mug is at", lifted.pose("mug").position)
print("and still, in the world we kept, at", world.pose("mug").position)
