"""Greetings, thanks, yes and no: words that do something and say nothing."""

import re

SOCIAL = {
    "greeting": "(?:hello|hi|hey|hiya)(?: again)?|good (morning|evening|afternoon|day)|hello robot|nice to meet you|"
    "welcome|greetings|"
    "you are( very)? welcome|not at all",
    "farewell": "(?:(?:good ?)?bye(?: bye)?|good ?night|farewell|so long|take care|see (?:you|ya)|until|talk to you|"
    "cheerio|"
    "ciao|good day|i (?:have to|must|need to|am going to) (?:go|leave)(?: home)?(?: now)?)"
    "(?: (?:for (?:now|today)|then|see (?:you|ya)|until|till|later|soon|tomorrow|next (?:week|time)|again|around|on|at|"
    "in a (?:bit|while|minute)|the|day|good ?night|goodbye|bye|monday|tuesday|wednesday|thursday|friday|saturday|"
    "sunday))*",
    "thanks": "(?:thanks|thank you)( a lot| a million| a bunch| again| very much| so much)?( for (?:that|this|it|"
    "your help|the help|"
    "everything|helping(?: me)?))?|many thanks|cheers|much appreciated|that is (?:very |so )?(?:kind|nice)(?: of you)?",
    "apology": "(?:oh |oops |whoops |ups |ah |ouch |well )?(?:(?:i am )?(?:so |very |really |terribly )?sorry|"
    "excuse me|pardon(?: me)?|"
    "my apologies|(?:(?:i am )?sorry )?(?:that (?:is|was) )?my (?:mistake|bad|fault)|i apologi[sz]e|forgive me)"
    "(?: (?:for|about) (?:that|this|it|the (?:mess|trouble|noise|confusion|delay|mistake|inconvenience)|before|"
    "earlier))?|oops|whoops",
    "yes": "yes|yeah|yep|yup|sure|of course|right|correct|exactly|ok|okay|all right|alright|that is right|"
    "that is correct|true|indeed|i do|it is|please do|yes please|fine",
    "no": "no|nope|wrong|that is wrong|incorrect|no thanks|no thank you|false|i do not|it is not",
    "unsure": "i do not know|no idea|i have no idea|maybe|perhaps|dunno|i am not sure",
    "any": "it does not matter|i do not (?:care|mind)|no matter|whatever|whichever(?: one)?(?: you (?:like|want))?|"
    "you (?:choose|decide)|any(?: one)?(?: (?:of them|will do|is fine))?|either(?: one)?(?: (?:will do|is fine))?|"
    "up to you|pick one",
    "cancel": "(?:oh |ah |well |ok(?:ay)? )?(?:never ?mind(?: (?:that|it|then))?|forget (?:about )?(?:it|that)|"
    "cancel(?: that| it)?|"
    "do not worry(?: about it)?|no worries|no problem|drop it|skip it|leave it)",
    "feeling": "how are (?:you|things)( doing| going)?( today)?|how do you do|how is it going|what is up|how do you "
    "feel( today)?",
    "praise": "(?:wow |oh |very |really |so )?(?:well done|(?:good|great|nice|excellent|amazing|fantastic|wonderful)"
    "(?: (?:job|work|robot|one|thinking|boy|girl))?|perfect|bravo|congratulations|cool|awesome|brilliant|super|lovely)|"
    "(?:you (?:did|are doing) (?:very )?(?:well|good|great|a (?:good|great) job))|you are (?:the best|(?:very |so |"
    "really )?"
    "(?:kind|clever|smart|helpful|great|amazing|good|nice))|i (?:like|love) (?:you|it|that)|(?:that|it|this) (?:is|"
    "was) "
    "(?:very |really )?(?:great|good|perfect|nice|excellent|amazing|wonderful|lovely|helpful)",
}


def social_act(words: list[str]) -> str:
    """Which social act some words are; empty for none."""
    text = re.sub(r"\s+", " ", " ".join(word.casefold() for word in words if word != ","))
    text = re.sub(r" (robot|please|there|everybody|everyone|all)$", "", text) or text
    return next((name for name, pattern in SOCIAL.items() if re.fullmatch(f"(?:{pattern})", text)), "")
