"""Better plans: short tries that change a few decisions of the best, and a whole search with the best as its bound."""

from collections.abc import Callable, Iterator
from itertools import count
from math import inf
from random import Random
from typing import TypeAlias

from .balance import Load, Wish, balanced, led
from .descent import Clock, Descent, Outcome, alternatives, in_order
from .model import Happening, Way
from .progress import Choice, Progress
from .work import own_work, work_by_path, work_of

# A try may make so many times the choices of the best plan: what gets too expensive is soon given up.
_PATIENCE = 1.3
_REFUSALS = 3
_SLICE = 500
_SHARE = 0.25
_PACES = (None, 1.5)
_ALL_PACES = (*_PACES, 0.0, 0.5)
# The paces of tries that spare who is busiest.
_WORK_PACES = (1.5, None)
_WORK_SHARE = 0.2
# So many agents' own tasks come first in turn, where work is balanced.
_MOST_LEADS = 3
_SHARES = (0.2, 0.5, 0.8)

# By path the ranks and ways to keep to, the pace, and whether what looks best is taken elsewhere.
_Decisions: TypeAlias = tuple[dict[int, float], dict[int, Wish], float | None, bool]
# A kind of way, among the kinds there were to choose from.
_Favourite: TypeAlias = tuple[tuple[tuple[str, ...], ...], tuple[str, ...]]
# Of so many alternatives the one that looks best is taken; of more, the first ones.
_COMPARED = 12
# So far a choice is followed to see what it leads to.
_AHEAD = 12


def _makespan(progress: Progress) -> float:
    return progress.makespan


def _soonest(progress: Progress, pace: float) -> list[float]:
    """For what is available, when it can begin: actions when their agents are free, tasks when anybody is."""
    until = {agent: progress.steps[last].end for agent, last in progress.free.items()}
    anybody = min((until.get(each.name, 0.0) for each in progress.problem.agents), default=0.0)
    recent = [each.end - each.start for each in progress.steps[-8:] if each.happening is not None]
    lasting = pace * sum(recent) / len(recent) if recent else 0.0
    found: list[float] = []
    group = -1
    for task in progress.available:
        words, ready = progress.tasks[task], progress.ready[task]
        if words[0] in progress.problem.operators:
            found.append(max([ready, *(until[each] for each in words[1:] if each in until)]))
        else:
            # What stands beside an action listed before it waits for that: so recursions do not run ahead.
            beside = found[-1] if progress.groups[task] == group else 0.0
            found.append(max(ready, anybody, beside) + lasting)
        group = progress.groups[task]
    return found


def _kind(way: Happening | Way) -> tuple[str, ...]:
    """A method and who begins: ways that are alike, whatever they are about."""
    if not isinstance(way, Way):
        return ()
    return (way.method, *(way.network.tasks[0][:2] if way.network.tasks else ()))


class Improver:
    """Searches from a plan on. `proved` tells that nothing cheaper exists."""

    def __init__(self, fresh: Callable[[], Progress], random: Random, clock: Clock, *, sequential: bool) -> None:
        self._fresh, self._random, self._clock = fresh, random, clock
        self.nodes = 0
        self._spent = 0
        self.proved = False
        # Where everything is one agent's, when it is done decides alone which of two equal states is better.
        self._whole = Descent(fresh(), in_order, remember=sequential, measure=_makespan if sequential else None)
        self._progress = fresh()
        self._met: dict[_Favourite, None] = {}
        # By path: the rank of a task among those not ordered, and the way a task is done.
        self._ranks: dict[int, float] = {}
        self._ways: dict[int, Wish] = {}
        # By path: the work each way gives to whom, as far as ways were compared.
        self._loads: dict[int, dict[Wish, Load]] = {}
        # The work of the best plan: of everybody, and by path.
        self._busy: Load = {}
        self._work: dict[int, Load] = {}
        # Whose own tasks come first in the tries to come that balance the work; and which were made.
        self._leads: tuple[str, ...] = ()
        self._evenings: set[int] = set()
        self._tries = 0

    def better(self, cost: float, rounds: int | None, length: int) -> Iterator[Progress | None]:
        """Each progress that is cheaper than all before; None while there is none."""
        rounds_, second, since = count() if rounds is None else range(rounds), inf, 0
        whole, slice_ = self._whole, _SLICE
        self._length = length
        for _ in rounds_:
            if self._clock.over:
                return
            ranks, ways, timed, greedy = self._evened() or self._planned(since)
            progress = self._try(ranks, ways, cost, greedy=greedy, timed=timed)
            since += 1
            if progress is not None:
                tie = sum(each.end for each in progress.steps)
                if progress.cost < cost - 1e-9 or (progress.cost <= cost + 1e-9 and tie <= second):
                    improved, known = progress.cost < cost - 1e-9, self._ways
                    cost, second = min(cost, progress.cost), tie
                    self._keep(progress, ranks, timed=timed)
                    if improved or not known:
                        self._leads = tuple(self._busy)[:_MOST_LEADS] if len(self._busy) > 1 else ()
                    if improved:
                        since = 0
                        yield progress
            # The whole search gets a share of the choices: small problems end by it, large ones do not wait for it.
            if whole.nodes < _SLICE + self._spent * _SHARE:
                outcome = whole.run(slice_, self._clock, cost - 1e-9)
                while outcome is Outcome.FOUND:
                    cost, since = whole.progress.cost, 0
                    self._keep(whole.progress, {}, timed=None)
                    yield whole.progress
                    outcome = whole.run(slice_, self._clock, cost - 1e-9)
                if outcome is Outcome.EXHAUSTED and not whole.cut:
                    self.proved = True
                    return
            self.nodes = whole.nodes + self._spent
            yield None

    def _planned(self, since: int) -> _Decisions:
        """What the next try keeps to: nothing at first, then the best plan with changes."""
        self._tries = tries = self._tries + 1
        first = tries <= len(_PACES + _WORK_PACES)
        ranks, ways = self._varied(tries, since)
        timed = self._paced(tries)
        self._favoured = self._favourite(tries)
        chance = not first and self._random.random() < _WORK_SHARE
        self._by_work = (first and tries > len(_PACES)) or chance
        return ranks, ways, timed, first or tries % 8 == 1

    def _evened(self) -> _Decisions | None:
        """The ways of the best plan with the work balanced, one agent's own tasks first; None where that was tried."""
        while self._leads:
            lead, self._leads = self._leads[0], self._leads[1:]
            ways = self._ways | balanced(self._busy, self._loads, self._ways)
            key = hash((lead, frozenset(ways.items())))
            if key not in self._evenings:
                self._evenings.add(key)
                self._favoured, self._by_work = None, False
                known = {path: self._loads.get(path, {}).get(way) for path, way in ways.items()}
                work = self._work | {path: load for path, load in known.items() if load is not None}
                return led(work, lead), ways, None, True
        return None

    def _varied(self, tries: int, since: int) -> tuple[dict[int, float], dict[int, Wish]]:
        """The decisions of the best plan with a few changed or forgotten."""
        ranks, ways = dict(self._ranks), dict(self._ways)
        if tries <= len(_PACES + _WORK_PACES) or not self._ways:
            return {}, {}
        random, paths = self._random, self._decided
        count = 1 + random.randrange(3) + (random.randrange(4) if since > 50 else 0)
        for _ in range(count):
            if self._unordered and random.random() < 0.6:
                among = self._unordered if random.random() < 0.5 else self._every
                ranks[random.choice(among)] = random.random() * 2 - 1
            elif paths:
                ways.pop(random.choice(paths), None)
        return ranks, ways

    _decided: tuple[int, ...] = ()
    _unordered: tuple[int, ...] = ()
    _every: tuple[int, ...] = ()
    # If what can begin first goes first, whatever it is part of: how many actions' time it goes before tasks.
    _timed: float | None = None
    _length = 0
    # Whether alternatives are compared by the work of who is busiest.
    _by_work = False

    # The kind of way that is favoured in this try, and in which share of the choices.
    _favoured: tuple[_Favourite, float] | None = None

    def _favourite(self, tries: int) -> tuple[_Favourite, float] | None:
        """Many choices at once are changed, now and then: each kind of way everywhere, then here and there."""
        names, place = list(self._met), tries - len(_PACES + _WORK_PACES) - 1
        if len(names) < 2 or place < 0:
            return None
        if place < len(names):
            return names[place], 1.0
        return (self._random.choice(names), self._random.choice(_SHARES)) if self._random.random() < 0.25 else None

    def _paced(self, tries: int) -> float | None:
        if tries <= len(_PACES + _WORK_PACES):
            return (_PACES + _WORK_PACES)[tries - 1]
        return self._random.choice(_ALL_PACES) if self._random.random() < 0.15 else self._timed

    def _keep(self, progress: Progress, ranks: dict[int, float], *, timed: float | None) -> None:
        """Remember the decisions of a plan."""
        self._ways = {progress.paths[each.task]: (each.way.method, each.way.key) for each in progress.decompositions}
        self._decided = tuple(self._ways)
        unordered: list[int] = []
        groups = [(0, progress.problem.tasks), *((each.first, each.way.network) for each in progress.decompositions)]
        for first, network in groups:
            if len(network.shape.firsts) > 1 or len(network.shape.lasts) > 1:
                unordered += [progress.paths[first + place] for place in range(len(network.tasks))]
        self._unordered, self._every = tuple(unordered), tuple(progress.paths)
        self._ranks, self._timed, self._length = dict(ranks), timed, progress.depth
        self._busy = work_of(progress, 0, {each.name: 0.0 for each in progress.problem.agents})
        self._work = work_by_path(progress)

    def _try(
        self,
        ranks: dict[int, float],
        ways: dict[int, Wish],
        bound: float,
        *,
        greedy: bool,
        timed: float | None,
    ) -> Progress | None:
        """One plan by these decisions, or none if it gets too expensive or into a corner."""
        progress = self._progress
        progress.rewind(0)
        progress.restart(ranks)
        descent = Descent(progress, self._chooser(ways, greedy=greedy, timed=timed), remember=False)
        descent.run(_PATIENCE * self._length + 10, self._clock, bound + 1e-9, refusals=_REFUSALS)
        self._spent += descent.nodes
        return progress if not progress.available else None

    def _chooser(
        self, ways: dict[int, Wish], *, greedy: bool, timed: float | None
    ) -> Callable[[Progress], Iterator[Choice | None]]:

        def choose(progress: Progress) -> Iterator[Choice | None]:
            available, ranks = progress.available, progress.ranks
            places = list(range(len(available)))
            if len(places) > 1 and timed is not None:
                soon = _soonest(progress, timed)
                places.sort(key=lambda place: (soon[place], ranks[available[place]]))
            elif len(places) > 1 and progress.wished_ranks:
                places.sort(key=lambda place: ranks[available[place]])
            for place in places:
                task = available[place]
                wished = ways.get(progress.paths[task])
                options: list[Happening | Way] = []
                for each in alternatives(progress, task):
                    if each is None:
                        yield None
                    else:
                        options.append(each)
                    if len(options) >= _COMPARED:
                        break
                found = self._sorted(progress, place, options, wished, greedy=greedy)
                for each in found:
                    yield place, each

        return choose

    def _sorted(
        self,
        progress: Progress,
        place: int,
        options: list[Happening | Way],
        wished: Wish | None,
        *,
        greedy: bool,
    ) -> list[Happening | Way]:
        """Alternatives, the one to take first: that of the best plan, that of a favoured kind, or what looks best."""
        if len(options) < 2:
            return options
        random, kinds = self._random, tuple(map(_kind, options))
        self._met |= dict.fromkeys((kinds, each) for each in kinds)
        favoured = None
        if self._favoured is not None and self._favoured[0][0] == kinds and random.random() < self._favoured[1]:
            favoured = self._favoured[0][1]
        elif wished is not None:
            known = [each for each in options if isinstance(each, Way) and (each.method, each.key) == wished]
            if known:
                return [*known, *(each for each in options if each is not known[0])]
        if greedy or random.random() < 0.7:
            options = self._promising(progress, place, options)
        else:
            random.shuffle(options)
        if favoured is not None:
            options.sort(key=lambda each: _kind(each) != favoured)
        return options

    def _promising(self, progress: Progress, place: int, found: list[Happening | Way]) -> list[Happening | Way]:
        """Alternatives by what they cost up to the next decision, or by how busy they leave who is busiest."""
        depth, steps, path = progress.depth, len(progress.steps), progress.paths[progress.available[place]]
        decomposition = len(progress.decompositions) + 1
        costs: list[tuple[float, ...]] = []
        busy = work_of(progress, 0, {}) if self._by_work else {}
        for each in found:
            progress.apply((place, each))
            at = place
            while at < len(progress.available):
                options = alternatives(progress, progress.available[at])
                first = next(options, None)
                if first is None or next(options, None) is not None or progress.depth > depth + _AHEAD:
                    break
                progress.apply((at, first))
                if len(progress.available) == at or progress.depth > depth + _AHEAD:
                    break
            self._spent += progress.depth - depth
            ends = [progress.steps[last].end for last in progress.free.values()]
            cost = (progress.floor, sum(ends))
            if self._by_work:
                work = work_of(progress, steps, busy).values()
                cost = (max(work, default=0.0), sum(work), *cost)
            costs.append(cost)
            if isinstance(each, Way):
                loads = self._loads.setdefault(path, {})
                loads[each.method, each.key] = own_work(progress, steps, decomposition)
            progress.rewind(depth)
        return [found[at] for at in sorted(range(len(found)), key=costs.__getitem__)]
