"""Loops over small tables, compiled where that could be built; whoever asks has the same in numpy, many calls long."""

import os

PURE_PYTHON = "MIDWORLD_PURE_PYTHON"
"""Set in the environment, it keeps what is compiled out."""

kernels = None
if not os.environ.get(PURE_PYTHON):
    try:
        from . import _kernels

        kernels = _kernels
    except ImportError:
        pass
