"""Midworld: a physically consistent picture of a scene shared by robots and people."""
