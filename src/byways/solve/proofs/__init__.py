"""Checked proofs of who wins small boards with best play, one JSON file per board."""
