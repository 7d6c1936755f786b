"""What the people of a plan are about to do, kept up with at every look; with the plan, and from what is seen alone."""

from ..planning import Fact, Task
from .intentions import Foresight, foreseen, options
from .run import Run
from .surroundings import Surroundings


class Expecting:
    """Keeps a foresight for everybody in a plan."""

    def __init__(self, surroundings: Surroundings) -> None:
        self._surroundings = surroundings
        self.foresights: dict[str, Foresight] = {}
        self._seen_alone: dict[str, Foresight] = {}

    def look(self, facts: frozenset[Fact], run: Run | None) -> None:
        """Takes in what is seen now."""
        if run is None:
            return
        world, now = self._surroundings.world(), self._surroundings.now
        for name in (each.name for each in run.plan.agents if each.kind == "human" and each.name in world):
            alone = options(name, world, facts)
            planned = options(name, world, facts, run=run)
            self._seen_alone[name] = foreseen(self._seen_alone.get(name), name, world, alone, stamp=now)
            self.foresights[name] = foreseen(self.foresights.get(name), name, world, planned, stamp=now)

    def by_itself(self, person: str, task: Task) -> float:
        """How likely somebody is about to do something, asked or not, by what is seen of them alone."""
        foresight = self._seen_alone.get(person)
        return 0.0 if foresight is None else foresight.chance(task)
