"""Taking in what is said: into the minds it belongs to, or not at all."""

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING, cast

from ..errors import Inconsistent, MidworldError
from .facts import SUBCLASS, Facts, Statement
from .game import SpyGame
from .grounding import Grounding
from .lexicon import Lexicon, read_lexicon
from .models import Models
from .orders import Unresolved
from .outcomes import Attention, Resolved
from .speaking import SAID, Wording, listed, sentence
from .tree import Clause, Phrase, Reading
from .turns import MOVED, Pending, Scene, bare_questions
from .words import spaced

if TYPE_CHECKING:
    from ..planning import Plan
    from .interpreting import Interpreter
    from .transcript import Exchange


# After these the robot and whoever listens are me and you.
BESIDE = (" of ", " near ", " behind ", " next to ", " by ", " above ", " below ")


class Believing:
    """Holds what several people said and what became of it."""

    def __init__(
        self,
        models: Models,
        lexicon: Lexicon | None = None,
        *,
        scene: Scene | None = None,
        interpreter: "Interpreter | None" = None,
    ) -> None:
        self.models, self.lexicon = models, lexicon or read_lexicon()
        self.scene, self.interpreter = scene, interpreter
        self.plan: Plan | None = None
        self.attention: dict[str, Attention] = {}
        self.pending: dict[str, Pending] = {}
        self.last: dict[str, tuple[Reading, list[Statement]]] = {}
        # What was spoken of with somebody, by whom.
        self.mentioned: dict[str, set[str]] = {}
        self.games: dict[str, SpyGame] = {}
        self.sources: dict[Statement, str] = {}
        # Everything said so far, word by word; whoever keeps it may empty it.
        self.transcript: list[Exchange] = []
        self._number = 0
        self._fresh: set[str] = set()

    def tell(self, model: str, add: Sequence[str], remove: Sequence[str] = ()) -> None:
        """Facts from elsewhere. Raises BadStatement."""
        self.models.tell(model, add, remove)

    def _believe(self, who: str, act: str, added: list[Statement], removed: list[Statement]) -> list[Statement]:
        """Takes statements in, in the robot's mind and the speaker's; what goes with it. Raises Inconsistent."""
        robot = self.models.robot
        minds = list(dict.fromkeys((robot, who)))
        axioms = [" ".join(each) for each in added if each[1] in {SUBCLASS, "owl:disjointWith"}]
        facts = [each for each in added if each[1] not in {SUBCLASS, "owl:disjointWith"}]
        gone = list(removed)
        if act in {"statement", "learn"}:
            held = self.models.facts(robot)
            gone += [
                (thing, name, old)
                for thing, new, place in facts
                if new in MOVED
                for name in MOVED
                for old in self._stated(held, thing, name)
                if (name, old) != (new, place)
            ]
        gone = list(dict.fromkeys(gone))
        self.models.situations.update(each[0] for each in facts if re.fullmatch(r"s\d+", each[0]))
        self.models.situations.update(each[2] for each in facts if re.fullmatch(r"s\d+", each[2]))
        if axioms:
            self.models.teach(axioms, safe=True)
        if gone:
            self.models.withdraw(gone, minds)
        if act != "forget":
            for mind in minds:
                self.models.facts(mind).deny(removed)
        if facts:
            try:
                self.models.believe(facts, minds, source=f"told by {who}")
            except Inconsistent:
                if gone:
                    self.models.believe([each for each in gone if each not in removed], minds, source="")
                raise
        if act in {"statement", "learn"}:
            self.sources.update(dict.fromkeys(facts, who))
        return gone

    def _stated(self, held: Facts, thing: str, name: str) -> list[str]:
        """What somebody said of where a thing is, without what follows from it."""
        kb = self.models.kb
        supports = kb.model(self.models.robot).supports
        return [
            old
            for old in held.objects(thing, name)
            if (kb.terms.thing(thing), kb.terms.parse(name, predicate=True), kb.terms.thing(old)) in supports
        ]

    def _enter(self, mind: str, fact: Statement) -> None:
        """A belief of somebody else's, in that mind."""
        if fact[1] in MOVED:
            held = self.models.facts(mind)
            old = [(fact[0], name, place) for name in MOVED for place in held.objects(fact[0], name)]
            if old:
                self.models.withdraw(old, [mind])
        try:
            self.models.believe([fact], [mind], source="reported")
        except Inconsistent:
            return

    def _explained(self, fact: Statement) -> str:
        """Why a fact holds, where it follows from others."""
        from ..knowledge import Verbs

        try:
            proof = Verbs(self.models.kb).call("why", (" ".join(fact), [self.models.robot]))
        except MidworldError:
            return ""
        told = cast("dict[str, object]", proof) if isinstance(proof, dict) else dict[str, object]()
        return str(told.get("text") or "") if told.get("because") else ""

    def _fresh_name(self, noun: str) -> str:
        """An identifier nobody has."""
        stem = re.sub(r"\W+", "_", noun.casefold())
        facts = self.models.facts(self.models.robot)
        number = 1
        while f"{stem}{number}" in facts or f"{stem}{number}" in self._fresh:
            number += 1
        self._fresh.add(f"{stem}{number}")
        return f"{stem}{number}"

    def _from_scene(self, clauses: Sequence[Clause], grounding: Grounding) -> str:
        """What the worlds of a scene answer, in words for people; empty where there is no scene or no answer."""
        if self.scene is None:
            return ""

        def ground(phrase: Phrase) -> tuple[str, ...]:
            found = grounding.ground(phrase, several=True)
            if not isinstance(found, Resolved):
                raise Unresolved(phrase, found)
            return found.things

        found = [self.scene.answer(each, ground) for each in bare_questions(clauses)]
        return self._worded(" ".join(dict.fromkeys(found)), grounding.speaker) if all(found) else ""

    def _worded(self, text: str, who: str) -> str:
        """An answer of the scene's with its things as people call them."""
        wording = Wording(self.models, self.lexicon, who)
        known = self.models.facts(self.models.robot)
        names = {each: wording.title(each) for each in self.models.names if each != "default"}
        for thing in known.things():
            if thing not in names and wording.nouns(thing, known):
                names[thing] = wording.name(thing)
        ids = "|".join(re.escape(each) for each in sorted(names, key=len, reverse=True))
        here = {self.models.robot: "me", who: "you"}

        def called(found: re.Match[str]) -> str:
            beside = text[: found.start()].endswith(BESIDE)
            return here[found[1]] if beside and found[1] in here else names[found[1]]

        said = re.sub(rf"(?<![\w-])(?:the )?({ids})(?![\w-])", called, text) if ids else text
        return sentence(said)

    def _refused(self, reasons: Sequence[str], who: str) -> str:
        """Why something cannot be believed, in words for people."""
        kinds, text = self.models.said_as, "; ".join(reasons[:2]).replace("'", "")
        plain = re.sub(r"\b[A-Z]\w+\b", lambda found: kinds.get(found[0], found[0]), text)
        plain = re.sub(r"\b[a-z]+(?:[A-Z]\w*)+\b", lambda found: spaced(found[0]), plain)
        return f"I cannot believe that: {self._worded(plain, who).removesuffix('.')}."

    def _reaction(
        self, who: str, act: str, added: Sequence[Statement], gone: Sequence[Statement], reading: Reading
    ) -> str:
        wording = Wording(self.models, self.lexicon, who)
        if act in {"command", "prohibition", "wish"}:
            return sentence(self._promise(act, added, reading.clauses, wording))
        if act == "forget" or (gone and not added):
            known = self.models.facts(self.models.robot)
            if any(known.was(*each) for each in gone):
                return "OK, no longer."
            return "I did not know that anyway." if act == "forget" else "OK."
        return "OK." if added else "I see."

    def _promise(self, act: str, added: Sequence[Statement], clauses: Sequence[Clause], wording: Wording) -> str:
        """What we are about to do, or not to."""
        wanted = [o for _, p, o in added if p == "desires"]
        said: list[str] = []
        for name, clause in zip(wanted, clauses, strict=False):
            roles: dict[str, list[str]] = {}
            for s, p, o in added:
                if s == name:
                    roles.setdefault(p, []).append(o)
            if roles.get("performedBy") != [self.models.robot]:
                return "OK, I heard what you want"
            verb = (
                clause.verb
                if clause.mood == "command"
                else clause.complement.verb
                if clause.complement is not None
                else "give"
            )
            words = [verb, wording.names(roles.get("actsOnObject", []))]
            words += [f"to {wording.names(roles[role])}" for role in ("receivedBy",) if role in roles]
            if "hasDestination" in roles:
                way = SAID.get(roles.get("destinationRelation", [""])[0], "to")
                words.append(f"{way} {wording.names(roles['hasDestination'])}")
            said.append(" ".join(each for each in words if each))
        return f"OK, I will {'not ' if act == 'prohibition' else ''}{listed(said)}"
