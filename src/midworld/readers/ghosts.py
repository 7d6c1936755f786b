"""Where things would end, as ghosts in a picture of where they are."""

from io import BytesIO

import msgspec

from ..geometry import Meshes
from ..imagination import Rehearsal, Run
from ..world import STABLE, EntityId, Status, World, change
from .pictures import Direction, Format, RecordedInstant, Story, Strand, snapshot
from .whatif import moves, spread

WIDTH, HEIGHT = 1200, 800


def ghosts(world: World, rehearsal: Rehearsal, *, meshes: Meshes, place: int | None = None) -> bytes:
    """A PNG of a world in which what moves in some runs of an outcome, the best, is drawn where it ends."""
    number = place if place is not None else rehearsal.best if rehearsal.best is not None else 0
    imagined = haunted(world, spread(rehearsal.outcomes[number].runs))
    copies = frozenset(each.id for each in imagined.structure.entities if each.id not in world)
    story = Story(STABLE, {STABLE: Strand({}, (), imagined)}, imagined.stamp, imagined.stamp)
    picture = snapshot(
        story,
        RecordedInstant(imagined.stamp, {STABLE: imagined}),
        Direction(STABLE, meshes=meshes, unnamed=copies),
        Format(WIDTH, HEIGHT),
    )
    file = BytesIO()
    picture.save(file, "PNG")
    return file.getvalue()


def haunted(world: World, runs: tuple[Run, ...]) -> World:
    """The world with a copy of each thing that moves for each run, where that ends."""
    copies = [
        (msgspec.structs.replace(world.entity(name), id=EntityId(f"{name}~{run.number}"), parent=None, labels=()), pose)
        for run in runs
        for name, pose in moves(world, run).items()
    ]
    return world.apply(
        change(
            put=[copy for copy, _ in copies],
            pose={copy.id: pose.array for copy, pose in copies},
            status={copy.id: Status.INFERRED.value for copy, _ in copies},
        )
    )
