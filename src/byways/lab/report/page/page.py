"""A report as one HTML page: no scripts, light and dark, for phones and paper."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from byways.draw.charts import chart_style, unstyled
from byways.draw.colours import properties, themed
from byways.draw.gallery import SCOPE, STYLE, Gallery
from byways.draw.ink import escape
from byways.draw.page_tokens import PAGE
from byways.lab.report.facts import Definition, Example, Facts, Played, RuleSetFacts
from byways.lab.report.figures import Difference
from byways.lab.report.page import maps
from byways.lab.report.page.answers import Answer, answers
from byways.lab.report.page.boards import Boards
from byways.lab.report.page.charts import CHARTS
from byways.lab.report.page.tables import figures_table, html, movable, noise, options_of, signed, table
from byways.lab.report.reference_games import reference_games
from byways.lab.report.sections import BALANCE, COURSE, EVENTS, RULES, SPACE, Section
from byways.records import Record
from byways.statistics.intervals import Share

_STYLE = """
*{box-sizing:border-box}
body{font:16px/1.5 system-ui,DejaVu Sans,Arial,sans-serif;background:var(--room);color:var(--ink);margin:0 auto;
max-width:70rem;padding:1rem}
table{border-collapse:collapse;width:100%;font-size:.9rem}
td{min-width:7.5rem}.texts td{min-width:15rem}
.charts{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(100%,32rem),1fr));gap:0 1rem}
.byways-chart{display:block;min-width:32rem;width:100%}
th,td{text-align:left;padding:.25rem .5rem;border-bottom:1px solid var(--line);vertical-align:top}
td small,.q{color:var(--ink-2)}
.wide{overflow-x:auto;margin:.75rem 0}
figure svg{max-width:100%;height:auto}.byways-chart{height:auto}pre{white-space:pre-wrap;overflow-wrap:anywhere}
code{overflow-wrap:anywhere}summary{cursor:pointer;padding:.25rem 0}
.strip{display:flex;flex-wrap:wrap;gap:.75rem}figure{margin:0;max-width:100%}figcaption{font-size:.85rem}
.sections ul{display:flex;flex-wrap:wrap;gap:0 1rem;list-style:none;padding:0}
.sections a{display:inline-block;padding:.6rem 0;color:var(--green)}
.answers{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(100%,24rem),1fr));gap:0 2rem;
background:var(--surface);padding:.1rem 1rem;border:1px solid var(--line);border-radius:12px}
.answers h2{font-size:1.1rem;margin:1rem 0 0;border:0;padding:0}.answers ul{margin:.25rem 0 1rem;padding-left:1.25rem}
h2{margin-top:2rem;border-top:2px solid var(--line);padding-top:1rem}
.texts td{overflow-wrap:anywhere}
@media print{.sections,form{display:none}figure,tr{break-inside:avoid}body{max-width:none;padding:0}
.wide{overflow:visible}table{font-size:.6rem}td,.texts td{min-width:0}
th,td{overflow-wrap:anywhere;padding:.15rem .25rem}}
"""
_TITLES: Mapping[str, str] = {
    "median": "A game of median length",
    "shortest": "The shortest game",
    "dramatic": "The game whose winner had been furthest behind, by the engine's values",
}


def page(facts: Mapping[str, Any]) -> Iterator[str]:
    """Yield the parts of the page about a report, of which `facts` is the JSON.

    Raises OptionError where there is no game of that name, msgspec.ValidationError where the JSON is no report's.
    """
    report = Facts.of(facts)
    title = f"{report.title}: report"
    style = f"{themed(properties(PAGE))}{_STYLE}{chart_style()}{STYLE}"
    yield (
        f'<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><title>{escape(title)}</title>\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<style>{style}</style></head><body><main>\n<h1>{escape(title)}</h1>\n"
    )
    yield from contents(report)
    yield from _times(report.times)
    yield "</main></body></html>\n"


def contents(report: Facts, scope: str = SCOPE, review: str = "") -> Iterator[str]:
    """Yield what stands below the title: verdicts, sections, definitions.

    `scope` is the class that colours boards. Games are sent to the address `review`, if there is one, to be reviewed.
    """
    yield (
        f"<p>{escape(_in_brief(report))}</p>\n"
        f'<p class="q">Made by <code>{escape(report.command)}</code>, Byways {escape(report.byways)}; the same '
        "command gives the same figures. Intervals are at 95&nbsp;%: about five of a hundred miss.</p>\n"
        f'<div class="answers">{"".join(map(_answered, answers(report)))}</div>\n'
    )
    gallery = Gallery(scope)
    boards = {one.name: Boards(report.variant(one), gallery) for one in report.rule_sets}
    made = {name: "".join(_section(name, report, boards, review)) for name in report.sections}
    shown = {name: section for name, section in report.sections.items() if made[name]}
    yield _links({**{name: section.title for name, section in shown.items()}, "definitions": "Definitions"})
    for name, section in shown.items():
        yield _headed(name, section) + made[name]
    yield from _definitions(report.definitions)


def _links(titles: Mapping[str, str]) -> str:
    links = "".join(f'<li><a href="#{escape(name)}">{escape(title)}</a></li>' for name, title in titles.items())
    return f'<nav class="sections" aria-label="Sections"><ul>{links}</ul></nav>\n'


def _in_brief(report: Facts) -> str:
    sets = ", ".join(one.name for one in report.rule_sets)
    kind = "A quick report: few games and wide intervals." if report.quick else "A full report."
    return f"{kind} Rule sets: {sets}."


def _answered(answer: Answer) -> str:
    sentences = "".join(f"<li>{html(sentence)}</li>" for sentence in answer.sentences)
    return f"<div><h2>{html(answer.question)}</h2><ul>{sentences}</ul></div>\n"


def _headed(name: str, section: Section) -> str:
    about = f"<p>{html(section.about)}</p>\n" if section.about else ""
    return f'<h2 id="{escape(name)}">{escape(section.title)}</h2>\n{about}'


def _section(name: str, report: Facts, boards: Mapping[str, Boards], review: str) -> Iterator[str]:
    """Yield the pictures and the tables of a section, for all rule sets."""
    if name == RULES:
        yield from _rules(report, boards, review)
    for one in report.rule_sets:
        if made := "".join(_pictures(name, one, boards[one.name])):
            yield f"<h3>{escape(one.name)}</h3>\n" if len(report.rule_sets) > 1 else ""
            yield f"{made}\n"
    if name == COURSE:
        yield noise(report)
    instead = [chart.figure for chart in CHARTS.get(name, ()) if chart.instead]
    yield figures_table(name, report, (*instead, *maps.IN_PICTURES))
    events = {figure.name for one in report.rule_sets for figure in one.figures if figure.section == EVENTS}
    found = [one for one in report.differences if (EVENTS if one.name in events else BALANCE) == name]
    if found:
        yield _differences(found)


def _pictures(name: str, rules: RuleSetFacts, boards: Boards) -> Iterator[str]:
    told = rules.foretells(rules.strongest)
    shown = (chart for chart in CHARTS.get(name, ()) if told or not chart.by_values)
    charts = [unstyled(drawn) for chart in shown for drawn in chart.draw(rules)]
    if charts:
        yield f'<div class="charts">{"".join(movable("chart", drawn) for drawn in charts)}</div>'
    if name == SPACE:
        yield from maps.maps(rules, boards)


def _rules(report: Facts, boards: Mapping[str, Boards], review: str) -> Iterator[str]:
    game = report.find_game()
    written = options_of(report)
    yield f"<p>{escape(game.about.summary)}</p>\n"
    rows = [(option.name, option.help, *(texts[option.name] for texts in written)) for option in game.options]
    if rows:
        yield table(("option", "what it is", *(one.name for one in report.rule_sets)), rows)
    played = [(one.name, games.source, _played(one, games)) for one in report.rule_sets for games in one.played]
    yield table(("rule set", "strength", "games that were played"), played)
    for one in report.rule_sets:
        yield from _examples(one, boards[one.name], review)


def _played(one: RuleSetFacts, games: Played) -> str:
    notes = [f"{games.games:,} games"]
    if games.games and one.figure("AdvantageP1", games.source):
        half = Share(games.games / 2, games.games).interval().half_width
        notes[0] += f", which tell an even share to ±{100 * half:.1f} points"
    if turns := games.varied_turns:
        notes.append(f"in the first {turns} turns of each any turn may be drawn that loses at most {games.loss:g}")
    notes += [f"{games.repeated} repeated ones not counted"] if games.repeated else []
    notes += [f"{games.unfinished} without a result"] if games.unfinished else []
    return ", ".join(notes)


def _examples(one: RuleSetFacts, boards: Boards, review: str) -> Iterator[str]:
    """Yield the game of median length of the strongest play as pictures, and the records of its others."""
    for example in one.shown_examples:
        record = Record.from_text(example.record)
        head = f"{_TITLES.get(example.name, example.name)} ({one.name}, {example.source}, {len(record.turns)} turns)"
        strip = boards.strip(record) if example.name == "median" else ""
        yield (
            f"<h3>{escape(head)}</h3>{strip}{_to_review(example, review) if review else ''}<details><summary>Its "
            "record, to be opened in a review or by <code>byways show</code></summary>"
            f"<pre>{escape(example.record)}</pre></details>\n"
        )


def _to_review(example: Example, review: str) -> str:
    """Return a button that opens a game in the review of a site."""
    return (
        f'<form method="post" action="{escape(review)}"><textarea name="record" hidden>\n{escape(example.record)}'
        '</textarea><button class="btn">Open in a review</button></form>'
    )


def _differences(found: Sequence[Difference]) -> str:
    rows = [
        (
            f"{one.second} less {one.first}",
            one.name,
            one.source,
            f"{signed(one.value, one.unit)} ({signed(one.low, one.unit)} to {signed(one.high, one.unit)})",
        )
        for one in found
    ]
    return "<h3>Differences, with their intervals</h3>" + table(("rule sets", "figure", "strength", "difference"), rows)


def _definitions(found: Mapping[str, Definition]) -> Iterator[str]:
    yield '<h2 id="definitions">Definitions</h2>\n'
    yield table(
        ("figure", "definition", "source"),
        [(name, about.definition, about.source) for name, about in found.items()],
        texts=True,
    )
    known = [(game.title, game.name, game.command) for game in reference_games()]
    if known:
        yield (
            "<p>The figures of well-known games beside those of this report were made by the same command, with "
            "<code>BYWAYS_GAMES</code> naming their files among the examples:</p>\n"
        )
        yield table(("game", "rule set", "command"), known)


def _times(found: Mapping[str, Mapping[str, float]]) -> Iterator[str]:
    yield '<h2 id="times">Speed</h2>\n<p class="q">Measured by a clock: these differ from run to run.</p>\n'
    rows = [(rules, name, f"{value:,.3g}") for rules, times in found.items() for name, value in times.items()]
    yield table(("rule set", "what", "measured"), rows)
