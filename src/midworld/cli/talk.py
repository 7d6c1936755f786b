"""`midworld talk`: a conversation about a scene, a recording, or told facts alone."""

import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import msgspec
import typer

from ..adapters.oxigraph import knowledge_base
from ..dialogue import Conversation, Models, Utterance, read_lexicon
from ..errors import MidworldError, printable
from ..knowledge import KnowledgeBase, ontology_files
from ..world import World
from .instants import Instants

if TYPE_CHECKING:
    from ..readers.staging import Stage

Source = Annotated[Path | None, typer.Argument(help="scene.yaml, or a recording of a run", metavar="[SCENE|RECORDING]")]
Log = Annotated[str | None, typer.Argument(help="With a scene, the log of observations", metavar="[LOG]")]
Json = Annotated[bool, typer.Option("--json", help="JSON lines in and out: tell and say")]
Speaker = Annotated[str, typer.Option("--as", help="Who speaks, where lines are plain text")]
Explain = Annotated[bool, typer.Option("--explain", help="Also show what was understood")]
Words = Annotated[list[Path] | None, typer.Option("--lexicon", help="Words of your own", metavar="FILE")]
Facts = Annotated[
    list[Path] | None, typer.Option("--knowledge", help="Ontologies to know: .ttl .rdf .owl", metavar="FILE")
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
) -> None:
    """Talk about a scene, a recording or told facts: questions, orders, statements, asking back."""
    base = knowledge_base([*ontology_files(), *(knowledge or ())])
    if source is None:
        conversation = Conversation(Models(base), read_lexicon(lexicon or ()))
    else:
        stage, models = _staged(base, source, log)
        conversation = Conversation(models, read_lexicon(lexicon or ()), oracle=stage.oracle, moment=stage.show)
    failed = False
    for number, text in enumerate(_lines(json, speaker), 1):
        try:
            said = _heard(text, conversation) if json else conversation.say(*_spoken(text, speaker))
        except (msgspec.DecodeError, MidworldError, UnicodeError) as error:
            failed = True
            print(printable(f"midworld: line {number}: {error}"), file=sys.stderr)
            continue
        if said is not None:
            _write(said, json=json, explain=explain)
    if failed:
        raise typer.Exit(BAD_LINE)


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


def _write(said: Utterance, *, json: bool, explain: bool) -> None:
    if json:
        sys.stdout.buffer.write(msgspec.json.encode(said) + b"\n")
        sys.stdout.buffer.flush()
        return
    print(" ".join(each for each in (said.answer, said.ask) if each), flush=True)
    if explain:
        print(f"  [{said.act}] {'; '.join(said.statements)}", flush=True)
        for phrase, thing in said.resolved.items():
            print(f"  '{phrase}' is {thing}", flush=True)


def _staged(base: KnowledgeBase, source: Path, log: str | None) -> "tuple[Stage, Models]":
    """A scene or a recording at any of its instants, told to minds. Raises BadInput."""
    from ..errors import BadInput, Problem
    from ..readers.asking import asked_of
    from ..readers.staging import Stage
    from .ask import is_recording, recorded

    if is_recording(source):
        worlds, start = recorded(source, None)
        models = Models(base, robot=asked_of(worlds, None, None).robot)

        def at(stamp: float | None) -> Mapping[str, World]:
            return worlds if stamp is None else recorded(source, str(stamp))[0]

        return Stage(models, at, start=start), models
    if log is None:
        raise BadInput([Problem(str(source), None, "is no recording: with a scene, give the log of observations")])
    from ..session import open as open_scene

    session = open_scene(source, history=1.0)
    instants = Instants(session, log)
    models = Models(base, robot=asked_of(instants.at(None), session.scene, None).robot)
    return Stage(models, instants.at, scene=session.scene, start=instants.start), models
