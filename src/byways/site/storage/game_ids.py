"""Ids of games."""

from __future__ import annotations

import re
import secrets

_ID = re.compile("[A-Za-z0-9_.-]{1,24}")  # with a dot: games that engines play on the first page


def new_id() -> str:
    """Return an id for a new game, which cannot be guessed."""
    return secrets.token_urlsafe(9)


def is_id(text: str) -> bool:
    """Return whether a game may have an id: an address may name anything, also what no database can keep."""
    return _ID.fullmatch(text) is not None
