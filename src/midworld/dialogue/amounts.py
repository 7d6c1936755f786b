"""Qualities in numbers: how tall, how heavy, how old."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from .adverbials import Adverbials
from .tree import Clause, Phrase
from .words import NUMBERS

MEASURED = {
    "tall": "height",
    "high": "height",
    "long": "length",
    "wide": "width",
    "deep": "depth",
    "old": "age",
    "heavy": "weight",
}
AMOUNTING = {"weigh": "weight", "cost": "price", "measure": "length"}


@dataclass(slots=True)
class Amounts(Adverbials):
    """How amounts in one sentence can be read."""

    def measured(self, place: int, base: Clause) -> Iterator[tuple[Clause, int]]:
        """`40 cm tall`, `5 years old`: a quality in numbers."""
        noun = MEASURED.get(self.at(place + 2)) or MEASURED.get(self.at(place + 1), "")
        last = place + 2 + (self.at(place + 2) in MEASURED)
        if noun and base.subject is not None and self._is_amount(place):
            yield self._amounting(base, noun, self.text(place, last - 1)), last

    def weighed(self, verb: str, place: int, base: Clause) -> Iterator[tuple[Clause, int]]:
        """`weighs 3 kg`, `costs 5 euros`."""
        if verb in AMOUNTING and self._is_amount(place) and base.subject is not None:
            last = place + 1 + self.at(place + 1).isalpha()
            yield self._amounting(base, AMOUNTING[verb], self.text(place, last)), last

    def _is_amount(self, place: int) -> bool:
        return self.at(place).replace(".", "", 1).isdigit() or self.at(place) in NUMBERS

    def _amounting(self, base: Clause, noun: str, amount: str) -> Clause:
        said = Phrase(noun, head=noun, determiner="the", owner=base.subject)
        return replace(base, verb="be", subject=said, kind=Phrase(amount))
