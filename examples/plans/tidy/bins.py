"""X19: the robot has a paper for its own bin and a bottle that only the human can throw away, and passes it on.

The human has a can too. As listed, the robot sees to its paper first, and the human waits for the bottle.
"""

from midworld.planning import Domain, Problem

FACTS = """
isOn paper left          isOn bottle left         isOn can right
canReach robot left      canReach robot middle    canReach robot BLUE_BIN
canReach human right     canReach human middle    canReach human RED_BIN
"""


def problem(domain: Domain) -> Problem:
    """Paper into the blue bin, the rest into the red one."""
    words = FACTS.split()
    facts = [tuple(words[place : place + 3]) for place in range(0, len(words), 3)]
    return domain.problem(
        [*facts, ("shared", "middle")],
        [("clean", "can", "RED_BIN"), ("clean", "paper", "BLUE_BIN"), ("clean", "bottle", "RED_BIN")],
        agents={"robot": "robot", "human": "human"},
    )
