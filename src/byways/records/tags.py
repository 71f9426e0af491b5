"""The tags of a record: their names, and their claims about people, result and everything else."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from byways.errors import RecordError
from byways.records.limits import LIMITS, Limits
from byways.records.results import Winners, no_player, read_result
from byways.records.tokens import bad_name
from byways.translatable import marked

OF_THE_START = ("game", "options", "data", "position")
_OF_THE_END = ("Result", "Termination")
USUAL = ("Date", "Seed")  # kept like any other; named here so that [date "…"] is known for what it is
_NAME = re.compile(r"[A-Za-z][A-Za-z0-9_]*")


def tag_of(player: str) -> str:
    """Return the tag that names a player: White for "white", Player1 for "player 1"."""
    return re.sub(r"[^A-Za-z0-9]", "", player.title())


def bare(name: str) -> str:
    """Return a tag's name without spaces."""
    return re.sub(r"\s+", "", name)


def clean(text: str) -> str:
    """Return a text with all its line ends replaced by line feeds."""
    return text.replace("\r\n", "\n").replace("\r", "\n")


class Claims:
    """The claims of a game's tags, besides its start."""

    def __init__(self, players: Sequence[str], limits: Limits = LIMITS) -> None:
        self.winners: Winners = None
        self.termination = ""
        self.people: dict[str, str] = {}
        self.tags: dict[str, str] = {}
        self._players = players
        self._limits = limits
        self._by_tag = {tag_of(player): player for player in players}
        self._known = {tag.lower(): tag for tag in (*map(str.title, OF_THE_START), *_OF_THE_END, *USUAL, *self._by_tag)}

    @classmethod
    def of(cls, tags: Mapping[str, str], players: Sequence[str]) -> Claims:
        """Parse the claims of tags. Raises RecordError."""
        claims = cls(players)
        for name, value in tags.items():
            claims.take(name, value)
        return claims

    def take(self, name: str, value: str) -> None:
        """Take a tag as written in a text, its name in any case. Raises RecordError."""
        tag = self._known.get(bare(name).lower(), bare(name))
        if tag == "Result":
            self.winners = read_result(value, self._players)
        elif tag == "Termination":
            self.termination = value.strip().lower()
        elif tag in self._by_tag:
            self.name(self._by_tag[tag], value)
        else:
            self.keep(tag, value)

    def name(self, player: str, value: str) -> None:
        """Name the person who began as a player. Raises RecordError."""
        if player not in self._players:
            raise no_player(player, self._players)
        self.people[player] = self._checked(value)

    def keep(self, tag: str, value: str) -> None:
        """Keep a tag that the records themselves have no use for. Raises RecordError."""
        if not _NAME.fullmatch(tag):
            raise bad_name(tag)
        if tag.lower() in self._known and tag not in USUAL:
            template = marked("a tag cannot be named {tag!r}; records use this name for something else")
            raise RecordError("record.tag.name", template, tag=tag[:40])
        if tag.lower() in map(str.lower, self.tags):
            raise RecordError("record.tag.twice", "the tag {tag} appears twice", tag=tag[:40])
        self.tags[tag] = self._checked(value)

    def _checked(self, value: str) -> str:
        self._limits.check("tag", len(value))
        self._limits.check("tags", len(self.tags) + len(self.people) + 1)
        return clean(value)
