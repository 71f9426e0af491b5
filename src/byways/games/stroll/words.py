"""What is said of a game of Stroll: what a player is asked for, and how a finished game was decided."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from byways.games.stroll.board import ROUND, own_words
from byways.games.stroll.paths import BUDGET, Path, claimed, deciding, longest
from byways.header import NOBODY, PART, TO_MOVE

if TYPE_CHECKING:
    from byways.state import State


def prompt(state: State) -> str:
    """What the player to move is asked for."""
    if state.vector[TO_MOVE] == NOBODY:
        return ""
    if state.vector[own_words(state.variant.geometry) + ROUND] == 0:
        return "Project a second stone from the first" if state.vector[PART] else "Place a stone, away from all others"
    if state.vector[PART] == 0:
        return "Claim a path: choose the stone where it begins"
    return "Choose the next stone of your path, or finish it"


def tally(state: State) -> tuple[tuple[str, ...], dict[str, int]]:
    """Who won, and the length of each player's first path."""
    told = paths_told(state)
    white, black = ([path.length for path in paths] for paths in told)
    winner = () if white == black else (state.players[0 if white > black else 1],)
    return winner, {
        player: paths[0] if paths else 0 for player, paths in zip(state.players, (white, black), strict=True)
    }


def paths_told(state: State) -> tuple[tuple[Path, ...], tuple[Path, ...]]:
    """The paths of both players that decided a finished game, or led to its draw: the claimed ones or the best."""
    if state.variant.options["ending"] == "claim":
        return claimed(state.variant, state.vector, 0), claimed(state.variant, state.vector, 1)
    return deciding(state)


def explain(state: State) -> str:
    """How a finished game was decided, by which paths, and, where they were claimed, what the best would have been."""
    told = dict(zip(state.players, paths_told(state), strict=True))
    sentences = [_verdict(state, *told.values())]
    for player, paths in told.items():
        if paths:
            sentences.append(f"{player.capitalize()}: {'; '.join(f'{path} ({path.length})' for path in paths)}.")
    if state.variant.options["ending"] == "claim":
        missed = filter(None, (_missed(state, player, paths) for player, paths in told.items() if paths))
        sentences += list(missed) or ["Neither side had a longer path."]
    return " ".join(sentences)


def _verdict(state: State, white: Sequence[Path], black: Sequence[Path]) -> str:
    """The lengths that decided, and those that were equal before."""
    count = max(len(white), len(black))
    equal = [str(a.length) for a, b in zip(white, black, strict=False) if a.length == b.length]
    claims = state.variant.options["ending"] == "claim"
    has, kind = ("claimed", "claims") if claims else ("has", "paths")
    if len(equal) == count:
        return f"All {kind} are equal, {_listed(equal)}, so the game is a draw." if equal else "Nobody has a stone."
    mine, other = (paths[-1].length if len(paths) == count else 0 for paths in (white, black))
    winner, loser = state.players if mine > other else reversed(state.players)
    verdict = f"{winner.capitalize()} wins with {max(mine, other)}, {loser.capitalize()} {has} {min(mine, other)}."
    if not equal:
        return verdict
    first = f"first {len(equal)} {kind}" if len(equal) > 1 else "first claims" if claims else "longest paths"
    return f"The {first} are equal, {_listed(equal)}; the next decide. {verdict}"


def _missed(state: State, player: str, paths: Sequence[Path]) -> str:
    """What a player could have claimed first, if it is more."""
    best, bound = longest(state, player, BUDGET)
    name = player.capitalize()
    if best.length > paths[0].length:
        return f"{name} could have claimed {'at least ' * (bound > best.length)}{best.length}: {best}."
    return f"Whether {name} had a longer path is not known." if bound > best.length else ""


def _listed(lengths: Sequence[str]) -> str:
    return " and ".join(filter(None, (", ".join(lengths[:-1]), lengths[-1])))
