"""What thinks about positions: the solver, the health of a board."""
