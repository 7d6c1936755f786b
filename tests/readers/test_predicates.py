"""What a plug-in tells is asked for in the words of its predicates."""

import pytest

from factories import world_of
from midworld.errors import BadStatement
from midworld.geometry import Pose
from midworld.readers.asked import Asked
from midworld.readers.predicates import Wording
from midworld.readers.talking import answered
from midworld.world import STABLE, Delta, Ended, Situation

ENTRIES = (
    Situation(1.0, "isHighUp", "cup", True),
    Situation(1.0, "isHighUp", "plate", True),
    Situation(1.5, "threatens", "cup", "lamp"),
    Situation(2.0, "isHotterThan", "cup", "plate"),
    Situation(2.0, "hasOwner", "cup", "ann"),
    Ended(3.0, "isHighUp", "plate", True),
)
WORLD = world_of({name: Pose() for name in ("cup", "plate", "lamp")}).apply(Delta(entries=ENTRIES, stamp=4.0))


@pytest.mark.parametrize(
    ("question", "sentence"),
    [
        ("is the cup high up?", "yes: cup is high up since 1.0 s."),
        ("is the plate high up", "no: plate is not high up; it was so from 1.0 s to 3.0 s."),
        ("what is high up", "cup is high up since 1.0 s."),
        ("when was the plate high up", "plate was high up from 1.0 s to 3.0 s."),
        ("how long has the cup been high up", "cup is high up since 1.0 s."),
        ("does the cup threaten the lamp", "yes: cup threatens lamp since 1.5 s."),
        ("does the plate threaten the lamp", "no: it is not known that plate threatens lamp."),
        ("what threatens the lamp", "cup threatens lamp since 1.5 s."),
        ("what does the cup threaten", "cup threatens lamp."),
        ("is the cup hotter than the plate", "yes: cup is hotter than plate since 2.0 s."),
        ("which objects are hotter than the plate", "cup is hotter than plate since 2.0 s."),
        ("who is the owner of the cup", "the owner of cup is ann."),
        ("what is the cup's owner", "the owner of cup is ann."),
        ("what is the owner of the plate", "the owner of plate is nothing that is known."),
        ("cup isHighUp", "yes: cup is high up since 1.0 s."),
    ],
)
def test_a_predicate_of_anybody_is_asked_for_in_its_own_words(question: str, sentence: str):
    assert answered(question, Asked({STABLE: WORLD}, "robot", "robot")).text == sentence


def test_words_that_no_predicate_has_are_still_refused():
    with pytest.raises(BadStatement, match="not a question that is understood"):
        answered("is the cup haunted", Asked({STABLE: WORLD}, "robot", "robot"))


@pytest.mark.parametrize(
    ("predicate", "kind", "words"),
    [
        ("isHighUp", "state", "high up"),
        ("mw:isHot", "state", "hot"),
        ("carries", "verb", "carries"),
        ("has_owner", "property", "owner"),
        ("temperature", "property", "temperature"),
    ],
)
def test_a_predicate_is_named_by_the_way_it_is_written(predicate: str, kind: str, words: str):
    wording = Wording.of(predicate)
    assert (wording.kind, wording.words) == (kind, words)
