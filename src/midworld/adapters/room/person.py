"""A simulated person: a body that hears, and a character that helps, refuses, tires or errs on purpose."""

from collections import deque

from ...physics import HumanBody
from ...world import EntityId
from .figure import Character, Doing, Figure
from .hearing import Heard, named, understood
from .manners import Step, leaving, step_for


class Person(Figure):
    """Somebody in a room. `script` are things they do by themselves, one after the other."""

    def __init__(
        self,
        name: str,
        stands: tuple[float, float],
        faces: tuple[float, float],
        *,
        character: Character | None = None,
        body: HumanBody | None = None,
        script: tuple[Step, ...] = (),
    ) -> None:
        super().__init__(EntityId(name), stands, faces, character=character, body=body)
        self._followed = 0
        self._left = False
        self._waiting: deque[Step] = deque(script)
        # What others ask for comes before what one would do by oneself.
        self._asked: deque[Step] = deque()
        self._doing: Doing | None = None
        self._heard: deque[tuple[float, str]] = deque()
        self._last: EntityId | None = None

    def hear(self, text: str) -> None:
        """Somebody speaks to this person."""
        if not self.character.deaf:
            self._heard.append((self.room.now + self.character.reaction_s, text))

    def advance(self, seconds: float) -> None:
        """Lives on for a moment."""
        self._seconds = seconds
        if self.character.leaves_at is not None and self.room.now >= self.character.leaves_at:
            self._leave()
        while self._heard and self._heard[0][0] <= self.room.now:
            self._react(self._heard.popleft()[1])
        if self._doing is None and (steps := self._asked or self._waiting):
            self._doing = steps.popleft()(self)
        if self._doing is not None:
            try:
                next(self._doing)
            except StopIteration:
                self._doing = None

    def do(self, step: Step) -> None:
        """Does something after all that is to be done before."""
        self._waiting.append(step)

    def _react(self, text: str) -> None:
        self.told = text
        if text.lower().startswith("not "):
            wrong, _, text = text.partition(".")
            for thing in named(wrong.lower(), self.room.labels):
                self.put_right(thing)
        others = {name: labels for name, labels in self.room.names.items() if name != self.name}
        heard = understood(text, self.room.labels, last=self._last, people=others)
        if heard is None:
            return
        if heard.things:
            self._last = heard.things[0]
        answer = self._declined(heard)
        if answer is not None:
            self.say(answer)
            return
        step = step_for(heard, self)
        if step is None:
            return
        if heard.verb == "wait":
            self._give_up()
        elif heard.verb != "know":
            self._followed += 1
        self._asked.append(step)

    def _declined(self, heard: Heard) -> str | None:
        if heard.verb in ("wait", "know"):
            return None
        if heard.verb in self.character.refuses or any(thing in self.character.refuses for thing in heard.things):
            return "No, I won't."
        tires = self.character.tires_after
        if tires is not None and self._followed >= tires:
            return "I am tired."
        return None

    def _leave(self) -> None:
        """Puts nothing down, says nothing, and goes."""
        if self._left:
            return
        self._left = True
        self._give_up()
        self._doing = leaving(self)

    def _give_up(self) -> None:
        """Does no more of what was to be done."""
        self._waiting.clear()
        self._asked.clear()
        self._doing = None
