"""Which studies there are, and how each is told."""

from rich.console import Console

from .telling import Teller


def tell(name: str, console: Console, *, speed: float | None) -> None:
    """Plays a study and tells it, in step with time where a speed is given."""
    told = {"cleaning": _cleaning, "packing": _packing, "director": _director, "book": _book, "handover": _handover}
    told[name](Teller(console), speed)


def _cleaning(teller: Teller, speed: float | None) -> None:
    from .cleaning.study import played

    teller.title(
        "cleaning",
        "Two tapes lie where only the robot reaches them; the box stands where only Ann does. The robot perceives,"
        "\nplans for both, does its part, asks for hers, and believes nothing it does not see.",
    )
    done = played(watch=teller.plan, meanwhile=teller.room, speed=speed)
    teller.room(done.room)
    teller.end(done.outcome, done.seconds, done.true)


def _packing(teller: Teller, speed: float | None) -> None:
    from .packing.study import played

    teller.title(
        "packing",
        "Bob has packed a tape when Ann comes to the table. The robot only watches and talks: which tape she means,"
        "\nwhich box she points at, what is in it though nobody sees it, and where the other tape is.",
    )
    done = played(meanwhile=teller.room, speed=speed)
    teller.room(done.room)
    teller.end(done.outcome, done.seconds, done.true)


def _director(teller: Teller, speed: float | None) -> None:
    from .director.study import played

    teller.title(
        "director",
        "Two mugs stand in a rack; a back hides one from Ann. When she asks for the mug, the robot knows that it is"
        "\nthe one she sees, gives it to her, and never speaks of the other.",
    )
    done = played(meanwhile=teller.room, speed=speed)
    teller.room(done.room)
    teller.end(done.outcome, done.seconds, done.true)


def _book(teller: Teller, speed: float | None) -> None:
    from .book.study import played

    teller.title(
        "book",
        "A red book lies before Ann, a blue one beside the robot. She asks for another book; the robot finds out"
        "\nwhich one she means, where it is, takes it and hands it over.",
    )
    done = played(meanwhile=teller.room, speed=speed)
    teller.room(done.room)
    teller.end(done.outcome, done.seconds, done.true)


def _handover(teller: Teller, speed: float | None) -> None:
    from .handover.study import played

    teller.title(
        "handover",
        "A blue book lies where only the robot reaches it. The robot takes it and holds it out where Ann sees it and"
        "\nreaches it with least effort, and lets go once she is seen to have it.",
    )
    done = played(watch=teller.plan, meanwhile=teller.room, speed=speed)
    teller.room(done.room)
    teller.end(done.outcome, done.seconds, done.true)
