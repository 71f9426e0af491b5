"""Searches over any game's kernels: random games, Monte Carlo tree search. No game is named here."""
