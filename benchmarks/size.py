"""How much room a plain installation takes: a fresh environment, what is in it, the largest first."""

import subprocess
import sys
import tempfile
import venv
from importlib.metadata import Distribution, distributions
from pathlib import Path

from benchmarks.tables import table

ROOT = Path(__file__).parents[1]
ALLOWED_MB = 300
SHOWN = 12


def main() -> None:
    with tempfile.TemporaryDirectory(prefix="midworld-size-") as folder:
        venv.create(folder, with_pip=True)
        python = Path(folder, "bin", "python")
        quiet = ("--quiet", "--disable-pip-version-check", "--constraint", str(ROOT / "constraints.txt"))
        subprocess.run([python, "-m", "pip", "install", *quiet, str(ROOT)], check=True, cwd=folder)
        (packages,) = Path(folder, "lib").glob("python*/site-packages")
        found = {each.name: _files(each) for each in distributions(path=[str(packages)])}
        total = sum(map(_taken, Path(folder).rglob("*")))
    largest = sorted(found, key=found.__getitem__, reverse=True)
    rows = [(name, f"{found[name] / 2**20:.1f}") for name in largest[:SHOWN]]
    rest = largest[SHOWN:]
    rows.append((f"{len(rest)} smaller ones", f"{sum(found[name] for name in rest) / 2**20:.1f}"))
    rows.append((f"all of it, the environment included ({ALLOWED_MB} allowed)", f"{total / 2**20:.0f} MB"))
    table("size", "A plain installation", ("package", "MB"), rows)
    if total > ALLOWED_MB * 2**20:
        sys.exit("a plain installation is too large")


def _files(package: Distribution) -> int:
    return sum(_taken(Path(str(file.locate()))) for file in package.files or ())


def _taken(file: Path) -> int:
    """Bytes on the disk, in whole blocks as the disk counts them."""
    return 0 if file.is_symlink() or not file.is_file() else file.stat().st_blocks * 512


if __name__ == "__main__":
    main()
