"""Results in records: the winner in one word, and the termination if the rules did not end the game."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TypeAlias

from byways.errors import RecordError
from byways.position.state import State

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
