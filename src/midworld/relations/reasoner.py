"""The physics reasoner: what is perceived in, a world that physics agrees with out."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache, partial
from itertools import compress
from types import MappingProxyType
from typing import Generic, TypeAlias, TypeVar

from ..geometry import FloatArray, IntArray
from ..physics import Eye, Memory, Parameters, Settled, SimulatedScene, SimulationPool, settle
from ..world import Delta, EntityId, Entry, Event, Sensor, Why, World, is_made_up
from . import absences, doubts, handling, pushing, unknown
from .absences import Absences, Watch
from .actions import CALM, RESTED
from .deeds import Deeds, noticed, wanted
from .doubts import Doubts
from .handling import Handling
from .hands import hands, limbs, sights
from .moment import Moment
from .pushing import Pushing
from .reporting import Telling, report
from .unknown import Unknown

# What one hears of comes to lie where it is said to be: a tenth of a second, also where no time has passed.
HEARD_STEPS = 24
NO_DONORS: Mapping[EntityId, "ReasonerMemory"] = MappingProxyType({})
NOTHING_HEARD: Mapping[EntityId, FloatArray] = MappingProxyType({})
M = TypeVar("M")
# What else there is to say of a world that was just settled, by somebody with a memory of their own.
Remark: TypeAlias = Callable[[World, M, float], tuple[Sequence[Entry], M]]


@dataclass(frozen=True, slots=True, eq=False)
class ReasonerMemory:
    """What one reasoner carries from tick to tick; `reasons` are why things are where they are not seen to be."""

    physics: Memory = field(default_factory=lambda: Memory.fresh(0))
    handling: Handling = field(default_factory=Handling)
    pushing: Pushing = field(default_factory=Pushing)
    doubts: Doubts = field(default_factory=Doubts)
    absences: Absences = field(default_factory=Absences)
    unknown: Unknown = field(default_factory=Unknown)
    telling: Telling = field(default_factory=Telling)
    deeds: Deeds = field(default_factory=Deeds)
    reasons: Mapping[EntityId, str] = field(default_factory=lambda: MappingProxyType({}))

    @property
    def searching(self) -> bool:
        """Whether something is not where it should be seen: it may be anywhere."""
        return any(each.why in (Why.SEARCHED, Why.UNKNOWN) for each in self.absences.known.values())


@dataclass(frozen=True, slots=True, eq=False)
class SettledMemory(Generic[M]):
    """What a settled world carries from tick to tick: the reasoner's memory, and that of who remarks on it."""

    reasoner: ReasonerMemory
    remarks: M


@dataclass(frozen=True, slots=True)
class Reasoner:
    """Makes `stable` of `merged`, or of somebody's percepts that person's world; `owner` is whose world it is.

    `eyes` are those there are in a world at an instant.
    """

    pool: SimulationPool
    parameters: Parameters
    eyes: Callable[[World, float], tuple[Eye, ...]]
    owner: EntityId | None = None

    def step(
        self,
        percepts: World,
        previous: World,
        memory: ReasonerMemory,
        stamp: float,
        *,
        heard: Mapping[EntityId, FloatArray] = NOTHING_HEARD,
        released: frozenset[EntityId] = frozenset(),
        unsure: frozenset[EntityId] = frozenset(),
        donors: Mapping[EntityId, "ReasonerMemory"] = NO_DONORS,
    ) -> tuple[Delta, ReasonerMemory]:
        """One tick. `heard` is where unseen things are by hearsay, `released` what hands are known to let go of.

        Of what is `unsure` nobody can tell whether it is seen. `donors` have reasoned so far on what is new here.
        """
        parameters = self.parameters
        loan = self.pool.lend(memory.physics.image, percepts)
        simulated = loan.scene
        memory = _adopted(memory, simulated, loan.stayed, percepts, donors)
        memory, found = _begun(memory, simulated, percepts, heard, released, stamp)
        now = Moment(simulated, percepts, hands(percepts, stamp=stamp), self._watching(percepts, stamp), stamp, unsure)
        hands_met = memory.handling.meeting((*simulated.ids, *(hand.id for hand in now.people)), stamp=stamp)
        riding, pushes = self._riding(memory, now)
        settled = settle(
            memory.physics,
            simulated,
            percepts,
            hands=sights(now.people, percepts),
            riding=riding,
            parameters=parameters,
            stamp=stamp,
            least_steps=HEARD_STEPS if heard else 0,
        )
        hands_known, physics, events = handling.judge(hands_met, settled, now, parameters=parameters)
        settled = replace(settled, memory=physics)
        memory = replace(memory, handling=hands_known, pushing=pushes, reasons=MappingProxyType(dict(settled.reasons)))
        memory, physics, lost, unseen = self._missed(memory, settled, now, previous)
        settled = replace(settled, memory=physics)
        events = [*events, *unseen]
        deeds, more = noticed(memory.deeds, settled, now, events, previous, reach_m=parameters.hand_reach)
        sure, spreads = doubts.follow(
            memory.doubts,
            settled,
            simulated,
            self.pool,
            held=frozenset(physics.grips),
            unknown=memory.unknown.names,
            parameters=parameters,
            stamp=stamp,
        )
        delta, telling = report(
            memory.telling,
            settled,
            now,
            previous,
            wanted([*events, *more], parameters),
            changed=(*found, *lost, *(EntityId(str(event.object)) for event in events)),
            absences=memory.absences,
            unknown=memory.unknown,
            spreads=spreads,
        )
        physics = replace(physics, image=self.pool.kept(simulated))
        return delta, replace(memory, physics=physics, doubts=sure, telling=telling, deeds=deeds)

    def _riding(self, memory: ReasonerMemory, now: Moment) -> tuple[Mapping[int, FloatArray], Pushing]:
        """Where unseen things are that hands carry or push."""
        if not self.parameters.hand_attachment:
            return {}, memory.pushing
        simulated, merged, stamp = now.simulated, now.merged, now.stamp
        carried = handling.riding(memory.physics, simulated, now.people, parameters=self.parameters, stamp=stamp)
        seen = merged.state.seen[simulated.world_rows] == stamp
        fresh = frozenset(compress(simulated.ids, seen.tolist()))
        pushes, pushed = pushing.follow(memory.pushing, memory.physics, simulated, now.people, fresh, stamp=stamp)
        return {**pushed, **carried}, pushes

    def _watching(self, merged: World, stamp: float) -> tuple[Eye, ...]:
        """The eyes that would have reported what they see: cameras that did report, or the owner's own."""
        found = self.eyes(merged, stamp)
        if self.owner is not None:
            return tuple(eye for eye in found if eye.agent == self.owner)
        sensors = (eye for eye in found if isinstance(merged.entity(eye.id).role, Sensor))
        return tuple(eye for eye in sensors if merged.state.seen[merged.structure.row(eye.id)] == stamp)

    def _missed(
        self, memory: ReasonerMemory, settled: Settled, now: Moment, previous: World
    ) -> tuple[ReasonerMemory, Memory, tuple[EntityId, ...], list[Event]]:
        """Explains why things are not seen; with those that have no place any more, and what hands did unseen."""
        parameters = self.parameters
        # The published reasoner, which knows no hands, explains no absence either: what fell is where physics took it.
        if not (parameters.absence_reasoning and parameters.hand_attachment):
            return memory, settled.memory, (), []
        simulated, stamp = now.simulated, now.stamp
        watch = Watch(
            now.watching,
            # Asked for only where something is amiss.
            cache(partial(limbs, now.merged, stamp=stamp)),
            now.people,
            memory.handling.trails,
            # Cameras know things by their tags, people by sight.
            plain=parameters.plain_view if self.owner is None else parameters.plain_sight,
            by_tags=self.owner is None,
            unsure=now.unsure,
        )
        missing, found = absences.follow(memory.absences, settled, simulated, watch, parameters=parameters, stamp=stamp)
        hands_known, physics, events = handling.take(memory.handling, found.taken, settled, now)
        for taken in found.taken:
            if taken.id in physics.grips:
                missing = missing.holding(taken.id, taken.agent, stamp=stamp)
        for name, place in found.places.items():
            simulated.simulation.set_state([simulated.ids.index(name)], place[None])
            physics = replace(physics, rested=None)
        left = [taken.id for taken in found.taken if taken.id not in physics.grips]
        nowhere, lost = unknown.lose(memory.unknown, (*found.gone, *left), simulated, physics, previous.timeline)
        if lost:
            physics = unknown.without(physics, lost, simulated)
            hands_known = hands_known.behaving(lost, CALM)
        return replace(memory, handling=hands_known, absences=missing, unknown=nowhere), physics, lost, events


def settling(
    reasoner: Reasoner, heard: str, remark: Remark[M] | None
) -> Callable[[Mapping[str, World], World, SettledMemory[M], float], tuple[Delta, SettledMemory[M]]]:
    """The step of a stage that makes of one world the one physics agrees with, and lets somebody remark on that."""

    def step(
        inputs: Mapping[str, World], previous: World, memory: SettledMemory[M], stamp: float
    ) -> tuple[Delta, SettledMemory[M]]:
        delta, reasoned = reasoner.step(inputs[heard], previous, memory.reasoner, stamp)
        if remark is None:
            return delta, replace(memory, reasoner=reasoned)
        entries, remarks = remark(previous.apply(delta), memory.remarks, stamp)
        return replace(delta, entries=(*delta.entries, *entries)), SettledMemory(reasoned, remarks)

    return step


def _begun(
    memory: ReasonerMemory,
    simulated: SimulatedScene,
    merged: World,
    heard: Mapping[EntityId, FloatArray],
    released: frozenset[EntityId],
    stamp: float,
) -> tuple[ReasonerMemory, tuple[EntityId, ...]]:
    """Lets in what has entered, is seen again, or is heard of; gives the last two."""
    physics = memory.physics
    nowhere, found = unknown.find(memory.unknown, simulated, merged, stamp=stamp)
    for name, pose in heard.items():
        nowhere = unknown.put(nowhere, name, pose, simulated)
        simulated.simulation.set_state([simulated.ids.index(name)], pose[None])
        physics = unknown.without(physics, [name], simulated)
    if found or heard:
        physics = replace(physics, rested=None)
    missing, hands_known = memory.absences, memory.handling
    if released:
        grips = {name: grip for name, grip in physics.grips.items() if name not in released}
        physics = replace(physics, grips=MappingProxyType(grips), rested=None)
        hands_known = hands_known.behaving(released, RESTED)
    if heard:
        missing, hands_known = missing.forgetting(heard), hands_known.behaving(heard, RESTED)
    memory = replace(memory, physics=physics, unknown=nowhere, absences=missing, handling=hands_known)
    return memory, (*found, *heard)


def _adopted(
    memory: ReasonerMemory,
    simulated: SimulatedScene,
    stayed: IntArray,
    merged: World,
    donors: Mapping[EntityId, ReasonerMemory],
) -> ReasonerMemory:
    """With what others know of things that are new here, as if one had reasoned on these oneself."""
    memory = _renamed(memory, simulated)
    physics = _rows(memory.physics, simulated, stayed)
    hands_known, pushes = memory.handling, memory.pushing
    for donor in dict.fromkeys(donors.values()):
        names = frozenset(name for name, each in donors.items() if each is donor)
        physics = physics.adopting(donor.physics, names, simulated, merged)
        hands_known = hands_known.adopting(donor.handling, names)
        pushes = pushes.adopting(donor.pushing, names)
    return replace(memory, physics=physics, handling=hands_known, pushing=pushes)


def _renamed(memory: ReasonerMemory, simulated: SimulatedScene) -> ReasonerMemory:
    """Without what goes by its own name now: nobody holds or misses it under one that was made up."""
    gone = [name for name in (*memory.physics.grips, *memory.unknown.names) if is_made_up(name)]
    gone = [name for name in gone if name not in simulated.ids]
    if not gone:
        return memory
    grips = {name: grip for name, grip in memory.physics.grips.items() if name not in gone}
    physics = replace(memory.physics, grips=MappingProxyType(grips), rested=None)
    return replace(memory, physics=physics, unknown=memory.unknown.without(gone))


def _rows(physics: Memory, simulated: SimulatedScene, stayed: IntArray) -> Memory:
    """A row for each body there is now."""
    count = len(simulated.bodies)
    if physics.image is None:
        return Memory.fresh(count)
    if len(stayed) != count or count != len(physics.driven):
        return physics.kept(stayed, count - len(stayed))
    return physics
