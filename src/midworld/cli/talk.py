"""`midworld talk`: a conversation about a scene, a recording, or told facts alone."""

import sys
from collections.abc import Generator, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, BinaryIO

import msgspec
import typer

from ..adapters.oxigraph import knowledge_base
from ..dialogue import Conversation, Exchange, Lexicon, Models, Utterance, explained, read_lexicon, recorded
from ..errors import BadInput, MidworldError, Problem, printable
from ..knowledge import KnowledgeBase, ontology_files
from .options import Port, Watch
from .talkspeech import Mouthpiece, heard

if TYPE_CHECKING:
    from .talkscene import Shown

Source = Annotated[Path | None, typer.Argument(help="scene.yaml, or a recording of a run", metavar="[SCENE|RECORDING]")]
Log = Annotated[str | None, typer.Argument(help="With a scene, the log of observations", metavar="[LOG]")]
Json = Annotated[bool, typer.Option("--json", help="JSON lines in and out: tell and say")]
Speaker = Annotated[str, typer.Option("--as", help="Who speaks, where lines are plain text")]
Explain = Annotated[bool, typer.Option("--explain", help="Also show what was understood")]
Words = Annotated[list[Path] | None, typer.Option("--lexicon", help="Words of your own", metavar="FILE")]
Facts = Annotated[
    list[Path] | None, typer.Option("--knowledge", help="Ontologies to know: .ttl .rdf .owl", metavar="FILE")
]
Follow = Annotated[bool, typer.Option("--follow", "-f", help="Talk while the log grows: about what it has by then")]
Kept = Annotated[
    Path | None,
    typer.Option("--transcript", help="Keep what was said, with what every word was taken for, as JSON lines"),
]
Sounds = Annotated[
    list[Path] | None, typer.Option("--hear", help="Recordings of sentences (WAV), instead of lines", metavar="FILE")
]
Voice = Annotated[
    Path | None, typer.Option("--voice", help="Also speak the answers, into files of this folder", metavar="FOLDER")
]
BAD_LINE = 2
LINE_BYTES = 1_000_000


class Tell(msgspec.Struct, forbid_unknown_fields=True):
    """Facts for a mind."""

    model: str
    add: list[str] = []
    remove: list[str] = []


class Line(msgspec.Struct, forbid_unknown_fields=True):
    """What `--json` reads: facts, or something said."""

    tell: Tell | None = None
    speaker: str | None = None
    say: str | None = None
    stamp: float | None = None


def talk(
    source: Source = None,
    log: Log = None,
    json: Json = False,
    speaker: Speaker = "you",
    explain: Explain = False,
    lexicon: Words = None,
    knowledge: Facts = None,
    follow: Follow = False,
    view: Watch = False,
    port: Port = None,
    transcript: Kept = None,
    hear: Sounds = None,
    voice: Voice = None,
) -> None:
    """Talk about a scene, a recording or told facts: questions, orders, statements, asking back."""
    base, words = knowledge_base([*ontology_files(), *(knowledge or ())]), read_lexicon(lexicon or ())
    failed = False
    with ExitStack() as stack:
        kept = stack.enter_context(_opened(transcript)) if transcript is not None else None
        shown = stack.enter_context(_shown(base, words, source, log, follow=follow, view=view, port=port))
        mouth = None if voice is None else Mouthpiece(voice)
        lines = _lines(json, speaker) if hear is None else heard(hear, shown.conversation.models, words)
        for number, text in enumerate(lines, 1):
            try:
                plain = not json or hear is not None
                said = shown.conversation.say(*_spoken(text, speaker)) if plain else _heard(text, shown.conversation)
            except (msgspec.DecodeError, MidworldError, UnicodeError) as error:
                failed = True
                print(printable(f"midworld: line {number}: {error}"), file=sys.stderr)
                continue
            exchanges = shown.newest()
            if said is not None:
                _write(said, exchanges, json=json, explain=explain)
            if said is not None and mouth is not None:
                mouth.speak(said)
            if kept is not None:
                kept.writelines(recorded(exchanges))
                kept.flush()
    if failed:
        raise typer.Exit(BAD_LINE)


@contextmanager
def _shown(
    base: KnowledgeBase,
    words: Lexicon,
    source: Path | None,
    log: str | None,
    *,
    follow: bool,
    view: bool,
    port: int | None,
) -> "Generator[Shown]":
    """A conversation about what there is to talk about. Raises BadInput."""
    from .talkscene import Shown, staged

    if source is not None:
        with staged(base, words, source, log, follow=follow, view=view, port=port) as found:
            yield found
    elif follow or view:
        option = "--follow" if follow else "--view"
        raise BadInput([Problem(option, None, "needs a scene and its log: midworld talk SCENE LOG")])
    else:
        yield Shown(Conversation(Models(base), words))


@contextmanager
def _opened(path: Path) -> Generator[BinaryIO]:
    """A file to write to. Raises BadInput."""
    try:
        file = path.open("wb")
    except OSError as error:
        raise BadInput([Problem(str(path), None, f"cannot be written: {error.strerror}")]) from error
    with file:
        yield file


def _lines(json: bool, speaker: str) -> Iterator[str]:
    asking = not json and sys.stdin.isatty()
    while True:
        if asking:
            print(f"{speaker}> ", end="", flush=True)
        line = sys.stdin.buffer.readline(LINE_BYTES)
        if not line:
            return
        text = line.decode("utf-8", errors="replace").strip()
        if text:
            yield text


def _spoken(text: str, speaker: str) -> tuple[str, str]:
    """`ann: give me the cup` is said by ann."""
    name, colon, said = text.partition(":")
    return (name.strip(), said.strip()) if colon and name.strip().isidentifier() and said.strip() else (speaker, text)


def _heard(text: str, conversation: Conversation) -> Utterance | None:
    line = msgspec.json.decode(text, type=Line)
    if line.tell is not None:
        conversation.tell(line.tell.model, line.tell.add, line.tell.remove)
    if line.say is None:
        return None
    return conversation.say(line.speaker or "you", line.say, line.stamp)


def _write(said: Utterance, exchanges: Sequence[Exchange], *, json: bool, explain: bool) -> None:
    if json:
        sys.stdout.buffer.write(msgspec.json.encode(said) + b"\n")
        sys.stdout.buffer.flush()
        return
    print(" ".join(each for each in (said.answer, said.ask) if each), flush=True)
    if explain:
        print(f"  [{said.act}] {'; '.join(said.statements)}", flush=True)
        for each in exchanges:
            for words, taken in explained(each).items():
                print(f"  '{words}' is {taken}", flush=True)
