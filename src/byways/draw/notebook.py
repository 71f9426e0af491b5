"""How analyses, records and match results look in a notebook: HTML tables and SVG charts, escaped, without scripts.

Tables take their colours from the notebook; charts and boards bring their own ground, light or dark.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from byways.draw.charts import Bar, bar_chart
from byways.draw.document import svg
from byways.draw.svg_markup import escape

if TYPE_CHECKING:
    from byways.arena.score import Score
    from byways.records.record import Record
    from byways.search.answer import Analysis, Choice

MOST = 10
"""Turns of an analysis that are shown."""
BOARD_WIDTH = 340


def analysis_svg(analysis: Analysis) -> str:
    """Draw the values of the best turns."""
    if analysis.note:
        return bar_chart(_title(analysis), [], middle=0.5)
    bars = [Bar(choice.turn, choice.value, None, _valued(choice)) for choice in analysis.choices[:MOST]]
    return bar_chart(_title(analysis), bars or [Bar("value", analysis.value, None, _valued(analysis))], middle=0.5)


def analysis_html(analysis: Analysis) -> str:
    """Return the chart of an analysis, and its turns as a table."""
    rows = [
        (choice.turn, _valued(choice), f"{choice.visits:,}" if choice.visits else "", " ".join(choice.line[1:7]))
        for choice in analysis.choices[:MOST]
    ]
    below = _table(("move", "value", "visits", "then"), rows) if rows else ""
    facts = f"{analysis.simulations:,} simulations in {analysis.seconds:.2f} s, {analysis.depth} actions deep."
    value = "Values are results for the player to move: 0 is lost, 1 is won."
    return f"{analysis_svg(analysis)}{below}<p>{analysis.note or f'{facts} {value}'}</p>"


def score_svg(score: Score) -> str:
    """Draw the first player's share of a match with its 95 % interval."""
    low, high = score.interval
    note = f"{100 * score.share:.1f} % ({100 * low:.1f}–{100 * high:.1f})"
    return bar_chart(_said(score), [Bar("share of the points", score.share, score.interval, note)], middle=0.5)


def score_html(score: Score) -> str:
    """Return the chart of a match's score, its numbers as a table, and the games lost by failing programs."""
    low, high = score.interval
    elo = f"{score.elo:+.0f}" if 0 < score.share < 1 else "–"
    counts = (score.games, score.wins, score.draws, score.losses)
    row = (*map(str, counts), f"{score.share:.3f}", f"{low:.3f}–{high:.3f}", elo)
    table = _table(("games", "won", "drawn", "lost", "share", "95 % interval", "Elo"), [row])
    failed = [(player, str(count), reason) for (player, reason), count in score.failed().most_common()]
    return score_svg(score) + table + (_table(("failed", "games", "because"), failed) if failed else "")


def record_svg(record: Record) -> str:
    """Draw the position after a record's last turn."""
    return svg(record.final())


def record_html(record: Record) -> str:
    """Return the position after a record's last turn, who played and how it ended, and the turns to be unfolded."""
    facts = [(name, person) for name, person in record.people.items()]
    facts += [*record.tags.items(), ("result", record.result)]
    facts += [("termination", record.termination)] if record.termination else []
    title = record.start.variant.game.title
    return (
        f"{svg(record.final(), width=BOARD_WIDTH)}{_table((title, ''), facts)}"
        f"<details><summary>{len(record.turns)} moves</summary>{_turns(record)}</details>"
    )


def _turns(record: Record) -> str:
    """Return the turns as a table, with the comments on each."""
    states = record.states()
    rows = [
        (str(number), str(before.to_move), turn.turn, " ".join(turn.comments))
        for number, (before, turn) in enumerate(zip(states, record.line.turns, strict=False), 1)
    ]
    return _table(("", "player", "move", "comment"), rows)


def _title(analysis: Analysis) -> str:
    if analysis.note:
        return f"{analysis.best}, drawn at random"
    if analysis.best is None:
        return f"Value: {_valued(analysis)}"
    return f"Best: {analysis.best}, {_valued(analysis)}"


def _valued(found: Analysis | Choice) -> str:
    if found.proved:
        return f"{found.value:.3g}, proved"
    return f"{found.value:.3f}" + ("" if found.spread is None else f", spread {found.spread:.3f}")


def _said(score: Score) -> str:
    return f"{score.games} games: {score.wins} won, {score.draws} drawn, {score.losses} lost"


def _table(heads: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    head = "".join(f'<th style="text-align:left">{escape(name)}</th>' for name in heads)
    body = "".join(
        "<tr>" + "".join(f'<td style="text-align:left">{escape(cell)}</td>' for cell in row) + "</tr>" for row in rows
    )
    return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"
