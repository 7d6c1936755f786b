"""Sally puts a ball in the basket and leaves; Anne moves it. Where will Sally look?"""

from midworld.adapters.embree import EmbreeSight
from midworld.adapters.mujoco import MujocoEngine
from midworld.assessment import Assessment
from midworld.geometry import Box, Compound, Part, Pose, Sphere, Vector3, cavities, frustum, inertial_of
from midworld.perception import AgentPercept, Observation, PartPercept, Percept
from midworld.world import Agent, Entity, EntityId, Object, Scene, Sensor, World, enter

WALLS = [((0.2, 0.01), (0, 0.1)), ((0.2, 0.01), (0, -0.1)), ((0.01, 0.2), (0.1, 0)), ((0.01, 0.2), (-0.1, 0))]
TRAY = Compound(
    (
        Part(Box((0.2, 0.2, 0.01))),
        *(Part(Box((*size, 0.06)), Pose((float(x), float(y), 0.03))) for size, (x, y) in WALLS),
    )
)
BALL = Sphere(0.03)
BASKET, BOX, SALLY, ANNE = (0.0, -0.3, 0.005), (0.0, 0.3, 0.005), (0.0, -0.9, 0.8), (0.0, 0.9, 0.8)


def thing(name: str, shape: Compound | Sphere, place: Vector3) -> tuple[Entity, Pose]:
    role = Object(inertial=inertial_of(shape, 0.2, {}), cavities=cavities(shape, {}))
    return Entity(EntityId(name), role, collision=shape), Pose(place)


def seen(stamp: float, ball: Vector3, **heads: Vector3) -> Observation:
    """What the camera reports: the three things, and whoever is there, looking at the table."""
    places = {"basket": BASKET, "box": BOX, "ball": ball}
    people = [
        AgentPercept(EntityId(name), (PartPercept("head", head, Pose.looking(head, at=(0, 0, 0)).orientation),))
        for name, head in heads.items()
    ]
    objects = tuple(Percept(EntityId(name), place) for name, place in places.items())
    return Observation(stamp, "camera", objects, tuple(people))


table = Entity(EntityId("table"), Object(static=True), collision=Box((1.0, 1.2, 0.04)))
camera = Entity(EntityId("camera"), Sensor(frustum((80, 60), (0.2, 5.0)), EntityId("robot")))
room = [
    (table, Pose((0.0, 0.0, -0.02))),
    (Entity(EntityId("robot"), Agent("robot")), Pose((-1.2, 0.0, -0.7))),
    (camera, Pose.looking((-1.2, 0.0, 0.9), at=(0.0, 0.0, 0.0))),
    thing("basket", TRAY, BASKET),
    thing("box", TRAY, BOX),
    thing("ball", BALL, (0.0, -0.3, 0.04)),
]
assessment = Assessment(Scene(World().apply(enter(room, stamp=0.0))), engine=MujocoEngine(), sight=EmbreeSight)

for tick in range(50):
    stamp = tick / 10
    moved = stamp >= 2.5
    ball = (0.0, 0.3 if moved else -0.3, 0.04)
    here = {"anne": ANNE} if stamp >= 1.5 else {"sally": SALLY, "anne": ANNE}
    assessment.feed(seen(stamp, ball, **here))

for name, world in (("the robot", "stable"), ("anne", "anne"), ("sally", "sally")):
    (place,) = [target for _, _, target in assessment.board[world].timeline.held("isIn")]
    print(f"{name} believes the ball is in the {place}")
for divergence in assessment.divergences:
    if divergence.other == "robot":
        print(divergence.reason)
