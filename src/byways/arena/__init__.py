"""Engines against engines: matches with intervals and sequential tests."""
