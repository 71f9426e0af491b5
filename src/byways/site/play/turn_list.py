"""The list of turns beside a game: by rounds, with a column for each of two sides."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from byways.site.board.rendering import turn_in_words
from byways.site.timeline.timeline import Timeline
from byways.state import State

CHANCE = "chance"


class Entry(NamedTuple):
    """A turn in the list."""

    number: int
    text: str
    """As records have it."""
    says: str
    """As people read it."""
    player: str
    round: int | None
    """The number of the round that begins with it."""
    column: str


def sides(game: Timeline) -> Sequence[str]:
    """Return the players of the columns, whoever begins first; none where there are not two, or dice are rolled."""
    start = game.states[0]
    if len(start.players) != 2 or start.variant.game.dice:
        return ()
    return sorted(start.players, key=lambda player: player != start.to_move)


def layout(game: Timeline) -> str:
    """Return how the list is laid out: by "sides", "rolls" in a column of their own, "rounds", or "" without rounds."""
    rules, players = game.state.variant.game, game.state.players
    if sides(game):
        return "sides"
    if rules.ui.new_round is None and (rules.dice or len(players) == 1):
        return ""
    return "rolls" if rules.dice and len(players) == 1 else "rounds"


def entries(game: Timeline, seen: State) -> Iterator[Entry]:
    """Yield the turns as `seen` knows them."""
    kind, first, rules = layout(game), sides(game)[:1], game.state.variant.game
    begins = rules.ui.new_round
    order = [CHANCE, *(sides(game) or game.state.players)]
    before, count = len(order), 0
    for number, (turn, state) in enumerate(zip(seen.turns, game.states, strict=False), 1):
        player, text = state.to_move or "", str(turn)
        place = order.index(player)
        anew = kind != "" and (begins(text) if begins else place <= before)
        count, before = count + anew, place
        narrow = player == CHANCE if kind == "rolls" else player in first
        yield Entry(
            number, text, turn_in_words(rules, text), player, count if anew else None, "one" if narrow else "two"
        )
