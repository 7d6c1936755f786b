"""Desires and experiences, as dialogue states them: who wants what done to which thing, and how people feel."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

NO_ROLES: Mapping[str, tuple[str, ...]] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Desire:
    """Somebody wants a situation of a kind (`Give`); `roles` are its thematic roles, by their predicates."""

    owner: str
    kind: str
    roles: Mapping[str, tuple[str, ...]] = field(default_factory=lambda: NO_ROLES)

    def role(self, name: str) -> str | None:
        """Who or what plays a role, the first of several."""
        return next(iter(self.roles.get(name, ())), None)

    @property
    def forbids(self) -> bool:
        """Whether it is wanted not to happen."""
        return self.role("hasPolarity") == "negative"


@dataclass(frozen=True, slots=True)
class Experience:
    """How somebody feels: `tired`."""

    owner: str
    feature: str


def desires(statements: Iterable[str]) -> tuple[Desire, ...]:
    """The desires in some statements, in order: `ann desires s1`, `s1 rdf:type Give`, `s1 actsOnObject book2`."""
    said = _triples(statements)
    return tuple(
        Desire(owner, (roles.get("rdf:type") or ("Situation",))[0], MappingProxyType(roles))
        for owner, situation in ((subject, target) for subject, predicate, target in said if predicate == "desires")
        for roles in (_roles(said, situation),)
    )


def experiences(statements: Iterable[str]) -> tuple[Experience, ...]:
    """The experiences in some statements: `ann experiences s1`, `s1 hasFeature tired`."""
    said = _triples(statements)
    return tuple(
        Experience(owner, feature)
        for owner, predicate, situation in said
        if predicate == "experiences"
        for feature in _roles(said, situation).get("hasFeature", ())
    )


def _triples(statements: Iterable[str]) -> list[tuple[str, str, str]]:
    """What is stated; what ends (`- cup isOn table`) and literals of several words are not asked for."""
    words = (each.split() for each in statements if not each.startswith("- "))
    return [(first, second, third) for first, second, third in (each for each in words if len(each) == 3)]


def _roles(said: list[tuple[str, str, str]], situation: str) -> dict[str, tuple[str, ...]]:
    found: dict[str, tuple[str, ...]] = {}
    for subject, predicate, target in said:
        if subject == situation:
            found[predicate] = (*found.get(predicate, ()), target)
    return found
