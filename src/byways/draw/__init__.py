"""Drawings of states: SVG files, PNG, and scenes in pieces for a page that patches only what changed."""

from byways.draw.document import describe, document, legal_points, svg
from byways.draw.png import png
from byways.draw.scene import Scene, changes, fragment, layer_of, scene
from byways.draw.themes import BOARDS, THEMES, css

__all__ = [
    "BOARDS",
    "THEMES",
    "Scene",
    "changes",
    "css",
    "describe",
    "document",
    "fragment",
    "layer_of",
    "legal_points",
    "png",
    "scene",
    "svg",
]
