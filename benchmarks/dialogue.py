"""Dialogue: commands people spoke (HuRIC), strange sentences, speed, naming things, asking back, guessing."""

import itertools
import random
import re
import statistics
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from xml.etree import ElementTree

from benchmarks.tables import SHARED, table
from midworld.adapters.oxigraph import knowledge_base
from midworld.dialogue import Conversation, Models, parsed, read_lexicon, singular
from midworld.dialogue.lexicon import Vocabulary
from midworld.dialogue.tree import Clause, Phrase
from midworld.knowledge import ontology_files

Row = list[str]
HURIC = SHARED / "huric" / "en"
FRAMES = {
    "Motion": "reach go move drive walk run travel come navigate proceed head exit step slide",
    "Bringing": "bring carry deliver fetch",
    "Taking": "take grab get pick grasp catch hold",
    "Locating": "find search look locate look-for",
    "Inspecting": "check inspect examine control test look-at",
    "Change_operational_state": "turn-on turn-off switch-on switch-off turn switch start stop open activate deactivate",
    "Change_direction": "turn veer rotate",
    "Placing": "put place leave set lay hang",
    "Cotheme": "follow",
    "Closure": "open close shut",
    "Arriving": "reach arrive enter",
    "Releasing": "release drop let leave",
    "Attaching": "connect disconnect attach",
    "Giving": "give hand",
    "Perception_active": "look-at watch look",
    "Being_located": "be exist",
}
OBJECTS = frozenset(
    [
        "Theme",
        "Sought_entity",
        "Device",
        "Cotheme",
        "Phenomenon",
        "Entity",
        "Container_portal",
        "Containing_object",
        "Item",
        "Unwanted_situation",
    ]
)
PLACES = frozenset(["Goal", "Ground", "Source", "Path", "Location", "Area", "Direction"])
IGNORED = frozenset(["Agent", "Inspector", "Perceiver", "Manner", "Speed", "Angle"])


@dataclass(frozen=True, slots=True)
class Frame:
    """A frame of a command and the head word of each of its elements."""

    name: str
    verb: str
    elements: tuple[tuple[str, str], ...]


def commands(folder: Path = HURIC) -> Iterator[tuple[str, tuple[Frame, ...], tuple[str, ...]]]:
    """Every command: its words, its frames, and what the map calls the things there are."""
    for path in sorted(folder.glob("*/*.hrc")):
        tree = ElementTree.parse(path)
        words = {each.get("id"): each.get("surface", "") for each in tree.iter("token") if each.get("surface")}
        frames = [
            Frame(
                each.get("name", ""),
                " ".join(words[token.get("id")] for unit in each.iter("lexicalUnit") for token in unit.iter("token")),
                tuple(
                    (element.get("type", ""), words.get(element.get("semanticHead"), ""))
                    for element in each.iter("frameElement")
                ),
            )
            for each in tree.iter("frame")
        ]
        names = [
            value.text or ""
            for attribute in tree.iter("attribute")
            if attribute.get("name") == "lexical_references"
            for value in attribute.iter("value")
        ]
        sentence = next(tree.iter("sentence")).text or ""
        yield sentence, tuple(frames), tuple(names)


def _heads(phrase: Phrase | None) -> set[str]:
    if phrase is None:
        return set()
    inner = [
        _heads(each)
        for each in (*phrase.parts, *(other for _, other in phrase.relations), phrase.owner)
        if each is not None
    ]
    own = {phrase.head, phrase.head.rpartition(" ")[2], phrase.pronoun, singular(phrase.name), *phrase.adjectives}
    return own.union(*inner) - {""} if not phrase.parts else set[str]().union(*inner)


def _main(phrase: Phrase | None) -> set[str]:
    if phrase is None:
        return set()
    if phrase.parts:
        return set[str]().union(*(_main(each) for each in phrase.parts))
    return {phrase.head, phrase.head.rpartition(" ")[2], phrase.pronoun, singular(phrase.name.rpartition(" ")[2])} - {
        ""
    }


def _clauses(clause: Clause) -> Iterator[Clause]:
    yield clause
    if clause.complement is not None:
        yield from _clauses(clause.complement)
    for phrase in (clause.object, *(other for _, other in clause.places)):
        for each in phrase.clauses if phrase is not None else ():
            yield replace(each, subject=Phrase("that", pronoun="that"))


def frame_of(clause: Clause) -> str:
    """The one frame a clause is taken for, by its verb and whether something goes somewhere."""
    verb = clause.verb.replace(" ", "-")
    base, thing = verb.split("-")[0], clause.object
    to = any(words not in {"from", "out of", "off"} for words, _ in clause.places) or clause.recipient is not None
    if base in {"take", "get", "move", "grab"} and to and thing is not None:
        return "Bringing"
    if base in {"turn", "switch"}:
        return "Change_operational_state" if thing is not None else "Change_direction"
    if verb == "look-at" and thing is not None and thing.pronoun:
        return "Perception_active"
    chosen = {
        "open": "Closure",
        "leave": "Placing",
        "reach": "Arriving",
        "look": "Perception_active",
        "look-at": "Inspecting",
    }
    named = [name for name, verbs in FRAMES.items() if verb in verbs.split()]
    named += [name for name, verbs in FRAMES.items() if base in verbs.split()]
    return chosen.get(verb) or next(iter(named), "")


def matches(frame: Frame, clause: Clause) -> tuple[bool, bool]:
    """Whether a clause has the frame, and whether it has all its elements in their places too."""
    right = frame.name == frame_of(clause)
    sides = {word for words, _ in clause.places for word in words.split() if word in {"left", "right"}}
    places = set[str]().union(*(_heads(other) for _, other in clause.places)) | set(clause.adverbs) | sides
    places |= set(clause.verb.split()[1:]) | (
        _heads(clause.complement.subject) if clause.complement is not None else set[str]()
    )
    found = True
    for kind, head in frame.elements:
        word = singular(head)
        if kind in IGNORED or not word:
            continue
        if kind in OBJECTS:
            where = (
                _main(clause.object)
                | _main(clause.subject)
                | ({"you"} if clause.polite else set[str]())
                | (_main(clause.recipient) if kind == "Phenomenon" else set[str]())
            )
        elif kind in {"Beneficiary", "Recipient"}:
            where = _main(clause.recipient)
        elif kind == "Goal":
            where = (
                set[str]().union(*(_main(other) for _, other in clause.places))
                | _main(clause.recipient)
                | set(clause.adverbs)
                | _main(clause.object if frame.name in {"Arriving", "Attaching"} else None)
            )
        elif kind in PLACES:
            where = places | _heads(clause.object)
        else:
            where = (
                places
                | _heads(clause.object)
                | _heads(clause.subject)
                | set(clause.verb.split())
                | set(clause.adjectives)
            )
            inner = clause.complement
            where |= (
                (set(inner.adjectives) | _heads(inner.subject) | set(inner.verb.split()))
                if inner is not None
                else set[str]()
            )
        found = found and (word in where or head in where)
    return right, right and found


def huric() -> None:
    """Frames and elements right on commands that people spoke."""
    if not HURIC.exists():
        print("huric: not here, left out")
        return
    lexicon, total, named, full, acts, count, misses = read_lexicon(), 0, 0, 0, 0, 0, list[str]()
    for sentence, frames, names in commands():
        vocabulary = Vocabulary()
        for name in names:
            vocabulary.add_noun(name, name)
        readings = parsed(sentence, lexicon, vocabulary)
        clauses = [inner for each in (readings[0].clauses if readings else ()) for inner in _clauses(each)]
        count += 1
        acts += bool(readings) and readings[0].clauses[0].mood in (
            {"command"}
            if all(each.name != "Being_located" for each in frames)
            else {"command", "statement", "question"}
        )
        for frame in frames:
            found = [matches(frame, clause) for clause in clauses]
            total += 1
            named += any(each[0] for each in found)
            full += any(each[1] for each in found)
            if not any(each[1] for each in found):
                misses.append(f"{sentence} | {frame.name} {frame.elements}")
    table(
        "dialogue_huric",
        "Commands of HuRIC",
        ["what", "right", "of", "share"],
        [
            ["command", str(acts), str(count), f"{acts / count:.1%}"],
            ["frames", str(named), str(total), f"{named / total:.1%}"],
            ["frames and all elements", str(full), str(total), f"{full / total:.1%}"],
        ],
    )
    for each in misses[:60] if MISSES else ():
        print("  ", each)


MISSES = False
NOUNS = ["Cup", "Box", "Book", "Plate", "Bottle", "Tape", "Toy", "Spoon"]
COLOURS, SIZES = ["red", "green", "blue", "yellow"], ["small", "big"]


def room(seed: int, things: int, *, kinds: Sequence[str] = NOUNS) -> tuple[Conversation, list[str]]:
    """A conversation about random things on three tables, known to the robot and to Ann."""
    source = random.Random(seed)
    conversation = Conversation(Models(knowledge_base(ontology_files())))
    facts = [f"table{number} rdf:type {kind}" for number, kind in enumerate(["Table", "Shelf", "Bed"])]
    names: list[str] = []
    for number in range(things):
        name = f"t{number}"
        names.append(name)
        facts += [f"{name} rdf:type {source.choice(kinds)}", f"{name} hasColor {source.choice(COLOURS)}"]
        facts += [f"{name} hasSize {source.choice(SIZES)}", f"{name} isOn table{source.randrange(3)}"]
    facts += ["ann rdf:type Human", "bob rdf:type Human"]
    for model in ("robot", "ann"):
        conversation.tell(model, facts)
    return conversation, names


SPOKEN = [
    "give me the {0}",
    "where is the {0}?",
    "put the red {0} on the shelf",
    "is the {0} on the table?",
    "how many {0}s are on the table?",
    "the {0} is dirty",
    "what is on the shelf?",
    "take a {0} and give it to bob",
    "which {0}s are red?",
    "does bob know where the blue {0} is?",
]


def speed() -> Row:
    """A sentence among two hundred things."""
    conversation, _ = room(1, 200)
    spent: list[float] = []
    for number, form in enumerate(SPOKEN * 20):
        start = time.process_time()
        conversation.say("ann", form.format(NOUNS[number % len(NOUNS)].lower()))
        spent.append((time.process_time() - start) * 1e3)
    spent.sort()
    most = f"{len(spent)} sentences, CPU; 95 % within {spent[int(len(spent) * 0.95)]:.1f} ms"
    return ["a sentence among 200 things, median", f"{statistics.median(spent):.1f} ms", "5 ms", most]


WORDS = [
    "the",
    "a",
    "an",
    "this",
    "that",
    "cup",
    "box",
    "table",
    "red",
    "blue",
    "on",
    "in",
    "under",
    "next",
    "to",
    "of",
    "give",
    "put",
    "take",
    "bring",
    "go",
    "me",
    "you",
    "it",
    "i",
    "what",
    "where",
    "who",
    "which",
    "is",
    "are",
    "was",
    "not",
    "do",
    "does",
    "did",
    "can",
    "could",
    "please",
    "and",
    "or",
    "then",
    "if",
    "because",
    "ann",
    "bob",
    "robot",
    "some",
    "all",
    "two",
    "three",
    "other",
    "biggest",
    "my",
    "your",
    "'s",
    ",",
    "?",
    "!",
    ".",
    "know",
    "think",
    "that",
    "there",
    "how",
    "many",
    "why",
    "when",
    "learn",
    "forget",
    "xyzzy",
    "12",
    "0.5",
    "é",
    "你好",
    "--",
    '"quoted"',
    "s1",
    "rdf:type",
    "owl:Thing",
    "<b>",
    "\\n",
    "isOn",
]


SHAPES = [
    "give me N",
    "put N P",
    "is N P?",
    "where is N",
    "who has N",
    "what is P",
    "N is N",
    "N is P",
    "N are red",
    "which N is P",
    "how many N are P",
    "why is N P",
    "does N know where N is",
    "N thinks that N is P",
    "don't give N to N",
    "learn that N is N",
    "forget N",
    "no, N",
    "N",
    "what did N do with N",
    "when did N take N",
    "whose N is N",
    "I want N P",
    "let's play a game",
    "tell N that N is P",
    "take N and put it P",
    "there is N P",
    "N is bigger than N",
    "is N bigger than N",
    "N gave N N",
    "yes",
    "what colour is N",
    "can N see N",
    "who thinks that N is P",
    "where does N think N is",
    "N, give me N",
    "what about N",
    "N was taken by N",
    "how big is N",
    "are there N P",
]
NAMED = [
    "the cup",
    "a red book",
    "all boxes",
    "two plates",
    "it",
    "them",
    "this",
    "the other one",
    "ann",
    "bob's cup",
    "you",
    "me",
    "someone",
    "the cup P",
    "the biggest toy",
    "N and N",
    "N or N",
    "cups",
    "the one that is P",
    "my tape",
    "a zorb",
    "nothing",
    "each spoon",
    "the cup bob took",
]
PLACED = [
    "on the table",
    "in N",
    "next to N",
    "on my left",
    "between N and N",
    "here",
    "behind it",
    "under the shelf",
    "with N",
    "of N",
]


def strange(seed: int) -> str:
    """A sentence nobody would say."""
    source = random.Random(seed)
    if seed % 10 == 0:
        return "".join(chr(source.randrange(1, 0x2FF)) for _ in range(source.randrange(60)))
    if seed % 3 == 0:
        form = source.choice(SHAPES)
        while ("N" in form or "P" in form) and len(form) < 200:
            form = form.replace("N", source.choice(NAMED), 1).replace("P", source.choice(PLACED), 1)
        return form
    return " ".join(source.choice(WORDS) for _ in range(source.randrange(1, 16)))


def fuzz(count: int = 20_000) -> Counter[str]:
    """Every sentence gets an answer, a question or a reason; raises AssertionError for one that does not."""
    acts: Counter[str] = Counter()
    conversation, _ = room(2, 12)
    for seed in range(count):
        if seed % 500 == 499:
            conversation, _ = room(seed, 12)
        text = strange(seed)
        said = conversation.say(("ann", "bob")[seed % 2], text)
        assert f"{said.answer}{said.ask or ''}".strip(), f"nothing said to {text!r}"
        acts[said.act] += 1
    return acts


def main() -> None:
    """Everything, some five minutes of one core."""
    huric()
    rows = [speed(), answers(), *naming(), disambiguation(), guessing()]
    table("dialogue", "Dialogue", ["what", "found", "goal", "over"], rows)


def answers(count: int = 20_000) -> Row:
    """How many strange sentences get an answer, a question or a reason that is not empty."""
    acts = fuzz(count)
    total = sum(acts.values())
    told = ", ".join(f"{name} {number}" for name, number in acts.most_common(4))
    return ["sentences with an answer, a question or a reason", f"{total / count:.0%}", "100 %", f"{count}: {told}"]


def naming(scenes: int = 300) -> list[Row]:
    """Referring expressions: unique for the listener, and no longer than the shortest there is."""
    from midworld.dialogue.grounding import Grounding
    from midworld.dialogue.outcomes import Attention
    from midworld.dialogue.speaking import Wording

    unique = shortest = total = 0
    for seed in range(scenes):
        conversation, names = room(seed, 4 + seed % 9)
        models, lexicon = conversation.models, conversation.lexicon
        wording = Wording(models, lexicon, "ann")
        facts = models.facts("ann")
        grounding = Grounding(models, lexicon, "ann", Attention())
        for name in names:
            best = _shortest(name, names, wording, grounding)
            if best is None:
                continue
            said = wording.name(name)
            total += 1
            reading = next(
                (
                    each.clauses[0].subject
                    for each in parsed(said, lexicon, models.vocabulary)
                    if each.clauses[0].mood == "fragment"
                ),
                None,
            )
            unique += reading is not None and grounding.candidates(reading, facts) == [name]
            shortest += len(said.split()) <= best
    over = f"{total} things in {scenes} scenes"
    return [
        ["referring expressions that are unique for the listener", f"{unique / total:.1%}", "100 %", over],
        ["and no longer than the shortest there is", f"{shortest / total:.1%}", "95 %", over],
    ]


def _shortest(name: str, names: Sequence[str], wording: object, grounding: object) -> int | None:
    """By trying all: noun, adjectives and the table it is on; the table's noun is its own."""
    from midworld.dialogue.grounding import Grounding

    assert isinstance(grounding, Grounding)
    facts = grounding.mine

    def described(thing: str) -> tuple[str, str, str, str]:
        kind = next(each for each in facts.objects(thing, "rdf:type") if each in NOUNS)
        return (
            kind,
            facts.objects(thing, "hasColor")[0],
            facts.objects(thing, "hasSize")[0],
            facts.objects(thing, "isOn")[0],
        )

    own, others = described(name), [described(each) for each in names if each != name]
    lengths = {(True, c, s, p): 2 + c + s + 3 * p for c, s, p in itertools.product((0, 1), repeat=3)}
    fits = [
        length
        for (_, c, s, p), length in lengths.items()
        if not any(
            other[0] == own[0]
            and (not c or other[1] == own[1])
            and (not s or other[2] == own[2])
            and (not p or other[3] == own[3])
            for other in others
        )
    ]
    return min(fits, default=None)


def disambiguation(scenes: int = 200) -> Row:
    """Ten look-alikes: how many questions until the one is found, against the fewest that could do."""
    asked = least = solved = games = 0
    for seed in range(scenes):
        source = random.Random(seed)
        conversation = Conversation(Models(knowledge_base(ontology_files())))
        table_of = {
            f"t{n}": {
                "hasColor": source.choice(COLOURS),
                "hasSize": source.choice(SIZES),
                "hasMaterial": source.choice(["wooden", "plastic", "metal"]),
                "hasFeature": source.choice(["clean", "dirty"]),
            }
            for n in range(10)
        }
        facts = [f"{name} rdf:type Cup" for name in table_of] + [
            f"{name} {p} {v}" for name, held in table_of.items() for p, v in held.items()
        ]
        for model in ("robot", "ann"):
            conversation.tell(model, facts)
        wanted = source.choice(list(table_of))
        if sum(held == table_of[wanted] for held in table_of.values()) > 1:
            continue
        games += 1
        said = conversation.say("ann", "give me the cup")
        count = 0
        while said.ask is not None and count < 12:
            count += 1
            values = [value for value in table_of[wanted].values() if re.search(rf"\b{value}\b", said.ask)]
            named = _named(said.ask, table_of[wanted])
            said = conversation.say("ann", named or f"the {values[0]} one" if values or named else "I don't know")
        solved += any(line.endswith(f"actsOnObject {wanted}") for line in said.statements)
        asked += count
        least += _least(table_of, wanted)
    over = f"{scenes} scenes of ten, {games} with a question, {solved} solved, {asked} questions"
    return ["questions asked back against the fewest that could do", f"{asked / least:.2f}", "1.2", over]


def _named(ask: str, held: dict[str, str]) -> str:
    """The option of a question that lists them which fits best."""
    options = re.findall(r"the ([\w ]+? cup)", ask)
    return next((f"the {each}" for each in options if all(word in held.values() for word in each.split()[:-1])), "")


def _least(table_of: dict[str, dict[str, str]], wanted: str) -> int:
    """The fewest properties that single the wanted one out, three or fewer left being listed in one question."""
    for count in range(5):
        for chosen in itertools.combinations(next(iter(table_of.values())), count):
            left = [each for each in table_of.values() if all(each[p] == table_of[wanted][p] for p in chosen)]
            if len(left) == 1:
                return max(count, 1)
            if len(left) <= 3:
                return count + 1
    return 4


def guessing(games: int = 60) -> Row:
    """The spy game: questions at worst, against the best decision tree over the same questions."""
    from midworld.dialogue.game import best_question, fewest
    from midworld.dialogue.speaking import Wording

    optimal = total = 0
    for seed in range(games):
        conversation, names = room(seed, 3 + seed % 6)
        wording = Wording(conversation.models, conversation.lexicon, "ann")
        facts = conversation.models.facts("ann")

        def depth(things: tuple[str, ...], wording: Wording = wording, facts: object = facts) -> int:
            _, groups = best_question(facts, things, wording)  # pyright: ignore[reportArgumentType]
            return (
                0 if len(things) <= 1 or not groups else 1 + max(depth(tuple(sorted(each))) for each in groups.values())
            )

        total += 1
        optimal += depth(tuple(sorted(names))) == fewest(facts, tuple(sorted(names)), wording)
    return ["spy games with the fewest questions", f"{optimal / total:.0%}", "100 %", f"{total} games"]
