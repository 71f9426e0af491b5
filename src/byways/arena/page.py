"""The result of a match or tournament as one HTML page: ratings, pairings, games. No scripts, light and dark."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import msgspec

from byways.arena.game import GameResult
from byways.arena.schedule import Rules
from byways.draw.charts import Bar, bar_chart, histogram
from byways.draw.colours import properties, themed
from byways.draw.gallery import STYLE, Gallery
from byways.draw.ink import escape
from byways.draw.page_tokens import PAGE
from byways.position.notation import write_options
from byways.records import Record
from byways.statistics.sequential import share_of

UNREPEATABLE = "programs and players limited in time do not repeat their turns"
DRAWN, TOLD = 20, 500
"""Games whose last position is drawn, and games that are told in turns; all are in games.txt."""
_STYLE = """
body{font:16px/1.5 system-ui,DejaVu Sans,Arial,sans-serif;background:var(--room);color:var(--ink);margin:0 auto;
max-width:52rem;padding:1rem}
table{border-collapse:collapse;width:100%}
th,td{text-align:left;padding:.25rem .5rem;border-bottom:1px solid var(--line)}
.wide{overflow-x:auto}svg{max-width:100%;height:auto}pre{white-space:pre-wrap;overflow-wrap:anywhere}
summary{cursor:pointer;padding:.25rem 0}h1{overflow-wrap:anywhere}p.q{color:var(--ink-2)}
"""


def page(title: str, facts: dict[str, Any], command: str, results: Iterable[GameResult]) -> Iterator[str]:
    """Yield the parts of a page about a tournament's facts, or a match's as `facts` of one pairing, and its games."""
    yield (
        f'<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><title>{escape(title)}</title>\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<style>{themed(properties(PAGE))}{_STYLE}{STYLE}</style></head><body>\n<h1>{escape(title)}</h1>\n"
        f"<p>{facts['games']} games of {escape(', '.join(rule_sets(facts)))}. {_confidence(facts)} "
        f"{escape(_again(facts))}: <code>{escape(command)}</code></p>\n"
    )
    yield from (f"<p>{escape(note)}</p>\n" for note in engine_notes(facts))
    if facts["ratings"]:
        yield _ratings(facts)
    if facts["pairings"]:
        yield _pairings(facts["pairings"], rule_sets(facts), begun_from(facts))
    if test := facts.get("sequential"):
        yield f"<p>{escape(verdict_of(facts))}; the test is between {test['low']:.1%} and {test['high']:.1%}.</p>\n"
    yield from _ends(facts)
    yield "<h2>Games</h2>\n<p class=q>The site's review opens each, and so does <code>byways show</code>.</p>\n"
    results = iter(results)
    boards = Gallery()
    for number, result in enumerate(itertools.islice(results, TOLD)):
        yield _game(result, boards if number < DRAWN else None)
    if any(True for _ in itertools.islice(results, 1)):
        yield "<p>All others are in games.txt.</p>\n"
    yield "</body></html>\n"


def rule_sets(facts: dict[str, Any]) -> list[str]:
    """Return the names of a tournament's variants, or of a match's one, such as "troll size=4"."""
    rules = msgspec.convert(facts.get("variants") or [facts], list[Rules])
    return [f"{one.game} {write_options(one.variant.option_texts)}".rstrip() for one in rules]


def engine_notes(facts: dict[str, Any]) -> list[str]:
    """Return why engines do not search the variants, each reason once; nothing where they search all of them."""
    rules = msgspec.convert(facts.get("variants") or [facts], list[Rules])
    return list(dict.fromkeys(one.variant.engine_note for one in rules if one.variant.engine_note))


def verdict_of(facts: dict[str, Any]) -> str:
    """Return the verdict of a match's sequential test, with its log-likelihood ratio and the normalised Elo."""
    test = facts["sequential"]
    low, high = test["bounds"]
    said = f"nearer to the {facts['verdict']}er share" if facts["verdict"] else "undecided"
    return f"{said}: log-likelihood ratio {test['ratio']:.2f} ({low:.2f} to {high:.2f}), {test['nelo']:+.0f} nElo"


def _confidence(facts: dict[str, Any]) -> str:
    """Return how sure the intervals are."""
    if not facts["ratings"]:
        return "Intervals are 95 % confidence intervals."
    return (
        "Intervals are at 95 %: those of all ratings hold together, and so do those of the shares in all pairings "
        "(Bonferroni)."
    )


def _again(facts: dict[str, Any]) -> str:
    """Return what a command does that is told."""
    if players := facts["unrepeatable"]:
        return f"The command, which may play other games, as {UNREPEATABLE} ({', '.join(players)})"
    return "The same games again"


def _ratings(facts: dict[str, Any]) -> str:
    bars = [
        Bar(row["player"], share_of(row["value"]), _shares(row["interval"]), f"{row['value']:+.0f}")
        for row in facts["ratings"]
    ]
    rows = [(row["player"], f"{row['value']:+.0f}", _span(row["interval"], "{:+.0f}")) for row in facts["ratings"]]
    told = ""
    if found := facts["first_player"]:
        told = f"<p>Moving first is worth {found['value']:+.0f} Elo ({_span(found['interval'], '{:+.0f}')}).</p>"
    chart = bar_chart("Expected share against an average player", bars, middle=0.5)
    return f"<h2>Ratings</h2>\n{chart}{_table(('player', 'Elo', 'interval'), rows)}{told}\n"


def begun_from(facts: dict[str, Any]) -> str:
    """Return from which positions the games of a match or tournament began, by what it says of its openings."""
    lengths = sorted({int(turns) for one in facts["openings"]["turns"] for turns in one})
    if lengths in ([], [0]):
        return "from the start position"
    if lengths == [1]:
        return "after 1 random turn"
    return f"after {'–'.join(str(turns) for turns in dict.fromkeys((lengths[0], lengths[-1])))} random turns"


def _pairings(pairings: Sequence[dict[str, Any]], names: Sequence[str], begun: str) -> str:
    rows = [
        (
            names[one["variant"]],
            one["first"],
            one["second"],
            f"{one['wins']} – {one['draws']} – {one['losses']}",
            f"{100 * one['share']:.1f} %",
            _span([100 * bound for bound in one["interval"] or ()], "{:.1f}"),
            f"{100 * one['first_player']['share']:.1f} %" if one["first_player"] else "",
        )
        for one in pairings
    ]
    heads = ("rules", "player", "against", "won – drawn – lost", "share", "interval", f"who begins, {begun}")
    return f"<h2>Pairings</h2>\n{_table(heads, rows)}\n"


def _ends(facts: dict[str, Any]) -> Iterator[str]:
    """Yield how games ended and how long they were."""
    rows = [(ending, str(count)) for ending, count in facts["endings"].items()]
    for name, what in (("unfinished", "no result"), ("repeated", "repeated an earlier game")):
        rows += [(f"{what} (not counted)", str(facts[name]))] if facts[name] else []
    yield f"<h2>Endings and lengths</h2>\n{_table(('ending', 'games'), rows)}\n"
    if facts["lengths"]:
        yield histogram("Turns", {int(turns): count for turns, count in facts["lengths"].items()}, "turns") + "\n"
    failed = [(one["player"], f"game {one['game']}, turn {one['turn']}", one["reason"]) for one in facts["failures"]]
    if failed:
        yield f"<h2>Games lost by failing</h2>\n{_table(('player', 'where', 'because'), failed)}\n"


def _game(result: GameResult, boards: Gallery | None) -> str:
    """Return a game to be unfolded, with its last position where there are boards."""
    points = "" if result.points is None else " – ".join(f"{points:g}" for points in result.points)
    end = result.reason or result.ending
    head = f"{result.index + 1}. {' – '.join(result.players)}: {points or 'no result'}, {end}, {result.turns} turns"
    board = ""
    if boards is not None:
        state = Record.from_text(result.record).final()
        board = boards.board(state.variant.game.picture(state), "Last position", players=state.players, width=280)
    return f"<details><summary>{escape(head)}</summary>{board}<pre>{escape(result.record)}</pre></details>\n"


def _table(heads: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    head = "".join(f"<th>{escape(name)}</th>" for name in heads)
    body = "".join("<tr>" + "".join(f"<td>{escape(cell)}</td>" for cell in row) + "</tr>\n" for row in rows)
    return f'<div class="wide"><table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table></div>'


def _span(interval: Sequence[float], form: str) -> str:
    return " to ".join(form.format(bound) for bound in interval)


def _shares(interval: Sequence[float]) -> tuple[float, float]:
    return share_of(interval[0]), share_of(interval[1])
