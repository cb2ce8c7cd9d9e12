"""The rules of Block Puzzle: pure, deterministic, standard library only.

A position is one int (a bitboard), a round is immutable, and every move passes the one door,
:func:`game.rules.round.play`. Nothing here knows a clock, a screen or a storage.
"""
