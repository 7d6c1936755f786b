"""Calls as clients of other servers make them, as calls of our own verbs: KnowledgeCore's two generations and ORO."""

from collections.abc import Mapping, Sequence
from typing import cast
from xml.etree.ElementTree import Element, SubElement, tostring

from ..errors import BadStatement
from .events import When
from .kb import LIFESPANS

Plain = object
Call = tuple[str, list[Plain], dict[str, Plain]]
FOR_AGENT = "ForAgent"
SAME = {
    "retract": "remove", "exists": "exist", "classesOf": "classesof", "classes_of": "classesof",
    "commonAncestors": "common_ancestors", "differentAncestors": "different_ancestors",
    "safeAdd": "safe_add", "getLabel": "label", "getInfos": "about", "getSimilarities": "similarities",
    "getDifferences": "differences", "listAgents": "models", "clearEvent": "unsubscribe", "clearEvents": "unsubscribe",
    "listMethods": "methods", "list": "methods", "help": "methods", "checkConsistency": "consistent",
}  # fmt: skip
_TAXONOMY = {
    f"get{direct}{kind}Of": (f"{kind.lower()}of", bool(direct))
    for direct in ("", "Direct")
    for kind in ("Classes", "Instances", "Subclasses", "Superclasses")
}
_ADAPTED = frozenset({"getResourceDetails", "query", "queryAsXML", "registerEvent", "reset"})
_SUFFIXED = frozenset({
    "add", "safeAdd", "update", "remove", "clear", "find", "lookup", "getInfos", "discriminate", "checkConsistency",
    "registerEvent", "clearEvents", "save",
})  # fmt: skip
ORO = frozenset({*SAME, *_TAXONOMY, *_ADAPTED, *(name + FOR_AGENT for name in _SUFFIXED)})
"""Every name of another server's that is not a verb of our own."""
_ONE_MODEL = frozenset({"details", "sparql", "save"})


def translated(name: str, args: Sequence[Plain], kwargs: Mapping[str, Plain]) -> Call:
    """A call in our own words; what is said in them already stays as it is."""
    given, options = list(args), dict(kwargs)
    if name.endswith(FOR_AGENT) and name.removesuffix(FOR_AGENT) in _SUFFIXED:
        if not given:
            raise BadStatement(name, "needs an agent")
        name, agent = name.removesuffix(FOR_AGENT), given.pop(0)
        verb, given, options = _adapted(name, given, options)
        if verb != "unsubscribe":
            options |= {"model": agent} if verb in _ONE_MODEL else {"models": [agent]}
        return verb, given, options
    return _adapted(name, given, options)


def _adapted(name: str, args: list[Plain], kwargs: dict[str, Plain]) -> Call:
    if name in _TAXONOMY:
        verb, direct = _TAXONOMY[name]
        return verb, args[:1], {**kwargs, "direct": direct, "labels": True}
    first, second = [*args[:2], None, None][:2]
    match name:
        case "add" | "safeAdd" if isinstance(second, str) and second.upper() in LIFESPANS:
            return SAME.get(name, name), [first], {**kwargs, "lifespan": second.upper()}
        case "clear" | "check" if _is_statements(first):
            return "remove" if name == "clear" else "exist", args, kwargs
        case "lookup" if isinstance(second, str) and second.lower() in KINDS:
            return name, [first], {**kwargs, "kind": second.lower()}
        case "save" if len(args) == 2 and "/" not in str(first) and "." not in str(first):
            return name, [second], {**kwargs, "model": first}
        case "reset":
            return "clear", ["all"], {}
        case "getResourceDetails":
            return "details", args[:1], {**kwargs, **({"language": second} if len(args) > 1 else {})}
        case "query" | "queryAsXML":
            # The first argument names the variable wanted, which the query says as well.
            return "sparql", args[-1:], {**kwargs, **({"xml": True} if name == "queryAsXML" else {})}
        case "registerEvent":
            return "subscribe", [], {**_registered(args), **kwargs}
        case "find":
            return name, [], _found(args, kwargs)
        case "subscribe":
            return name, [], _subscribed(args, kwargs)
        case _:
            return SAME.get(name, name), args, kwargs


KINDS = frozenset({"instance", "class", "object_property", "datatype_property", "literal", "undecided"})


def _is_statements(given: Plain) -> bool:
    """Statements have several words, names of models have one."""
    words = [given] if isinstance(given, str) else cast("Sequence[Plain]", given) if isinstance(given, list) else ()
    return any(isinstance(word, list) or (isinstance(word, str) and " " in word.strip()) for word in words)


def _found(args: Sequence[Plain], kwargs: Mapping[str, Plain]) -> dict[str, Plain]:
    """Recent clients say (patterns, vars, models), older ones (vars, patterns, models), the oldest filters between."""
    names = ["patterns", "vars", "models"]
    if len(args) >= 2 and _are_variables(args[0], args[1]):
        filtered = len(args) > 3 or (len(args) == 3 and _is_statements(args[2]))
        names = ["vars", "patterns", "filters", "models"] if filtered else ["vars", "patterns", "models"]
    if len(args) > len(names):
        raise BadStatement("find", f"takes {len(names)} arguments, not {len(args)}")
    return {**kwargs, **dict(zip(names, args, strict=False))}


def _are_variables(first: Plain, second: Plain) -> bool:
    """A statement has three words, a variable one."""
    words = [first] if isinstance(first, str) else cast("list[Plain]", first) if isinstance(first, list) else []
    if not words:
        return bool(second) and first in (None, "", [])
    return all(isinstance(word, str) and len(word.split()) == 1 for word in words)


_TRIGGERS = {
    "ON_TRUE": (When.NEW, False), "ON_TRUE_ONE_SHOT": (When.NEW, True), "ON_FALSE": (When.FALSE, False),
    "ON_FALSE_ONE_SHOT": (When.FALSE, True), "ON_TOGGLE": (When.TOGGLE, False),
}  # fmt: skip


def _subscribed(args: Sequence[Plain], kwargs: Mapping[str, Plain]) -> dict[str, Plain]:
    """Recent clients say (patterns, one_shot, models), older ones (type, trigger, variable, patterns, models)."""
    old = len(args) >= 2 and isinstance(args[1], str)
    names = ["type", "trigger", "var", "patterns", "models"] if old else ["patterns", "one_shot", "models"]
    given = {**kwargs, **dict(zip(names, args, strict=False))}
    trigger, kind, variable = given.pop("trigger", None), given.pop("type", ""), given.pop("var", None)
    if trigger is None:
        return given
    if trigger not in _TRIGGERS:
        raise BadStatement(str(trigger), f"is no trigger; known: {', '.join(_TRIGGERS)}")
    when, one_shot = _TRIGGERS[cast("str", trigger)]
    if kind == "FACT_CHECKING" and when is When.NEW:
        when = When.TRUE
    return {**given, "one_shot": one_shot, "when": when.value, "variables": [str(variable)] if variable else None}


def _registered(args: Sequence[Plain]) -> dict[str, Plain]:
    """`type, trigger[, variable], pattern[, consumer]`; whoever calls is told, whatever the consumer is called."""
    if len(args) < 3:
        raise BadStatement("registerEvent", "needs a type, a trigger and a pattern")
    kind, trigger, *rest = args
    named = len(rest) > 1 and kind != "NEW_CLASS_INSTANCE" and isinstance(rest[0], str) and " " not in rest[0]
    variable, pattern = (rest[0], rest[1]) if named else (None, rest[0])
    if kind == "NEW_CLASS_INSTANCE" and isinstance(pattern, str) and " " not in pattern:
        variable, pattern = "x", [f"?x rdf:type {pattern}"]
    return _subscribed([kind, trigger, variable, pattern], {})


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
            extra = {key: term[key] for key in ("datatype", "xml:lang") if key in term}
            SubElement(SubElement(result, "binding", name=name), term["type"], extra).text = term["value"]
    return tostring(root, encoding="unicode")
