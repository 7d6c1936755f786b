"""Ears and a mouth for `midworld talk`: sentences from recordings, answers into files."""

from collections.abc import Iterator, Sequence
from pathlib import Path

from ..dialogue import Lexicon, Models, Utterance, grammar, sentence_of
from ..errors import BadInput, Problem


class Mouthpiece:
    """Speaks answers into numbered files of a folder. Raises BadInput where that cannot be."""

    def __init__(self, folder: Path) -> None:
        from ..adapters.espeak import EspeakMouth

        self._folder, self._mouth, self._spoken = folder, EspeakMouth(), 0
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise BadInput([Problem(str(folder), None, f"cannot be made: {error.strerror}")]) from error

    def speak(self, said: Utterance) -> None:
        self._spoken += 1
        words = " ".join(each for each in (said.answer, said.ask) if each)
        self._mouth.speak(words, self._folder / f"{self._spoken:03}.wav")


def heard(sounds: Sequence[Path], models: Models, lexicon: Lexicon) -> Iterator[str]:
    """What is said in recordings, one sentence each; the grammar is of what is there by then."""
    from ..adapters.pocketsphinx import SphinxEars

    for sound in sounds:
        ears = SphinxEars(lambda known: grammar(models, lexicon, known))
        yield sentence_of(ears.hear(sound))
