"""Ears: PocketSphinx with the English model of its wheel, expecting sentences of a grammar."""

import wave
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Protocol, cast

import numpy as np

from ..dialogue import Word
from ..errors import BadInput, MissingExtra, Problem

RATE_HZ = 16_000
FRAME_S = 0.01
# Chosen: any pause from 0.2 s and any faint noise do.
PAUSE_S, QUIET = 0.4, 8.0
NO_WORDS = ("<", "[", "+")


class _Segment(Protocol):
    word: str
    start_frame: int


class _Decoder(Protocol):
    def add_jsgf_string(self, name: str, text: str) -> None: ...
    def activate_search(self, name: str) -> None: ...
    def start_utt(self) -> None: ...
    def process_raw(self, data: bytes, no_search: bool, full_utt: bool) -> object: ...
    def end_utt(self) -> None: ...
    def seg(self) -> Iterator[_Segment] | None: ...


class SphinxEars:
    """Hears sentences of a grammar. Raises MissingExtra without the extra `speech`."""

    def __init__(self, grammar: Callable[[Sequence[str]], str]) -> None:
        try:
            import pocketsphinx
        except ImportError as error:
            raise MissingExtra("hearing", "speech") from error
        model = Path(cast(str, pocketsphinx.get_model_path())) / "en-us"  # pyright: ignore[reportUnknownMemberType]
        sounds = model / "cmudict-en-us.dict"
        self._decoder = cast(
            _Decoder,
            pocketsphinx.Decoder(  # pyright: ignore[reportUnknownMemberType]
                hmm=str(model / "en-us"), dict=str(sounds), lm=None, loglevel="FATAL", bestpath=False
            ),
        )
        self._decoder.add_jsgf_string("talk", grammar(_words(sounds)))
        self._decoder.activate_search("talk")

    def hear(self, sound: Path) -> Sequence[Word]:
        """The words of a recording (WAV, 16 bit). Raises BadInput for what is none."""
        decoder = self._decoder
        decoder.start_utt()
        decoder.process_raw(_samples(sound), False, True)
        decoder.end_utt()
        found = [(each.word.partition("(")[0], each.start_frame * FRAME_S) for each in decoder.seg() or ()]
        return [Word(word, start) for word, start in found if word and not word.startswith(NO_WORDS)]


def _words(sounds: Path) -> list[str]:
    """The words whose sound is known."""
    lines = sounds.read_text(encoding="utf-8").splitlines()
    return [word for line in lines if (word := line.partition(" ")[0]) and "(" not in word]


def _samples(sound: Path) -> bytes:
    """A recording as the decoder wants it: one channel, 16 kHz, 16 bit."""
    try:
        with wave.open(str(sound), "rb") as file:
            rate, channels, width = file.getframerate(), file.getnchannels(), file.getsampwidth()
            data = file.readframes(file.getnframes())
    except (OSError, EOFError, wave.Error) as error:
        raise BadInput([Problem(str(sound), None, f"cannot be heard: {error}; give a WAV file of 16 bit")]) from error
    if width != 2:
        raise BadInput([Problem(str(sound), None, f"has {8 * width} bits a sample; give a WAV file of 16 bit")])
    heard = np.frombuffer(data, dtype="<i2").reshape(-1, channels).mean(axis=1)
    if not len(heard):
        return b""
    # Nothing above half the decoder's rate is kept: it would be heard as something lower.
    sound_of = np.fft.rfft(heard)
    length = len(heard) * RATE_HZ // rate
    kept = np.zeros(length // 2 + 1, dtype=complex)
    shared = min(len(kept), len(sound_of))
    kept[:shared] = sound_of[:shared]
    # A moment of quiet on either side, as in a room: the decoder loses a last word that ends with the file.
    quiet = np.random.default_rng(0).normal(0.0, QUIET, int(PAUSE_S * RATE_HZ))
    whole = np.concatenate([quiet, np.fft.irfft(kept, length) * (length / len(heard)), quiet])
    return np.clip(whole, -32768, 32767).astype("<i2").tobytes()
