"""How the answers of the Hi-ToM data came about: plain bookkeeping, with no worlds and no minds.

Told to whoever is there, a sentence changes what every chain of these people notes of each other. Kept so, the notes
follow the rules of the data: everybody sees what happens in the room, and on entering where things are. The labels
were kept by two other ways, which leave some of them wrong by those rules: in the rows prompted `VP` a move is noted
only by chains in the order of entering with the mover last, and in no row does what is seen on entering reach beyond
what each one notes for oneself.
"""

from collections.abc import Sequence
from itertools import combinations, permutations

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
    return _noted(row, in_order=False, on_entering=DEEPEST)


def as_labelled(row: Row) -> str | None:
    """The answer as the labels were kept."""
    return _noted(row, in_order=row.prompting_type == "VP", on_entering=1)


def _noted(row: Row, *, in_order: bool, on_entering: int) -> str | None:
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
                        _note(notes, there, known, box, depth=on_entering)
            case Exited(person):
                there.remove(person)
            case Lies(known, box, by):
                lies[known] = (box, room)
                _note(notes, there, known, box, last=by if in_order else None)
    return lies[thing][0] if not chain else notes.get((chain, thing))


def _note(
    notes: Notes,
    there: Sequence[EntityId],
    thing: EntityId,
    box: EntityId,
    *,
    depth: int = DEEPEST,
    last: EntityId | None = None,
) -> None:
    """Chains of those who are there note where a thing is; with a `last` one, only those in order."""
    people = there if last is None else [*(name for name in there if name != last), last]
    chains = permutations if last is None else combinations
    for length in range(1, depth + 1):
        for chain in chains(people, length):
            notes[chain, thing] = box
