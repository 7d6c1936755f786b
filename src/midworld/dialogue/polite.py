"""Ways to say an order, a prohibition or a fact that say no more than the plain one does."""

import re
from collections.abc import Iterable

from .words import plain_verb

# Every pattern is of plain words as `tokens` gives them, and ends where the verb that is meant begins.
_ADVERB = "(?: (?:please|possibly|perhaps|maybe|just|kindly|simply|also|now|then|quickly))*"
_MODAL = "(?:can|could|would|will|might|may)"
_GOOD = "(?:nice|great|good|lovely|helpful|kind|wonderful|perfect|best|better|fine)"
_GLAD = "(?:happy|glad|grateful|thankful|pleased|delighted)"
_WORD = "(?= (?:where|who|what|which|when|why|how|whether|if) )"
_STATE = "(?:see|reach|hear|know|understand|remember|feel|like|want|have|think|believe|tell|show|explain|say|mind)\\b"
_ASK = "(?:ask|tell|order|command|instruct|urge|beg|request|invite|advise|warn|told|asked|ordered)"

ORDERS = (
    f"{_MODAL} you{_ADVERB} be (?:so|as) (?:kind|good|nice) (?:as to|and|to)",
    f"{_MODAL} you{_ADVERB} be (?:kind|good|nice) enough to",
    f"{_MODAL} you{_ADVERB} (?:be able to|be willing to|care to|do me (?:a|the|one) favou?r and|manage to)",
    "(?:would|is|could|will) it (?:be )?(?:possible|ok|okay|alright|all right) (?:for you )?to",
    f"(?:(?:do you think )?(?:that )?you could|do you think you can|(?:can|could|would|will) you){_ADVERB}"
    f"(?= (?!not|{_STATE}))",
    f"i (?:was wondering|am wondering|wonder) (?:if|whether) you {_MODAL}",
    f"i (?:would|will) (?:really )?(?:appreciate it|like it|like|love it|be {_GLAD}) if you (?:could|can|would)",
    f"it would be {_GOOD} if you (?:could|would)",
    "(?:would|could) you kindly|kindly|be so (?:kind|good|nice) (?:as to|and)|be a (?:dear|darling|sweetheart) and",
    f"(?:can|could|may|might) i (?:{_ASK}|trouble|bother|get) you to",
    f"i (?:would like to |would |must |have to |want to |am )?(?:{_ASK}|asking|telling|ordering) you to|{_ASK} you to",
    "(?:may i|i) (?:ask|request|suggest|propose|recommend|insist|demand) (?:that )?you(?= (?!not|do not))",
    "(?:your|the|our|my) (?:next |first |only )?(?:task|job|mission|duty) (?:now )?is to",
    f"it is (?:your turn|(?:about )?time|necessary|important|{_GOOD}) (?:for you )?to",
    "(?:is there )?(?:any|a) chance (?:that )?you (?:can|could|would)",
    "do me (?:a|the|one) favou?r(?: ,| :)?(?: and)?",
    "make (?:sure|certain) (?:to|you|that you)(?= (?!not|do not))",
    "be sure (?:to|that you|you)(?= (?!not|do not))",
    "(?:remember|do not forget|never forget|try|feel free|proceed|attempt|manage|get ready|prepare) to(?= (?!be ))",
    "go ahead and|go on and|try and",
    "why do not you",
    "why not",
    "you (?:would|had) better(?= (?!not))",
    "(?:what i want is|all i want is|i want it|what i need is|all i need is) (?:for you to|that you|you to)",
    "i (?:expect|trust|count on) you to|i (?:want|need|demand) that you",
    "what about|how about|start by|begin by|(?:start|begin)(?= \\w+ing )",
)
FORBIDDEN = (
    "do not you(?: dare| ever)*(?: to)?",
    "(?:make (?:sure|certain)|be (?:sure|careful)|take care|watch out|beware|see to it) "
    "(?:(?:that )?you (?:do not|never)|not to|(?:of|from)(?= \\w+ing ))",
    f"(?:try|remember|{_ASK} you|i (?:would |must |have to |am )?(?:{_ASK}|asking|telling) you|i (?:want|need|expect|"
    f"would (?:like|prefer|love)) you) not to",
    "(?:can|could|may) i ask you not to",
    "under no (?:circumstances?|condition)|by no means|in no case|on no account|(?:do not|never) ever",
    "refrain from|avoid|keep from|abstain from|(?:quit|cease)(?= \\w+ing )",
    "i (?:forbid|prohibit|am forbidding) you (?:to|from)",
    "it is (?:strictly )?(?:forbidden|prohibited|not allowed|not permitted|not ok|not okay) (?:for you )?(?:to)?",
    "you have no (?:permission|right) to",
    "you are (?:strictly )?(?:prohibited|forbidden|banned) (?:from|to)",
    "i would (?:rather|prefer) (?:it )?(?:that |if )?you (?:did not|do not|not)(?: to)?",
    "i (?:suggest|recommend|request|ask|insist|demand) (?:that )?you (?:do not|not)(?: to)?",
    "i would hate (?:for )?you to|i would not (?:like|want) you to",
    "you (?:had|would) better not|you ought not(?: to)?|you are not to",
    "(?:do not|never) (?:try|attempt|dare|forget not) to",
    "do not (?:even |ever )?(?:think|dream) (?:about|of)",
    "(?:can|could|would|will) you please not",
    "(?:would|do) you mind not",
)
# With the verb in the past: `it would be nice if you gave me the cup`.
PAST = (
    f"(?:it would be {_GOOD}|i would (?:appreciate it|like it|like|love it|be {_GLAD})|would it be (?:ok|okay|possible|"
    "alright|all right)) if you(?= (?!could|can|would))",
)
# Facts that are only introduced.
FACTS = (
    "i am (?:afraid|sure|certain|glad|sorry) (?:that |(?=(?:the|my|your|it|there) ))",
    "(?:the (?:fact|truth|point|thing) is|it is (?:a fact|so|known|clear|obvious)) (?:that )?",
    "i (?:can |must |should |have to |want to |would like to )?(?:tell|inform|remind) you (?:that )?"
    "(?=(?!to |not to )\\w+)",
    "let me tell you (?:that )?",
    "you (?:should|must|may|might|need to|ought to) know (?:that )?",
)
LEARNT = ("(?:keep|bear|have) in mind (?:that )?", "you (?:should|must|have to|need to) (?:learn|remember|note) that ")
# What leads over to a sentence, and calls for attention.
# What asks whether somebody knows, for the question itself.
ASKED = (
    f"(?:do you |have you |)?(?:have |got )?(?:any|an|some|the slightest|a) (?:idea|clue|notion)(?: of)?{_WORD}",
    f"i (?:want|need|would like|would love) you to (?:tell|show|explain to) me{_WORD}",
    f"(?:do you remember|can you remember|do you recall|can you say|could you say|can you find out){_WORD}",
)
WHETHER = (
    "is it (?:true|correct|right|so|the case|a fact|possible) that ",
    "am i (?:right|correct) (?:that|in (?:thinking|saying|believing|assuming)(?: that)?|to (?:think|say)(?: that)?) ",
    "(?:can|could|may|might) it be (?:true )?that ",
    "(?:would|could) you (?:say|agree|confirm) (?:that )?(?=(?:the|my|your|this|that|it|he|she|they|i|there|\\w+) )",
    "(?:can|could) you confirm (?:that )?|do you agree (?:that )?",
)
BEFORE = (
    "(?:after that|after this|afterwards|by the way|in addition|next|meanwhile|in fact|of course|as i said|for your "
    "information|to be honest|to tell the truth|as far as i know|as you (?:can )?(?:see|know)|you (?:see|know)|"
    "(?:obviously|clearly|apparently|evidently|unfortunately|luckily|fortunately|honestly|basically|naturally|sadly|"
    "besides|anyway|moreover|alright|all right|excuse me|pardon me|pardon|sorry)) ?,? ",
    "(?:hey |hi |hello |ok |okay |dear |my dear )+robot ,? ?",
    "if (?:you (?:do not mind|can|could|please|like|have time|want|wish|would|are able|are free|get a chance)|possible|"
    "it is (?:possible|ok|okay|not too much trouble)|necessary) ,? ?",
    "just (?=(?!now)\\w+ )",
    "whatever you do ,? ?|whatever happens ,? ?",
    "(?:please )?(?:(?:be )?careful|look(?: out)?|watch out|listen|attention|warning|beware|oh dear|oops|my mistake|"
    "never mind)(?: ,|(?= (?:the|my|your|this|that|there|a|an) )) ?",
)
AFTER = (
    " , (?:is|are|am|was|were|do|does|did|has|have|can|will) (?:not )?(?:it|he|she|they|you|i|we|there)",
    " ,? ?(?:can|could|will|would|wo) (?:not )?you",
    " ,? ?if (?:you (?:do not mind|can|could|please|like|have time|want|wish|would|are able|are free)|possible|it is "
    "(?:possible|ok|okay|not too much trouble))",
    " ,? ?when(?:ever)? you (?:can|have time|are ready|have a (?:moment|minute))",
    " ,? ?(?:many )?thank(?:s| you)(?: very much| so much| a lot| in advance)?",
    " ,? ?(?:for a (?:moment|second)|if you will)",
    " ,? ?of course",
    " ,? ?(?:by the way|as well|as usual|as always)",
    " , (?:you (?:know|see|hear(?: me)?)|i (?:think|guess|suppose|believe|mean|am sure)|mind you|if that is (?:ok|"
    "okay|all "
    "right|alright)(?: with you)?|or something|is that clear|got it|got that|understood|do you hear|shall (?:we|i)|"
    "do (?:not )?you think|for sure|would you please)",
    " , (?:too|though|actually|mate|buddy|pal|love|honey|sweetie|man|folks|guys|everyone|then|yeah|yep|eh|huh|hm|no)",
    " ,(?: is that)? (?:ok|okay|alright|all right|right|correct|yes|robot|my friend|dear)",
)
_HAVE = "(?:do|does) (?:we|you|i|they) (?:still |all )?have|(?:have|has) (?:we|you|i|they)(?: still)?(?: got)?"
_LEFT = "(?: left| in total| altogether| in all| around| available| at all)"
_MANY = r"how many (?!of )\S+(?: \S+)?"
_SOMETHING = "(?:something|everything|all|more|anything|a bit|what)"
SAME = (
    ("how much (?:does|do|did) (.+?) weigh", r"how heavy is \1"),
    ("how much (?:does|do|did) (.+?) cost|how much is (?=(?:the|a|my|this|that) )", r"how expensive is \1"),
    ("is it (?:ok|okay|all right|alright|fine) (?:for you )?if i", "may i"),
    (f"({_MANY}) (?:{_HAVE}){_LEFT}?$", r"\1 are there"),
    (f"({_MANY}) (?:are|is)(?: there)?(?: still)?(?:{_LEFT}| remaining)$", r"\1 are there"),
    (f"({_MANY}) remain$", r"\1 are there"),
    (f"({_MANY}) (?:{_HAVE}){_LEFT}? (?=(?:in|on|at|under|inside|behind|near|next) )", r"\1 are "),
    ("what (?:all )?(?:do you|can you|could you|would you) (?:know|tell me|say|tell us) (?:about|of)", "tell me about"),
    (f"(?:tell|teach) me {_SOMETHING}(?: (?:that )?you (?:know|can))? about", "tell me about"),
    (f"(?:can|could) you tell me {_SOMETHING} about", "tell me about"),
    ("describe (?=(?:the|my|your|this|that) )", "tell me about "),
    ("at once|right away|straight away|as (?:soon|fast|quickly) as (?:possible|you can)", "immediately"),
    ("any longer", "anymore"),
    ("on earth|the hell|in the world|exactly(?= (?:is|are|was|were|did|do|does|can) )", ""),
)


def _compiled(patterns: Iterable[str], *, end: bool = False) -> re.Pattern[str]:
    either = "|".join(f"(?:{each})" for each in patterns)
    return re.compile(f"(?:{either})$" if end else f"^(?:please )?(?:{either})", re.IGNORECASE)


_ORDERS, _FORBIDDEN, _PAST = (_compiled(f"(?:{one})(?= )" for one in each) for each in (ORDERS, FORBIDDEN, PAST))
_ASKED, _WHETHER = _compiled(ASKED), _compiled(WHETHER)
_FACTS, _LEARNT, _BEFORE, _AFTER = _compiled(FACTS), _compiled(LEARNT), _compiled(BEFORE), _compiled(AFTER, end=True)
_SAME = tuple((re.compile(rf"(?<!\w)(?:{said})(?!\w)", re.IGNORECASE), plain) for said, plain in SAME)
# `giving Bob the knife is forbidden`
_DEED_FORBIDDEN = re.compile(
    r"^(?:no )?(\w+ing .+?)(?: is (?:strictly )?(?:forbidden|prohibited|not allowed|not permitted))?$", re.IGNORECASE
)


def plainly(words: list[str]) -> list[str]:
    """The words of a sentence without what is only polite or leads over to it."""
    text = " ".join(words)
    for said, plain in _SAME:
        text = re.sub(r" +", " ", said.sub(plain, text)).strip()
    before = ""
    while before != text:
        before = text
        text = _stripped(text)
    return text.split()


def _stripped(text: str) -> str:
    """A sentence with one more layer of courtesy taken off."""
    text = _cut(_AFTER, _cut(_BEFORE, text))
    asked, whether = _ASKED.match(text), _WHETHER.match(text)
    if asked is not None:
        return f"tell me {text[asked.end() :].strip()}"
    if whether is not None and len(text) > whether.end():
        return f"tell me whether {text[whether.end() :].strip()}"
    facts, learnt = _FACTS.match(text), _LEARNT.match(text)
    if learnt is not None:
        return f"learn that {text[learnt.end() :].strip()}"
    if facts is not None:
        return text[facts.end() :].strip()
    said = _DEED_FORBIDDEN.match(text)
    if said is not None and (text.casefold().startswith("no ") or said.end(1) < len(text)):
        return f"do not {_plain(said[1])}"
    for frames, before in ((_FORBIDDEN, "do not"), (_PAST, "please"), (_ORDERS, "please")):
        found = frames.match(text)
        rest = text[found.end() :].strip() if found is not None else ""
        if found is None or not rest or (_asks_about(found[0]) and not _doing(rest)):
            continue
        first, space, more = rest.partition(" ")
        plain = _plain(rest) if _doing(rest) or frames is _PAST else f"{first}{space}{more}"
        return f"{before} {plain}"
    return text


def _cut(pattern: re.Pattern[str], text: str) -> str:
    """A text without what a pattern fits, unless that is all of it."""
    found = pattern.search(text)
    rest = f"{text[: found.start()]}{text[found.end() :]}".strip() if found is not None else ""
    return rest or text


def _asks_about(frame: str) -> bool:
    return frame.casefold().split()[-2:] in (["what", "about"], ["how", "about"])


def _plain(text: str) -> str:
    first, space, more = text.partition(" ")
    return f"{plain_verb(first)}{space}{more}"


def _doing(text: str) -> bool:
    return text.split()[:1] != [] and text.split()[0].endswith("ing")
