"""The graph of a game's evaluation as an SVG; proved values are marked."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from byways.draw.svg_markup import escape, num
from byways.position.state import State
from byways.search.answer import Analysis
from byways.site.i18n import phrases
from byways.site.i18n.languages import render
from byways.site.i18n.phrases import worth
from byways.site.play.page import wording
from byways.site.review.findings import Mistake, share
from byways.translatable import joined, marked, say

WIDE, HIGH = 440, 144
_INSET = 6.0  # at both sides, as the script of the page has it
_PLOT = 120.0  # the height of the plot, above what is written along it


def graph(states: Sequence[State], analyses: Mapping[int, Analysis], found: Sequence[Mistake]) -> str:
    """Draw the graph: for one or two players a curve for the first, for more a curve each, and signs of mistakes."""
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
    for one in found:
        value = next((curve[one.ply] for curve in curves.values() if one.ply in curve), None)
        if value is not None:
            parts.append(_mark(_x(one.ply, last), _y(value), one))
    return "".join(parts) + _axes(states)


def _mark(x: float, y: float, one: Mistake) -> str:
    title = f"{one.turn}: {render(say(one.kind))}"
    y = min(max(y, 12.0), _PLOT - 12)
    return (
        f'<g class="oops"><title>{escape(title)}</title><circle cx="{num(x)}" cy="{num(y)}" r="11"/>'
        f'<text x="{num(x)}" y="{num(y)}">{one.sign}</text></g>'
    )


def _axes(states: Sequence[State]) -> str:
    """Write what the top and the bottom mean, and where the game begins and ends."""
    variant = states[0].variant
    players = states[0].players
    tops = [render(worth(variant, value)) for value in (1.0, 0.0)]
    if len(players) == 2 and variant.game.ui.scale(variant)[2] == "%":
        tops = [phrases.upper(say("{player} wins", player=phrases.player(variant.game, one))) for one in players]
    end = render(say("move {number}", number=wording.turn_numbers(states)[-1] if len(states) > 1 else 0))
    texts = (
        (_INSET, 14.0, "start", tops[0]),
        (_INSET, _PLOT - 6, "start", tops[1]),
        (_INSET, HIGH - 5.0, "start", render(say("start"))),
        (WIDE - _INSET, HIGH - 5.0, "end", end),
    )
    return "".join(
        f'<text class="axis" x="{num(x)}" y="{num(y)}" text-anchor="{anchor}">{escape(text)}</text>'
        for x, y, anchor, text in texts
    )


def describe(states: Sequence[State], analyses: Mapping[int, Analysis]) -> str:
    """Say what the graph shows."""
    if not analyses:
        return say("The engine has not analysed this game yet.")
    players = states[0].players
    game = states[0].variant.game
    template = marked("{player}’s chance after each move")
    if len(players) > 2:
        template = marked("Each player’s chance after each move")
    elif len(players) == 1:
        template = marked("The expected score after each move")
    said = [say(template, player=phrases.player(game, players[0]))]
    if len(analyses) < len(states):
        said.append(say("{known} of {count} positions analysed", known=len(analyses), count=len(states)))
    if any(known.proved for known in analyses.values()):
        said.append(say("a thick bar below means proved"))
    return joined(said, "; ")


def _ground(last: int, analyses: Mapping[int, Analysis]) -> str:
    """Draw the plate, the middle line, and bars under proved values."""
    plate = f'<rect class="plate" width="{WIDE}" height="{_PLOT:g}" rx="8"/>'
    middle = f'<path class="middle" d="M0 {_PLOT / 2:g}h{WIDE}"/>'
    step = (WIDE - 2 * _INSET) / last
    bars = "".join(
        f"M{num(max(0.0, _x(ply, last) - step / 2))} {_PLOT - 4:g}H{num(min(WIDE, _x(ply, last) + step / 2))}v4"
        f"H{num(max(0.0, _x(ply, last) - step / 2))}z"
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
        area += f"M{num(_x(run[0][0], last))} {_PLOT:g}L{ways}V{_PLOT:g}z"
    shade = f'<path class="area" d="{area}"/>' if filled and area else ""
    return shade + (
        f'<path class="curve c{number}" d="{line}"><title>{escape(render(name))}</title></path>' if line else ""
    )


def _x(ply: int, last: int) -> float:
    return _INSET + (WIDE - 2 * _INSET) * ply / last


def _y(value: float) -> float:
    return 4 + (_PLOT - 8) * (1.0 - value)
