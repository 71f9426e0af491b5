"""Pages around games: the first page, new games, one's own games, preferences, rules."""
