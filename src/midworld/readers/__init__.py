"""What takes data out and never touches."""

from .jsonlines import lines as lines
from .jsonlines import nodes as nodes
