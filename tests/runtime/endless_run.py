"""Records ticks for ever and says so after each; for tests that kill it."""

import sys

from midworld.runtime import Board, Recorder
from midworld.world import Entity, EntityId, change


def main(path: str) -> None:
    board = Board()
    names = [EntityId(f"thing{number}") for number in range(300)]
    with Recorder(board, path):
        merged, stable = board.claim("merged", "fuse"), board.claim("stable", "settle")
        arrival = change(put=[Entity(name) for name in names])
        board.commit({merged: arrival, stable: arrival})
        tick = 1
        while True:
            sys.stdout.write(f"{tick}\n")
            sys.stdout.flush()
            tick += 1
            moved = change(stamp=float(tick), pose={name: [float(tick), 0, 0, 0, 0, 0, 1] for name in names})
            board.commit({merged: moved, stable: moved})


if __name__ == "__main__":
    main(sys.argv[1])
