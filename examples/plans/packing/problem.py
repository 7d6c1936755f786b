"""Two people and a robot pack two boxes."""

from midworld.planning import Domain, Problem

THINGS = {"Lisa": "table", "Wall-E": "table", "tape": "shelf", "books": "shelf", "lamp": "floor", "cable": "floor"}


def problem(domain: Domain) -> Problem:
    """Everything into its box, both boxes into the van."""
    facts = [("isOn", thing, place) for thing, place in THINGS.items()]
    facts += [("belongsIn", thing, f"box{number % 2}") for number, thing in enumerate(THINGS)]
    facts += [("flat", "box0"), ("flat", "box1")]
    facts += [("canReach", who, "table") for who in ("robot", "ann", "bob")]
    facts += [("canReach", who, place) for who in ("ann", "bob") for place in ("shelf", "floor")]
    facts += [(what, who) for what in ("handy", "strong") for who in ("ann", "bob")]
    return domain.problem(
        facts,
        [("move_out", "box0"), ("move_out", "box1")],
        agents={"robot": "robot", "ann": "human", "bob": "human"},
        goal=[("isAt", "box0", "van"), ("isAt", "box1", "van")],
    )
