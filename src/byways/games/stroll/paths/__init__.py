"""Longest paths along lines of sight: bounds, searches, and the best paths of a position."""
