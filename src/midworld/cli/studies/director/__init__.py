"""The Director Task: what Ann cannot see is never spoken of with her."""
