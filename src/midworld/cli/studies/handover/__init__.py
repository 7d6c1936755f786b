"""Handing over: what only the robot reaches is brought into a person's hand."""
