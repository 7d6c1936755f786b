"""One decomposition in a process of its own: CoACD prints, cannot be interrupted, and a bad mesh can crash it.

Run by path with `python -P`, so that `coacd` is the library and not the adapter beside this file.
"""

# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false, reportUnknownArgumentType=false
import json
import sys
from collections.abc import Callable
from pathlib import Path

import coacd
import numpy as np
import numpy.typing as npt


def main(given: Path, found: Path, options: dict[str, float | str]) -> None:
    run: Callable[..., list[list[npt.NDArray[np.float64]]]] = coacd.run_coacd
    coacd.set_log_level("off")
    with np.load(given) as mesh:
        pieces = run(coacd.Mesh(mesh["vertices"], mesh["faces"]), **options)
    np.savez(found, *(piece[0] for piece in pieces))


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]), json.loads(sys.argv[3]))
