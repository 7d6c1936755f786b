"""HDDL by its definition: a reader, a verifier and plain searches that share no code with the planner."""
