"""Limits on records, so that a huge or hostile file is refused rather than endured."""

from __future__ import annotations

from dataclasses import dataclass

from byways.errors import LimitError


@dataclass(frozen=True)
class Limits:
    """The limits; `LimitError.fields["limit"]` has the name of one."""

    size: int = 4_000_000
    """Bytes of a file."""
    games: int = 1_000
    """Games in a file."""
    turns: int = 10_000
    """Turns of a game, those of its variations included."""
    depth: int = 16
    """Variations within variations."""
    comment: int = 10_000
    """Characters of a comment."""
    tags: int = 100
    """Tags of a game."""
    tag: int = 20_000
    """Characters of a tag's value."""
    files: bool = True
    """Whether an option may name a file of this machine, as `tiles=PATH` does. A server says False."""

    def check(self, limit: str, amount: int) -> None:
        """Check that `amount` is at most the limit with this name. Raises LimitError."""
        most = getattr(self, limit)
        if amount > most:
            raise LimitError(f"record.limit.{limit}", _SENTENCES[limit], limit=limit, most=most)


LIMITS = Limits()
_SENTENCES = {
    "size": "the file has more than {most} bytes",
    "games": "the file has more than {most} games",
    "turns": "the game has more than {most} moves",
    "depth": "variations within variations go deeper than {most}",
    "comment": "the comment has more than {most} characters",
    "tags": "the game has more than {most} tags",
    "tag": "the tag has more than {most} characters",
}
