"""The puzzle of each day: its pages, and what browsers did with it."""
