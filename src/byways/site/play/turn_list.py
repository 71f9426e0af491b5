"""The list of turns beside a game: by rounds, with a column for each of two sides."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from byways.position.state import State
from byways.site.board.rendering import turn_in_words, turn_named
from byways.site.i18n.languages import current_language
from byways.site.timeline.timeline import Timeline
from byways.site.web.templating import rendered_macro

CHANCE = "chance"
_KEPT = 4  # times as many turns are kept as there are: in several languages, and before they are known to all


class ListedTurn(NamedTuple):
    """A turn in the list."""

    number: int
    """Of the turns before it and itself: its address."""
    text: str
    """As records have it."""
    player: str
    round: int | None
    """The number of the round that begins with it."""
    column: str


class Row(NamedTuple):
    """The row of the list in which a turn is."""

    number: int
    place: int
    """Of its player among those who take turns."""


class Rows:
    """How the turns of a game are counted, in lists and wherever a turn is named by a number: by rows of its list."""

    def __init__(self, start: State) -> None:
        self.layout = layout(start)
        self._begins = start.variant.game.ui.new_round
        self._order = [CHANCE, *(sides(start) or start.players)]
        self.before = Row(0, len(self._order))
        """Before the first turn."""

    def after(self, row: Row, player: str, text: str) -> Row:
        """Return the row of a turn that comes after one in `row`."""
        place = self._order.index(player)
        anew = place <= row.place or self.layout == ""
        if self._begins:
            anew = self._begins(text)
        return Row(row.number + anew, place)

    def of(self, states: Sequence[State]) -> Iterator[Row]:
        """Yield the row of every turn between states."""
        row = self.before
        for before, after in pairwise(states):
            row = self.after(row, before.to_move or "", str(after.turn))
            yield row


def numbers(states: Sequence[State]) -> list[int]:
    """Return the number of every turn between states, as people are told it.

    What comes before the first row belongs to it: setting up, before the first roll.
    """
    return [max(1, row.number) for row in Rows(states[0]).of(states)]


def next_number(states: Sequence[State], turn: str) -> int:
    """Return the number of a turn after the last of some states."""
    rows = Rows(states[0])
    last = [rows.before, *rows.of(states)][-1]
    return max(1, rows.after(last, states[-1].to_move or "", turn).number)


def numbered(states: Sequence[State], ply: int) -> str:
    """Return the number of the turn that led to `states[ply]` with its text: a row may have several."""
    turn = turn_named(states[0].variant.game, str(states[ply].turn))
    return f"{numbers(states[: ply + 1])[-1]} ({turn})"


def sides(start: State) -> Sequence[str]:
    """Return the players of the columns, in the order in which they begin; none unless there are two, and no dice."""
    if len(start.players) != 2 or start.variant.game.dice:
        return ()
    return sorted(start.players, key=lambda player: player != start.to_move)


def layout(start: State) -> str:
    """Return how the list is laid out: by "sides", "rolls" in a column of their own, "rounds", or "" without rounds."""
    rules = start.variant.game
    players = start.players
    if sides(start):
        return "sides"
    if rules.ui.new_round is None and (rules.dice or len(players) == 1):
        return ""
    return "rolls" if rules.dice and len(players) == 1 else "rounds"


def columns(start: State) -> dict[str, str]:
    """Return the column of each player and of chance, "one" or "two", where there are two."""
    narrow = (CHANCE,) if layout(start) == "rolls" else sides(start)[:1]
    return {player: "one" if player in narrow else "two" for player in (CHANCE, *start.players)}


def entries(game: Timeline, seen: State) -> Iterator[ListedTurn]:
    """Yield the turns as `seen` knows them."""
    start = game.states[0]
    rows = Rows(start)
    stands = columns(start)
    row = rows.before
    for number, (turn, state) in enumerate(zip(seen.turns, game.states, strict=False), 1):
        player = state.to_move or ""
        text = str(turn)
        last = row
        row = rows.after(last, player, text)
        anew = rows.layout != "" and row.number > last.number
        yield ListedTurn(number, text, player, row.number if anew else None, stands[player])


class TurnRegions:
    """The list of turns of one game as regions: each is rendered once for all who see the same of it."""

    def __init__(self) -> None:
        self._kept: dict[tuple[str, ListedTurn], str] = {}

    def of(self, game: Timeline, seen: State) -> dict[str, str]:
        """Return the turns as `seen` knows them, as markup by the ids of their elements."""
        language = current_language().code
        shown = list(entries(game, seen))
        rules = game.state.variant.game
        if len(self._kept) > _KEPT * len(shown) + _KEPT:  # turns were taken back, or were secrets
            self._kept = {}
        for entry in shown:
            if (language, entry) not in self._kept:
                self._kept[language, entry] = rendered_macro("play", "turn", entry, turn_in_words(rules, entry.text))
        return {f"turns.{entry.number}": self._kept[language, entry] for entry in shown}
