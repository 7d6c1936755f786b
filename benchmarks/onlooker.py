"""A browser in a process of its own that looks at a page, uses it, and tells how that felt."""

import multiprocessing as mp
import shutil
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from itertools import cycle
from multiprocessing.connection import Connection

from playwright.sync_api import Browser, Page, sync_playwright
from playwright.sync_api import Error as PageError

ARGUMENTS = (
    "--no-sandbox",
    "--disable-gpu",
    "--use-angle=swiftshader",
    "--enable-unsafe-swiftshader",
    "--disable-dev-shm-usage",
)
VIEWPORT = (1000, 640)
WAIT_MS = 60_000
# Nobody clicks faster for long.
PAUSE_S = 0.25
# Runs before anything else: watches for stalls, and times what follows an input, from when the browser got it to the
# second picture after its effect is on the page. The page itself counts what it is told and what it draws.
INSTRUMENTS = """(() => {
  const seen = (window.seen = { gaps: [] });
  for (const name of ["drawElements", "drawArrays", "drawElementsInstanced", "drawArraysInstanced"]) {
    const draw = WebGL2RenderingContext.prototype[name];
    WebGL2RenderingContext.prototype[name] = function (...given) { if (!window.undrawn) draw.apply(this, given); };
  }
  let last = performance.now();
  setInterval(() => { const now = performance.now(); seen.gaps.push(now - last); last = now; }, 5);
  window.felt = (kind, test) => new Promise((done) => {
    let begun = null;
    const look = () => begun !== null && test() && (watch.disconnect(), requestAnimationFrame(() =>
      requestAnimationFrame(() => done(performance.now() - begun))));
    const watch = new MutationObserver(look);
    addEventListener(kind, (event) => { begun = event.timeStamp; queueMicrotask(look); },
      { capture: true, once: true });
    watch.observe(document.body, { subtree: true, childList: true, attributes: true, characterData: true });
  });
})()"""


@dataclass(frozen=True, slots=True)
class Felt:
    """Per second: pose updates that came and that were drawn, pictures drawn at all. In milliseconds: from input to
    effect, one figure each, and the longest time the page did nothing else. CPU seconds of the browser a second."""

    told: float
    drawn: float
    pictures: float
    responses: tuple[float, ...]
    stall: float
    browser: float


@dataclass(frozen=True, slots=True)
class Act:
    """An input and how its effect shows; `event` is what the browser calls the input."""

    event: str
    shows: str
    do: Callable[[Page], None]


def _press(key: str) -> Callable[[Page], None]:
    return lambda page: page.keyboard.press(key)


def _click(selector: str) -> Callable[[Page], None]:
    def act(page: Page) -> None:
        # What is drawn anew just now has no place yet.
        while (box := page.locator(selector).first.bounding_box()) is None:
            pass
        page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)

    return act


OURS = (
    Act("pointerdown", "document.querySelector('#play[aria-label=Play]')", _click("#play")),
    Act("keydown", "document.querySelector('#play[aria-label=Pause]')", _press("Space")),
    Act("keydown", "document.querySelector('#live[aria-pressed=true]')", _press("End")),
    Act("pointerdown", "document.querySelector('.name.chosen')", _click("#fact-table tbody tr")),
    Act("keydown", "!document.querySelector('.name.chosen')", _press("Escape")),
    Act("pointerdown", "document.querySelector('#cards [data-thing]')", _click("#tab-things")),
    Act("pointerdown", "document.querySelector('[data-card=o001]')", _click("[data-thing=o001]")),
    Act("keydown", "!document.querySelector('[data-card]')", _press("Escape")),
    Act("pointerdown", "!document.getElementById('facts').hidden", _click("#tab-facts")),
)


class Onlooker:
    """Opens pages and uses them, elsewhere: whoever asks goes on meanwhile, and calls `answer` once `done`."""

    def __init__(self) -> None:
        context = mp.get_context("spawn")
        self._line, theirs = context.Pipe()
        self._process = context.Process(target=_look, args=(theirs,), daemon=True)
        self._process.start()
        theirs.close()
        self.answer()

    @property
    def done(self) -> bool:
        return self._line.poll()

    def ask(self, *what: object) -> None:
        self._line.send(what)

    def answer(self) -> object:
        found = self._line.recv()
        if isinstance(found, str):
            raise RuntimeError(found)
        return found

    def close(self) -> None:
        self.ask("end")
        self._process.join(timeout=20)


def _look(line: Connection) -> None:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=list(ARGUMENTS))
        page: Page | None = None
        line.send(True)
        while (asked := line.recv())[0] != "end":
            try:
                match asked:
                    case ("open", str(url), bool(undrawn)):
                        begun = time.perf_counter()
                        page = _opened(browser, url, undrawn=undrawn)
                        line.send(time.perf_counter() - begun)
                    case ("use", float(seconds)) if page is not None:
                        line.send(_used(page, seconds, OURS))
                    case _ if page is not None:
                        page.close()
                        line.send(True)
                    case _:
                        raise AssertionError(asked)
            except PageError as error:
                line.send(str(error))
        browser.close()


def _opened(browser: Browser, url: str, *, undrawn: bool) -> Page:
    width, height = VIEWPORT
    page = browser.new_page(viewport={"width": width, "height": height}, bypass_csp=True)
    page.add_init_script(f"window.undrawn = {'true' if undrawn else 'false'};{INSTRUMENTS}")
    page.set_default_timeout(WAIT_MS)
    page.goto(url)
    page.wait_for_selector(".name")
    page.wait_for_selector("#fact-count:not(:empty)", state="attached")
    page.wait_for_function("midworld.counts.pictures > 0")
    return page


def _used(page: Page, seconds: float, acts: tuple[Act, ...]) -> Felt:
    page.wait_for_function("midworld.counts.told > 3")
    page.evaluate("window.before = { ...midworld.counts }; seen.gaps = []")
    begun, cpu = time.perf_counter(), _browser_cpu()
    responses = list(_responses(page, begun + seconds, acts))
    wall, cpu = time.perf_counter() - begun, _browser_cpu() - cpu
    told, drawn, pictures, stall = page.evaluate(
        "(({ told, drawn, pictures }) => [told - before.told, drawn - before.drawn, pictures - before.pictures,"
        " Math.max(...seen.gaps)])(midworld.counts)"
    )
    return Felt(told / wall, drawn / wall, pictures / wall, tuple(responses), stall, cpu / wall)


def _responses(page: Page, until: float, acts: tuple[Act, ...]) -> Iterator[float]:
    for act in cycle(acts):
        if time.perf_counter() > until:
            return
        page.evaluate(f"window.response = felt('{act.event}', () => {act.shows}), null")
        act.do(page)
        yield page.evaluate("Promise.race([response, new Promise(done => setTimeout(() => done(10000), 10000))])")
        time.sleep(PAUSE_S)


def _browser_cpu() -> float:
    """CPU seconds of all that this process has started."""
    import psutil

    total = 0.0
    for child in psutil.Process().children(recursive=True):
        with suppress(psutil.Error):
            times = child.cpu_times()
            total += times.user + times.system
    return total
