"""A reader in a program of its own: prints what is said to happen and hold, wherever it is said.

python examples/sharing/reader.py lab
"""

import sys

import midworld

with midworld.connect(sys.argv[1], name="reader", timeout=60.0) as board:
    for commit in board.changes():  # waits; every change of every world, none left out
        for entry in commit.delta.entries:
            print(f"{commit.stamp:8.2f} s  {commit.name}: {entry.predicate} {entry.subject} {entry.object}", flush=True)
