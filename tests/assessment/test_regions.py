"""Beliefs where a room is a region: the minds of the table top, without physics."""

import pytest
from benchmarks.hitom import STORIES, answered, read_rows
from benchmarks.storyworld import StoryWorld, asked, happenings

from midworld.agents import perceived_in_region
from midworld.assessment import STABLE
from midworld.world import EntityId, Status

CHEST = """\
1 Ann, Bob and Cid entered the hall.
2 The key is in the chest.
3 Bob likes the drawer.
4 Ann exited the hall.
5 Bob moved the key to the drawer.
6 Bob exited the hall.
7 Cid moved the key to the jar.
"""
TAKEN = """\
1 Ann and Bob entered the hall.
2 The key is in the chest.
3 Ann exited the hall.
4 Bob entered the yard.
5 Bob moved the key to the bucket.
6 Ann entered the hall.
"""


def lived(text: str, *chains: str) -> StoryWorld:
    story = StoryWorld(tuple(happenings(text)), [tuple(map(EntityId, chain.split("/"))) for chain in chains])
    story.live()
    return story


def believed(story: StoryWorld, chain: str) -> str | None:
    return story.believed(chain.split("/"), "key")


def tell(story: StoryWorld, box: str) -> None:
    """Bob tells Ann where the key is."""
    story.tell("Ann", "key", box, teller="Bob")


def test_everybody_believes_what_was_so_when_leaving() -> None:
    story = lived(CHEST, "Ann", "Bob", "Cid")
    assert story.believed((), "key") == "jar"
    assert [believed(story, name) for name in ("Ann", "Bob", "Cid")] == ["chest", "drawer", "jar"]


def test_what_one_thinks_of_another_is_what_both_were_there_for() -> None:
    story = lived(CHEST, "Cid/Bob", "Cid/Ann", "Bob/Cid", "Ann/Cid/Bob", "Cid/Bob/Cid/Ann")
    assert believed(story, "Cid/Bob") == "drawer"
    assert believed(story, "Cid/Ann") == "chest"
    # Bob, who is out, has not seen Cid move it; Ann has seen nobody move it.
    assert believed(story, "Bob/Cid") == "drawer"
    assert believed(story, "Ann/Cid/Bob") == "chest"
    assert believed(story, "Cid/Bob/Cid/Ann") == "chest"


def test_whoever_comes_back_sees_what_is_in_the_boxes_and_is_seen_to() -> None:
    story = lived(f"{CHEST}8 Ann entered the hall.\n", "Ann", "Cid/Ann", "Bob/Ann")
    assert believed(story, "Ann") == "jar"
    assert believed(story, "Cid/Ann") == "jar"
    assert believed(story, "Bob/Ann") == "chest"


def test_what_was_carried_off_has_no_place_for_whoever_comes_back() -> None:
    story = lived(TAKEN, "Ann", "Ann/Bob", "Bob/Ann")
    assert believed(story, "Ann") is None
    assert story.board["Ann"].status("key") is Status.UNKNOWN
    # Nor does Bob, of whom she only knows that he is not here any more.
    assert story.board["Ann"].status("Bob") is Status.UNKNOWN
    assert believed(story, "Ann/Bob") == "chest"
    assert believed(story, "Bob/Ann") == "chest"


def test_what_one_is_told_holds_until_one_looks() -> None:
    story = lived(TAKEN, "Ann")
    tell(story, "bucket")
    assert believed(story, "Ann") == "bucket"
    story.wait()
    assert believed(story, "Ann") == "bucket"
    # She stands in front of the chest.
    tell(story, "chest")
    assert believed(story, "Ann") is None


def test_a_room_is_perceived_whole_and_alone() -> None:
    story = lived(TAKEN, "Ann")
    truth = story.board[STABLE]
    assert perceived_in_region(truth, EntityId("Bob"), stamp=truth.stamp) == {"Bob", "yard", "bucket", "key"}
    # In Ann's world nobody sees Bob, and so nobody there looks with his eyes.
    assert perceived_in_region(story.board["Ann"], EntityId("Bob"), stamp=truth.stamp) == frozenset()


def test_questions_are_read() -> None:
    assert asked("Where is the key really?") == ((), "key")
    assert asked("Where does Ann really think the key is?") == (("Ann",), "key")
    assert asked("Where does Ann think Bob thinks Cid thinks the key is?") == (("Ann", "Bob", "Cid"), "key")


@pytest.mark.skipif(not STORIES.exists(), reason="the Hi-ToM stories are not beside this checkout")
def test_published_stories_are_answered_by_their_rules() -> None:
    rows = read_rows()
    assert len(rows) == 140
    answers = [answered(row) for row in rows[::13]]
    assert {answer.row.question_order for answer in answers} == {0, 1, 2, 3, 4}
    assert all(answer.said == answer.ruled for answer in answers)
    assert all(answer.is_as_labelled for answer in answers if answer.is_labelled_by_rule)
