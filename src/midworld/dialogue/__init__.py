"""Talking: sentences read, grounded in the speaker's mind, answered and said."""
