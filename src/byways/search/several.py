"""Several turns' values where the search itself says only which is best: each other turn gets a search of its own."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from byways.search.analysis import Analysis, Choice, Search
from byways.search.deepening import Deepening
from byways.state import State

_FIRST, _SURVEY = 0.5, 0.2  # shares of the limits: for the best turn, for a first look at all; the rest for the others
_MEGABYTES = 16.0  # of each of the small searches


class Several:
    """An alpha-beta search for the best turn, then shorter ones from what the other turns lead to.

    The others are looked at less deeply than the best, first all of them and then the most promising, so that their
    values are told with less certainty; the best turn stays the best.
    """

    def __init__(self, state: State, choices: int, *, megabytes: float) -> None:
        self.state, self.choices = state, choices
        self.main = Deepening(state, megabytes=megabytes)
        self.others: tuple[Choice, ...] = ()
        self.nodes, self.seconds = 0, 0.0

    def run(
        self,
        *,
        seconds: float | None = None,
        simulations: int | None = None,
        stop: Callable[[], bool] = lambda: False,
        report: Callable[[Search], None] = lambda search: None,
    ) -> None:
        """Search until a limit is reached or `stop()`."""

        def share(part: float) -> dict[str, float | int | None]:
            nodes = None if simulations is None else max(1, int(part * simulations))
            return {"seconds": None if seconds is None else part * seconds, "simulations": nodes}

        self._take(self.main, share(_FIRST), stop, lambda search: report(self))
        best = self.main.analysis().best
        turns = [turn for turn in self.state.legal_turns() if turn != best]
        for part, kept in ((_SURVEY, len(turns)), (1.0 - _FIRST - _SURVEY, self.choices - 1)):
            turns = turns[:kept]
            found = []
            for turn in turns:
                if stop():
                    return
                found.append(self._look(turn, share(part / len(turns)), stop))
                report(self)
            found.sort(key=lambda choice: -choice.value)
            self.others = tuple(found[: self.choices - 1])
            turns = [choice.turn for choice in found]

    def _look(self, turn: str, limits: dict[str, float | int | None], stop: Callable[[], bool]) -> Choice:
        """What a turn is worth by a search from the position that it leads to."""
        after = self.state.play(turn)
        if after.to_move is None:
            assert after.outcome is not None
            value = 0.5 if after.outcome.winner is None else float(after.outcome.winner == self.state.to_move)
            return Choice(turn, value, 0, True, 0.0, (turn,))
        search = Deepening(after, megabytes=_MEGABYTES)
        self._take(search, limits, stop)
        then = search.analysis()
        value = then.value if after.to_move == self.state.to_move else 1.0 - then.value
        return Choice(turn, value, then.simulations, then.proved, then.spread, (turn, *then.line))

    def _take(
        self,
        search: Deepening,
        limits: dict[str, float | int | None],
        stop: Callable[[], bool],
        report: Callable[[Search], None] = lambda search: None,
    ) -> None:
        nodes = limits["simulations"]
        search.run(
            seconds=limits["seconds"], simulations=None if nodes is None else int(nodes), stop=stop, report=report
        )
        self.nodes += search.nodes
        self.seconds += search.seconds

    def analysis(self) -> Analysis:
        """What is known now."""
        found = self.main.analysis()
        return replace(
            found,
            choices=(*found.choices, *self.others),
            simulations=max(self.nodes, found.simulations),
            seconds=max(self.seconds, found.seconds),
        )
