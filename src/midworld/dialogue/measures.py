"""Which of several things is bigger, heavier, higher: by numbers where there are any, by words otherwise."""

from collections.abc import Sequence

from .facts import Facts

SIZES = {
    "tiny": 0.0,
    "small": 1.0,
    "little": 1.0,
    "short": 1.0,
    "medium": 2.0,
    "big": 3.0,
    "large": 3.0,
    "tall": 3.0,
    "long": 3.0,
    "huge": 4.0,
}
# Adjective = the properties that tell, and whether more of it is meant.
SCALES: dict[str, tuple[tuple[str, ...], bool]] = {
    "big": (("hasMainDimension", "hasVolume", "hasHeight", "hasSize"), True),
    "large": (("hasMainDimension", "hasVolume", "hasHeight", "hasSize"), True),
    "small": (("hasMainDimension", "hasVolume", "hasHeight", "hasSize"), False),
    "tall": (("hasHeight", "hasMainDimension", "hasSize"), True),
    "high": (("hasHeight", "hasMainDimension"), True),
    "short": (("hasHeight", "hasLength", "hasMainDimension", "hasSize"), False),
    "long": (("hasLength", "hasMainDimension", "hasSize"), True),
    "heavy": (("hasMass", "hasWeight"), True),
    "light": (("hasMass", "hasWeight"), False),
    "old": (("hasAge",), True),
    "young": (("hasAge",), False),
    "new": (("hasAge",), False),
    "hot": (("hasTemperature",), True),
    "cold": (("hasTemperature",), False),
    "expensive": (("hasPrice",), True),
    "cheap": (("hasPrice",), False),
}


def told_by(word: str, name: str) -> tuple[str, ...]:
    """The properties that tell how much of a quality there is, by its adjective or one of its properties."""
    alike = {"hasMass": "heavy", "hasWeight": "heavy"}
    return SCALES.get(word, SCALES.get(alike.get(name, ""), ((), True)))[0]


def amount(word: str, values: Sequence[str], be: str) -> str:
    """What is said of an amount: `is 40 cm tall`, `weighs 3 kg`, `is red`."""
    said = " and ".join(values)
    if not said[:1].isdigit():
        return f"{be} {said}"
    if word == "heavy":
        return f"{'weigh' if be == 'are' else 'weighs'} {said}"
    return f"{be} {said} {word}" if word in {"tall", "high", "long", "wide", "deep", "old"} else f"{be} {said}"


def measure(facts: Facts, thing: str, word: str) -> float | None:
    """How much of a quality a thing has; None where nothing is known."""
    for name in SCALES.get(word, ((f"has{word.capitalize()}",), True))[0]:
        for value in facts.objects(thing, name):
            if value in SIZES:
                return SIZES[value]
            try:
                return float(value.split()[0]) if value.strip() else None
            except ValueError:
                continue
        if name in facts.sizes.get(thing, {}):
            return facts.sizes[thing][name]
    return None


def extreme(facts: Facts, things: Sequence[str], word: str) -> list[str]:
    """Those that have most of a quality; nobody where nothing is known."""
    known = {each: measure(facts, each, word) for each in things}
    amounts = [each for each in known.values() if each is not None]
    if not amounts:
        return []
    wanted = max(amounts) if SCALES.get(word, ((), True))[1] else min(amounts)
    return [each for each in things if known[each] == wanted]


_PAIRS = (("big", "small"), ("tall", "short"), ("heavy", "light"), ("hot", "cold"), ("old", "young"), ("new", "old"))
OPPOSITES = {one: other for pair in _PAIRS for one, other in (pair, pair[::-1])}
SAME = {"large": "big", "huge": "big", "little": "small", "tiny": "small"}


def more_than(word: str) -> str:
    """The relation of what has more of a quality: `bigger than` is `biggerThan`."""
    word = SAME.get(word, word)
    if word.endswith("y"):
        return f"{word[:-1]}ierThan"
    if word in {"big", "hot", "thin", "fat"}:
        return f"{word}{word[-1]}erThan"
    return f"{word.removesuffix('e')}erThan"


def _told(facts: Facts, one: str, other: str, word: str) -> bool | None:
    """What was said of two things, also by way of others."""
    if _beyond(facts, one, other, word):
        return True
    return False if _beyond(facts, other, one, word) else None


def _beyond(facts: Facts, one: str, other: str, word: str) -> bool:
    more = more_than(word)
    less = more_than(OPPOSITES.get(SAME.get(word, word), "")) if SAME.get(word, word) in OPPOSITES else ""
    passed, last = {one}, [one]
    while last:
        thing = last.pop()
        for each in (*facts.objects(thing, more), *(facts.subjects(less, thing) if less else ())):
            if each == other:
                return True
            if each not in passed:
                passed.add(each)
                last.append(each)
    return False


def compared(facts: Facts, one: str, other: str, word: str) -> bool | None:
    """Whether one has more of a quality than another; None where that is not known."""
    told = _told(facts, one, other, word)
    if told is not None:
        return told
    first, second = measure(facts, one, word), measure(facts, other, word)
    if first is None or second is None:
        return None
    return first > second if SCALES.get(word, ((), True))[1] else first < second
