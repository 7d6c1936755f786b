"""A study told to a person as it happens, and what came of it."""

from collections.abc import Callable

from rich.console import Console
from rich.markup import escape

from ...adapters.room.room import Room, Said
from ...execution import Note, Outcome, Run
from ...session import Session

STYLES = {"repaired": "bold yellow", "trouble": "bold red", "given up": "bold red"}
SHOWN = frozenset({"begun", "done", "repaired", "trouble", "given up"})


class Teller:
    """Prints what a room says and what a run decides, each line once, with its time."""

    def __init__(self, console: Console) -> None:
        self._console, self._notes, self._said, self._now = console, 0, 0, 0.0

    def title(self, name: str, sentence: str) -> None:
        self._console.print(f"\n[bold]{name}[/bold]  {sentence}", highlight=False, soft_wrap=True)

    def plan(self, run: Run) -> None:
        """What was decided since it was last asked; a new plan begins anew."""
        if len(run.notes) < self._notes:
            self._notes = 0
        for note in run.notes[self._notes :]:
            self._tell(note)
        self._notes = len(run.notes)

    def room(self, room: Room) -> None:
        """What was said since it was last asked."""
        self._now = room.now
        for said in room.said[self._said :]:
            self._speak(said)
        self._said = len(room.said)

    def live(self, session: Session) -> Callable[[Run], None]:
        """What tells a plan at every change, at the time of a session."""

        def watch(run: Run) -> None:
            self._now = session.world().stamp
            self.plan(run)

        return watch

    def heard(self, who: str, text: str) -> None:
        """Something somebody says now."""
        self._console.print(f"           [bold]{who}:[/bold] {escape(text)}", highlight=False, soft_wrap=True)

    def end(self, outcome: Outcome, seconds: float, really: bool | None) -> None:
        """What was achieved, as the robot claims it, and how it really is, where that is known."""
        self._console.print()
        if outcome.achieved:
            self._console.print("[bold green]Achieved:[/bold green] " + escape(outcome.reason), highlight=False)
        else:
            self._console.print("[bold red]Not achieved:[/bold red] " + escape(outcome.reason), highlight=False)
        if really is None:
            return
        truth = "so it really is" if really == outcome.achieved else "the room is otherwise"
        self._console.print(f"After {seconds:.1f} s of the room's time; {truth}.", highlight=False)

    def _tell(self, note: Note) -> None:
        if note.kind in SHOWN:
            style = STYLES.get(note.kind, "dim" if note.kind == "done" else "cyan")
            text = escape(note.text)
            self._console.print(
                f"  {self._now:5.1f} s  [{style}]{note.kind}[/{style}] {text}", highlight=False, soft_wrap=True
            )

    def _speak(self, said: Said) -> None:
        text = f"  {said.stamp:5.1f} s  [bold]{said.speaker}:[/bold] {escape(said.text)}"
        self._console.print(text, highlight=False, soft_wrap=True)
