"""What grounding a phrase comes to, and what a conversation was about."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

from .tree import Phrase


@dataclass(frozen=True, slots=True)
class Resolved:
    """What is meant; `shared` is false where the speaker is not known to know of it."""

    things: tuple[str, ...]
    reasons: tuple[str, ...] = ()
    shared: bool = True


@dataclass(frozen=True, slots=True)
class Ambiguous:
    """Several things fit and nothing tells which."""

    phrase: Phrase
    candidates: tuple[str, ...]
    reasons: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Unknown:
    """Nothing fits; `word` where a word is not known at all, with words that are near."""

    phrase: Phrase
    word: str = ""
    near: tuple[str, ...] = ()
    reasons: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Contradictory:
    """What is said of the thing is not what is known of it."""

    phrase: Phrase
    reasons: tuple[str, ...] = ()


Resolution: TypeAlias = Resolved | Ambiguous | Unknown | Contradictory


@dataclass(slots=True)
class Attention:
    """What a conversation was about, newest first, and what is settled for the sentence at hand."""

    recent: list[str] = field(default_factory=list[str])
    groups: list[tuple[str, ...]] = field(default_factory=list[tuple[str, ...]])
    heads: list[str] = field(default_factory=list[str])
    places: list[tuple[str, str]] = field(default_factory=list[tuple[str, str]])

    def locate(self, place: str, relation: str) -> None:
        """A place was spoken of, and how something is or goes there."""
        self.places.insert(0, (place, relation))
        del self.places[5:]

    def copy(self) -> "Attention":
        return Attention(list(self.recent), list(self.groups), list(self.heads), list(self.places))

    def mention(self, things: Sequence[str]) -> None:
        for thing in things:
            if thing in self.recent:
                self.recent.remove(thing)
            self.recent.insert(0, thing)
        if len(things) > 1:
            self.groups.insert(0, tuple(things))
        del self.recent[30:], self.groups[5:]
