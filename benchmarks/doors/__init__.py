"""Every door of Midworld, and what comes in there that nobody expects."""
