"""Earlier instants seen through what holds now."""

import random

from midworld.knowledge import Net, Terms
from midworld.knowledge.query import Past
from midworld.knowledge.reasoner import IncrementalReasoner
from midworld.knowledge.tbox import TBox
from midworld.knowledge.terms import Atom


def test_every_earlier_instant_reads_as_it_was() -> None:
    dice, reasoner = random.Random(4), IncrementalReasoner(TBox(Terms()))
    nets: list[Net] = []
    held: list[set[Atom]] = [set()]
    for _ in range(30):
        added = [(dice.randint(101, 106), dice.randint(111, 113), dice.randint(101, 106)) for _ in range(3)]
        removed = dice.sample(sorted(held[-1]), min(len(held[-1]), dice.randint(0, 4)))
        nets.append(reasoner.update(added, removed))
        held.append(set(reasoner.index))
    for instant, atoms in enumerate(held):
        past = Past(reasoner.index, reversed(nets[instant:]))
        assert sorted(past) == sorted(atoms)
        for s in range(101, 107):
            assert past.mentions(s) == any(s in {atom[0], atom[2]} for atom in atoms)
            for p in range(111, 114):
                assert sorted(past.match(s, p, None)) == sorted(atom for atom in atoms if atom[:2] == (s, p))
                assert sorted(past.match(None, p, s)) == sorted(atom for atom in atoms if atom[1:] == (p, s))
                assert all(((s, p, o) in past) == ((s, p, o) in atoms) for o in range(101, 107))
