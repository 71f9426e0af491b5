"""Drawings of states: SVG files, PNG, and scenes in pieces for a page that patches only what changed; charts."""

from byways.draw.charts import Bar, bar_chart, histogram
from byways.draw.colours import BOARDS
from byways.draw.document import describe, document, legal_points, png, svg
from byways.draw.page_tokens import page_css
from byways.draw.scene import Drawings, Scene, changes, common, fragment, layer_of, scene
from byways.draw.themes import THEMES, css

__all__ = [
    "BOARDS",
    "THEMES",
    "Bar",
    "Drawings",
    "Scene",
    "bar_chart",
    "changes",
    "common",
    "css",
    "describe",
    "document",
    "fragment",
    "histogram",
    "layer_of",
    "legal_points",
    "page_css",
    "png",
    "scene",
    "svg",
]
