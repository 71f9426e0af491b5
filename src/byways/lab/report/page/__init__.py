"""A report as one HTML page, made from its JSON alone: no scripts, light and dark, for phones and paper."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from byways.draw.charts import unstyled
from byways.draw.document import SCOPE, PageBoards
from byways.draw.pages import render
from byways.lab.report.facts import Played, ReportFacts, RuleSetFacts
from byways.lab.report.figures import BALANCE, BRIER_OF_HALF, COURSE, EVENTS, RULES, SPACE, Difference, Section
from byways.lab.report.page.answers import answers
from byways.lab.report.page.boards import IN_PICTURES, BoardFigure, Boards, first_turn_rows, maps
from byways.lab.report.page.charts import CHARTS
from byways.lab.report.page.tables import ReportTable, Row, figures_table, noise, options_of, signed
from byways.lab.report.stored_reports import reference_games
from byways.records import Record
from byways.statistics.intervals import Share

_TITLES: Mapping[str, str] = {
    "median": "A game of median length",
    "shortest": "The shortest game",
    "dramatic": "The game whose winner had been furthest behind, by the engine's values",
}


class _Pictures(NamedTuple):
    """The charts and boards of a rule set in a section."""

    rule_set: str
    charts: Sequence[str]
    boards: Sequence[BoardFigure]
    first_turns: Sequence[Row]


class _Section(NamedTuple):
    """What the page has of a section."""

    name: str
    title: str
    about: str
    rules: bool
    """Whether it has the rules and the games that were played."""
    pictures: Sequence[_Pictures]
    noise: Sequence[str]
    table: ReportTable | None
    differences: Sequence[Row]


class _Example(NamedTuple):
    """A game to be shown: its heading, some of its positions, and its record."""

    head: str
    boards: Sequence[BoardFigure]
    record: str


def page(report: ReportFacts) -> Iterator[str]:
    """Yield the parts of the page about a report. Raises OptionError where there is no game of its name."""
    times = [(rules, name, f"{value:,.3g}") for rules, found in report.times.items() for name, value in found.items()]
    shown = _shown(report, SCOPE)
    return render("lab/report/page/page.html", title=f"{report.title}: report", times=times, review="", **shown)


def contents(report: ReportFacts, scope: str, review: str) -> Iterator[str]:
    """Yield what is below the title: verdicts, sections, definitions.

    `scope` is the class that colours boards. Games are sent to the address `review`, to be reviewed.
    """
    return render("lab/report/page/contents.html", review=review, **_shown(report, scope))


def _shown(report: ReportFacts, scope: str) -> dict[str, Any]:
    """Return what the templates show of a report."""
    gallery = PageBoards(scope)
    boards = {one.name: Boards(report.variant(one), gallery) for one in report.rule_sets}
    game = report.find_game()
    written = options_of(report)
    rules = {
        "summary": game.about.summary,
        "heads": ("option", "what it is", *(one.name for one in report.rule_sets)),
        "options": [(one.name, one.help, *(texts[one.name] for texts in written)) for one in game.options],
        "played": [(one.name, games.source, _played(one, games)) for one in report.rule_sets for games in one.played],
        "examples": [example for one in report.rule_sets for example in _examples(one, boards[one.name])],
    }
    sections = (_section(name, about, report, boards) for name, about in report.sections.items())
    return {
        "report": report,
        "answers": list(answers(report)),
        "sections": [one for one in sections if any(one[3:])],
        "rules": rules,
        "brier_of_half": f"{BRIER_OF_HALF:g}",
        "definitions": [(name, about.definition, about.source) for name, about in report.definitions.items()],
        "known": [(game.title, game.name, game.command) for game in reference_games()],
    }


def _section(name: str, about: Section, report: ReportFacts, boards: Mapping[str, Boards]) -> _Section:
    pictures = [_pictures(name, one, boards[one.name]) for one in report.rule_sets]
    instead = [chart.figure for chart in CHARTS.get(name, ()) if chart.instead]
    events = {figure.name for one in report.rule_sets for figure in one.figures if figure.section == EVENTS}
    return _Section(
        name=name,
        title=about.title,
        about=about.about,
        rules=name == RULES,
        pictures=[one for one in pictures if any(one[1:])],
        noise=noise(report) if name == COURSE else (),
        table=figures_table(name, report, (*instead, *IN_PICTURES)),
        differences=[
            _difference(one) for one in report.differences if (EVENTS if one.name in events else BALANCE) == name
        ],
    )


def _pictures(name: str, rules: RuleSetFacts, boards: Boards) -> _Pictures:
    told = rules.foretells(rules.strongest)
    charts = (chart for chart in CHARTS.get(name, ()) if told or not chart.by_values)
    drawn = [unstyled(drawing) for chart in charts for drawing in chart.draw(rules)]
    if name != SPACE:
        return _Pictures(rules.name, drawn, (), ())
    return _Pictures(rules.name, drawn, list(maps(rules, boards)), first_turn_rows(rules))


def _played(one: RuleSetFacts, games: Played) -> str:
    notes = [f"{games.games:,} games"]
    if games.games and one.figure("AdvantageP1", games.source):
        half = Share(games.games / 2, games.games).interval().half_width
        notes[0] += f", which tell an even share to ±{100 * half:.1f} points"
    if turns := games.varied_turns:
        notes.append(f"in the first {turns} moves of each any move may be drawn that loses at most {games.loss:g}")
    notes += [f"{games.repeated} repeated ones not counted"] if games.repeated else []
    notes += [f"{games.unfinished} without a result"] if games.unfinished else []
    return ", ".join(notes)


def _examples(one: RuleSetFacts, boards: Boards) -> Iterator[_Example]:
    """Yield the game of median length of the strongest play with pictures, and its others."""
    for example in one.shown_examples:
        record = Record.from_text(example.record)
        head = f"{_TITLES.get(example.name, example.name)} ({one.name}, {example.source}, {len(record.turns)} moves)"
        yield _Example(head, boards.strip(record) if example.name == "median" else (), example.record)


def _difference(one: Difference) -> Row:
    interval = f"{signed(one.low, one.unit)} to {signed(one.high, one.unit)}"
    return f"{one.second} less {one.first}", one.name, one.source, f"{signed(one.value, one.unit)} ({interval})"
