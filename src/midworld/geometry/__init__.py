"""Poses, shapes, bounds and frustums: numbers only."""

# Numbers, places and turns.
# Room they take up.
from .bounds import CORNERS as CORNERS
from .bounds import Bounds as Bounds
from .bounds import bounds as bounds
from .bounds import local_bounds as local_bounds
from .bounds import moved_bounds as moved_bounds

# Hollows, hulls and sheets.
from .cavity import Cavity as Cavity
from .cavity import Opening as Opening
from .cavity import cavities as cavities
from .closed import without_sheets as without_sheets
from .compiled import kernels as kernels
from .convex import hull as hull
from .convex import is_convex as is_convex
from .convex import outline as outline
from .distance import surface_distance as surface_distance
from .frustum import Frustum as Frustum
from .frustum import frustum as frustum
from .hollow import hollowed as hollowed

# Mass and how it is spread.
from .inertia import Inertial as Inertial
from .inertia import inertial_of as inertial_of
from .inertia import repaired as repaired
from .inertia import volume as volume
from .nearest import NearestPoints as NearestPoints
from .pose import IDENTITY as IDENTITY
from .pose import BoolArray as BoolArray
from .pose import FloatArray as FloatArray
from .pose import IntArray as IntArray
from .pose import Pose as Pose
from .pose import Quaternion as Quaternion
from .pose import Vector3 as Vector3
from .pose import angle_between as angle_between
from .pose import compose as compose
from .pose import conjugate as conjugate
from .pose import frozen as frozen
from .pose import interpolate as interpolate
from .pose import invert as invert
from .pose import level as level
from .pose import look_rotation as look_rotation
from .pose import multiply as multiply
from .pose import normalised as normalised
from .pose import quaternion_of as quaternion_of
from .pose import rotate as rotate
from .pose import rotation_matrix as rotation_matrix
from .pose import transform as transform

# Shapes, and what they are made of.
from .shape import Box as Box
from .shape import Capsule as Capsule
from .shape import Compound as Compound
from .shape import Cylinder as Cylinder
from .shape import Mesh as Mesh
from .shape import Meshes as Meshes
from .shape import Part as Part
from .shape import Shape as Shape
from .shape import Sphere as Sphere
from .shape import Triangles as Triangles
from .shape import primitives as primitives
from .shape import rolling_radius as rolling_radius
from .shape import vector as vector
from .surface import surface as surface
