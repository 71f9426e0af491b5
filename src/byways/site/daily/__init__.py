"""The daily puzzles: their pages, and each browser's attempts."""
