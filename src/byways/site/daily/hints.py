"""Hints for a puzzle in two steps: where to look, then the turn or, where that has many cells, half of them."""

from __future__ import annotations

from collections.abc import Sequence

from byways.learning.puzzles import reached
from byways.position.state import State
from byways.site.board import wire
from byways.site.board.future import drawn
from byways.site.board.hints import where
from byways.site.board.rendering import clicks_of
from byways.site.daily.puzzle import Daily
from byways.site.i18n import phrases
from byways.site.i18n.languages import render
from byways.translatable import say

HINTS = 2


def hint_of(daily: Daily, played: Sequence[str], number: int) -> wire.Advice:
    """Return a hint after turns that were right. Raises LineError for an invalid line."""
    found = daily.found
    assert found is not None, "a sheet has no hints"
    state = reached(daily.game, found, played)
    turn = found.answer or found.line[2 * len(played)]
    if number == 1:
        said, places = where(state, turn)
        return wire.Advice(render(said), places=places)
    if found.answer:
        clicks = [click for click in clicks_of(state, turn) if click not in daily.game.ui.labels]
        half = clicks[: -(-len(clicks) // 2)]
        return wire.Advice(render(say("Start with {points}.", points=", ".join(half))), places=half)
    return wire.Advice(render(say("The move is {turn}.", turn=phrases.turn(turn))), _drawn(state, turn))


def _drawn(state: State, turn: str) -> str:
    seen = state.view(state.to_move)
    then = state.play(turn).view(state.to_move)
    return drawn(state, turn, (seen.variant.game.picture(seen), then.variant.game.picture(then)), "1")
