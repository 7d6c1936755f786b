"""Adverbs and expressions of time."""

from dataclasses import dataclass

from .closed import ADVERBS, JOINTS, UNITS
from .nouns import Nouns
from .words import NUMBERS

DAYS = frozenset(["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"])
PARTS_OF_DAYS = frozenset(["morning", "noon", "afternoon", "evening", "night"])

STRETCHES = PARTS_OF_DAYS | {"week", "weekend", "month", "year", "summer", "winter", "spring", "autumn"}
SPANS = UNITS | {"moment", "while", "day", "week", "month", "year"}
MOMENTS = (
    "at the moment",
    "right now",
    "at noon",
    "at midnight",
    "at night",
    "at lunch",
    "after lunch",
    "after dinner",
    "after breakfast",
    "before breakfast",
    "before lunch",
    "before dinner",
    "in the morning",
    "in the afternoon",
    "in the evening",
    "long ago",
    "the other day",
    "the day before yesterday",
    "the day after tomorrow",
    "earlier today",
    "just now",
)


@dataclass(slots=True)
class Adverbials(Nouns):
    """How the adverbs of one sentence can be read."""

    def ends(self, place: int) -> bool:
        return place >= len(self.low)

    def negation(self, place: int) -> tuple[bool, int]:
        if self.at(place) in {"not", "never"}:
            return True, place + 1
        return False, place

    def adverbs(self, place: int) -> tuple[tuple[str, ...], int]:
        """Adverbs and expressions of time from here on."""
        found: list[str] = []
        while True:
            timed = self.moment(place)
            if timed is not None:
                found.append(timed[0])
                place = timed[1]
            elif (
                self.at(place) in ADVERBS
                and self.at(place) not in {"left", "right", "on", "off", "over"}
                and not (self.at(place) in {"then", "before"} and not self.ends(place + 1))
            ) or (
                self.at(place) in {"left", "right"} and (self.ends(place + 1) or self.at(place + 1) in JOINTS | ADVERBS)
            ):
                found.append(self.at(place))
                place += 1
            else:
                return tuple(found), place

    def moment(self, place: int) -> tuple[str, int] | None:
        """`at 8 seconds`, `10 seconds ago`, `in the last 10 seconds`, `at the moment`, `right now`."""
        words = self.low
        for text in MOMENTS:
            parts = tuple(text.split())
            if words[place : place + len(parts)] == parts:
                return text, place + len(parts)
        if self.at(place) in {"this", "last", "next", "every"} and self.at(place + 1) in STRETCHES:
            return " ".join(words[place : place + 2]), place + 2
        if self.at(place) in {"a", "an"} and self.at(place + 1) in SPANS and self.at(place + 2) == "ago":
            return " ".join(words[place : place + 3]), place + 3
        day = place + (self.at(place) in {"before", "after", "on", "until", "by", "next", "last"})
        if self.at(day) in DAYS:
            end = day + 1 + (self.at(day + 1) in PARTS_OF_DAYS)
            return " ".join(words[place:end]), end
        if self.at(place) in {"tomorrow", "yesterday", "this"} and self.at(place + 1) in PARTS_OF_DAYS:
            return " ".join(words[place : place + 2]), place + 2
        start = place + (self.at(place) in {"at", "in", "for", "during", "within", "after"})
        start += self.at(start) in {"the", "t"}
        start += self.at(start) in {"last", "next", "past", "first"}
        amount = self.at(start)
        if not amount.replace(".", "", 1).isdigit() and amount not in NUMBERS:
            return None
        if self.at(start + 1) not in UNITS:
            return None
        end = start + 2 + (self.at(start + 2) == "ago")
        return " ".join(words[place:end]), end
