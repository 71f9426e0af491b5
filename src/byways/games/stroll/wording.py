"""Texts about a game of Stroll: the prompt for the player to move, and how a finished game was decided."""

from __future__ import annotations

from collections.abc import Sequence

from byways.games.stroll.board import ROUND, own_words
from byways.games.stroll.claims import can_claim, claim_length
from byways.games.stroll.paths.best_paths import BUDGET, Path, claimed, deciding, is_big, longest
from byways.rules.position import Position
from byways.rules.side_panel import Line, Panel
from byways.rules.state_vector import NOBODY, PART, TO_MOVE
from byways.translatable import Catalogue, joined, listed, marked

TEXTS = Catalogue("stroll")
say, capital = TEXTS.say, TEXTS.capital

GLANCE = 20_000
"""Steps for a path that is shown while the game goes on."""
CLAIMS = (say("White's path:"), say("Black's path:"))
HIDDEN = say("White's path: hidden")
SO_FAR = (say("White's longest path so far:"), say("Black's longest path so far:"))


def prompt(state: Position) -> str:
    """Return the prompt for the player to move; "" when the game is over."""
    if state.vector[TO_MOVE] == NOBODY:
        return ""
    if state.vector[own_words(state.variant.geometry) + ROUND] == 0:
        if state.vector[PART]:
            return say("Project a second stone from the first")
        return say("Place a stone with no stone next to it")
    if state.vector[PART] == 0:
        if state.vector[own_words(state.variant.geometry) + ROUND] > 1:
            return say("The claims tied. Claim another path with your unclaimed stones: choose its first stone")
        return say("The board is full. Claim your longest path")
    return say("Choose the next stone of your path, or finish the path")


def panel(state: Position, player: str | None, actions: tuple[int, ...] = ()) -> Panel:
    """Return each side's longest path so far, unless finding it takes long; then how long a claim has become.

    While paths are claimed their greatest lengths are not shown.
    """
    variant = state.variant
    if state.vector[TO_MOVE] == NOBODY:
        return ()
    after = state.apply_unchecked(actions) if actions else state
    if state.vector[own_words(variant.geometry) + ROUND] > 0:
        return _claims(after)
    if is_big(variant):
        return ()
    return tuple(
        Line(said, longest(after, one, GLANCE)[0].length, owner=one, help=True)
        for one, said in zip(state.players, SO_FAR, strict=True)
    )


def _claims(state: Position) -> tuple[Line, ...]:
    """Return the length of each side's claim of this round, as far as `state` knows of it."""
    geometry = state.variant.geometry
    vector = state.vector
    turn = int(vector[own_words(geometry) + ROUND])
    lengths = [int(claim_length(geometry, vector, player, turn)) for player in range(2)]
    hidden = vector[TO_MOVE] == 1 and lengths[0] == 0 and can_claim(geometry, vector, 0)
    white, black = state.players
    first = Line(HIDDEN, owner=white) if hidden else Line(CLAIMS[0], lengths[0], owner=white)
    return first, Line(CLAIMS[1], lengths[1], owner=black)


def tally(state: Position) -> tuple[tuple[str, ...], dict[str, int]]:
    """Return the winner, if any, and the length of each player's first path."""
    told = paths_told(state)
    white, black = ([path.length for path in paths] for paths in told)
    winner = () if white == black else (state.players[0 if white > black else 1],)
    return winner, {
        player: paths[0] if paths else 0 for player, paths in zip(state.players, (white, black), strict=True)
    }


def paths_told(state: Position) -> tuple[tuple[Path, ...], tuple[Path, ...]]:
    """Return both players' paths that decided a finished game, or led to its draw: the claimed ones or the best."""
    if state.variant.options["ending"] == "claim":
        return claimed(state.variant, state.vector, 0), claimed(state.variant, state.vector, 1)
    return deciding(state)


def explain(state: Position) -> str:
    """Explain how a finished game was decided: by which paths, and, for claims, what the best would have been."""
    told = dict(zip(state.players, paths_told(state), strict=True))
    sentences = [_verdict(state, *told.values())]
    for player, paths in told.items():
        if paths:
            listing = "; ".join(f"{path} ({path.length})" for path in paths)
            sentences.append(say("{player}: {paths}.", player=capital(player), paths=listing))
    if state.variant.options["ending"] == "claim":
        missed = filter(None, (_missed(state, player, paths) for player, paths in told.items() if paths))
        sentences += list(missed) or [say("Neither side had a longer path.")]
    return joined(sentences)


def _verdict(state: Position, white: Sequence[Path], black: Sequence[Path]) -> str:
    """Describe the lengths that decided, and those that were equal before."""
    count = max(len(white), len(black))
    equal = [str(a.length) for a, b in zip(white, black, strict=False) if a.length == b.length]
    claims = state.variant.options["ending"] == "claim"
    if len(equal) == count:
        if not equal:
            return say("Neither side has a stone.")
        template = marked("All paths are equal, {lengths}, so the game is a draw.")
        if claims:
            template = marked("All claims are equal, {lengths}, so the game is a draw.")
        return say(template, lengths=listed(equal))
    mine, other = (paths[-1].length if len(paths) == count else 0 for paths in (white, black))
    winner, loser = state.players if mine > other else reversed(state.players)
    template = marked("{winner} wins with {more}, {loser} has {less}.")
    if claims:
        template = marked("{winner} wins with {more}, {loser} claimed {less}.")
    more = max(mine, other)
    less = min(mine, other)
    verdict = say(template, winner=capital(winner), more=more, loser=capital(loser), less=less)
    return joined((_equal(equal, claims=claims), verdict)) if equal else verdict


def _equal(lengths: Sequence[str], *, claims: bool) -> str:
    """Describe the equal paths that did not decide."""
    if len(lengths) > 1:
        template = marked("The first {count} paths are equal, {lengths}; the next decide.")
        if claims:
            template = marked("The first {count} claims are equal, {lengths}; the next decide.")
        return say(template, count=len(lengths), lengths=listed(lengths))
    if claims:
        return say("The first claims are equal, {length}; the next decide.", length=lengths[0])
    return say("The longest paths are equal, {length}; the next decide.", length=lengths[0])


def _missed(state: Position, player: str, paths: Sequence[Path]) -> str:
    """Describe the longer path that a player could have claimed first; "" if there is none."""
    best, bound = longest(state, player, BUDGET)
    name = capital(player)
    if best.length > paths[0].length:
        template = marked("{player} could have claimed {length}: {path}.")
        if bound > best.length:
            template = marked("{player} could have claimed at least {length}: {path}.")
        return say(template, player=name, length=best.length, path=str(best))
    return say("It is not known whether {player} had a longer path.", player=name) if bound > best.length else ""
