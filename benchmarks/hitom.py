"""Hi-ToM questions: who thinks who thinks where the thing is, answered from nested worlds of beliefs."""

import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import msgspec

from benchmarks.hitom_rule import Row, by_rule
from benchmarks.measure import RESULTS
from benchmarks.storyworld import StoryWorld, asked, happenings
from benchmarks.tables import SHARED, table

STORIES = SHARED / "hitom" / "hitom_share.json"


@dataclass(frozen=True, slots=True)
class Answer:
    """What the worlds say, what the data says, and what plain bookkeeping by the data's rules says."""

    row: Row
    said: str | None
    ruled: str | None

    @property
    def is_as_labelled(self) -> bool:
        return self.said == self.row.answer

    @property
    def is_labelled_by_rule(self) -> bool:
        return self.ruled == self.row.answer


def read_rows(path: Path = STORIES) -> list[Row]:
    """The questions about stories in which nobody tells anything."""
    return [row for row in msgspec.json.decode(path.read_bytes(), type=list[Row]) if not row.deception]


def answered(row: Row) -> Answer:
    """Where the asked chain believes the thing to be, as its nested worlds have it."""
    chain, thing = asked(row.question)
    story = StoryWorld(tuple(happenings(row.story)), [chain])
    story.live()
    return Answer(row, story.believed(chain, thing), by_rule(row))


def scored(answers: Sequence[Answer]) -> list[tuple[str, ...]]:
    """A line for each order of question, and one for all."""
    orders = sorted({answer.row.question_order for answer in answers})
    groups = [(str(order), [each for each in answers if each.row.question_order == order]) for order in orders]
    return [_line(name, some) for name, some in (*groups, ("all", list(answers)))]


def _line(name: str, answers: Sequence[Answer]) -> tuple[str, ...]:
    sound = [answer for answer in answers if answer.is_labelled_by_rule]
    return (
        name,
        f"{sum(answer.is_as_labelled for answer in answers)} of {len(answers)}",
        f"{sum(answer.is_as_labelled for answer in sound)} of {len(sound)}",
        f"{sum(answer.said == answer.ruled for answer in answers)} of {len(answers)}",
    )


def main() -> None:
    if not STORIES.exists():
        print("hitom: the stories are not beside this checkout")
        return
    start = time.perf_counter()
    answers = [answered(row) for row in read_rows()]
    seconds = time.perf_counter() - start
    head = ("order", "as labelled", "as labelled, labels that follow the data's rules", "as the data's rules say")
    table("hitom", "Hi-ToM questions without deception", head, scored(answers))
    strange = [answer for answer in answers if not answer.is_labelled_by_rule]
    lines = [
        "",
        f"{len(strange)} labels are not what the rules of the data give (everybody sees what happens in the room, and",
        "on entering it where things are), as plain bookkeeping without worlds shows too",
        "(`benchmarks/hitom_rule.py`).",
        "",
        "| sample | order | question | worlds and rules | label |",
        "|---|---|---|---|---|",
        *(
            f"| {odd.row.sample_id} | {odd.row.question_order} | {odd.row.question} | {odd.said} | {odd.row.answer} |"
            for odd in strange
        ),
        "",
        f"{1e3 * seconds / len(answers):.0f} ms a question.",
    ]
    with (RESULTS / "hitom.md").open("a") as results:
        results.write("\n".join(lines) + "\n")


if __name__ == "__main__":
    main()
