"""ORO's verbs, as a thin layer: the names of its clients over the same knowledge base."""

from collections.abc import Mapping, Sequence
from typing import cast

from ..errors import Inconsistent, UnknownName
from .callers import Plain
from .kb import KnowledgeBase
from .verbs import Verbs

_SAME = {
    "add": "add",
    "safeAdd": "safe_add",
    "update": "update",
    "retract": "remove",
    "remove": "remove",
    "clear": "remove",
    "revise": "revise",
    "getLabel": "label",
    "lookup": "lookup",
    "find": "find",
    "query": "sparql",
    "about": "about",
    "getInfos": "about",
    "getResourceDetails": "details",
    "discriminate": "discriminate",
    "getSimilarities": "similarities",
    "getDifferences": "differences",
    "listAgents": "models",
    "registerEvent": "subscribe",
    "clearEvent": "unsubscribe",
    "clearEvents": "close",
    "stats": "stats",
    "save": "save",
    "hello": "hello",
    "check": "exist",
}
_FOR_AGENT = frozenset(
    {"add", "safeAdd", "update", "remove", "clear", "find", "lookup", "getInfos", "discriminate", "checkConsistency"}
    | {"registerEvent", "clearEvents"}
)
_TAXONOMY = {
    "Classes": "classesof",
    "Instances": "instancesof",
    "Subclasses": "subclassesof",
    "Superclasses": "superclassesof",
}


class Oro:
    """`call("addForAgent", ["ann", ["cup isOn table"]])`, and everything ORO's manual lists."""

    def __init__(self, kb: KnowledgeBase, verbs: Verbs | None = None) -> None:
        self.verbs = verbs or Verbs(kb)

    def methods(self) -> list[str]:
        taxonomy = [f"get{direct}{kind}Of" for direct in ("", "Direct") for kind in _TAXONOMY]
        own = ["checkConsistency", "reset", "listMethods", "methods", "list", "help"]
        return sorted({*_SAME, *taxonomy, *own, *(f"{name}ForAgent" for name in _FOR_AGENT)})

    def call(self, name: str, args: Sequence[Plain] = ()) -> Plain:
        """Call a verb of ORO's; raises MidworldError as the plain verbs do."""
        if name in {"listMethods", "methods", "list", "help"}:
            return self.methods()
        if name.endswith("ForAgent") and name.removesuffix("ForAgent") in _FOR_AGENT:
            return self._call(name.removesuffix("ForAgent"), list(args[1:]), [cast("str", args[0])])
        return self._call(name, list(args), None)

    def _call(self, name: str, args: list[Plain], agents: list[str] | None) -> Plain:
        if name == "checkConsistency":
            return self._consistent(args, agents)
        if name == "reset":
            return self.verbs.call("clear", ["all"])
        if name.startswith("get") and name.endswith("Of"):
            return self._taxonomy(name, args, agents)
        if name not in _SAME:
            raise UnknownName("method", name, self.methods())
        if name in {"add", "safeAdd"} and len(args) == 2:
            # The second argument is a memory profile.
            return self.verbs.call(_SAME[name], [args[0], agents, str(args[1]).upper()])
        if name == "query":
            return self.verbs.call("sparql", args[-1:])
        keywords: Mapping[str, Plain] = {"models": agents} if agents is not None else {}
        return self.verbs.call(_SAME[name], args, keywords)

    def _consistent(self, args: list[Plain], agents: list[str] | None) -> bool:
        if not args:
            return not self.verbs.call("check", [agents or "all"])
        trial = self.verbs.kb.chosen(agents)[0].copy("trial")
        kb = self.verbs.kb
        kb.models["trial"] = trial
        try:
            kb.revise(cast("Sequence[str]", args[0]), method="safe_add", models=["trial"])
        except Inconsistent:
            return False
        finally:
            del kb.models["trial"]
        return True

    def _taxonomy(self, name: str, args: list[Plain], agents: list[str] | None) -> dict[str, str]:
        """`{id: label}` of neighbours in the taxonomy."""
        kind = name.removeprefix("get").removesuffix("Of")
        direct = kind.startswith("Direct")
        verb = _TAXONOMY.get(kind.removeprefix("Direct"))
        if verb is None:
            raise UnknownName("method", name, self.methods())
        names = cast("list[str]", self.verbs.call(verb, [args[0], direct, agents]))
        return {each: cast("dict[str, str]", self.verbs.call("label", [each, agents]))["default"] for each in names}
