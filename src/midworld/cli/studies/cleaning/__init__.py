"""Cleaning the table: what only the robot reaches goes into a box that only the person reaches."""
