"""Terms as integers: names positive, literals negative, shared by every model of one knowledge base."""

import re
import threading

from ..errors import BadStatement
from .literal import BOOLEAN, DOUBLE, INTEGER, LANG_STRING, RDF, STRING, Literal, to_python
from .vocabulary import KNOWN, ORO, OWL, PREFIXES, RDFS

Atom = tuple[int, int, int]

BAD_IRI = re.compile(r"[\x00-\x20<>\"{}|^`\\]")
_NUMBER = re.compile(r"[+-]?(\d+(\.\d*)?|\.\d+)([eE][+-]?\d+)?")
_QUOTED = re.compile(r"(?s)(\"\"\"|\"|')(.*)\1(?:@([A-Za-z]+(?:-[A-Za-z0-9]+)*)|\^\^(\S+))?")
_LOCAL = re.compile(r"[^\W\d][\w\-./]*|\d[\w\-./]*")
_ESCAPE = re.compile(r"\\(u[0-9A-Fa-f]{4}|U[0-9A-Fa-f]{8}|.)")
_BOOLEANS = frozenset({"true", "false", "True", "False"})
_ESCAPES = {"n": "\n", "t": "\t", "r": "\r"}
# People write `cup type Cup`: these names need no prefix where a predicate is expected.
BARE_PREDICATES = {
    "a": RDF + "type", "type": RDF + "type", "subclassOf": RDFS + "subClassOf",
    **{name: RDFS + name for name in ("subClassOf", "subPropertyOf", "label", "comment")},
    **{name: OWL + name for name in ("sameAs", "differentFrom", "disjointWith", "equivalentClass")},
}  # fmt: skip


class Terms:
    """The one table that gives every name and literal its number."""

    def __init__(self) -> None:
        self._names: list[str] = ["", *KNOWN]
        self._literals: list[Literal] = [Literal("")]
        self._ids: dict[str | Literal, int] = {iri: number for number, iri in enumerate(KNOWN, 1)}
        self._parsed: dict[str, int] = {}
        self._shown: dict[int, str] = {}
        self._things: dict[str, int] = {}
        self._lock = threading.Lock()
        self._blanks = 0

    def name(self, iri: str) -> int:
        """The number of an IRI, or of a blank node when it starts with `_:`."""
        found = self._ids.get(iri)
        if found is None:
            if BAD_IRI.search(iri) or ":" not in iri:
                raise BadStatement(iri, "is not a valid IRI")
            with self._lock:
                found = self._ids.setdefault(iri, len(self._names))
                if found == len(self._names):
                    self._names.append(iri)
        return found

    def literal(self, literal: Literal) -> int:
        found = self._ids.get(literal)
        if found is None:
            with self._lock:
                found = self._ids.setdefault(literal, -len(self._literals))
                if found == -len(self._literals):
                    self._literals.append(literal)
        return found

    def blank(self) -> int:
        """A node nobody else has."""
        self._blanks += 1
        return self.name(f"_:b{self._blanks}")

    def reserve(self) -> None:
        """Never give out a blank node that is already named."""
        numbered = [name[3:] for name in self._names if name.startswith("_:b")]
        self._blanks = max([self._blanks, *(int(each) for each in numbered if each.isdigit())])

    def iri(self, term: int) -> str:
        return self._names[term]

    def value(self, term: int) -> Literal:
        return self._literals[-term]

    def is_blank(self, term: int) -> bool:
        return term > 0 and self._names[term].startswith("_:")

    def __len__(self) -> int:
        return len(self._names) + len(self._literals) - 2

    def parse(self, text: str, *, predicate: bool = False) -> int:
        """A term as people write it: `Cup`, `oro:Cup`, `<http://...>`, `0.2`, `true`, `"tasse"@fr`."""
        key = f" {text}" if predicate else text
        found = self._parsed.get(key)
        if found is None:
            found = self._parse(text, predicate)
            if len(self._parsed) > 500_000:
                self._parsed.clear()
            self._parsed[key] = found
        return found

    def thing(self, name: str) -> int:
        """The number of an identifier, whatever it is made of: `24` is a name, not a number."""
        found = self._things.get(name)
        if found is None:
            try:
                found = self.name(expand(name))
            except BadStatement:
                found = self.name(ORO + BAD_IRI.sub(lambda bad: f"%{ord(bad[0]):02X}", name))
            self._things[name] = found
        return found

    def known(self, text: str) -> int | None:
        """The number of a name somebody used before."""
        try:
            return self._ids.get(expand(text))
        except BadStatement:
            return None

    def _parse(self, text: str, predicate: bool) -> int:
        if predicate and text in BARE_PREDICATES:
            return self.name(BARE_PREDICATES[text])
        if text[:1] in {'"', "'"}:
            return self.literal(_quoted(text))
        if text.startswith("<") and text.endswith(">"):
            return self.name(text[1:-1])
        if text in _BOOLEANS:
            return self.literal(Literal(text.lower(), BOOLEAN))
        if _NUMBER.fullmatch(text):
            return self.literal(Literal(text, INTEGER if text.lstrip("+-").isdigit() else DOUBLE))
        return self.name(expand(text))

    def show(self, term: int) -> str:
        """A term as people read it."""
        found = self._shown.get(term)
        if found is None:
            found = _literal_text(self._literals[-term]) if term < 0 else shorten(self._names[term])
            self._shown[term] = found
        return found

    def plain(self, term: int) -> object:
        """A term as programs read it: the value of a literal, else the name."""
        return to_python(self._literals[-term]) if term < 0 else self.show(term)

    def sentence(self, atom: Atom) -> str:
        return " ".join(self.show(term) for term in atom)


def expand(text: str) -> str:
    """The full IRI of a short name."""
    if text.startswith("_:") and len(text) > 2:
        return text
    prefix, colon, local = text.partition(":")
    if not colon:
        if not _LOCAL.fullmatch(text):
            raise BadStatement(text, "is neither a name, a number nor a quoted text")
        return ORO + text
    if prefix in PREFIXES:
        return PREFIXES[prefix] + local
    if local.startswith("//") or prefix in {"urn", "tag", "mailto"}:
        return text
    raise BadStatement(text, f"uses a prefix nobody declared; known: {', '.join(sorted(PREFIXES))}")


def shorten(iri: str) -> str:
    """The short name of an IRI, without a prefix in the default namespace."""
    local = iri[len(ORO) :] if iri.startswith(ORO) else ""
    if local and _LOCAL.fullmatch(local):
        return f"oro:{local}" if _NUMBER.fullmatch(local) or local in _BOOLEANS else local
    for prefix, base in PREFIXES.items():
        if iri.startswith(base) and prefix != "oro":
            return f"{prefix}:{iri[len(base) :]}"
    return iri if iri.startswith("_:") else f"<{iri}>"


def _quoted(text: str) -> Literal:
    found = _QUOTED.fullmatch(text)
    if found is None:
        raise BadStatement(text, "is not a well quoted text")
    body = _ESCAPE.sub(_unescape, found[2])
    if found[3]:
        return Literal(body, LANG_STRING, found[3])
    if found[4]:
        kind = found[4][1:-1] if found[4].startswith("<") else expand(found[4])
        return Literal(body, kind)
    return Literal(body)


def _unescape(found: "re.Match[str]") -> str:
    code = found[1]
    if code[0] in "uU" and len(code) > 1:
        return chr(int(code[1:], 16))
    return _ESCAPES.get(code, code)


def _literal_text(literal: Literal) -> str:
    if literal.datatype == BOOLEAN and literal.text in {"true", "false"}:
        return literal.text
    if _NUMBER.fullmatch(literal.text):
        plain = literal.text.lstrip("+-").isdigit()
        if (literal.datatype == INTEGER and plain) or (literal.datatype == DOUBLE and not plain):
            return literal.text
    body = literal.text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n").replace("\r", "\\r")
    if literal.language:
        return f'"{body}"@{literal.language}'
    if literal.datatype == STRING:
        return f'"{body}"'
    return f'"{body}"^^{shorten(literal.datatype)}'
