"""A shell for people: statements are told, patterns are asked, verbs are called."""

import atexit
import shlex
from collections.abc import Sequence
from pathlib import Path
from typing import cast

import platformdirs
from rich.console import Console
from rich.markup import escape
from rich.table import Table
from rich.tree import Tree

from ..errors import BadStatement, MidworldError
from ..knowledge import NAMES, Verbs, shorten

HELP = """\
cup isOn table            tell a statement          - cup isOn table          take it back
?x isOn table             ask (also: cup isOn ?)    ! x type Car, x type Cup  tell it if nothing contradicts
why cup type Object       why something holds       why_not b type Bottle     what is missing
@ann                      ask and tell in ann's model; @ alone is the default one
about, details, lookup, label, classesof, discriminate, clarify, similarities, differences, check, stats, models,
sparql, load, save, rule, commit, checkout, compare, subclassesof, superclassesof, instancesof, refer, confidence,
copy, delete, clear, empty: with their arguments; `methods` lists every verb
quit                      leave"""


class Shell:
    """One conversation; `model` is whose mind is asked."""

    def __init__(self, verbs: Verbs, console: Console) -> None:
        self.verbs, self.console = verbs, console
        self.model = "default"

    def run(self, line: str) -> bool:
        """Do a line; whether to go on."""
        line = line.strip()
        if not line or line.startswith("#"):
            return True
        if line in {"quit", "exit", ":q"}:
            return False
        if line == "help":
            self.console.print(HELP, markup=False)
        elif line.startswith("@"):
            self.model = line[1:].strip() or "default"
        else:
            self._do(line)
        return True

    def _do(self, line: str) -> None:
        first, _, rest = line.partition(" ")
        if first in {"why", "why_not"}:
            self._explain(first, rest)
        elif first in _TOLD and len(rest.split()) > 2:
            self.show(self._call(first, [_statements(rest)]))
        elif first in {"sparql", "rule", "about", "lookup", "confidence"}:
            self.show(self._call(first, [rest]))
        elif first in NAMES and (not rest or len(rest.split()) != 2):
            self.show(self._call(first, _arguments(first, rest)))
        elif first == "-":
            self.show(self._call("remove", [_statements(rest)]))
        elif first == "!":
            self._call("safe_add", [_statements(rest)])
        elif any(word.startswith("?") or word == "*" for word in line.split()):
            self.show(self._call("find", [_statements(line)]))
        elif first in NAMES:
            self.show(self._call(first, _arguments(first, rest)))
        else:
            self._call("update", [_statements(line)])

    def _call(self, name: str, args: list[object]) -> object:
        kwargs: dict[str, object] = {}
        if name in _MODELS:
            kwargs["models"] = [self.model]
        elif name in _MODEL:
            kwargs["model"] = self.model
        return self.verbs.call(name, args, kwargs)

    def _explain(self, verb: str, statement: str) -> None:
        found = self._call(verb, [statement])
        if isinstance(found, dict):
            self.console.print(_tree(cast("dict[str, object]", found)))
        elif found is not None:
            self.console.print(str(found), markup=False, highlight=False)
        elif verb == "why":
            self.console.print(f"it does not hold; try: why_not {statement}", markup=False, highlight=False)
        else:
            holds = self._call("exist", [[statement]])
            self.console.print("it does hold" if holds else "no rule gives this: somebody would have to say it")

    def show(self, result: object) -> None:
        """A result as a table where it is one."""
        if result is None:
            return
        rows = _rows(result)
        if rows:
            self._table(rows)
        elif isinstance(result, list):
            found = cast("list[object]", result)
            for row in found:
                text = "  ".join(str(cell) for cell in cast("list[object]", row)) if isinstance(row, list) else str(row)
                self.console.print(text, markup=False, highlight=False)
            if not found:
                self.console.print("nothing", style="dim")
        else:
            self.console.print("nothing" if isinstance(result, dict) else str(result), markup=False, highlight=False)

    def _table(self, rows: list[dict[str, object]]) -> None:
        table = Table(*(f"[cyan]{escape(name)}[/]" for name in rows[0]))
        for row in rows:
            table.add_row(*(escape(_cell(value)) for value in row.values()))
        self.console.print(table, highlight=False)


def _rows(result: object) -> list[dict[str, object]]:
    """What can be shown as a table: answers, SPARQL's answers, and tables of names."""
    if isinstance(result, list):
        found = cast("list[object]", result)
        return cast("list[dict[str, object]]", found) if all(isinstance(row, dict) for row in found) else []
    if not isinstance(result, dict):
        return []
    table = cast("dict[str, object]", result)
    if "results" in table:
        bindings = cast("dict[str, list[dict[str, dict[str, str]]]]", table["results"])["bindings"]
        return [{name: shorten(each["value"]) for name, each in row.items()} for row in bindings]
    if table and all(isinstance(value, dict) for value in table.values()):
        return [{"": name, **cast("dict[str, object]", value)} for name, value in table.items()]
    return [{"": name, " ": value} for name, value in table.items() if name != "head" and name != "query"]


def _cell(value: object) -> str:
    if isinstance(value, list):
        return "\n".join(_cell(each) for each in cast("list[object]", value))
    if isinstance(value, dict):
        parts = cast("dict[str, object]", value)
        if all(isinstance(each, list) for each in parts.values()):
            return "\n".join(
                f"{name}: {', '.join(map(str, cast('list[object]', each)))}" for name, each in parts.items()
            )
        return "  ".join(_cell(each) for each in parts.values())
    return str(value).lower() if isinstance(value, bool) else str(value)


_TOLD = frozenset({"add", "safe_add", "update", "safe_update", "remove", "retract", "find", "exist"})
_MODELS = frozenset(
    _TOLD
    | {"about", "lookup", "label", "classesof", "why", "why_not", "check"}
    | {
        "discriminate",
        "refer",
        "clarify",
        "similarities",
        "differences",
        "instancesof",
        "subclassesof",
        "superclassesof",
        "load",
        "rule",
    }
)
_MODEL = frozenset({"details", "sparql", "save", "confidence"})


def _statements(text: str) -> list[str]:
    return [part.strip() for part in text.split(",")] if '"' not in text else [text]


def _arguments(verb: str, text: str) -> list[object]:
    try:
        words: list[object] = [*shlex.split(text)]
    except ValueError as error:
        raise BadStatement(text, f"cannot be read: {error}") from error
    if verb == "clarify":
        told = dict(str(word).split("=", 1) for word in words if "=" in str(word))
        return [[word for word in words if "=" not in str(word)], told]
    if verb == "refer":
        return [words[0], words[1:]] if words else []
    return [words] if verb in {"discriminate", "commonAncestors"} else words


def _tree(proof: dict[str, object], tree: Tree | None = None) -> Tree:
    reasons = "; ".join(str(each) for each in cast("list[object]", proof["because"]))
    statement = escape(str(proof["statement"]))
    label = f"[bold]{statement}[/]" + (f"  [dim]{escape(reasons)}[/]" if reasons else "")
    branch = Tree(label) if tree is None else tree.add(label)
    for each in cast("list[dict[str, object]]", proof["from"]):
        _tree(each, branch)
    return branch


def shell(verbs: Verbs, *, lines: Sequence[str] | None, interactive: bool) -> bool:
    """Run given lines, or read them; whether every one was understood."""
    console = Console()
    session = Shell(verbs, console)
    if interactive and lines is None:
        console.print("Midworld knowledge. `help` tells what to write, `quit` leaves.", style="dim")
        _prepare_line_editing(verbs)
    understood = True
    waiting = iter(lines) if lines is not None else None
    while True:
        try:
            line = next(waiting) if waiting is not None else input(f"{session.model}> " if interactive else "")
            if not session.run(line):
                return understood
        except (EOFError, StopIteration):
            return understood
        except KeyboardInterrupt:
            console.print()
        except MidworldError as error:
            understood = False
            console.print(str(error), style="red", markup=False)


def _prepare_line_editing(verbs: Verbs) -> None:
    """History across sessions, and completion of verbs and of every name that is known."""
    try:
        import readline
    except ImportError:
        return
    past = Path(platformdirs.user_state_dir("midworld", ensure_exists=True)) / "kb_history"
    if past.is_file():
        readline.read_history_file(past)
    atexit.register(readline.write_history_file, past)

    def complete(text: str, state: int) -> str | None:
        names = [*NAMES, *(name for name, _ in _known(verbs, text))]
        matches = sorted({name for name in names if name.startswith(text)})
        return matches[state] if state < len(matches) else None

    readline.set_completer_delims(" ,")
    readline.set_completer(complete)
    readline.parse_and_bind("tab: complete")


def _known(verbs: Verbs, text: str) -> list[tuple[str, str]]:
    found: object = verbs.call("lookup", [text]) if text else []
    return [(row[0], row[1]) for row in cast("list[list[str]]", found)]
