"""The list of turns beside a game: by rounds, with a column for each of two sides."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from byways.site.board.rendering import turn_in_words
from byways.site.i18n.languages import current_language
from byways.site.timeline.timeline import Timeline
from byways.site.web.templating import rendered_macro
from byways.state import State

CHANCE = "chance"
_KEPT = 4  # times as many turns are kept as there are: in several languages, and before they are known to all


class ListedTurn(NamedTuple):
    """A turn in the list."""

    number: int
    text: str
    """As records have it."""
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


def columns(game: Timeline) -> dict[str, str]:
    """Return the column of each player and of chance, "one" or "two", where there are two."""
    narrow = (CHANCE,) if layout(game) == "rolls" else sides(game)[:1]
    return {player: "one" if player in narrow else "two" for player in (CHANCE, *game.state.players)}


def entries(game: Timeline, seen: State) -> Iterator[ListedTurn]:
    """Yield the turns as `seen` knows them."""
    kind, stands = layout(game), columns(game)
    begins = game.state.variant.game.ui.new_round
    order = [CHANCE, *(sides(game) or game.state.players)]
    before, count = len(order), 0
    for number, (turn, state) in enumerate(zip(seen.turns, game.states, strict=False), 1):
        player, text = state.to_move or "", str(turn)
        place = order.index(player)
        anew = kind != "" and (begins(text) if begins else place <= before)
        count, before = count + anew, place
        yield ListedTurn(number, text, player, count if anew else None, stands[player])


class TurnRegions:
    """The list of turns of one game as regions: each is rendered once for all who see the same of it."""

    def __init__(self) -> None:
        self._kept: dict[tuple[str, ListedTurn], str] = {}

    def of(self, game: Timeline, seen: State) -> dict[str, str]:
        """Return the turns as `seen` knows them, as markup by the ids of their elements."""
        language, shown, rules = current_language().code, list(entries(game, seen)), game.state.variant.game
        if len(self._kept) > _KEPT * len(shown) + _KEPT:  # turns were taken back, or were secrets
            self._kept = {}
        for entry in shown:
            if (language, entry) not in self._kept:
                self._kept[language, entry] = rendered_macro("play", "turn", entry, turn_in_words(rules, entry.text))
        return {f"turns.{entry.number}": self._kept[language, entry] for entry in shown}
