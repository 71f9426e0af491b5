"""Proofs: the value of small boards and positions with perfect play."""
