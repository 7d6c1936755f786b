"""The start of a plan as minds have it: what the robot holds true, and what each person believes otherwise."""

from collections.abc import Iterable, Mapping

from .state import Fact

# About these, people can be wrong and be told; the rest each perceives from where they are.
TOLD = frozenset(("isOn", "isIn", "isAt", "isHeldBy"))


def differences(known: Iterable[Fact], believed: Mapping[str, Iterable[Fact]]) -> dict[str, dict[Fact, bool]]:
    """By person, what they take for true that is not known to be, and what is known and they do not take for true."""
    truth = {each for each in known if each[0] in TOLD}
    found: dict[str, dict[Fact, bool]] = {}
    for person, facts in believed.items():
        own = {each for each in facts if each[0] in TOLD}
        wrong = dict.fromkeys(sorted(own - truth), True) | dict.fromkeys(sorted(truth - own), False)
        found[person] = wrong
    return found
