"""The version of Byways."""

__version__ = "0.2.0"
