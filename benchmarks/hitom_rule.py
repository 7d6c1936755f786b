"""The answers the rules of the Hi-ToM data give: plain bookkeeping, with no worlds and no minds.

Everybody sees what happens in the room, and on entering where things are; whoever is there notes it, and every chain of
these people notes it of each other.
"""

from collections.abc import Sequence
from itertools import permutations

import msgspec

from benchmarks.storyworld import Entered, Exited, Lies, asked, happenings
from midworld.world import EntityId

DEEPEST = 4
WAITING = EntityId("waiting_room")
Chain = tuple[EntityId, ...]
Notes = dict[tuple[Chain, EntityId], EntityId]


class Row(msgspec.Struct):
    """One question about one story, as the data has it."""

    deception: bool
    question_order: int
    sample_id: int
    prompting_type: str
    story: str
    question: str
    answer: str


def by_rule(row: Row) -> str | None:
    """The answer by the rules of the data."""
    chain, thing = asked(row.question)
    notes: Notes = {}
    lies: dict[EntityId, tuple[EntityId, EntityId]] = {}
    there: list[EntityId] = []
    room = WAITING
    for each in happenings(row.story):
        match each:
            case Entered(people, room):
                there = [] if room == WAITING else list(people)
                for known, (box, place) in lies.items():
                    if place == room:
                        _note(notes, there, known, box)
            case Exited(person):
                there.remove(person)
            case Lies(known, box, _):
                lies[known] = (box, room)
                _note(notes, there, known, box)
    return lies[thing][0] if not chain else notes.get((chain, thing))


def _note(notes: Notes, there: Sequence[EntityId], thing: EntityId, box: EntityId) -> None:
    """Every chain of those who are there notes where a thing is."""
    for length in range(1, DEEPEST + 1):
        for chain in permutations(there, length):
            notes[chain, thing] = box
