"""Block Puzzle: a calm block-placement game."""
