"""Who does what when: streams side by side, for a terminal and as SVG."""

from collections.abc import Iterator
from xml.sax.saxutils import escape

from .plan import Action, Plan
from .state import fact_text

_COLUMNS = 96
_ROW, _BAR, _LEFT, _TOP = 46, 26, 110, 30
# Colour-blind safe, after Okabe and Ito.
_COLOURS = ("#0072B2", "#E69F00", "#009E73", "#CC79A7", "#56B4E9", "#D55E00")


def gantt_text(plan: Plan, columns: int = _COLUMNS) -> Iterator[str]:
    """A line for each agent, then what the numbers stand for, then the links between streams."""
    names = _names(plan)
    width = max(map(len, names), default=0)
    scale = max(columns - width - 3, 20) / (plan.makespan or 1.0)
    for name in names:
        line = [" "] * (round(plan.makespan * scale) + 2)
        for action in _stream(plan, name):
            start, end = round(action.start * scale), max(round(action.end * scale), round(action.start * scale) + 1)
            line[start : end + 1] = [*f"|{action.id}".ljust(end - start, "=")[: end - start], "|"]
        yield f"{name.rjust(width)} {''.join(line).rstrip()}"
    yield f"{' ' * width} 0{f'{plan.makespan:g} s'.rjust(round(plan.makespan * scale))}"
    for action in plan.actions:
        after = f"  after {', '.join(map(str, action.after))}" if action.after else ""
        yield f"{action.id:>4} {action.start:8g} - {action.end:<8g} {' '.join(action.task)}{after}"
    for link in plan.synchronisations:
        yield f"     {link.maker} -> {link.taker}  {fact_text(link.fact)}"


def _names(plan: Plan) -> list[str]:
    """Everybody who does something; a dash stands for nobody."""
    names = [each.name for each in plan.agents if plan.stream(each.name)]
    return [*names, *(["-"] if any(not each.agents for each in plan.actions) else [])]


def _stream(plan: Plan, name: str) -> tuple[Action, ...]:
    return plan.stream(name) if name != "-" else tuple(each for each in plan.actions if not each.agents)


def gantt_svg(plan: Plan, width: int = 1000) -> str:
    """A bar for each action, an arrow for each link between streams, the task and its times as a tooltip."""
    names = _names(plan)
    rows = {name: _TOP + place * _ROW for place, name in enumerate(names)}
    height = _TOP + len(names) * _ROW + 30
    scale = (width - _LEFT - 20) / (plan.makespan or 1.0)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" font-family="sans-serif" '
        'font-size="11"><defs><marker id="arrow" markerWidth="8" markerHeight="8" refX="7" refY="3" orient="auto">'
        '<path d="M0,0 L7,3 L0,6 z" fill="#444"/></marker></defs>'
        f'<rect width="{width}" height="{height}" fill="white"/>'
    ]
    middle: dict[int, tuple[float, float, float]] = {}
    for place, name in enumerate(names):
        y = rows[name]
        parts.append(f'<text x="8" y="{y + 17}" font-size="13">{escape(name)}</text>')
        for action in _stream(plan, name):
            x, long = _LEFT + action.start * scale, max(action.seconds * scale, 2.0)
            title = escape(f"{' '.join(action.task)}: {action.start:g} to {action.end:g} s")
            parts.append(
                f'<g><title>{title}</title><rect x="{x:.1f}" y="{y}" width="{long:.1f}" height="{_BAR}" rx="3" '
                f'fill="{_COLOURS[place % len(_COLOURS)]}" fill-opacity="0.35" stroke="#444"/>'
                f'<text x="{x + 3:.1f}" y="{y + 17}">{escape(_fitting(action, long))}</text></g>'
            )
            middle[action.id] = (x, x + long, y + _BAR / 2)
    for link in plan.synchronisations:
        assert link.maker is not None
        (_, x1, y1), (x2, _, y2) = middle[link.maker], middle[link.taker]
        parts.append(
            f'<g><title>{escape(fact_text(link.fact))}</title><path d="M{x1:.1f},{y1:.1f} L{x2:.1f},{y2:.1f}" '
            'stroke="#444" fill="none" marker-end="url(#arrow)"/></g>'
        )
    for tick in range(6):
        seconds = plan.makespan * tick / 5
        anchor = "end" if tick == 5 else "start"
        x = _LEFT + seconds * scale
        parts.append(f'<text x="{x:.1f}" y="{height - 10}" fill="#444" text-anchor="{anchor}">{seconds:.3g} s</text>')
    return "\n".join([*parts, "</svg>\n"])


def _fitting(action: Action, pixels: float) -> str:
    """As much of the task as there is room for."""
    text = " ".join(each for each in action.task if each not in action.agents)
    room = max(int((pixels - 4) / 6.6), 0)
    return text if len(text) <= room else f"{text[: room - 1]}…" if room > 2 else ""
