"""Talking: sentences read, grounded in the speaker's mind, answered and said."""

from .conversation import Conversation as Conversation
from .facts import Models as Models
from .lexicon import Lexicon as Lexicon
from .lexicon import read_lexicon as read_lexicon
from .parse import parsed as parsed
from .turns import Oracle as Oracle
from .turns import Utterance as Utterance
from .words import singular as singular
