"""Triples, ontology, incremental reasoning: one model per agent."""

# One knowledge base, a model per agent, and the words it is asked with.
# From worlds to facts and back.
# Terms, triples and documents.
from .axioms import Document as Document
from .axioms import divided as divided
from .compatible import translated as translated
from .completion import completed as completed
from .completion import completed_observation as completed_observation
from .completion import description as description
from .core import Net as Net
from .feed import entity_atoms as entity_atoms
from .feed import fact_atom as fact_atom
from .feed import feed as feed
from .feed import inferred as inferred
from .feed import spoken as spoken
from .feed import with_myself as with_myself
from .journal import Journal as Journal
from .kb import DEFAULT as DEFAULT
from .kb import LIFESPANS as LIFESPANS
from .kb import KnowledgeBase as KnowledgeBase
from .limits import QueryLimits as QueryLimits
from .literal import LANG_STRING as LANG_STRING
from .literal import STRING as STRING
from .literal import Literal as Literal
from .model import Model as Model
from .model import Versions as Versions
from .net import Revised as Revised
from .net import joined as joined
from .ontology import ontology_files as ontology_files
from .operators import Embedded as Embedded
from .operators import Operators as Operators
from .store import Question as Question
from .store import Store as Store
from .terms import Atom as Atom
from .terms import Terms as Terms
from .terms import shorten as shorten
from .verbs import CHANGES as CHANGES
from .verbs import NAMES as NAMES
from .verbs import QUICK as QUICK
from .verbs import Verbs as Verbs
from .vocabulary import PREFIXES as PREFIXES
