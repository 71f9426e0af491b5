"""Geometry: square boards, hexagons of hexes, and walks on them."""
