"""Proofs that were found and checked: who wins small boards with best play. One JSON file a board lies here."""
