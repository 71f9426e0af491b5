"""A game as values: its events, its clocks, and what comes of commands. Nothing here waits, keeps or draws."""
