"""A headless Chromium that can reach this machine only; without one, these tests say so and are left out."""

import os
import shutil
from collections.abc import Iterator
from dataclasses import dataclass, field

import pytest
from playwright.sync_api import Browser, Page, expect, sync_playwright
from tools.bundle import bundle

# The distribution's own browser: nothing is downloaded.
CHROMIUM = os.environ.get("CHROMIUM") or shutil.which("chromium") or shutil.which("chromium-browser")
ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--use-angle=swiftshader",
    "--enable-unsafe-swiftshader",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-dev-shm-usage",
    "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost",
]
WAIT_MS = 60_000
expect.set_options(timeout=WAIT_MS)


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """Ends with the module: Playwright keeps an event loop running, beside which no other test could run one."""
    bundle()
    if CHROMIUM is None:
        pytest.skip("there is no Chromium here; as root: apt-get install chromium")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, headless=True, args=ARGUMENTS)
        yield browser
        browser.close()


@dataclass
class Visit:
    """A page, and what went wrong on it: errors, and addresses beyond this machine."""

    page: Page
    errors: list[str] = field(default_factory=list[str])


@pytest.fixture(scope="module")
def visit(browser: Browser) -> Iterator[Visit]:
    # Playwright evaluates strings in the page, which the page itself may not.
    page = browser.new_page(viewport={"width": 900, "height": 560}, color_scheme="light", bypass_csp=True)
    page.set_default_timeout(WAIT_MS)
    visit = Visit(page)
    page.on("pageerror", lambda error: visit.errors.append(str(error)))
    page.on("request", lambda request: None if _here(request.url) else visit.errors.append(request.url))
    yield visit
    page.close()


@pytest.fixture
def page(visit: Visit) -> Iterator[Page]:
    """The page of this module; nothing may go wrong on it."""
    yield visit.page
    assert not visit.errors


def _here(url: str) -> bool:
    return url.startswith(("http://127.0.0.1:", "ws://127.0.0.1:", "data:", "blob:"))
