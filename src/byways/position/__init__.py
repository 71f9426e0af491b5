"""Positions: states of a game in play, as text, as vectors, and counted to a depth."""
