"""The laboratory: metrics of games, reports on a game, and explorations of its rules."""
