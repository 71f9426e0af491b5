"""Multi-PV: the values of several turns, each found by a search of its own."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

from byways.rules.position import Position
from byways.search.answer import Analysis, Choice
from byways.search.deepening import Deepening
from byways.search.driver import Search, SearchSequence

_FIRST, _SURVEY = 0.5, 0.2  # shares of the limits: for the best turn, for a first look at all; the rest for the others
_MEGABYTES = 16.0  # of each of the small searches


class MultiPv(SearchSequence):
    """An alpha-beta search for the best turn, then shorter ones from what the other turns lead to.

    The others are looked at less deeply than the best, first all of them and then the most promising, so that their
    values are told with less certainty; the best turn stays the best.
    """

    def __init__(
        self, state: Position, choices: int, begin: Callable[[Position, float], Deepening], megabytes: float
    ) -> None:
        self.state = state
        self.choices = choices
        self._begin = begin
        self.main = begin(state, megabytes)
        self.others: tuple[Choice, ...] = ()
        self.nodes = 0

    @property
    def ready(self) -> bool:
        return self.main.ready

    def parts(self) -> Iterator[Search]:
        self.main.budget = self.budget.part(_FIRST)
        yield self.main
        self.nodes += self.main.nodes
        best = self.main.analysis().best
        turns = [turn for turn in self.state.legal_turns() if turn != best]
        for part, kept in ((_SURVEY, len(turns)), (1.0 - _FIRST - _SURVEY, self.choices - 1)):
            turns = turns[:kept]
            found: list[Choice] = []
            for turn in turns:
                after = self.state.play(turn)
                if after.to_move is None:
                    found.append(_ended(self.state, after))
                    continue
                search = self._begin(after, _MEGABYTES)
                search.budget = self.budget.part(part / len(turns))
                yield search
                self.nodes += search.nodes
                found.append(_choice(self.state, after, search.analysis()))
            found.sort(key=lambda choice: -choice.value)
            self.others = tuple(found[: self.choices - 1])
            turns = [choice.turn for choice in found]

    def analysis(self) -> Analysis:
        found = self.main.analysis()
        return replace(
            found,
            choices=(*found.choices, *self.others),
            simulations=max(self.nodes, found.simulations),
            seconds=max(self.seconds, found.seconds),
        )


def _ended(before: Position, after: Position) -> Choice:
    """Return the exact value of a turn that ends the game."""
    assert after.outcome is not None
    value = 0.5 if after.outcome.winner is None else float(after.outcome.winner == before.to_move)
    return Choice(str(after.turn), value, 0, True, 0.0, (str(after.turn),))


def _choice(before: Position, after: Position, then: Analysis) -> Choice:
    """Return the value of a turn by a search from the position that it leads to."""
    value = then.value if after.to_move == before.to_move else 1.0 - then.value
    line = (str(after.turn), *then.line)
    return Choice(str(after.turn), value, then.simulations, then.proved, then.spread, line)
