"""Sally puts a ball in the basket and leaves; Anne moves it. Where will Sally look?"""

import midworld

WALLS = [((0.2, 0.01), (0, 0.1)), ((0.2, 0.01), (0, -0.1)), ((0.01, 0.2), (0.1, 0)), ((0.01, 0.2), (-0.1, 0))]
TRAY = {
    "parts": [
        {"box": [0.2, 0.2, 0.01]},
        *({"box": [*size, 0.06], "at": [*place, 0.03]} for size, place in WALLS),
    ]
}
BASKET, BOX, SALLY, ANNE = [0.0, -0.3, 0.005], [0.0, 0.3, 0.005], [0.0, -0.9, 0.8], [0.0, 0.9, 0.8]

mw = midworld.open(
    {
        "objects": {
            "table": {"shape": {"box": [1.0, 1.2, 0.04]}, "position": [0, 0, -0.02], "static": True},
            "basket": {"shape": TRAY, "mass": 0.2, "position": BASKET},
            "box": {"shape": TRAY, "mass": 0.2, "position": BOX},
            "ball": {"shape": {"sphere": 0.03}, "mass": 0.2, "position": [0.0, -0.3, 0.04]},
        },
        "agents": {"robot": {"kind": "robot", "position": [-1.2, 0.0, -0.7]}},
        "sensors": {
            "camera": {"agent": "robot", "position": [-1.2, 0, 0.9], "looks_at": [0, 0, 0], "fov": [80, 60]},
        },
    }
)

for tick in range(50):
    stamp = tick / 10
    things = {"basket": BASKET, "box": BOX, "ball": [0.0, -0.3 if stamp < 2.5 else 0.3, 0.04]}
    heads = {"anne": ANNE} if stamp >= 1.5 else {"sally": SALLY, "anne": ANNE}
    mw.feed(
        {
            "stamp": stamp,
            "source": "camera",
            "objects": [{"id": name, "position": place} for name, place in things.items()],
            "agents": [{"id": name, "head": {"position": head, "looks_at": [0, 0, 0]}} for name, head in heads.items()],
        }
    )

for agent in ("robot", "anne", "sally"):
    (fact,) = mw.facts(agent, predicate="isIn")
    print(f"{agent} believes the ball is in the {fact.object}")
print(mw.ask("who is wrong"))
