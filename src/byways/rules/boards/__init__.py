"""Geometry: the shapes of boards, their symmetries, walks on them, and boards as bits."""
