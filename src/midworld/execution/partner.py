"""A person's part of a plan: asked for, watched, informed, waited for, and at last given up, in that order of cost."""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from ..planning import Action, Fact, Task
from ..world import World
from .driver import Driver
from .surroundings import Surroundings
from .wording import Wording, called

PLACES = ("isOn", "isIn")
REFUSALS = re.compile(r"\b(no|won't|will not|don't want|refuse|tired)\b", re.IGNORECASE)
HELPLESS = re.compile(r"\b(cannot|can't) reach\b", re.IGNORECASE)
LOST = re.compile(r"\b(do not see|don't see|is not there|where is)\b", re.IGNORECASE)
# People get this much longer than the plan expects before they are reminded, and as long again. Chosen.
GRACE_S = 4.0
# Who is this likely about to do it is neither asked nor reminded; but not for longer than this.
SURE, TRUSTED_S = 0.7, 3.0
# A person out of sight is called and waited for so long.
ABSENCE_S = 20.0


@dataclass(frozen=True, slots=True)
class Settled:
    """How a person's action came out; `learnt` are facts about the person that matter from now on.

    `helpless` is who says that they do not reach what they should.
    """

    ok: bool
    reason: str = ""
    learnt: frozenset[Fact] = frozenset()
    helpless: bool = False


class Partner:
    """Speaks with one person about what they are to do, and watches them do it."""

    def __init__(
        self,
        name: str,
        driver: Driver,
        surroundings: Surroundings,
        wording: Wording,
        *,
        left: Callable[[str], bool] = lambda name: False,
        about_to: Callable[[Action], float] = lambda action: 0.0,
    ) -> None:
        self._left, self._about_to = left, about_to
        self.name, self._driver, self._surroundings, self._wording = name, driver, surroundings, wording
        self._asked: set[int] = set()
        self._corrected: Task | None = None

    async def follow(self, actions: Sequence[Action], wanted: frozenset[Fact], unwanted: frozenset[Fact]) -> Settled:
        """The first of some actions in a row, until its effects are seen; all of them are asked for at once."""
        first, begun = actions[0], self._surroundings.now
        corrected, self._corrected = self._corrected, None
        if first.id not in self._asked and first.task != corrected and not await self._begins(first, wanted, unwanted):
            await self._driver.say(self._wording.request(self.name, actions, self._world), to=self.name)
        self._asked |= {each.id for each in actions}
        since, informed, reminded = begun, False, False
        patience = first.interval[1] + GRACE_S
        end = self._surroundings.now + patience
        held = self._held()
        while not self._done(wanted, unwanted):
            await self._surroundings.changed()
            now = self._surroundings.now
            if self._is_gone():
                if not await self._awaited():
                    return Settled(False, f"{self.name} is away", frozenset({("away", self.name)}))
                await self._driver.say(self._wording.request(self.name, actions, self._world), to=self.name)
                end = self._surroundings.now + patience
            for said in (each for each in self._surroundings.heard(since) if each.speaker == self.name):
                since = max(since, said.stamp)
                if REFUSALS.search(said.text):
                    refused = frozenset({("unwilling", self.name)})
                    return Settled(False, f"{self.name} said: {said.text}", refused)
                if HELPLESS.search(said.text):
                    return Settled(False, f"{self.name} said: {said.text}", helpless=True)
                if LOST.search(said.text):
                    informed = await self._inform(first, wrong=False)
                    end = self._surroundings.now + patience
            taken = self._held() - held
            if wrong := sorted(taken - set(first.task)):
                await self._correct(wrong[0], actions)
                return Settled(False, f"{self.name} took the {called(self._world, wrong[0])} instead")
            held |= taken
            if not informed and self._is_wrong(first):
                informed = await self._inform(first, wrong=True)
                end = self._surroundings.now + patience
            if now >= end and self._about_to(first) >= SURE and now < end + TRUSTED_S:
                continue
            if now >= end and not reminded:
                await self._driver.say(self._wording.reminder(self.name, actions, self._world), to=self.name)
                reminded, end = True, self._surroundings.now + patience
            elif now >= end:
                return Settled(False, f"{self.name} did not {self._wording.phrase(first, self._world)} in time")
        return Settled(True)

    async def _begins(self, action: Action, wanted: frozenset[Fact], unwanted: frozenset[Fact]) -> bool:
        """Whether an action is done unasked, as far as it is seen to be under way."""
        end = self._surroundings.now + TRUSTED_S
        while not self._done(wanted, unwanted):
            if self._about_to(action) < SURE or self._surroundings.now >= end:
                return False
            await self._surroundings.changed()
        return True

    @property
    def _world(self) -> World:
        return self._surroundings.world()

    def _done(self, wanted: frozenset[Fact], unwanted: frozenset[Fact]) -> bool:
        facts = self._surroundings.facts()
        return wanted <= facts and facts.isdisjoint(unwanted)

    def _held(self) -> set[str]:
        return {fact[1] for fact in self._surroundings.facts() if fact[0] == "isHeldBy" and fact[2] == self.name}

    def _is_wrong(self, action: Action) -> bool:
        things = set(action.task[2:])
        return any(each.agent == self.name and each.thing in things for each in self._surroundings.mistakes())

    async def _inform(self, action: Action, *, wrong: bool) -> bool:
        """Says where the things of an action are, so that the person can go on."""
        about = [each.thing for each in self._surroundings.mistakes() if each.agent == self.name] if wrong else []
        thing = next((each for each in action.task[2:] if not about or each in about), action.task[2])
        place = next((each for each in self._surroundings.facts() if each[0] in PLACES and each[1] == thing), None)
        if place is not None:
            await self._driver.say(self._wording.information(place, self._world), to=self.name)
            self._surroundings.tell(self.name, place)
        return True

    async def _correct(self, thing: str, actions: Sequence[Action]) -> None:
        text = f"Not the {called(self._world, thing)}. {self._wording.request(self.name, actions, self._world)}"
        await self._driver.say(text, to=self.name)
        self._corrected = actions[0].task

    def _is_gone(self) -> bool:
        return ("away", self.name) in self._surroundings.facts() or self._left(self.name)

    async def _awaited(self) -> bool:
        """Calls somebody who is not there; whether they come back."""
        await self._driver.say(f"{called(self._world, self.name)}, where are you?", to=None)
        end = self._surroundings.now + ABSENCE_S
        while self._is_gone():
            if self._surroundings.now >= end:
                return False
            await self._surroundings.changed()
        return True
