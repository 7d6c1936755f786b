"""ORO's verbs, as a thin layer: the names of its clients over the same knowledge base."""

from collections.abc import Mapping, Sequence
from typing import cast
from xml.etree.ElementTree import Element, SubElement, tostring

from ..errors import Inconsistent, UnknownName
from .callers import Plain
from .kb import DEFAULT, KnowledgeBase
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
    "find": "find",
    "about": "about",
    "getInfos": "about",
    "discriminate": "discriminate",
    "getSimilarities": "similarities",
    "getDifferences": "differences",
    "listAgents": "models",
    "clearEvent": "unsubscribe",
    "clearEvents": "close",
    "stats": "stats",
    "hello": "hello",
    "check": "exist",
}
_FOR_AGENT = frozenset(
    {"add", "safeAdd", "update", "remove", "clear", "find", "lookup", "getInfos", "discriminate", "checkConsistency"}
    | {"registerEvent", "clearEvents", "save"}
)
_TAXONOMY = {
    "Classes": "classesof",
    "Instances": "instancesof",
    "Subclasses": "subclassesof",
    "Superclasses": "superclassesof",
}


def as_xml(answer: Mapping[str, Plain]) -> str:
    """Answers to a SPARQL query in W3C's XML format."""
    head = cast("Mapping[str, list[str]]", answer["head"])
    root = Element("sparql", xmlns="http://www.w3.org/2005/sparql-results#")
    variables = SubElement(root, "head")
    for name in head.get("vars", ()):
        SubElement(variables, "variable", name=name)
    if "boolean" in answer:
        SubElement(root, "boolean").text = str(answer["boolean"]).lower()
        return tostring(root, encoding="unicode")
    results = SubElement(root, "results")
    found = cast("Mapping[str, list[Mapping[str, Mapping[str, str]]]]", answer["results"])
    for row in found["bindings"]:
        result = SubElement(results, "result")
        for name, term in row.items():
            binding = SubElement(result, "binding", name=name)
            extra = {"datatype": term["datatype"]} if "datatype" in term else {}
            extra |= {"xml:lang": term["xml:lang"]} if "xml:lang" in term else {}
            SubElement(binding, term["type"], extra).text = term["value"]
    return tostring(root, encoding="unicode")


class Oro:
    """`call("addForAgent", ["ann", ["cup isOn table"]])`, and everything ORO's manual lists."""

    def __init__(self, kb: KnowledgeBase, verbs: Verbs | None = None) -> None:
        self.verbs = verbs or Verbs(kb)
        self._adapted = {
            "getResourceDetails": self._details,
            "lookup": self._lookup,
            "query": self._query,
            "queryAsXML": self._xml,
            "registerEvent": self._register,
            "save": self._save,
        }

    def methods(self) -> list[str]:
        taxonomy = [f"get{direct}{kind}Of" for direct in ("", "Direct") for kind in _TAXONOMY]
        own = ["checkConsistency", "reset", "listMethods", "methods", "list", "help", *self._adapted]
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
        if name in self._adapted:
            return self._adapted[name](args, agents)
        if name not in _SAME:
            raise UnknownName("method", name, self.methods())
        if name in {"add", "safeAdd"} and len(args) == 2:
            # The second argument is a memory profile.
            return self.verbs.call(_SAME[name], [args[0], agents, str(args[1]).upper()])
        keywords: Mapping[str, Plain] = {"models": agents} if agents is not None else {}
        return self.verbs.call(_SAME[name], args, keywords)

    def _details(self, args: list[Plain], agents: list[str] | None) -> Plain:
        """The second argument is a language."""
        language = {"language": args[1]} if len(args) > 1 else {}
        return self.verbs.call("details", args[:1], {"model": agents, **language})

    def _lookup(self, args: list[Plain], agents: list[str] | None) -> Plain:
        """The second argument is the kind of term that is wanted."""
        found = cast("list[list[str]]", self.verbs.call("lookup", args[:1], {"models": agents}))
        wanted = str(args[1]).lower() if len(args) > 1 else None
        return [row for row in found if wanted is None or row[1] == wanted]

    def _query(self, args: list[Plain], agents: list[str] | None) -> Plain:
        """The first argument names the variable wanted, which the query says as well."""
        return self.verbs.call("sparql", args[-1:], {"model": agents})

    def _xml(self, args: list[Plain], agents: list[str] | None) -> Plain:
        return as_xml(cast("Mapping[str, Plain]", self._query(args, agents)))

    def _save(self, args: list[Plain], agents: list[str] | None) -> Plain:
        """`save(path)` for oneself, `save(agent, path)` for an agent."""
        whose = str(args[0]) if len(args) > 1 else agents[0] if agents else DEFAULT
        return self.verbs.call("save", [args[-1], whose])

    def _register(self, args: list[Plain], agents: list[str] | None) -> Plain:
        """`type, trigger[, variable], pattern[, consumer]`; whoever calls is told, whatever the consumer is called."""
        kind, trigger, *rest = args
        named = len(rest) > 1 and kind != "NEW_CLASS_INSTANCE" and isinstance(rest[0], str) and " " not in rest[0]
        variable, pattern = (rest[0], rest[1]) if named else (None, rest[0])
        if kind == "NEW_CLASS_INSTANCE" and isinstance(pattern, str) and " " not in pattern:
            variable, pattern = "x", [f"?x rdf:type {pattern}"]
        return self.verbs.call("subscribe", [kind, trigger, variable, pattern, agents])

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
