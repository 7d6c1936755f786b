"""A sentence spoken to a file is heard and understood."""

import importlib.util
import shutil
from pathlib import Path

import pytest

from midworld.adapters.espeak import EspeakMouth
from midworld.adapters.oxigraph import knowledge_base
from midworld.adapters.pocketsphinx import SphinxEars
from midworld.dialogue import Conversation, Models, grammar, read_lexicon, sentence_of
from midworld.errors import BadInput

FACTS = ["cup1 rdf:type Cup", "cup1 hasColor blue", "cup1 isOn table1", "table1 rdf:type Table", "box1 rdf:type Box"]
heard = pytest.mark.skipif(
    importlib.util.find_spec("pocketsphinx") is None, reason="the extra `speech` is not installed"
)
spoken = pytest.mark.skipif(shutil.which("espeak-ng") is None, reason="espeak-ng is not installed")


def models() -> Models:
    found = Models(knowledge_base())
    found.tell("robot", FACTS)
    return found


def test_a_grammar_has_only_words_whose_sound_is_known() -> None:
    expected = grammar(models(), read_lexicon(), ["cup", "blue", "give", "in", "put", "to", "drink"])
    assert "<thing> = blue cup | cup;" in expected
    assert "<adjective> = blue;" in expected
    assert "box" not in expected


@heard
@spoken
@pytest.mark.parametrize("sentence", ["where is the blue cup", "what is in the box", "put the blue cup on the table"])
def test_a_spoken_sentence_is_heard(sentence: str, tmp_path: Path) -> None:
    minds = models()
    EspeakMouth().speak(sentence, tmp_path / "said.wav")
    words = SphinxEars(lambda known: grammar(minds, read_lexicon(), known)).hear(tmp_path / "said.wav")
    assert sentence_of(words) == sentence
    assert [word.start for word in words] == sorted(word.start for word in words)


@heard
@spoken
def test_a_spoken_question_is_answered_aloud(tmp_path: Path) -> None:
    minds = models()
    EspeakMouth().speak("where is the blue cup?", tmp_path / "said.wav")
    words = SphinxEars(lambda known: grammar(minds, read_lexicon(), known)).hear(tmp_path / "said.wav")
    answer = Conversation(minds).say("ann", sentence_of(words)).answer
    assert answer.startswith("The blue cup is on the table")
    EspeakMouth().speak(answer, tmp_path / "answer.wav")
    assert (tmp_path / "answer.wav").stat().st_size > 10_000


@heard
def test_what_is_no_recording_is_told(tmp_path: Path) -> None:
    (tmp_path / "no.wav").write_bytes(b"no")
    with pytest.raises(BadInput, match="WAV file of 16 bit"):
        SphinxEars(lambda known: grammar(models(), read_lexicon(), known)).hear(tmp_path / "no.wav")
