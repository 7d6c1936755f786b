"""Incremental reasoning against `reasonable` and `owlrl`, which start over at every change."""

import gc
import importlib
import multiprocessing
import os
import random
import socket
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from pathlib import Path

import rdflib
from rich.console import Console
from rich.table import Table

from midworld.knowledge import Atom, KnowledgeBase, Revised, Terms
from midworld.knowledge import vocabulary as v
from midworld.knowledge.statement import parse_statement

RESULTS = Path(__file__).parent / "results"
CLASSES, PROPERTIES = 100, 40
# Statements that go and that come in one tick.
SMALL, LARGE = (14, 20), (132, 188)


@dataclass(frozen=True, slots=True)
class Workload:
    """A terminology that uses every group of rules, and individuals with a class and three relations each."""

    terms: Terms
    axioms: list[Atom]
    facts: list[Atom]
    classes: list[int]
    properties: list[int]
    individuals: list[int]


def workload(size: int, seed: int = 1) -> Workload:
    dice, terms = random.Random(seed), Terms()
    classes = [terms.parse(f"K{number}") for number in range(CLASSES)]
    properties = [terms.parse(f"q{number}") for number in range(PROPERTIES)]
    individuals = [terms.parse(f"thing{number}") for number in range(size)]
    axioms = [*_taxonomy(classes), *_property_axioms(properties, classes), *_definitions(terms, properties, classes)]
    facts: list[Atom] = []
    for each in individuals:
        facts.append((each, v.TYPE, dice.choice(classes[20:])))
        facts += [(each, dice.choice(properties), dice.choice(individuals)) for _ in range(3)]
    return Workload(terms, axioms, sorted(set(facts)), classes, properties, individuals)


def _taxonomy(classes: Sequence[int]) -> list[Atom]:
    axioms = [(classes[n], v.SUB_CLASS_OF, classes[(n - 1) // 3]) for n in range(1, CLASSES)]
    return axioms + [(classes[90 + n], v.DISJOINT_WITH, classes[50 + n]) for n in range(8)]


def _property_axioms(properties: Sequence[int], classes: Sequence[int]) -> list[Atom]:
    axioms: list[Atom] = []
    for number, name in enumerate(properties):
        axioms.append((name, v.TYPE, v.OBJECT_PROPERTY))
        if number % 4 == 0:
            axioms.append((name, v.SUB_PROPERTY_OF, properties[number + 1]))
        if number % 5 == 1:
            axioms.append((name, v.INVERSE_OF, properties[(number + 3) % PROPERTIES]))
        if number % 10 == 2:
            axioms.append((name, v.TYPE, v.SYMMETRIC_PROPERTY))
        if number % 3 == 0:
            axioms += [(name, v.DOMAIN, classes[number]), (name, v.RANGE, classes[number * 2])]
    kinds = {7: v.TRANSITIVE_PROPERTY, 19: v.TRANSITIVE_PROPERTY, 33: v.IRREFLEXIVE_PROPERTY, 34: v.ASYMMETRIC_PROPERTY}
    return axioms + [(properties[number], v.TYPE, kind) for number, kind in kinds.items()]


def _definitions(terms: Terms, properties: Sequence[int], classes: Sequence[int]) -> list[Atom]:
    axioms: list[Atom] = []

    def listed(*items: int) -> int:
        head = v.NIL
        for item in reversed(items):
            cell = terms.blank()
            axioms.extend([(cell, v.FIRST, item), (cell, v.REST, head)])
            head = cell
        return head

    for number in range(10):
        some, whole = terms.blank(), terms.blank()
        axioms += [(some, v.ON_PROPERTY, properties[20 + number]), (some, v.SOME_VALUES_FROM, classes[10 + number])]
        axioms += [(classes[60 + number], v.EQUIVALENT_CLASS, whole)]
        axioms += [(whole, v.INTERSECTION_OF, listed(classes[30 + number], some))]
    every = terms.blank()
    axioms += [(every, v.ON_PROPERTY, properties[36]), (every, v.ALL_VALUES_FROM, classes[15])]
    axioms += [(classes[25], v.SUB_CLASS_OF, every)]
    axioms += [(properties[30], v.PROPERTY_CHAIN_AXIOM, listed(properties[31], properties[32]))]
    return axioms


class Ticks:
    """A stream of changes: some facts go, others come."""

    def __init__(self, work: Workload, size: tuple[int, int] = SMALL, seed: int = 2) -> None:
        self.work, self.size, self.dice = work, size, random.Random(seed)
        self.held = list(work.facts)

    def next(self) -> tuple[list[Atom], list[Atom]]:
        dice, work = self.dice, self.work
        removed: list[Atom] = []
        for _ in range(self.size[0]):
            at = dice.randrange(len(self.held))
            self.held[at], self.held[-1] = self.held[-1], self.held[at]
            removed.append(self.held.pop())
        added: list[Atom] = []
        for _ in range(self.size[1]):
            subject = dice.choice(work.individuals)
            if dice.random() < 0.8:
                added.append((subject, dice.choice(work.properties), dice.choice(work.individuals)))
            else:
                added.append((subject, v.TYPE, dice.choice(work.classes)))
        self.held += added
        return added, removed


def base(work: Workload) -> KnowledgeBase:
    """A knowledge base with five subscriptions, as in the findings."""
    kb = KnowledgeBase(work.axioms, (), terms=work.terms)
    kb.assert_atoms(work.facts, [kb.model()])
    for number in range(5):
        kb.subscribe([f"?x q{number * 3} ?y", f"?x type K{20 + number}"], lambda event, content: None)
    gc.collect()
    gc.freeze()
    return kb


@dataclass(frozen=True, slots=True)
class Timing:
    """Seconds on the clock and of the processor, of each repetition; on a busy machine they differ."""

    wall: list[float]
    processor: list[float]

    @property
    def median(self) -> float:
        return statistics.median(self.processor)

    def __str__(self) -> str:
        wall, own = self.wall, self.processor
        return (
            f"{statistics.median(wall) * 1e3:.2f} ms, p99 {quantile(wall, 0.99) * 1e3:.2f} ms "
            f"(processor {self.median * 1e3:.2f} ms, p99 {quantile(own, 0.99) * 1e3:.2f} ms)"
        )


def ticks(size: int, *, tick: tuple[int, int] = SMALL, models: int = 1, count: int = 200) -> tuple[Timing, float]:
    """Each tick over all models, no two of which hear the same, and the median number of changed atoms."""
    work = workload(size)
    kb = base(work)
    names = ["default", *(f"agent{number}" for number in range(1, models))]
    for name in names[1:]:
        kb.models[name] = kb.model().copy(name)
    streams = [Ticks(work, tick, seed) for seed in range(models)]
    wall: list[float] = []
    processor: list[float] = []
    atoms: list[int] = []
    for _ in range(count):
        changes = [stream.next() for stream in streams]
        done: list[Revised] = []
        start, used = time.perf_counter(), time.process_time()
        for name, (added, removed) in zip(names, changes, strict=True):
            done += kb.assert_atoms(added, [kb.models[name]], removed=removed)
        wall.append(time.perf_counter() - start)
        processor.append(time.process_time() - used)
        atoms += [len(revised.net.added) + len(revised.net.removed) for revised in done]
    gc.unfreeze()
    # The first ticks copy what the models shared.
    return Timing(wall[count // 10 :], processor[count // 10 :]), statistics.median(atoms)


def event_latency(count: int = 200) -> list[float]:
    """Seconds from sending a change to a served knowledge base until another client has its pattern event."""
    command = [sys.executable, "-m", "midworld", "kb", "--serve", "--port", "0"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout is not None
        port = int(server.stdout.readline().rpartition(":")[2])
        try:
            return _heard(port, count)
        finally:
            server.terminate()


def _heard(port: int, count: int) -> list[float]:
    times: list[float] = []
    address = ("127.0.0.1", port)
    with socket.create_connection(address) as listener, socket.create_connection(address) as writer:
        for each in (listener, writer):
            each.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        listener.sendall(b'subscribe\n["?x isBelow ?y", "?y type Cup"]\n#end#\n')
        _reply(listener)
        for number in range(count):
            start = time.perf_counter()
            writer.sendall(f'add\n["cup{number} type Cup", "cup{number} isOn table"]\n#end#\n'.encode())
            told = _reply(listener)
            times.append(time.perf_counter() - start)
            assert told.startswith(b"event"), told
            _reply(writer)
    return times


def _reply(connection: socket.socket) -> bytes:
    received = b""
    while not received.endswith(b"#end#\n"):
        received += connection.recv(65536)
    return received


def peers(size: int) -> dict[str, float]:
    """Seconds the peers need after one tick: they can only begin again."""
    owlrl, reasonable = importlib.import_module("owlrl"), importlib.import_module("reasonable")
    work = workload(size)
    stream = Ticks(work)
    stream.next()
    graph = rdflib.Graph()
    for s, p, o in (*work.axioms, *stream.held):
        graph.add((_rdf(work.terms, s), _rdf(work.terms, p), _rdf(work.terms, o)))
    found: dict[str, float] = {}
    reasoner = reasonable.PyReasoner()
    reasoner.from_graph(graph)
    found["reasonable"] = _timed(reasoner.reason)
    found["owlrl"] = _timed(lambda: owlrl.DeductiveClosure(owlrl.OWLRL_Semantics).expand(graph))
    return found


def _rdf(terms: Terms, term: int) -> rdflib.BNode | rdflib.URIRef:
    iri = terms.iri(term)
    return rdflib.BNode(iri[2:]) if iri.startswith("_:") else rdflib.URIRef(iri)


def single(size: int) -> tuple[float, float, float]:
    """Median seconds of one addition, of one question, and of one statement read from text, at a number of facts."""
    kb = base(workload(size // 4))
    adds: list[float] = []
    finds: list[float] = []
    texts: list[float] = []
    for number in range(300):
        text = f"new{number} q{number % 40} thing{number}"
        adds.append(_timed(lambda text=text: kb.revise([text], method="add")))
        finds.append(_timed(lambda number=number: kb.find(["?x type K40", f"?x q{number % 40} ?y"])))
        texts.append(_timed(lambda number=number: parse_statement(f"fresh{number} q1 other{number}", kb.terms)))
    return statistics.median(adds), statistics.median(finds), statistics.median(texts)


def classification() -> float:
    """Median seconds to compile 100 classes, realise 200 individuals and name the classes of each, from nothing."""
    times: list[float] = []
    for seed in range(15):
        work = workload(200, seed)
        times.append(_timed(lambda work=work: _classified(work)))
    return statistics.median(times)


def _classified(work: Workload) -> dict[int, Iterable[int]]:
    """The classes of every individual; each workload has terms of its own, so nothing was compiled before."""
    index = KnowledgeBase(work.axioms, work.facts, terms=work.terms).model().reasoner.index
    return {each: index.objects(each, v.TYPE) for each in work.individuals}


def memory(size: int, models: int = 8) -> float:
    """Bytes of this process per individual and model, no two of which hold quite the same."""
    work = workload(size)
    kb = base(work)
    streams = [Ticks(work, seed=seed) for seed in range(models)]
    gc.unfreeze()
    before = _resident()
    for number, stream in enumerate(streams):
        kb.models[f"agent{number}"] = kb.model().copy(f"agent{number}")
        added, removed = stream.next()
        kb.assert_atoms(added, [kb.models[f"agent{number}"]], removed=removed)
    return (_resident() - before) / size / models


def _resident() -> int:
    return int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")


def _timed(task: Callable[[], object]) -> float:
    """Seconds of the processor."""
    start = time.process_time()
    task()
    return time.process_time() - start


def quantile(times: Sequence[float], share: float) -> float:
    return sorted(times)[min(len(times) - 1, int(len(times) * share))]


def rows() -> list[tuple[str, str, str]]:
    """Every figure: what, ours, and what was to be reached."""
    found: list[tuple[str, str, str]] = []
    medians: dict[int, float] = {}
    for size in (200, 2_000, 20_000):
        times, atoms = ticks(size)
        medians[size] = times.median
        text = f"{times}, {atoms:.0f} atoms"
        goal = {2_000: "<= 1 ms, p99 <= 5 ms", 20_000: "within 2x of 2,000"}.get(size, "")
        found.append((f"tick of 34 statements, {size} individuals", text, goal))
    for name, seconds in peers(2_000).items():
        goal = {"reasonable": ">= 100x", "owlrl": ">= 1,000x"}[name]
        found.append(
            (f"{name} after one tick, 2,000", f"{seconds * 1e3:.0f} ms = {seconds / medians[2_000]:.0f}x", goal)
        )
    ratio = medians[20_000] / medians[2_000]
    found.append(("tick at 20,000 against 2,000", f"{ratio:.2f}x", "<= 2x"))
    times, atoms = ticks(2_000, tick=LARGE, models=20, count=60)
    found.append(
        (
            "20 models, 320 statements each, all different",
            f"{times}, {atoms:.0f} atoms each",
            "<= 33 ms",
        )
    )
    add, ask, text = single(5_000)
    found.append(("single add, 5,000 facts", f"{add * 1e3:.3f} ms", "< 1 ms"))
    found.append(("single find, 5,000 facts", f"{ask * 1e3:.3f} ms", "< 1 ms"))
    found.append(("a new statement read from text", f"{text * 1e6:.1f} µs", "<= 50 µs"))
    found.append(("100 classes, 200 individuals from nothing", f"{classification() * 1e3:.1f} ms", "<= 10 ms"))
    latency = event_latency()
    found.append(
        (
            "pattern event over the socket",
            f"{statistics.median(latency) * 1e3:.2f} ms, p99 {quantile(latency, 0.99) * 1e3:.2f} ms",
            "<= 5 ms",
        )
    )
    with ProcessPoolExecutor(1, mp_context=multiprocessing.get_context("spawn")) as fresh:
        # Here, memory that is free again would be used first.
        kilobytes = fresh.submit(memory, 2_000).result() / 1e3
    found.append(("memory per individual and model", f"{kilobytes:.1f} kB", "<= 7 kB"))
    return found


def main() -> None:
    title = "Knowledge: incremental reasoning"
    table = Table("task", "Midworld", "to reach", title=title)
    about = "Times of the processor, ticks also by the clock; peers begin again after each tick, in the same run."
    lines = [f"# {title}", "", about, "", "| task | figure | to reach |", "|---|---|---|"]
    for row in rows():
        table.add_row(*row)
        lines.append(f"| {' | '.join(row)} |")
    Console().print(table)
    RESULTS.mkdir(exist_ok=True)
    (RESULTS / "knowledge.md").write_text("\n".join(lines) + "\n")


if __name__ == "__main__":
    main()
