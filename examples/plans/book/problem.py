"""X11: BOOK1 is on the table; "give me another book" is a desire for BOOK2, which is on the shelf."""

from midworld.planning import Domain, Problem


def problem(domain: Domain) -> Problem:
    """Give another book than BOOK1."""
    return domain.problem(
        [
            *(("type", book, "Book") for book in ("BOOK1", "BOOK2")),
            *(("isOn", "BOOK1", "TABLE"), ("isOn", "BOOK2", "SHELF")),
            *(("isAt", "robot", "TABLE"), ("isAt", "human", "TABLE")),
        ],
        [("GiveAnother", "robot", "human", "BOOK1")],
        agents={"robot": "robot", "human": "human"},
        goal=[("hasInHand", "human", "BOOK2")],
    )
