"""A simulated room: things by physics, a robot and people by what they do, and cameras that look at it."""
