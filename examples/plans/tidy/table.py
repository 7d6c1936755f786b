"""X16: the tapes are reachable by the robot only, the bin by the human only."""

from midworld.planning import Domain, Problem

FACTS = """
isOn GREY_TAPE far       isOn BLACK_TAPE far      isOn WHITE_TAPE near
canReach robot far       canReach robot middle    canReach human near
canReach human middle    canReach human PINK_BOX
"""


def problem(domain: Domain) -> Problem:
    """All three tapes into the box."""
    words = FACTS.split()
    facts = [tuple(words[place : place + 3]) for place in range(0, len(words), 3)]
    things = ("GREY_TAPE", "BLACK_TAPE", "WHITE_TAPE")
    return domain.problem(
        [*facts, ("shared", "middle")],
        [("clean", thing, "PINK_BOX") for thing in things],
        agents={"robot": "robot", "human": "human"},
        goal=[("isIn", thing, "PINK_BOX") for thing in things],
    )
