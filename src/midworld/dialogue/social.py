"""Greetings, thanks, yes and no: words that do something and say nothing."""

import re

SOCIAL = {
    "greeting": "hello|hi|hey|good (morning|evening|afternoon|day)|hello robot|nice to meet you|welcome|greetings|"
    "you are( very)? welcome|not at all",
    "farewell": "bye|bye bye|goodbye|good bye|see you( later| soon| tomorrow)?|good night|farewell|so long",
    "thanks": "thanks( a lot)?|thank you( very much| so much)?|many thanks|cheers",
    "apology": "sorry|i am sorry|excuse me|pardon( me)?|my apologies|(sorry )?my (mistake|bad|fault)|i apologi[sz]e",
    "yes": "yes|yeah|yep|yup|sure|of course|right|correct|exactly|ok|okay|all right|alright|that is right|"
    "that is correct|true|indeed|i do|it is|please do|yes please|fine",
    "no": "no|nope|wrong|that is wrong|incorrect|no thanks|no thank you|false|i do not|it is not",
    "unsure": "i do not know|no idea|i have no idea|maybe|perhaps|dunno|i am not sure",
    "any": "it does not matter|i do not (?:care|mind)|no matter|whatever|whichever(?: one)?(?: you (?:like|want))?|"
    "you (?:choose|decide)|any(?: one)?(?: (?:of them|will do|is fine))?|either(?: one)?(?: (?:will do|is fine))?|"
    "up to you|pick one",
    "cancel": "never ?mind|forget it|cancel|cancel that|forget about it",
    "feeling": "how are you( doing)?( today)?|how do you do|how is it going|what is up",
    "praise": "well done|good job|great|very good|nice|good robot|perfect|excellent|bravo|congratulations|"
    "good|cool|great job|nice work",
}


def social_act(words: list[str]) -> str:
    """Which social act some words are; empty for none."""
    text = re.sub(r"\s+", " ", " ".join(word.casefold() for word in words if word != ","))
    text = re.sub(r" (robot|please|there|everybody|everyone|all)$", "", text) or text
    return next((name for name, pattern in SOCIAL.items() if re.fullmatch(f"(?:{pattern})", text)), "")
