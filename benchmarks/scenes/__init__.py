"""Scenes with ground truth, made by PyBullet, and the marking of what a reasoner says about them."""

from .generate import Scene as Scene
from .generate import generate as generate
from .oracle import perfect as perfect
from .score import Score as Score
from .score import score as score
from .script import names as names
from .table import table as table
