"""Knowledge on disk: nothing acknowledged is lost, however the process ends."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from kbfactory import Clock, household
from midworld.errors import BadInput
from midworld.knowledge import KnowledgeBase, Verbs
from midworld.knowledge.journal import Journal
from midworld.readers.kbclient import Remote


def tell(kb: KnowledgeBase, journal: Journal, method: str, *args: object) -> None:
    Verbs(kb).call(method, args)
    journal(method, list(args), {})


def test_facts_axioms_rules_and_lifespans_come_back(tmp_path: Path) -> None:
    clock = Clock()
    kb = household(clock)
    journal = Journal(tmp_path, kb)
    tell(kb, journal, "add", ["cup isOn table", 'cup rdfs:label "tasse \\"à thé\\""@fr'], ["ann"])
    tell(kb, journal, "add", ["Cat subClassOf Animal", "tom type Cat"])
    tell(kb, journal, "rule", "?x isOn ?y, ?y isIn ?z -> ?x isIn ?z")
    tell(kb, journal, "add", ["tray isIn kitchen", "cup isOn tray"])
    tell(kb, journal, "add", ["cup near ann"], None, 50.0)
    journal.close()
    for round_ in range(3):
        again = household(clock)
        journal = Journal(tmp_path, again)
        assert again.exist(["cup isBelow *"]) is False
        assert again.exist(["table isBelow cup"], models=["ann"]), round_
        assert again.exist(["tom type Animal", "cup isIn kitchen", "cup near ann"])
        assert again.find("cup rdfs:label ?l", models=["ann"]) == [{"l": 'tasse "à thé"'}]
        journal.close()
    clock.now = 60.0
    late = household(clock)
    Journal(tmp_path, late).close()
    assert not late.exist(["cup near ann"])
    assert late.exist(["tom type Animal"])


def test_versions_and_what_everybody_learned_come_back(tmp_path: Path) -> None:
    kb = household()
    journal = Journal(tmp_path, kb)
    verbs = Verbs(kb, versions=journal.versions)

    def say(method: str, *args: object) -> None:
        verbs.call(method, args)
        journal(method, list(args), {})

    say("add", ["cup isOn table"])
    say("commit", "before")
    say("add", ["Cat subClassOf Animal"], "all")
    say("remove", ["cup isOn table"])
    say("commit", "after")
    say("checkout", "before")
    journal.close()
    again = household()
    for _ in range(2):
        again = household()
        journal = Journal(tmp_path, again)
        verbs = Verbs(again, versions=journal.versions)
        assert again.exist(["cup isOn table"])
        found = verbs.call("compare", ["before", "after"])
        assert isinstance(found, dict)
        assert "cup isOn table" in found["removed"]
        again.revise(["tom type Cat"], models=["somebody_new"])
        assert again.exist(["tom type Animal"], models=["somebody_new"])
        journal.close()
    verbs.call("checkout", ["after"])
    assert not again.exist(["cup isOn table"])


def test_a_last_line_cut_short_is_ignored_and_a_damaged_file_is_told(tmp_path: Path) -> None:
    kb = household()
    journal = Journal(tmp_path, kb)
    tell(kb, journal, "add", ["cup isOn table"])
    journal.close()
    (log,) = tmp_path.glob("journal-*.jsonl")
    with log.open("ab") as file:
        file.write(b'{"stamp": 1.0, "meth')
    again = household()
    Journal(tmp_path, again).close()
    assert again.exist(["cup isOn table"])
    (tmp_path / "snapshot.json").write_bytes(b"{broken")
    with pytest.raises(BadInput, match=r"snapshot\.json"):
        Journal(tmp_path, household())


SERVER = """
import asyncio
from pathlib import Path
import sys
from midworld.cli.kb import kb
kb(serve=True, port=0, store=Path(sys.argv[1]))
"""


def start(folder: Path) -> tuple["subprocess.Popen[str]", int]:
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    server = subprocess.Popen(
        [sys.executable, "-c", SERVER, str(folder)], stdout=subprocess.PIPE, text=True, env=environment
    )
    assert server.stdout is not None
    line = server.stdout.readline()
    return server, int(line.rsplit(":", 1)[1])


def test_nothing_acknowledged_is_lost_to_a_kill(tmp_path: Path) -> None:
    told = 0
    for _ in range(2):
        server, port = start(tmp_path)
        kb = Remote(port=port)
        assert len(kb["* isOn table"]) == told
        for _ in range(25):
            kb.add([f"thing{told} isOn table"])
            told += 1
        server.send_signal(signal.SIGKILL)
        server.wait(10)
        assert server.stdout is not None
        server.stdout.close()
        with pytest.raises((OSError, Exception)):
            kb.close()
    server, port = start(tmp_path)
    with Remote(port=port) as kb:
        assert len(kb["* isOn table"]) == told
    server.terminate()
    assert server.wait(10) == 0
    assert server.stdout is not None
    server.stdout.close()
