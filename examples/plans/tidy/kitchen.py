"""A kitchen of forty things: what is dirty goes into the sink, the rest into the cupboard, by whoever reaches it."""

from random import Random

from midworld.planning import Domain, Problem

THINGS = 40


def problem(domain: Domain) -> Problem:
    """Everything away."""
    chance = Random(40)
    reach = {"robot": ("table", "island", "sink"), "ann": ("island", "counter", "sink", "cupboard")}
    facts = [("canReach", who, place) for who, places in reach.items() for place in places]
    facts += [("shared", "island"), ("shared", "sink")]
    names = [f"thing{number}" for number in range(THINGS)]
    facts += [("isOn", name, chance.choice(("table", "island", "counter"))) for name in names]
    tasks = [("clean", name, chance.choice(("sink", "cupboard"))) for name in names]
    return domain.problem(facts, tasks, agents={"robot": "robot", "ann": "human"})
