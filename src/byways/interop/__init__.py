"""Doors to other programs: the analysis protocol, and games for OpenSpiel."""
