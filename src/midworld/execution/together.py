"""A plan carried out with people: the robot's actions done and seen, people's asked for and watched, surprises met."""

import asyncio
from collections.abc import Callable, Iterable, Mapping

from ..planning import Action, Fact, GaveUp, Impossible, Plan, Problem, Result, happening_of, solve, unmet_goal
from ..world import robot_of
from .driver import Driver
from .driving import carried_out
from .expecting import Expecting
from .monitoring import Observed
from .partner import Partner
from .reaching import Reaches
from .robot import Imaginer, Report
from .run import Answer, Halted, News, Noticed, Outcome, Phase, Policy, Request, Run
from .skills import SKILLS, Hands, Meeting, Placing, Skill, felt
from .surroundings import Surroundings, until
from .wording import Wording

# What is noticed has lasted this long: a percept that is off is not.
LASTS_S = 0.5
# Perception needs a moment to see what was done.
SEEN_S = 4.0
# A body that does not answer a stop within this time is dead.
ANSWERS_S = 5.0
# Before something is tried again, the world gets a moment to be otherwise.
BREATH_S = 1.0
# A robot's action that takes this many times longer than expected hangs.
HANGS = 4.0
# Where there is no plan, people may make one possible: so long is waited for that.
HOPE_S = 12.0
# After this many plans from the beginning it is enough.
MOST_PLANS = 3
# What is learnt about people in the run itself, beside what is seen.
LEARNT = frozenset({"away", "unwilling"})


class NoImaginer:
    """For plans in which nothing is imagined."""

    async def imagine(self, request: Request) -> Answer:
        return Answer(())


class Together:
    """Carries out plans with people. `about` are the predicates that are looked at; all else the plan says itself."""

    def __init__(
        self,
        driver: Driver,
        surroundings: Surroundings,
        placing: Placing,
        *,
        about: frozenset[str] = frozenset({"isOn", "isIn", "isHeldBy", "canReach"}),
        skills: Mapping[str, Skill] = SKILLS,
        meeting: Meeting | None = None,
        wording: Wording | None = None,
        imaginer: Imaginer | None = None,
        policy: Policy | None = None,
        watch: Callable[[Run], None] = lambda run: None,
    ) -> None:
        self.driver, self.surroundings, self._about, self._skills = driver, surroundings, about, skills
        self._wording, self._imaginer = wording or Wording(), imaginer or NoImaginer()
        self._policy, self._watch = policy or Policy(most_repairs=8), watch
        self._hands = Hands(driver, surroundings, placing, meeting)
        self._learnt: set[Fact] = set()
        self._partners: dict[str, Partner] = {}
        self._run: Run | None = None
        self._news: asyncio.Queue[News] | None = None
        self._halted = False
        self._reaches = Reaches()
        self.expecting = Expecting(surroundings)
        self._name = str(robot_of(surroundings.world()) or "robot")

    async def achieve(self, problem_of: Callable[[frozenset[Fact]], Problem]) -> Outcome:
        """Plans for what holds, carries the plan out, and looks whether the goal is reached; again where it is not."""
        tried: list[str] = []
        try:
            while True:
                problem, plan = await self._hoped(problem_of)
                if isinstance(plan, Impossible | GaveUp):
                    return await self._told(Outcome(False, self._why("; ".join([*tried[-1:], str(plan)]))))
                run = await self._carried(problem, plan)
                assert run.outcome is not None
                missing = unmet_goal(problem, self.observed().facts)
                if missing is None:
                    return await self._told(Outcome(True, "what was wanted is seen to hold"))
                reason = f"{missing} is not seen to hold" if run.outcome.achieved else run.outcome.reason
                if reason in tried or len(tried) == MOST_PLANS or self._halted:
                    return await self._told(Outcome(False, self._why(reason)))
                tried.append(reason)
        finally:
            await self._stopped()

    async def _hoped(self, problem_of: Callable[[frozenset[Fact]], Problem]) -> tuple[Problem, Result]:
        """A plan from what holds, waited for a while where there is none."""
        end = self.surroundings.now + HOPE_S
        while True:
            facts = self.observed().facts
            problem = problem_of(facts)
            plan = solve(problem, rounds=20)
            if isinstance(plan, Plan) or self.surroundings.now >= end or self._halted:
                return problem, plan
            await until(self.surroundings, lambda facts=facts: self.observed().facts != facts, HOPE_S)

    def halt(self, reason: str) -> None:
        """Ends what is carried out, at once."""
        self._halted = True
        if self._news is not None:
            self._news.put_nowait(Halted(reason))

    def observed(self) -> Observed:
        """What is seen, what the robot's hands feel, and what was learnt about people."""
        seen = frozenset(each for each in self.surroundings.facts() if each[0] in self._about or each[0] in LEARNT)
        known = self._reaches.known(seen, self.surroundings.world(), self.surroundings.now)
        return Observed(known | self._felt(seen) | frozenset(self._learnt), self._about | LEARNT)

    def _felt(self, seen: frozenset[Fact]) -> frozenset[Fact]:
        """What was seen in the robot's hand and is nowhere else since: eyes may lose it, fingers do not."""
        placed = {each[1] for each in seen if each[0] in ("isOn", "isIn", "isHeldBy")}
        return frozenset(("isHeldBy", each, self._name) for each in self._hands.sure if each not in placed)

    async def perform(self, action: Action) -> Report:
        """One action of a plan: a robot's is done, a person's is asked for and watched."""
        wanted, unwanted = self._effects(action)
        assert self._run is not None
        people = {each.name for each in self._run.plan.agents if each.kind == "human"}
        if action.agents and action.agents[0] in people:
            return await self._followed(action, wanted, unwanted)
        return await self._done(action, wanted, unwanted)

    async def _carried(self, problem: Problem, plan: Plan) -> Run:
        self._news = asyncio.Queue()
        async with asyncio.TaskGroup() as group:
            noticing = group.create_task(self._noticing(self._news))
            try:
                return await carried_out(
                    problem, plan, self, self._imaginer, policy=self._policy, watch=self._watched, news=self._news
                )
            finally:
                noticing.cancel()
                self._news = None

    async def _noticing(self, news: asyncio.Queue[News]) -> None:
        """Tells the run what is seen, once it has been so for a moment."""
        told = since = self.observed().facts
        changed = self.surroundings.now
        while True:
            await self.surroundings.changed()
            now = self.observed()
            self.expecting.look(now.facts, self._run)
            if now.facts != since:
                since, changed = now.facts, self.surroundings.now
            elif since != told and self.surroundings.now - changed >= LASTS_S:
                news.put_nowait(Noticed(now))
                told = since

    async def _done(self, action: Action, wanted: frozenset[Fact], unwanted: frozenset[Fact]) -> Report:
        skill = self._skills.get(action.task[0])
        if skill is None:
            return Report(False, reason=f"the robot has no skill '{action.task[0]}'; it has {', '.join(self._skills)}")
        try:
            async with asyncio.timeout(HANGS * action.interval[1]):
                await skill(self._hands, action.task)
        except TimeoutError:
            await self._stopped()
            return Report(False, self.observed(), f"it took longer than {HANGS * action.interval[1]:g} s")
        except Exception as error:
            await self._stopped(still=False)
            await asyncio.sleep(BREATH_S)
            return Report(False, self.observed(), str(error) or type(error).__name__)
        await until(self.surroundings, lambda: self._is_seen(wanted, unwanted), SEEN_S)
        held = {each[1] for each in self.surroundings.facts() if each[0] == "isHeldBy" and each[2] == self._name}
        self._hands.sure |= held & set(self._hands.holding.values())
        return Report(True, self.observed())

    async def _stopped(self, *, still: bool = True) -> None:
        """Stands still, if it is to, and feels its hands; a body that no longer answers is left alone."""
        try:
            async with asyncio.timeout(ANSWERS_S):
                if still:
                    await self.driver.stop()
                await felt(self._hands)
        except Exception:
            self._hands.holding.clear()
            self._hands.sure.clear()

    async def _followed(self, action: Action, wanted: frozenset[Fact], unwanted: frozenset[Fact]) -> Report:
        name = action.agents[0]
        partner = self._partners.get(name)
        if partner is None:
            partner = self._partners[name] = Partner(
                name,
                self.driver,
                self.surroundings,
                self._wording,
                left=self._has_left,
                about_to=lambda action: self.expecting.by_itself(action.agents[0], action.task),
            )
        settled = await partner.follow(self._chain(action), wanted, unwanted)
        self._learnt |= settled.learnt
        for thing in action.task[2:] if settled.helpless else ():
            self._reaches.forget(name, thing)
        return Report(settled.ok, self.observed(), settled.reason)

    def _has_left(self, name: str) -> bool:
        return self._reaches.left(name, self.surroundings.world())

    def _chain(self, action: Action) -> tuple[Action, ...]:
        """An action and those of the same person that follow on it alone, which are asked for together."""
        assert self._run is not None
        chain = [action]
        for each in (self._run.action(name) for name in self._run.ids(Phase.PENDING)):
            over = {*(one.id for one in chain), *self._run.ids(Phase.DONE)}
            same = each.agents == action.agents and each.task[2:3] == action.task[2:3]
            if same and chain[-1].id in each.after and over.issuperset(each.after):
                chain.append(each)
        return tuple(chain)

    def _effects(self, action: Action) -> tuple[frozenset[Fact], frozenset[Fact]]:
        """What an action brings about and ends, of that what can be seen."""
        assert self._run is not None
        happening = happening_of(self._run.problem, self._run.facts, action.task)
        if happening is None:
            return frozenset(), frozenset()
        return _of(happening.adds, self._about), _of(happening.deletes, self._about) - frozenset(happening.adds)

    def _is_seen(self, wanted: frozenset[Fact], unwanted: frozenset[Fact]) -> bool:
        facts = self.surroundings.facts()
        return wanted <= facts and facts.isdisjoint(unwanted)

    def _watched(self, run: Run) -> None:
        self._run = run
        self._watch(run)

    def _why(self, reason: str) -> str:
        """A reason with what was learnt about people, which is often the true one."""
        people = sorted(f"{name} is {word}" for word, name in self._learnt if name not in reason)
        return "; ".join([*people, reason])

    async def _told(self, outcome: Outcome) -> Outcome:
        """Says how it ended."""
        text = "We are done." if outcome.achieved else f"I give up: {outcome.reason}."
        try:
            async with asyncio.timeout(30.0):
                await self.driver.say(text)
        except Exception:
            # A robot that can no longer speak has still come to an end.
            return outcome
        return outcome


def _of(facts: Iterable[Fact], about: frozenset[str]) -> frozenset[Fact]:
    return frozenset(each for each in facts if each[0] in about)
