"""Searching the options of a game for rule sets that come near to several goals, by racing."""
