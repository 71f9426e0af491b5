"""Doors to other programs: the analysis protocol."""
