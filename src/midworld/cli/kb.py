"""`midworld kb`: a shell for people, or with `--serve` a server for programs."""

import asyncio
import gc
import signal
import sys
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from ..adapters.oxigraph import Files, knowledge_base
from ..errors import BadInput, MidworldError, Problem
from ..knowledge import Journal, QueryLimits, Verbs, Versions, ontology_files
from ..readers.kbserver import PORT, Door, KnowledgeServer
from .kbshell import shell

console = Console(stderr=True)
TOKEN = "MIDWORLD_KB_TOKEN"
LOOPBACK = {"127.0.0.1", "::1", "localhost"}


def kb(
    ontologies: Annotated[
        list[Path] | None, typer.Argument(help="Ontologies to load besides Midworld's own: .ttl .rdf .owl .nq .ofn")
    ] = None,
    serve: Annotated[bool, typer.Option("--serve", help="Serve the KnowledgeCore socket protocol")] = False,
    host: Annotated[
        str, typer.Option(help="Address to serve on; other machines can reach what is not loopback")
    ] = "127.0.0.1",
    port: Annotated[int, typer.Option(help="Port to serve on; 0 takes a free one", min=0, max=65535)] = PORT,
    store: Annotated[Path | None, typer.Option(help="Folder that keeps what is acknowledged")] = None,
    files: Annotated[
        Path | None, typer.Option(help="Folder whose files clients may load and save; without it they have none")
    ] = None,
    token: Annotated[
        str,
        typer.Option(envvar=TOKEN, help="What clients must send first; the variable keeps it out of the process list"),
    ] = "",
    query_seconds: Annotated[
        float, typer.Option(min=0.01, help="Seconds after which a question is given up")
    ] = QueryLimits().seconds,
    bare: Annotated[bool, typer.Option("--bare", help="Without Midworld's ontology")] = False,
    execute: Annotated[list[str] | None, typer.Option("--execute", "-e", help="Run a shell line and leave")] = None,
) -> None:
    """Ask and teach a knowledge base, or serve it."""
    limits = QueryLimits(seconds=query_seconds)
    known = knowledge_base([*([] if bare else ontology_files()), *(ontologies or [])])
    documents = Files(known)
    journal = Journal(store, known, documents) if store is not None else None
    versions = Versions() if journal is None else journal.versions
    try:
        if serve:
            if files is not None and not files.is_dir():
                raise BadInput([Problem(str(files), None, "is no folder; make it, or name another with --files")])
            door = Door(token=token, files=files, limits=limits)
            server = KnowledgeServer(known, documents, journal, versions=versions, door=door)
            asyncio.run(_serve(server, host, port))
        else:
            verbs = Verbs(known, documents, versions=versions, limits=limits, record=journal)
            if not shell(verbs, lines=execute, interactive=sys.stdin.isatty()):
                raise typer.Exit(1)
    finally:
        if journal is not None:
            journal.close()


async def _serve(server: KnowledgeServer, host: str, port: int) -> None:
    try:
        taken = await server.start(host, port)
    except OSError as error:
        raise ServerBusy(host, port, error) from error
    if not server.door.token and host not in LOOPBACK:
        console.print(f"whoever reaches {host}:{taken} may ask and change all of this; --token asks them who they are")
    # What is loaded stays: the collector need not look at it again.
    gc.collect()
    gc.freeze()
    # Programs that start us wait for this line.
    print(f"serving on {host}:{taken}", flush=True)
    loop = asyncio.get_running_loop()
    finished = asyncio.Event()
    for each in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(each, finished.set)
    await finished.wait()
    await server.stop()


class ServerBusy(MidworldError):
    def __init__(self, host: str, port: int, error: OSError) -> None:
        super().__init__(f"cannot serve on {host}:{port}: {error.strerror}; choose another --port")


def register(app: typer.Typer) -> None:
    """Add the command to an application."""
    app.command("kb")(kb)
