"""The viewer's own process: hears what happens on standard input, and ends when nobody tells it anything any more."""

import os
import signal
import sys

import msgspec

from ...errors import BadInput
from ...world import EntityId
from .chapter import Chapter
from .server import Viewer
from .tape import NO_REASONS, NOTHING, Costs, Reasons, Tape
from .wire import Began, Committed, Opened, Over, Rebuilt, Said, Told, messages, solid

# Where there is too little of the machine for both, the run comes first.
NICENESS = 5


class Heard:
    """One chapter as it is heard: its worlds rebuilt, its tape fed."""

    def __init__(self, told: Told) -> None:
        self._rebuilt = Rebuilt()
        self._wall = 0.0
        self._costs: Costs = NOTHING
        self._reasons: Reasons = NO_REASONS
        self.tape = Tape(costs=lambda: self._costs, reasons=lambda: self._reasons, clock=lambda: self._wall, apart=True)
        self.chapter = Chapter(
            told.name, self.tape, told.sentence, solid(told.meshes), told.live, told.plan, told.doubt
        )

    def hear(self, told: Committed) -> None:
        self._wall, self._costs = told.wall, told.costs or NOTHING
        if told.reasons is not None:
            self._reasons = {EntityId(name): reason for name, reason in told.reasons.items()}
        if told.notes is not None:
            self.tape.notes = told.notes
        self.tape.feed(self._rebuilt.commit(told))


def main() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    os.nice(NICENESS)
    heard = messages(sys.stdin.buffer)
    began = next(heard, None)
    if not isinstance(began, Began):
        sys.exit("this is the inside of `midworld view`; start that instead")
    chapters = [Heard(each) for each in began.chapters]
    try:
        viewer = Viewer([each.chapter for each in chapters], port=began.port)
    except BadInput as error:
        _answer(Opened(trouble=error.problems[0].message))
        return
    with viewer:
        _answer(Opened(url=viewer.url))
        for message in heard:
            match message:
                case Committed(chapter):
                    chapters[chapter].hear(message)
                case Said(chapter, panel, stamp, value):
                    chapters[chapter].tape.say(panel, stamp, msgspec.json.decode(value))
                case Over(chapter, trouble):
                    chapters[chapter].tape.end(trouble)
                case _:
                    pass


def _answer(opened: Opened) -> None:
    sys.stdout.buffer.write(msgspec.json.encode(opened) + b"\n")
    sys.stdout.buffer.flush()


if __name__ == "__main__":
    main()
