"""Game review: positions, evaluation loss per turn, and shareable pictures."""
