"""`python -m midworld`."""

from .cli import main

main()
