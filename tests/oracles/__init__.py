"""Slow rules written another way than the kernels: sets and dictionaries of names, no tables, no shared helpers."""
