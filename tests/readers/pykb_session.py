"""What a program written for KnowledgeCore does: run with a port, it prints what it got as JSON lines."""

import importlib
import json
import sys

kb = importlib.import_module("kb")


def show(*found: object) -> None:
    print(json.dumps(found), flush=True)


def session(port: int) -> None:
    with kb.KB(port=port) as known:
        known += ["cup rdf:type Cup", "cup isOn table"]
        show("in", "cup isOn table" in known, "table isBelow cup" in known, "nothing_such" in known)
        show("one", known["?x isOn table"])
        show("star", known["* rdf:type Cup"])
        show("two", known["?x rdf:type Cup", "?x isOn ?y"])
        show("mind", known["?x isOn table", ["ann"]])
        known.revise(["cup isIn box"], {"method": "add", "models": ["ann"]})
        show("ann", known["?x isIn box", ["ann"]])
        show("label", known["tasse"])
        event = known.subscribe(["?x isOn floor"])
        known += "ball isOn floor"
        told = known.events.get(timeout=10)
        show("event", told[0] == event, told[1])
        known -= "cup isOn table"
        show("gone", "cup isOn table" in known)
        try:
            known.add(["not a statement at all"])
        except kb.KbError as error:
            show("error", "statement" in str(error))
        try:
            known.safe_add(["cup rdf:type cyc:TemporalThing"])
        except kb.KbError as error:
            show("refused", "temporal" in str(error).lower())


session(int(sys.argv[1]))
