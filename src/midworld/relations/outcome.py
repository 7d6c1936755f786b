"""What stands on what and what is in what at the end of a rollout."""

import numpy as np

from ..physics import NOTHING, Contacts, SimulatedScene, Simulation
from ..world import EntityId, Timeline
from .cloud import Claim, Judge
from .placement import placements

# Contacts steeper than this carry nothing.
CARRIES = 0.35


def outcome(simulated: SimulatedScene, row: int) -> Judge:
    """Judges one thing of a simulation with the same bodies as a simulated scene's."""
    others = frozenset(range(len(simulated.ids))) - {row}

    def judge(simulation: Simulation) -> set[Claim]:
        carrier = np.full(len(simulated.ids), NOTHING, dtype=np.intp)
        carrier[row] = bearer(simulation.contacts(), row)
        true = placements(simulated, simulation.poses(), carrier, others, Timeline())
        return {(EntityId(subject), predicate, EntityId(str(target))) for subject, predicate, target in true}

    return judge


def bearer(contacts: Contacts, row: int) -> int:
    """The row that bears most of another, or `NOTHING`."""
    if not len(contacts):
        return NOTHING
    upper = contacts.rows[:, 1] == row
    # The normal points from the first to the second.
    up = np.where(upper, contacts.normals[:, 2], -contacts.normals[:, 2])
    bears = (upper | (contacts.rows[:, 0] == row)) & (up > CARRIES)
    if not bears.any():
        return NOTHING
    below = np.where(upper, contacts.rows[:, 0], contacts.rows[:, 1])[bears]
    lift = (up * np.maximum(contacts.forces, 1e-6))[bears]
    return int(np.argmax(np.bincount(below, weights=lift)))
