"""The graph of a game's evaluation as an SVG; proved values are marked."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from byways.draw.ink import escape, num
from byways.search.answer import Analysis
from byways.site.i18n import phrases
from byways.site.i18n.languages import render
from byways.site.review.findings import share
from byways.state import State
from byways.translatable import marked, say

WIDE, HIGH = 600, 120
_INSET = 6.0


def graph(states: Sequence[State], analyses: Mapping[int, Analysis], marked: Mapping[int, str]) -> str:
    """Draw the graph: for one or two players a curve for the first, for more a curve each.

    `marked` has the signs of the mistakes by ply.
    """
    last = max(1, len(states) - 1)
    players = states[0].players
    if len(players) <= 2:
        curves = {players[0]: {ply: share(states[ply], known) for ply, known in sorted(analyses.items())}}
    else:
        curves = {
            player: {ply: known.value for ply, known in sorted(analyses.items()) if states[ply].to_move == player}
            for player in players
        }
    parts = [_ground(last, analyses)]
    for number, (player, curve) in enumerate(curves.items(), 1):
        parts.append(
            _curve(phrases.player(states[0].variant.game, player), number, curve, last, filled=len(players) == 2)
        )
    for ply, sign in marked.items():
        value = next((curve[ply] for curve in curves.values() if ply in curve), None)
        if value is not None:
            x, y = _x(ply, last), _y(value)
            cross = f"M{num(x)} {num(y)}m-5-5l10 10m0-10l-10 10"
            parts.append(f'<path class="oops" d="{cross}"><title>{escape(sign)}</title></path>')
    return "".join(parts)


def describe(states: Sequence[State], analyses: Mapping[int, Analysis]) -> str:
    """Describe the graph in words."""
    if not analyses:
        return say("No position has been analysed yet")
    players = states[0].players
    game = states[0].variant.game
    whose = phrases.player(game, players[0]) if len(players) <= 2 else say("the players")
    proved = sum(known.proved for known in analyses.values())
    template = marked("Expected result for {player} in {known} of {count} positions; {proved} of them proved")
    if not proved:
        template = marked("Expected result for {player} in {known} of {count} positions")
    return say(template, player=whose, known=len(analyses), count=len(states), proved=proved)


def _ground(last: int, analyses: Mapping[int, Analysis]) -> str:
    """Draw the plate, the middle line, and bars under proved values."""
    plate = f'<path class="plate" d="M0 0h{WIDE}v{HIGH}H0z"/>'
    middle = f'<path class="middle" d="M0 {HIGH / 2:g}h{WIDE}"/>'
    step = (WIDE - 2 * _INSET) / last
    bars = "".join(
        f"M{num(max(0.0, _x(ply, last) - step / 2))} {HIGH - 5}h{num(step)}v5h{num(-step)}z"
        for ply, known in sorted(analyses.items())
        if known.proved
    )
    return plate + middle + (f'<path class="proved" d="{bars}"/>' if bars else "")


def _curve(name: str, number: int, curve: Mapping[int, float], last: int, *, filled: bool) -> str:
    """Draw a curve with gaps where no value is known; isolated points are dots."""
    runs: list[list[tuple[int, float]]] = []
    for ply, value in curve.items():
        if runs and (not filled or runs[-1][-1][0] == ply - 1):
            runs[-1].append((ply, value))
        else:
            runs.append([(ply, value)])
    area = line = ""
    for run in runs:
        ways = "L".join(f"{num(_x(ply, last))} {num(_y(value))}" for ply, value in run)
        line += f"M{ways}" if len(run) > 1 else f"M{ways}h1"
        area += f"M{num(_x(run[0][0], last))} {HIGH}L{ways}V{HIGH}z"
    shade = f'<path class="area" d="{area}"/>' if filled and area else ""
    return shade + (
        f'<path class="curve c{number}" d="{line}"><title>{escape(render(name))}</title></path>' if line else ""
    )


def _x(ply: int, last: int) -> float:
    return _INSET + (WIDE - 2 * _INSET) * ply / last


def _y(value: float) -> float:
    return _INSET + (HIGH - 2 * _INSET) * (1.0 - value)
