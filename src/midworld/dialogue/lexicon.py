"""The words the parser knows: the file beside this one, users' files, and what knowledge and scene call things."""

import tomllib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path
from typing import cast

from ..errors import BadInput, Problem
from .closed import ARTICLES, PERSONAL, WH
from .words import camel, plain_verb, singular, verb_form

NO_VERBS = WH | ARTICLES | PERSONAL
FILE = Path(__file__).with_name("lexicon.toml")
Tables = dict[str, dict[str, str]]
SECTIONS = (
    "actions",
    "verbs",
    "states",
    "prepositions",
    "ways",
    "adjectives",
    "values",
    "attributes",
    "feelings",
    "same",
)


@dataclass(frozen=True, slots=True)
class Lexicon:
    """Words by what they do in a sentence. `nouns` and `names` grow with knowledge and scene."""

    actions: Mapping[str, str]
    verbs: frozenset[str]
    gifts: frozenset[str]
    places: frozenset[str]
    going: frozenset[str]
    states: Mapping[str, str]
    prepositions: Mapping[str, str]
    ways: Mapping[str, str]
    adjectives: Mapping[str, str]
    values: Mapping[str, str]
    attributes: Mapping[str, str]
    feelings: frozenset[str]
    joined: Mapping[str, tuple[tuple[str, ...], ...]] = field(default_factory=dict[str, tuple[tuple[str, ...], ...]])
    linking: Mapping[str, tuple[tuple[str, ...], ...]] = field(default_factory=dict[str, tuple[tuple[str, ...], ...]])
    same: Mapping[str, str] = field(default_factory=dict[str, str])
    longer: Mapping[str, tuple[tuple[str, ...], ...]] = field(default_factory=dict[str, tuple[tuple[str, ...], ...]])
    described: Mapping[str, tuple[tuple[str, ...], ...]] = field(default_factory=dict[str, tuple[tuple[str, ...], ...]])

    def extended(
        self,
        *,
        states: Mapping[str, str],
        prepositions: Mapping[str, str],
        adjectives: Mapping[str, str],
        attributes: Mapping[str, str],
    ) -> "Lexicon":
        """With more words, each for a property; verbs as others do it: `threatens`."""
        if not (states or prepositions or adjectives or attributes):
            return self
        plain = {" ".join((plain_verb(first), *rest)): name for (first, *rest), name in _parted(states)}
        known = {**self.states, **plain}
        linking = {**self.prepositions, **prepositions}
        return replace(
            self,
            states=known,
            verbs=self.verbs | {each.split()[0] for each in plain},
            joined=_by_first(each for each in (*self.actions, *known) if " " in each),
            prepositions=linking,
            linking=_by_first((*linking, *self.ways)),
            adjectives={**self.adjectives, **adjectives},
            described=_by_first(each for each in adjectives if " " in each),
            attributes={**self.attributes, **attributes},
        )

    def same_words(self, words: Sequence[str], said: Sequence[str]) -> list[tuple[str, str]]:
        """Words with those that are other ways to say something put plainly, each with what was said for it."""
        found: list[tuple[str, str]] = []
        place = 0
        while place < len(words):
            rest = words[place:]
            longer = next((each for each in self.longer.get(words[place], ()) if tuple(rest[: len(each)]) == each), ())
            if longer and len(rest) > len(longer):
                plain = self.same[" ".join(longer)].split()
                told = " ".join(said[place : place + len(longer)])
                found += [(word, "" if number else told) for number, word in enumerate(plain)]
                place += len(longer)
            else:
                found.append((words[place], said[place]))
                place += 1
        return found

    def verb(self, word: str) -> tuple[str, str] | None:
        """The verb and the form a word is."""
        return verb_form(word, self.verbs) if word and word not in NO_VERBS else None

    def action(self, verb: str) -> str:
        """What the situation a verb tells of is an instance of."""
        return self.actions.get(verb) or camel(verb)

    def value(self, word: str) -> str:
        return self.values.get(word, word)

    def property_of(self, word: str) -> str:
        """The property an adjective is a value of."""
        return self.adjectives.get(word) or "hasFeature"


def _tables(path: Path) -> Tables:
    try:
        read = cast("Mapping[str, object]", tomllib.loads(path.read_text(encoding="utf-8")))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise BadInput([Problem(str(path), None, f"cannot be read as a lexicon: {error}")]) from error
    found: Tables = {}
    for section, words in read.items():
        if section not in SECTIONS or not isinstance(words, dict):
            raise BadInput([Problem(str(path), None, f"'{section}' is no section of a lexicon: {', '.join(SECTIONS)}")])
        found[section] = {}
        for word, meaning in cast("Mapping[str, object]", words).items():
            if not isinstance(meaning, str):
                raise BadInput([Problem(str(path), None, f'{section}.{word} is a text, such as "hasColor"')])
            found[section][word.casefold()] = meaning
    return found


def _parted(table: Mapping[str, str]) -> Iterable[tuple[list[str], str]]:
    return ((words.split(), meaning) for words, meaning in table.items())


def _by_first(phrases: Iterable[str]) -> dict[str, tuple[tuple[str, ...], ...]]:
    """Phrases of several words by their first, the longest before the others."""
    found: dict[str, list[tuple[str, ...]]] = {}
    for phrase in phrases:
        words = tuple(phrase.split())
        found.setdefault(words[0], []).append(words)
    return {first: tuple(sorted(rest, key=len, reverse=True)) for first, rest in found.items()}


def read_lexicon(files: Iterable[Path] = ()) -> Lexicon:
    """The lexicon with what users add. Raises BadInput for what is not of its form."""
    return _read(tuple(files))


@cache
def _read(files: tuple[Path, ...]) -> Lexicon:
    tables = _tables(FILE)
    for path in files:
        for section, words in _tables(path).items():
            known = tables.setdefault(section, {})
            for word, meaning in words.items():
                more = section in {"verbs", "feelings"} and word in known
                known[word] = f"{known[word]} {meaning}" if more else meaning
    groups = {name: frozenset(words.split()) for name, words in tables["verbs"].items()}
    verbs = frozenset[str]().union(*groups.values()) | {"be", "have", "do"}
    verbs |= {each.split()[0] for each in (*tables["actions"], *tables["states"])}
    joined = [each for each in (*tables["actions"], *tables["states"]) if " " in each]
    return Lexicon(
        tables["actions"],
        frozenset(verbs),
        groups["gifts"],
        groups["places"],
        groups["going"],
        tables["states"],
        tables["prepositions"],
        tables["ways"],
        tables["adjectives"],
        tables["values"],
        tables["attributes"],
        frozenset(tables["feelings"]["words"].split()),
        _by_first(joined),
        _by_first((*tables["prepositions"], *tables["ways"])),
        tables["same"],
        _by_first(tables["same"]),
    )


@dataclass(slots=True)
class Vocabulary:
    """What things are called here: nouns for classes, names for individuals, each in small letters."""

    nouns: dict[str, list[str]] = field(default_factory=dict[str, list[str]])
    names: dict[str, list[str]] = field(default_factory=dict[str, list[str]])
    longest: int = 1
    # Labels of several words by their last.
    _ending: dict[str, dict[str, None]] = field(default_factory=dict[str, dict[str, None]])

    def add_noun(self, label: str, kind: str) -> None:
        _put(self.nouns, label.casefold(), kind)
        self._note_ending(label.casefold())
        if _last_singular(label.casefold()) != label.casefold():
            # What comes in pairs: glasses.
            _put(self.nouns, _last_singular(label.casefold()), kind)
        self.longest = max(self.longest, label.count(" ") + 1)

    def add_name(self, label: str, thing: str) -> None:
        _put(self.names, label.casefold(), thing)
        self._note_ending(label.casefold())
        self.longest = max(self.longest, label.count(" ") + 1)

    def unname(self, thing: str) -> list[str]:
        """Takes back the names of what turns out to be a class, and tells them."""
        labels = [label for label, things in self.names.items() if thing in things]
        for label in labels:
            self.names[label].remove(thing)
            if not self.names[label]:
                del self.names[label]
        return labels

    def classes(self, noun: str) -> list[str]:
        """The classes a noun names, in the singular or the plural."""
        word = noun.casefold()
        return self.nouns.get(word) or self.nouns.get(_last_singular(word)) or []

    def compounds(self, noun: str) -> tuple[list[str], list[str]]:
        """Classes and individuals whose names end with a noun: a toy car is a car."""
        word = f" {_last_singular(noun.casefold())}"
        labels = [each for each in self._ending.get(word.rpartition(" ")[2], ()) if each.endswith(word)]
        kinds = [each for label in labels for each in self.nouns.get(label, ())]
        return kinds, [each for label in labels for each in self.names.get(label, ())]

    def _note_ending(self, label: str) -> None:
        before, _, last = label.rpartition(" ")
        if before:
            self._ending.setdefault(last, {})[label] = None

    def knows(self, noun: str) -> bool:
        return bool(self.classes(noun)) or noun.casefold() in self.names or any(self.compounds(noun))


def _last_singular(words: str) -> str:
    before, space, last = words.rpartition(" ")
    return f"{before}{space}{singular(last)}"


def _put(table: dict[str, list[str]], key: str, value: str) -> None:
    held = table.setdefault(key, [])
    if value not in held:
        held.append(value)
