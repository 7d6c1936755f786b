"""Who is wrong: what a mind holds of where things are, beside what the robot holds."""

from .facts import Facts, PlainModels
from .standing import where_of


def mistaken(models: PlainModels, who: str, things: tuple[str, ...] = ()) -> list[str]:
    """Things somebody believes to be elsewhere than the robot does, of those asked about or of all."""
    theirs, ours = models.facts(who), models.facts(models.robot)
    return [each for each in things or tuple(theirs.things()) if _differs(each, theirs, ours)]


def _differs(thing: str, theirs: Facts, ours: Facts) -> bool:
    held, known = where_of(thing, theirs), where_of(thing, ours)
    return bool(held) and bool(known) and held != known


def others(models: PlainModels) -> list[str]:
    """Everybody with a mind of their own."""
    return [name for name in models.names if name not in {models.robot, "default"}]
