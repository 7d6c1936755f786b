"""Words that hold sentences together: articles, pronouns, helping verbs, adverbs."""

ARTICLES = frozenset(
    [
        "the",
        "a",
        "an",
        "this",
        "that",
        "these",
        "those",
        "some",
        "any",
        "all",
        "every",
        "each",
        "both",
        "no",
        "another",
        "which",
        "what",
        "either",
        "neither",
    ]
)
POSSESSIVES = {"my": "i", "your": "you", "his": "he", "her": "she", "its": "it", "our": "we", "their": "they"}
PERSONAL = frozenset(
    [
        "i",
        "me",
        "you",
        "he",
        "him",
        "she",
        "her",
        "it",
        "we",
        "us",
        "they",
        "them",
        "myself",
        "yourself",
        "himself",
        "herself",
        "itself",
        "mine",
        "yours",
    ]
)
INDEFINITE = frozenset(
    [
        "something",
        "anything",
        "nothing",
        "everything",
        "someone",
        "anyone",
        "everyone",
        "somebody",
        "anybody",
        "nobody",
        "everybody",
    ]
)
POINTED = frozenset(["this", "that", "these", "those"])
AUXILIARIES = frozenset(
    [
        "is",
        "are",
        "was",
        "were",
        "am",
        "be",
        "been",
        "being",
        "do",
        "does",
        "did",
        "can",
        "could",
        "will",
        "would",
        "shall",
        "should",
        "may",
        "might",
        "must",
        "has",
        "have",
        "had",
    ]
)
WH = frozenset(["what", "where", "who", "whom", "whose", "which", "when", "why", "how", "whether", "if"])
TIMES = frozenset(
    [
        "now",
        "today",
        "tomorrow",
        "yesterday",
        "tonight",
        "later",
        "soon",
        "again",
        "already",
        "still",
        "yet",
        "before",
        "earlier",
        "recently",
        "lately",
        "afterwards",
        "currently",
    ]
)
ADVERBS = TIMES | frozenset(
    [
        "slowly",
        "quickly",
        "carefully",
        "gently",
        "fast",
        "immediately",
        "please",
        "always",
        "ever",
        "never",
        "also",
        "too",
        "very",
        "really",
        "just",
        "only",
        "maybe",
        "perhaps",
        "together",
        "first",
        "then",
        "here",
        "there",
        "outside",
        "instead",
        "forward",
        "backward",
        "forwards",
        "backwards",
        "back",
        "straight",
        "ahead",
        "anymore",
        "probably",
        "possibly",
        "actually",
        "quite",
        "exactly",
        "right",
        "left",
        "somewhere",
        "anywhere",
        "away",
        "up",
        "down",
        "off",
        "over",
        "once",
        "twice",
    ]
)
NOT_NOUNS = (
    ARTICLES
    | set(POSSESSIVES)
    | PERSONAL
    | INDEFINITE
    | AUXILIARIES
    | WH
    | (ADVERBS - {"right", "left", "back", "first", "fast"})
    | frozenset(["and", "or", "but", "not", "than", "as", "that", "because", "so", ",", "'s", "to", "s'"])
)
BE = {"is": "present", "are": "present", "am": "present", "was": "past", "were": "past", "be": "present"}
DO = {"do": "present", "does": "present", "did": "past"}
HAVE = {"have": "past", "has": "past", "had": "past"}
MODALS = {
    "can": "present",
    "could": "present",
    "will": "future",
    "would": "present",
    "shall": "future",
    "should": "present",
    "may": "present",
    "might": "present",
    "must": "present",
}
SAYING = frozenset(
    [
        "think",
        "know",
        "believe",
        "say",
        "tell",
        "remember",
        "forget",
        "learn",
        "check",
        "see",
        "note",
        "hope",
        "ask",
        "wonder",
        "hear",
        "understand",
        "mean",
        "show",
        "explain",
        "find",
        "guess",
        "suppose",
        "wish",
    ]
)
JOINTS = frozenset(["and", "then", "but", ",", "because", "so"])
PARTICLES = frozenset(["up", "down", "on", "off", "back", "away", "over", "out"])
_UNITS = ("second", "minute", "hour", "sec", "day", "week", "month", "year")
UNITS = frozenset(["s", *_UNITS, *(f"{each}s" for each in _UNITS)])
