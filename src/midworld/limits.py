"""How far, large, heavy, late, deep and many: what lies beyond is a slip or an attack, and is refused at the door."""

from dataclasses import dataclass
from typing import Annotated


@dataclass(frozen=True, slots=True)
class Range:
    """Numbers from `least` to `most`; an `open` range leaves out `least` itself, a `whole` one all but counts."""

    least: float
    most: float
    unit: str = ""
    open: bool = False
    whole: bool = False

    def __contains__(self, number: float) -> bool:
        enough = number > self.least if self.open else number >= self.least
        return enough and number <= self.most and not (self.whole and number % 1)

    def __str__(self) -> str:
        unit = f" {self.unit}" if self.unit else ""
        kind = "a whole number " if self.whole else ""
        if self.open:
            return f"{kind}more than {self.least:.12g} and at most {self.most:.12g}{unit}"
        return f"{kind}from {self.least:.12g} to {self.most:.12g}{unit}"


# A room, a street, a town: further out, a simulation in double precision shakes by more than a micrometre.
POSITION = Range(-10_000.0, 10_000.0, "m")
# What is nearer than this is no direction to look in, in metres.
NEAREST_LOOK = 1e-6
# From a hair to a factory. What is thinner falls through what it lies on.
EDGE = Range(1e-4, 1000.0, "m")
# Where the parts of one thing are; it has no parts further out than the largest edge.
WITHIN_THING = Range(-1000.0, 1000.0, "m")
# Models draw the ground as a flat box of kilometres, of which the largest edge is kept.
GROUND_EDGE = Range(1e-4, 10_000.0, "m")
# A locomotive. Solvers lose the light of two bodies whose masses differ by more than nine digits.
MASS = Range(0.0, 1e6, "kg", open=True)
# Ice is 0.05, rubber on rubber 1.2; engines take a root or divide by it.
FRICTION = Range(0.001, 10.0)
# Clay is 0, steel on steel 0.95; what is nearer to 1 never comes to rest.
RESTITUTION = Range(0.0, 0.95)
# From a laser tracker to a camera across a hall.
NOISE = Range(1e-4, 0.1, "m")
# Points of the cloud of one thing in one line: a depth camera at half a metre gives about 5,000 of a cup.
MOST_POINTS = 20_000
# Trackers are this sure of what they see.
CONFIDENCE = Range(0.0, 1.0)
# Models have links without a mass.
MODEL_MASS = Range(0.0, 1e6, "kg")
# A ball of a million kilogrammes, a kilometre wide.
MOMENT = Range(0.0, 1e12, "kg m²")
PRODUCT = Range(-1e12, 1e12, "kg m²")
# From a drawing in kilometres to one in micrometres.
SCALE = Range(1e-9, 1e6)
# Square of the farthest position, and of the people who write 1e9 for what they do not know.
COVARIANCE = Range(-1e12, 1e12)
# To the year 5138: seconds since 1970 are within, milliseconds are not.
STAMP = Range(-1e11, 1e11, "s")
# Wheels turn on and on; as many radians as this are a drive around the earth.
JOINT = Range(-1e8, 1e8)
# Where a joint of a model ends; people write a huge number for "nowhere".
JOINT_LIMIT = Range(-1e18, 1e18)
ANGLES = Range(-1000.0, 1000.0, "rad")
SHARE_OF_COLOUR = Range(0.0, 1.0)

# What is imagined: how well a place, a direction and a mass may be known, and how rough or smooth surfaces are.
DOUBTED_LENGTH = Range(0.0, 1.0, "m")
DOUBTED_ANGLE = Range(0.0, 3.2, "rad")
DOUBTED_SHARE = Range(0.0, 0.5)
DOUBTED_FRICTION = Range(0.0, 5.0, open=True)

# A camera sees something, and less than all around.
FIELD_OF_VIEW = Range(0.1, 179.9, "degrees")
VIEW_RANGE = Range(0.0, 10_000.0, "m")
LATENESS = Range(0.0, 3600.0, "s")
TICK_RATE = Range(0.0, 1e6, "Hz", open=True)
# Newtons of a gripper's force, metres of its gap.
GRIPPER = Range(0.0, 10_000.0)
DUTY = Range(0.0, 3600.0, "s", open=True)
TIME_LIMIT = Range(0.0, 3600.0, "s", open=True)

# What can be set under `reasoner:`, by what it measures.
Metres = Annotated[float, Range(0.0, 1000.0, "m", open=True)]
Seconds = Annotated[float, Range(0.0, 3600.0, "s", open=True)]
MetresASecond = Annotated[float, Range(0.0, 100.0, "m/s", open=True)]
Degrees = Annotated[float, Range(0.0, 180.0, "degrees", open=True)]
FieldOfView = Annotated[float, FIELD_OF_VIEW]
# How far a head turns, or does not.
Turn = Annotated[float, Range(0.0, 180.0, "degrees")]
Heading = Annotated[float, Range(-360.0, 360.0, "degrees")]
Share = Annotated[float, Range(0.0, 1.0, open=True)]
# In sizes of the things concerned.
Sizes = Annotated[float, Range(0.0, 1000.0, open=True)]
# Steps shorter than this take a core for one thing, at longer ones things fall through tables.
Step = Annotated[float, Range(1e-4, 0.02, "s")]
# As many steps as this are simulated at every tick.
Horizon = Annotated[float, Range(0.0, 2.0, "s", open=True)]
Count = Annotated[float, Range(1.0, 1000.0, whole=True)]
Positions = Annotated[int, Range(2.0, 1000.0, whole=True)]
# Nobody follows what Ann thinks that Bob thinks that she thinks he thinks; the number of minds is a power of this.
BeliefDepth = Annotated[float, Range(1.0, 4.0, whole=True)]

# Every mind is a world of its own that is reasoned on at every tick.
MOST_MINDS = 200
# What has more parts takes seconds to measure; drawn as a mesh it takes none.
MOST_PARTS = 100
# A humanoid with hands has a hundred joints; links on fixed ones become part of what they are fixed to.
MOST_JOINTS = 500
MOST_LINKS = 10_000
# What is new is compiled, measured and related to everything: at 200 in one tick that takes about a second.
MOST_NEW = 200
# Whoever comes by gets a mind: with so many at once a tick takes seconds.
MOST_COMING = 30
# Things that hang on things that hang on things.
DEEPEST_FRAME = 50
LONGEST_NAME = 200
LONGEST_TEXT = 1000
# Scenes and observations nest to about eight.
DEEPEST_NESTING = 64
# With aliases written out; a scene of a thousand things has twenty thousand.
MOST_VALUES = 100_000
# Who has more to mend begins with these.
MOST_PROBLEMS = 100
SCENE_BYTES = 16 * 2**20
MODEL_BYTES = 64 * 2**20
MESH_BYTES = 512 * 2**20
LINE_BYTES = 16 * 2**20
