"""The pepper mill scenario told to a person as it happens, and what came of it."""

from rich.console import Console

from ...execution import Candidate, Note, Phase, Run
from .restaurant import MILL
from .study import Played, played

WORDS = {
    "tuck_arms": "{1} the arms",
    "move_torso": "moves the torso {1}",
    "move_base": "drives to {1}",
    "move_base_param": "drives {2} to {1} with the mill on its tray",
    "pick_up_object": "picks up {1} from {3}",
    "put_object": "puts {1} on {3}",
    "set_upright": "puts {1} up again",
}
STYLES = {"rewritten": "bold green", "repaired": "bold yellow", "trouble": "bold red", "given up": "bold red"}


def told(console: Console, *, speed: float | None, seed: int = 0, variants: int = 2) -> Played:
    """Plays the scenario and tells it line by line, in step with time where a speed is given."""
    console.print(
        "\n[bold]peppermill[/bold]  A robot fetches a tall pepper mill from the counter and carries it on its tray to a"
        " table.\nWhile it works, it imagines the drive with the mill: fast, as its plan has it, and slow.",
        highlight=False,
        soft_wrap=True,
    )
    seen = 0

    def watch(run: Run) -> None:
        nonlocal seen
        for note in run.notes[seen:]:
            _tell(console, run, note)
        seen = len(run.notes)

    done = played(speed=speed, seed=seed, variants=variants, watch=watch)
    _summary(console, done)
    return done


def _tell(console: Console, run: Run, note: Note) -> None:
    clock = f"  {note.at:6.1f} s  "
    match note.kind:
        case "begun":
            console.print(f"{clock}{_words(note.text)}{_until(run, note)}", highlight=False, soft_wrap=True)
        case "imagining":
            *_, area, ways = note.text.split()
            console.print(
                f"{clock}[cyan]imagines to drive to {area} {ways}, beside everything else[/cyan]", soft_wrap=True
            )
        case "imagined":
            console.print(f"{clock}[cyan]the answer is there:[/cyan]", highlight=False)
            assert note.action is not None
            for each in run.answers[note.action].candidates:
                console.print(_way(each), highlight=False, soft_wrap=True)
        case "rewritten" | "repaired" | "trouble" | "given up" | "default" | "too late" | "surprise":
            style = STYLES.get(note.kind, "yellow")
            console.print(f"{clock}[{style}]{note.kind}[/{style}]: {note.text}", highlight=False, soft_wrap=True)
        case _:
            pass


def _words(task: str) -> str:
    name, *args = task.split()
    return WORDS.get(name, task).format(*args).replace("untucked the", "untucks the").replace("tucked the", "tucks the")


def _until(run: Run, note: Note) -> str:
    assert note.action is not None
    low, high = run.expectations.span(note.action).end
    return f"  [dim](expected to end between {low:.0f} and {high:.0f} s)[/dim]"


def _way(candidate: Candidate) -> str:
    low, high = candidate.seconds
    how = f"confidence {candidate.confidence:.2f}" if candidate.success else "fails"
    return f"             {candidate.task[-1]:6}{how}, {low:.1f} to {high:.1f} s, {candidate.detail}"


def _summary(console: Console, done: Played) -> None:
    run = done.run
    assert run.outcome is not None
    carried = [(task, each) for task, each in done.waiter.drives if task[0] == "move_base_param"]
    facts = {each[0]: each[-1] for each in run.facts if MILL in each}
    console.print()
    if run.outcome.achieved:
        console.print(f"[bold green]Achieved:[/bold green] the mill stands upright on {facts.get('on', 'nothing')}.")
    else:
        console.print(f"[bold red]Not achieved:[/bold red] {run.outcome.reason}.", highlight=False)
    for task, each in carried:
        how = "toppled" if each.toppled else "did not topple"
        lean = float(each.angles.max(initial=0.0))
        console.print(
            f"Driven {task[3]} in {each.seconds:.1f} s, the mill {how}; it leant {lean:.3f} rad at most.",
            highlight=False,
        )
    late = sum(1 for each in run.notes if each.kind in ("default", "too late"))
    console.print(
        f"{len(run.ids(Phase.DONE))} of {len(run.plan.actions)} steps were done in {done.seconds:.1f} s; the plan was"
        f" repaired {run.repairs} times, {late} answers came too late.",
        highlight=False,
        soft_wrap=True,
    )
