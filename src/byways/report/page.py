"""A report as one HTML page: no scripts, light and dark, for phones and paper."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from byways.draw.charts import Bar, Dot, bar_chart, histogram, line_chart
from byways.draw.colours import properties, themed
from byways.draw.ink import escape
from byways.draw.page_tokens import PAGE
from byways.draw.scene import Drawings
from byways.metrics.outcome import EVEN
from byways.report.boards import Boards, values_of
from byways.report.compare import MARGIN, Difference
from byways.report.figures import (
    BALANCE,
    CALIBRATION,
    COMPLEXITY,
    LENGTH,
    PROOF,
    RANDOM,
    RULES,
    SECTIONS,
    SPACE,
    Figure,
)
from byways.report.reference_games import reference_games
from byways.report.report import Report
from byways.report.rule_set import RuleSetReport

SHOWN = 12
"""Lines of a long table that the page has; the JSON and the CSV have all."""
_IN_PICTURES = ("BranchingByPly", "LengthDistribution", "Reliability", "VisitedCells", "FirstTurnShare", "ProvedValue")
_QUARTILES = ("minimum", "lower", "median", "upper", "maximum")
_STYLE = """
*{box-sizing:border-box}
body{font:16px/1.5 system-ui,DejaVu Sans,Arial,sans-serif;background:var(--room);color:var(--ink);margin:0 auto;
max-width:70rem;padding:1rem}
table{border-collapse:collapse;width:100%;font-size:.9rem}
th,td{text-align:left;padding:.25rem .5rem;border-bottom:1px solid var(--line);vertical-align:top}
td small,.q{color:var(--ink-2)}
.wide{overflow-x:auto;margin:.75rem 0}svg{max-width:100%;height:auto}pre{white-space:pre-wrap;overflow-wrap:anywhere}
code{overflow-wrap:anywhere}summary{cursor:pointer;padding:.25rem 0}
.strip{display:flex;flex-wrap:wrap;gap:.75rem}figure{margin:0;max-width:100%}figcaption{font-size:.85rem}
h2{margin-top:2rem;border-top:2px solid var(--line);padding-top:1rem}
@media print{details{display:block}figure,tr{break-inside:avoid}body{max-width:none;padding:0}}
"""


def page(report: Report, facts: Mapping[str, Any]) -> Iterator[str]:
    """Yield the parts of the page about a report, `facts` being what its JSON has."""
    title = f"{report.game.title}: report"
    yield (
        f'<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><title>{escape(title)}</title>\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<style>{themed(properties(PAGE))}{_STYLE}{Boards.style}</style></head><body><main>\n<h1>{escape(title)}</h1>\n"
        f"<p>{escape(_in_brief(report))}</p>\n"
        f'<p class="q">Made by <code>{escape(report.command)}</code>, Byways {escape(facts["byways"])}; the same '
        "command gives the same figures. Intervals are at 95 %: about five of a hundred miss.</p>\n"
    )
    yield from _verdicts(report)
    drawings = Drawings()
    boards = {one.name: Boards(one.variant, drawings) for one in report.rule_sets}
    for name, section in SECTIONS.items():
        yield f'<h2 id="{name}">{escape(section)}</h2>\n'
        yield from _section(name, report, boards)
    yield from _definitions(facts["definitions"])
    yield from _times(facts["times"])
    yield "</main></body></html>\n"


def _in_brief(report: Report) -> str:
    sets = ", ".join(one.name for one in report.rule_sets)
    kind = "A quick report: few games and wide intervals." if report.quick else "A full report."
    return f"{kind} Rule sets: {sets}."


def _verdicts(report: Report) -> Iterator[str]:
    """Yield, in sentences, what the figures show of balance, and how the rule sets differ."""
    told = [sentence for one in report.rule_sets for sentence in _balance_of(one)]
    told += [sentence for one in report.differences if (sentence := _said_difference(one))]
    yield "<ul>" + "".join(f"<li>{escape(sentence)}</li>" for sentence in told) + "</ul>\n"


def _balance_of(one: RuleSetReport) -> Iterator[str]:
    for figure in one.figures:
        if figure.name != "AdvantageP1" or figure.value is None or figure.low is None or figure.high is None:
            continue
        verdict = (
            "the first player is ahead"
            if figure.low > EVEN
            else "the first player is behind"
            if figure.high < EVEN
            else f"neither player is shown to be ahead (±{50 * (figure.high - figure.low):.1f} points)"
        )
        share = f"the first player's share is {_value(figure)} in {figure.n} games"
        yield f"{one.name}, {figure.source}: {verdict}; {share}."


def _said_difference(one: Difference) -> str:
    """Say a difference in words; empty where nothing is shown."""
    size, games = (one.high - one.low) / 2, f"{one.n[1]} and {one.n[0]} games, {one.source}"
    if one.name == "DurationTurns" and not one.low <= 0 <= one.high:
        word = "longer" if one.value > 0 else "shorter"
        return f"{one.second} is {word} than {one.first} by {abs(one.value):.1f} ± {size:.1f} turns ({games})."
    if one.name == "Imbalance":
        verdict = "is shown to be no less balanced" if one.no_less else "is not shown to be no less balanced"
        return f"{one.second} {verdict} than {one.first} (margin {100 * MARGIN:g} points; {games})."
    return ""


def _section(name: str, report: Report, boards: Mapping[str, Boards]) -> Iterator[str]:
    """Yield the pictures and the tables of a section, for all rule sets."""
    if name == RULES:
        yield from _rules(report, boards)
        return
    for one in report.rule_sets:
        yield from _pictures(name, one, boards[one.name], several=len(report.rule_sets) > 1)
    yield _figures(name, report)
    if name == BALANCE and report.differences:
        yield _differences(report.differences)


def _rules(report: Report, boards: Mapping[str, Boards]) -> Iterator[str]:
    about = report.game.about
    yield f"<p>{escape(about.summary)}</p>\n"
    rows = [
        (option.name, option.help, *(option.write(one.variant.options[option.name]) for one in report.rule_sets))
        for option in report.game.options
    ]
    if rows:
        yield _table(("option", "what it is", *(one.name for one in report.rule_sets)), rows)
    played = [
        (one.name, source, text)
        for one in report.rule_sets
        for source, text in [(RANDOM, f"{one.plan.random} games"), *((g.source, _played(g)) for g in one.levels)]
    ]
    yield _table(("rule set", "strength", "games that were played"), played)
    for one in report.rule_sets:
        yield from _examples(one, boards[one.name])


def _played(games: Any) -> str:
    notes = [f"{games.games} games"]
    notes += [f"from openings of {games.opening} random turns"] if games.opening else []
    notes += [f"{games.repeated} repeated ones not counted"] if games.repeated else []
    notes += [f"{games.unfinished} without a result"] if games.unfinished else []
    notes += ["all openings there are"] if games.openings_ran_out else []
    return ", ".join(notes)


def _examples(one: RuleSetReport, boards: Boards) -> Iterator[str]:
    """Yield the game of median length as pictures, and the records of the others."""
    titles = {
        "median": "A game of median length",
        "shortest": "The shortest game",
        "dramatic": "The game whose winner had been furthest behind, by the engine's values",
    }
    for name, record in one.examples.items():
        head = f"{titles[name]} ({one.name}, {one.levels[-1].source}, {len(record.turns)} turns)"
        strip = boards.strip(record) if name == "median" else ""
        yield (
            f"<h3>{escape(head)}</h3>{strip}<details><summary>Its record, to be opened in a review or by "
            f"<code>byways show</code></summary><pre>{escape(record.to_text())}</pre></details>\n"
        )


def _pictures(name: str, one: RuleSetReport, boards: Boards, *, several: bool) -> Iterator[str]:
    head = f"<h3>{escape(one.name)}</h3>\n" if several else ""
    made = "".join(_charts(name, one, boards))
    if made:
        yield f"{head}{made}\n"


def _charts(name: str, one: RuleSetReport, boards: Boards) -> Iterator[str]:
    sources = list(dict.fromkeys(figure.source for figure in one.figures))
    if name == BALANCE:
        yield from _shares(one)
        yield from _proofs(one)
    elif name == LENGTH:
        for source in sources:
            if lines := one.table("LengthDistribution", source):
                counts = {int(line.label): round((line.value or 0.0) * line.n) for line in lines}
                yield histogram(f"Turns of a game, {source}", counts, "turns")
    elif name == COMPLEXITY:
        for source in sources:
            lines = [line for line in one.table("BranchingByPly", source) if line.n >= 10]
            if lines:
                yield line_chart(f"Legal turns by ply, {source}", list(map(_dot, lines)), "ply", "legal turns, mean")
    elif name == CALIBRATION:
        for source in sources:
            if lines := one.table("Reliability", source):
                title = f"Reliability, {source}"
                yield line_chart(title, list(map(_dot, lines)), "value", "share of the first player", square=True)
    elif name == SPACE:
        yield from _maps(one, boards, sources)


def _dot(line: Figure) -> Dot:
    interval = None if line.low is None or line.high is None else (line.low, line.high)
    return Dot(float(line.label), line.value or 0.0, interval)


def _shares(one: RuleSetReport) -> Iterator[str]:
    bars = [
        Bar(
            figure.source,
            figure.value,
            (figure.low or 0.0, 1.0 if figure.high is None else figure.high),
            _note(figure),
        )
        for figure in one.figures
        if figure.name == "AdvantageP1" and figure.value is not None
    ]
    if bars:
        yield bar_chart("The first player's share of the points", bars, middle=EVEN)


def _proofs(one: RuleSetReport) -> Iterator[str]:
    first, second = (*one.variant.players, "", "")[:2]
    rows = [
        (line.label, {1.0: f"{first} wins", 0.0: f"{second} wins"}.get(line.value or 0.0, "nobody wins"))
        for line in one.table("ProvedValue", PROOF)
    ]
    if rows:
        yield "<h3>Proved: who wins small boards if both play perfectly</h3>" + _table(("board", "value"), rows)


def _maps(one: RuleSetReport, boards: Boards, sources: Sequence[str]) -> Iterator[str]:
    made = []
    for source in sources:
        lines = one.table("VisitedCells", source)
        if lines and lines[0].n >= 10:
            shares = values_of(lines)
            low, high = min(shares.values()), max(shares.values())
            caption = f"Share of games that visited each cell, {source}: from {100 * low:.0f} to {100 * high:.0f} %"
            made.append(boards.heat(shares, caption))
    if lines := one.table("FirstTurnShare", RANDOM):
        where = {line.label: boards.cells_of(line.label) for line in lines}
        if all(len(cells) == 1 for cells in where.values()):
            values = {where[line.label][0]: line.value for line in lines if line.value is not None}
            low, high = min(values.values()), max(values.values())
            caption = f"First player's share by first turn, random games: from {100 * low:.0f} to {100 * high:.0f} %"
            made.append(boards.heat(values, caption))
        ordered = sorted(lines, key=lambda line: (abs((line.value or 0.0) - EVEN), line.label))
        rows = [(line.label, _value(line), str(line.n)) for line in _ends(ordered)]
        made.append(
            "<div><h3>First turns in random games, the most and the least balanced</h3>"
            + _table(("first turn", "first player's share", "games"), rows)
            + "</div>"
        )
    if found := "".join(made):
        yield f'<div class="strip">{found}</div>'


def _ends(lines: Sequence[Figure]) -> Sequence[Figure]:
    """Return the first and the last lines of a long table."""
    return lines if len(lines) <= SHOWN else [*lines[: SHOWN // 2], *lines[-SHOWN // 2 :]]


def _figures(name: str, report: Report) -> str:
    """Return the table of a section's figures: a row for each, a column for each rule set and strength."""
    columns = [
        (one, source)
        for one in report.rule_sets
        for source in dict.fromkeys(figure.source for figure in one.figures if figure.section == name)
        if source != PROOF
    ]
    found = {
        (figure.name, figure.label, one.name, figure.source): figure
        for one in report.rule_sets
        for figure in one.figures
        if figure.section == name
    }
    keys = [(of, label) for of, label, *_ in found if of not in _IN_PICTURES and label not in _QUARTILES]
    known = [game for game in reference_games() if game.game != report.game.name]
    rows: list[Sequence[str]] = []
    counts: dict[str, int] = {}
    for of, label in dict.fromkeys(keys):
        counts[of] = counts.get(of, 0) + 1
        if counts[of] <= SHOWN:
            cells = (_cell(found, of, label, one.name, source) for one, source in columns)
            beside = (_beside(game.of(of, label)) for game in known)
            rows.append((escape(f"{of}: {label}" if label else of), *cells, *beside))
    if not rows:
        return ""
    several = len(report.rule_sets) > 1
    heads = ("figure", *(f"{one.name}, {source}" if several else source for one, source in columns))
    return _table((*heads, *(game.title for game in known)), rows, written=True)


def _cell(found: Mapping[tuple[str, str, str, str], Figure], of: str, label: str, rules: str, source: str) -> str:
    """Return a figure, its interval, its quartiles and its number of games, as HTML."""
    figure = found.get((of, label, rules, source))
    if figure is None or figure.value is None:
        return ""
    notes = [f"n = {figure.n}"] if figure.n else []
    quartiles = [found.get((of, part, rules, source)) for part in _QUARTILES[1:4]]
    if all(quartiles):
        notes.append("quartiles " + " · ".join(_number(one.value or 0.0, one.unit) for one in quartiles if one))
    return f"{escape(_value(figure))}<br><small>{escape(', '.join(notes))}</small>"


def _beside(figures: Sequence[Figure]) -> str:
    """Return a figure of a well-known game at each strength, as HTML."""
    return "<br>".join(f"<small>{escape(f'{one.source}: {_value(one)}, n = {one.n}')}</small>" for one in figures)


def _differences(found: Sequence[Difference]) -> str:
    rows = [
        (
            f"{one.second} less {one.first}",
            one.name,
            one.source,
            f"{_signed(one.value, one.unit)} ({_signed(one.low, one.unit)} to {_signed(one.high, one.unit)})",
        )
        for one in found
    ]
    return "<h3>Differences, with their intervals</h3>" + _table(
        ("rule sets", "figure", "strength", "difference"), rows
    )


def _definitions(found: Mapping[str, Mapping[str, str]]) -> Iterator[str]:
    yield '<h2 id="definitions">Definitions</h2>\n'
    rows = [(name, about["definition"], about["source"]) for name, about in found.items()]
    yield _table(("figure", "definition", "source"), rows)
    known = [(game.title, game.name, game.command) for game in reference_games()]
    if known:
        yield (
            "<p>The figures of well-known games beside those of this report were made by the same command, with "
            "<code>BYWAYS_GAMES</code> naming their files among the examples:</p>\n"
        )
        yield _table(("game", "rule set", "command"), known)


def _times(found: Mapping[str, Mapping[str, float]]) -> Iterator[str]:
    yield '<h2 id="times">Speed</h2>\n<p class="q">Measured by a clock: these differ from run to run.</p>\n'
    rows = [(rules, name, f"{value:,.3g}") for rules, times in found.items() for name, value in times.items()]
    yield _table(("rule set", "what", "measured"), rows)


def _value(figure: Figure) -> str:
    """Return a figure with its interval; shares in percent."""
    value = _number(figure.value or 0.0, figure.unit)
    sign = " %" if figure.unit == "share" else ""
    if figure.low is None or figure.high is None:
        return value + sign
    return f"{value}{sign} ({_number(figure.low, figure.unit)} to {_number(figure.high, figure.unit)})"


def _note(figure: Figure) -> str:
    """Return a share and its interval in few letters."""
    low, high = figure.low or 0.0, 1.0 if figure.high is None else figure.high
    return f"{100 * (figure.value or 0.0):.1f} % ({100 * low:.1f}–{100 * high:.1f})"


def _signed(value: float, unit: str) -> str:
    return ("+" if value > 0 else "") + _number(value, unit)


def _number(value: float, unit: str) -> str:
    scaled = 100 * value if unit == "share" else value
    digits = 1 if unit == "share" else max(0, min(4, 2 - math.floor(math.log10(abs(scaled))))) if scaled else 0
    return f"{scaled:,.{digits}f}".replace("-", "−")


def _table(heads: Sequence[str], rows: Iterable[Sequence[str]], *, written: bool = False) -> str:
    """Return a table that can be moved sideways on a phone; with `written` cells are HTML already."""
    head = "".join(f'<th scope="col">{escape(name)}</th>' for name in heads)
    body = ""
    for first, *rest in rows:
        cells = "".join(f"<td>{cell if written else escape(cell)}</td>" for cell in rest)
        body += f'<tr><th scope="row">{first if written else escape(first)}</th>{cells}</tr>\n'
    label = escape(", ".join(heads))
    return (
        f'<div class="wide" tabindex="0" role="group" aria-label="{label}">'
        f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table></div>\n"
    )
