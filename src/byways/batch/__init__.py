"""Many games of one variant at once, for search and for learning: stepped, masked and observed in machine code."""

from __future__ import annotations

from byways.batch.batch import Batch as Batch
