"""Interactive Grounding: two people pack for a home move; the robot watches, talks and looks."""
