"""How much: superlatives, comparatives, ordinals and bounds."""

INTENSE = frozenset(["really", "quite", "rather", "pretty", "extremely", "fairly", "very", "too", "so"])
ORDINALS = {"first": "first", "second": "second", "third": "third", "latter": "last", "former": "first"}
BOUNDS = {"more than": ">", "less than": "<", "fewer than": "<", "at least": ">=", "at most": "<="}


def superlative(word: str) -> str:
    """The adjective of a superlative; empty for other words."""
    irregular = {"best": "good", "worst": "bad", "nearest": "near", "closest": "near", "farthest": "far"}
    if word in irregular:
        return irregular[word]
    if word.endswith("est") and len(word) > 5:
        return _plain(word[:-3])
    return ""


def comparative(word: str) -> str:
    """The adjective of a comparative; empty for other words."""
    irregular = {"better": "good", "worse": "bad", "further": "far", "closer": "near"}
    if word in irregular:
        return irregular[word]
    return _plain(word[:-2]) if word.endswith("er") and len(word) > 4 else ""


def _plain(stem: str) -> str:
    if stem.endswith("i"):
        return stem[:-1] + "y"
    if len(stem) > 2 and stem[-1] == stem[-2] and stem[-1] not in "ls":
        return stem[:-1]
    return {"larg": "large", "whit": "white", "blu": "blue", "wid": "wide", "simpl": "simple"}.get(stem, stem)
