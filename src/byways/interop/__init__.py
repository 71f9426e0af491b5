"""Doors to other programs: the analysis protocol, and games as environments of other libraries."""
