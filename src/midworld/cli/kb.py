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
from ..errors import MidworldError
from ..knowledge import Journal, KnowledgeBase, Verbs, Versions, ontology_files
from ..readers.kbserver import PORT, KnowledgeServer
from .kbshell import shell

console = Console(stderr=True)


def kb(
    ontologies: Annotated[
        list[Path] | None, typer.Argument(help="Ontologies to load besides Midworld's own: .ttl .rdf .owl .nq .ofn")
    ] = None,
    serve: Annotated[bool, typer.Option("--serve", help="Serve the KnowledgeCore socket protocol")] = False,
    host: Annotated[
        str, typer.Option(help="Address to serve on; other machines can reach what is not loopback")
    ] = "127.0.0.1",
    port: Annotated[int, typer.Option(help="Port to serve on; 0 takes a free one")] = PORT,
    store: Annotated[Path | None, typer.Option(help="Folder that keeps what is acknowledged")] = None,
    bare: Annotated[bool, typer.Option("--bare", help="Without Midworld's ontology")] = False,
    execute: Annotated[list[str] | None, typer.Option("--execute", "-e", help="Run a shell line and leave")] = None,
) -> None:
    """Ask and teach a knowledge base, or serve it."""
    known = knowledge_base([*([] if bare else ontology_files()), *(ontologies or [])])
    files = Files(known)
    journal = Journal(store, known, files) if store is not None else None
    try:
        if serve:
            asyncio.run(_serve(known, files, journal, host, port))
        else:
            verbs = Verbs(known, files, versions=Versions() if journal is None else journal.versions)
            if not shell(verbs, journal, lines=execute, interactive=sys.stdin.isatty()):
                raise typer.Exit(1)
    finally:
        if journal is not None:
            journal.close()


async def _serve(known: KnowledgeBase, files: Files, journal: Journal | None, host: str, port: int) -> None:
    server = KnowledgeServer(known, files, journal, versions=Versions() if journal is None else journal.versions)
    try:
        taken = await server.start(host, port)
    except OSError as error:
        raise ServerBusy(host, port, error) from error
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
