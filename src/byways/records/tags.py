"""The tags of a record: their names, and their claims about people, result and everything else; results in a word."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import TypeAlias

from byways.errors import RecordError
from byways.position.state import State
from byways.records.limits import LIMITS, Limits
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


Winners: TypeAlias = tuple[str, ...] | None
"""Who won or shares the first place; empty without a winner; None where the game is not finished."""

UNFINISHED = "*"
TERMINATIONS = ("resignation", "time", "agreement", "adjudication", "abandoned", "absence")


def write_result(winners: Winners, players: Sequence[str]) -> str:
    """Format a result as a word: "white", "player-1+player-3", "draw", "lost" (by a single player), or "*"."""
    if winners is None:
        return UNFINISHED
    return "+".join(map(_hyphened, winners)) or _nobody(players)


def is_result(word: str, players: Sequence[str]) -> bool:
    """Return whether a word in the place of a turn is a result."""
    return word == UNFINISHED or word.lower() == _nobody(players) or not _parts(word) - _by_word(players).keys()


def read_result(text: str, players: Sequence[str]) -> Winners:
    """Return the winners, parsed leniently. Raises RecordError."""
    word = re.sub(r"\s*+\+\s*+", "+", text.strip()).lower()
    word = re.sub(r"\s++", "-", word)
    if word == UNFINISHED:
        return None
    if word == _nobody(players):
        return ()
    by_word = _by_word(players)
    if _parts(word) - by_word.keys():
        raise RecordError(
            "record.result.unknown",
            "{result!r} is not a result; expected {allowed}",
            result=text[:40],
            allowed=", ".join((*by_word, "several joined by +", _nobody(players), UNFINISHED)),
        )
    return tuple(player for name, player in by_word.items() if name in _parts(word))


def judge(final: State, claimed: Winners, termination: str) -> Winners:
    """Return the result of a record that ends with `final`. Raises RecordError if the claim contradicts the rules."""
    unknown = set(claimed or ()) - set(final.players)
    if unknown:
        raise no_player(min(unknown), final.players)
    outcome = final.outcome
    if outcome is None:
        _check_claim(claimed, termination)
        return claimed
    if termination:
        raise RecordError(
            "record.termination.over",
            "the rules ended the game ({reason}), so it did not end by {termination}",
            reason=outcome.reason,
            termination=termination,
        )
    if claimed is not None and set(claimed) != set(outcome.winners):
        raise RecordError(
            "record.result.wrong",
            "the result is {claimed} by the record, but {result} by the rules ({reason})",
            claimed=write_result(claimed, final.players),
            result=write_result(outcome.winners, final.players),
            reason=outcome.reason,
        )
    return outcome.winners


def no_player(name: str, players: Sequence[str]) -> RecordError:
    """Return the error for a name that is not a player's."""
    return RecordError(
        "record.player",
        "there is no player {player!r}; the players are: {allowed}",
        player=name[:40],
        allowed=", ".join(players),
    )


def _check_claim(claimed: Winners, termination: str) -> None:
    if termination and termination not in TERMINATIONS:
        raise RecordError(
            "record.termination.unknown",
            "{termination!r} is not a termination; expected {allowed}",
            termination=termination[:40],
            allowed=", ".join(TERMINATIONS),
        )
    if claimed is not None and not termination:
        raise RecordError(
            "record.result.early",
            "the game is not over after its last move; a result needs a Termination: {allowed}",
            allowed=", ".join(TERMINATIONS),
        )
    if claimed is None and termination not in ("", "abandoned"):
        raise RecordError(
            "record.result.missing", "a game that ended by {termination} needs a result", termination=termination
        )


def _hyphened(player: str) -> str:
    return player.replace(" ", "-")


def _nobody(players: Sequence[str]) -> str:
    return "draw" if len(players) > 1 else "lost"


def _by_word(players: Sequence[str]) -> dict[str, str]:
    return {_hyphened(player): player for player in players}


def _parts(word: str) -> set[str]:
    return set(word.lower().split("+"))
