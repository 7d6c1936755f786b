"""X7: of two mugs the one that is asked for is the one Ann sees; the other is in none of what is said with her."""

from midworld.cli.studies.director.study import HIDDEN, played


def test_what_ann_cannot_see_is_neither_meant_nor_spoken_of() -> None:
    done = played()
    assert done.outcome.achieved
    assert done.true
    assert done.heard[0].resolved == {"the mug": "green_mug"}
    assert done.heard[0].ask is None
    assert not any("blue" in said.text for said in done.room.said)
    assert not any(HIDDEN in fact[1:] for fact in done.in_her_mind)
    assert any(fact[:2] == ("isOn", HIDDEN) for fact in done.live.facts())
