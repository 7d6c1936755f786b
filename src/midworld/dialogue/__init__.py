"""Talking: sentences read, grounded in the speaker's mind, answered and said."""

from .conversation import Conversation as Conversation
from .goals import planning_facts as planning_facts
from .goals import tasks_of as tasks_of
from .interpreting import Interpreter as Interpreter
from .lexicon import Lexicon as Lexicon
from .lexicon import read_lexicon as read_lexicon
from .models import Models as Models
from .parse import parsed as parsed
from .speech import Ears as Ears
from .speech import Mouth as Mouth
from .speech import Word as Word
from .speech import grammar as grammar
from .speech import sentence_of as sentence_of
from .transcript import Exchange as Exchange
from .transcript import Taken as Taken
from .transcript import explained as explained
from .transcript import read_exchanges as read_exchanges
from .transcript import recorded as recorded
from .turns import Oracle as Oracle
from .turns import Supposed as Supposed
from .turns import Utterance as Utterance
from .words import singular as singular
