"""The page of a report: whole in itself, described, and telling what the figures show."""

import re
from html.parser import HTMLParser

import msgspec
import pytest
from examples import hex
from msgspec.structs import replace

from byways.arena.exports import to_json
from byways.arena.run import runner
from byways.batch.random_games import random_games
from byways.draw.charts import Dot, line_chart
from byways.draw.document import PageBoards
from byways.lab.report import report as reports
from byways.lab.report.compare import _imbalance
from byways.lab.report.facts import RuleSetFacts
from byways.lab.report.figures import Difference, Figure, Section
from byways.lab.report.page import page
from byways.lab.report.page.answers import difference
from byways.lab.report.page.boards import Boards, maps
from byways.lab.report.page.charts import bars, curve
from byways.lab.report.page.tables import SHOWN, shown
from byways.lab.report.parts.random_games import Tally
from byways.lab.report.plan import QUICK_RANDOM, ReportPlan, level
from byways.lab.report.report import Report, RuleSetReport
from byways.lab.report.stored_reports import ReferenceGame, reference_games
from byways.registry import find, forget, register
from byways.statistics.intervals import wilson
from kept_reports import as_reference


class Reader(HTMLParser):
    """Collects the tags of a page, and checks that they nest."""

    def __init__(self, text):
        super().__init__()
        self.tags, self.open, self.ids = [], [], []
        self.feed(text)
        assert self.open == []

    def handle_starttag(self, tag, attributes):
        self.tags.append((tag, dict(attributes)))
        self.ids += [value for name, value in attributes if name == "id"]
        if tag not in ("meta", "br"):
            self.open.append(tag)

    def handle_startendtag(self, tag, attributes):
        self.tags.append((tag, dict(attributes)))

    def handle_endtag(self, tag):
        assert self.open.pop() == tag


@pytest.fixture(scope="module")
def made():
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(
            reports, "plan_for", lambda variant, seed, *, quick: ReportPlan(seed, quick, 300, (level(2, 12),))
        )
        report = Report(find("troll"), {}, {"size": ["4", "5"]}, 5, True)
        for _ in report.make(None, runner(1)):
            pass
    return report


@pytest.fixture(scope="module")
def text(made):
    return "".join(page(made.facts()))


def test_the_page_is_whole_in_itself(text):
    found = Reader(text)
    names = {tag for tag, _ in found.tags}
    assert not names & {"script", "link", "img", "iframe"}
    assert len(found.ids) == len(set(found.ids))
    assert not re.search(r"(?:src|href)=\"(?!#)", text)
    assert "prefers-color-scheme" in text
    assert "main" in names
    assert not re.search(r"<th[^>]*></th>", text)
    assert "@media print" in text


def test_every_picture_is_described_and_every_figure_defined(text, made):
    pictures = re.findall(r"<svg[^>]*>(.*?)</svg>", text, re.DOTALL)
    assert len(pictures) > 20
    assert all(re.match(r"<title>[^<]+</title><desc>[^<]+</desc>", picture) for picture in pictures)
    defined = text[text.index('id="definitions"') :]
    for one in made.rule_sets:
        for figure in one.figures:
            assert f'<th scope="row">{figure.name}</th>' in defined


def test_the_page_says_what_was_played_and_by_which_command(text, made):
    assert made.command == "byways report troll --compare size=4,5 --quick --seed 5 -o FOLDER"
    assert made.command in text
    assert "300 games" in text
    varied = "in the first 4 moves of each any move may be drawn that loses at most 0.05"
    games, half = re.search(rf"(\d+) games, which tell an even share to ±([\d.]+) points, {varied}", text).groups()
    assert float(half) == pytest.approx(100 * wilson(int(games) / 2, int(games)).half_width, abs=0.05)
    assert "A game of median length (size=4, level 2" in text
    assert "white, who begins, wins" in text  # proved


def test_shares_are_shown_with_interval_and_games(text, made):
    share = made.rule_sets[0].facts().figure("AdvantageP1", "random")
    said = f"{100 * share.value:.1f}\N{NO-BREAK SPACE}% ({100 * share.low:.1f} to {100 * share.high:.1f})"
    assert f"{said}<br><small>n = 300</small>" in text


def test_the_verdict_follows_from_the_interval(made):
    one = RuleSetReport(made.rule_sets[0].variant, made.rule_sets[0].plan)
    for low, high, verdict in (
        (0.51, 0.6, "the first player is ahead"), (0.3, 0.49, "the first player is behind"),
        (0.45, 0.55, "neither player is shown to be ahead: the first player has"),
    ):  # fmt: skip
        one.figures = [Figure("balance", "AdvantageP1", "", 0.5, low, high, 100, "share", "random")]
        report = Report(made.game, {}, {}, 1, True, [one])
        assert verdict in "".join(page(report.facts()))


def test_no_less_balanced_needs_the_whole_interval_within_the_margin(made):
    first, second = made.rule_sets

    def share(value, half, n):
        return Figure("balance", "AdvantageP1", "", value, value - half, value + half, n, "share", "random")

    narrow = _imbalance(first, second, share(0.52, 0.01, 9000), share(0.49, 0.01, 9000))
    assert narrow.value == pytest.approx(-0.01)
    assert narrow.low <= narrow.value <= narrow.high
    assert narrow.no_less
    wide = _imbalance(first, second, share(0.52, 0.1, 90), share(0.49, 0.1, 90))
    assert not wide.no_less
    worse = _imbalance(first, second, share(0.50, 0.01, 9000), share(0.60, 0.01, 9000))
    assert worse.low > 0
    assert not worse.no_less


def test_differences_of_length_are_said_where_they_are_shown():
    longer = Difference("DurationTurns", "random", "size=4", "size=5", 6.0, 4.0, 8.0, (100, 120), "moves")
    assert difference(longer) == "size=5 is longer than size=4 by 6.0 ± 2.0 moves (120 and 100 games, random)."
    unclear = Difference("DurationTurns", "random", "size=4", "size=5", 1.0, -1.0, 3.0, (100, 120), "moves")
    assert difference(unclear) == ""


def test_first_turns_heat_and_the_winners_cells_are_shown_on_a_board():
    variant = find("troll").variant({"size": 4})
    boards = Boards(variant, PageBoards())
    assert boards.cells_of("b2") == ["b2"]
    assert Boards(hex.GAME.variant({"size": 3}), PageBoards()).cells_of("c1") == ["c1"]
    ((drawn, _),) = boards.heat({"a1": 0.0, "b2": 1.0, "c3": 0.5}, "visits")
    assert [drawn.count(f'heat-{size}"') for size in (1, 3, 5)] == [2, 2, 2]  # a shape, and its use
    assert "a1 0.00, b2 1.00, c3 0.50" in drawn
    winners = ("board", "WinnersCells")
    cells = [Figure(*winners, cell, 0.5, 0.4, 0.6, 40, "share", "level 3") for cell in variant.reading.words]
    rules = RuleSetFacts("size=4", {"size": 4}, ("white", "black"), (), (), tuple(cells), strongest="level 3")
    (board,) = maps(rules, Boards(variant, PageBoards()))
    assert "piece stands on each cell, level 3: from 50 to 50" in board.caption


def test_lines_lie_between_their_axes_and_a_few_sizes_are_told_below_them():
    drawn = line_chart("Title", {"": [Dot(1, 2, (1, 3)), Dot(2, 4, (3, 5)), Dot(3, 1)]}, "ply", "moves")
    assert "<title>Title</title><desc>moves by ply: 1: 2; 2: 4; 3: 1</desc>" in drawn
    course = re.search(r'class="course of-1" d="M([^"]+)"', drawn)[1]
    points = [tuple(map(float, point.split())) for point in course.split("L")]
    assert [x for x, _ in points] == sorted(x for x, _ in points)
    assert min(y for _, y in points) == points[1][1]
    assert line_chart("None", {}, "ply", "moves").startswith("<svg")
    for places, told in (((4, 6, 8, 11), ["4", "6", "8"]), (range(40), [])):
        drawn = line_chart("Share", {"": [Dot(place, 0.5) for place in places]}, "size", "share")
        assert re.findall(r'text-anchor="middle">(\d+)<', drawn) == told


def test_figures_of_well_known_games_stand_beside_those_of_the_report(text, made):
    known = reference_games()
    assert [game.title for game in known] == ["Breakthrough", "Connect Four", "Hex"]
    for game in known:
        assert game.command in text
        (edge, strongest) = game.of("AdvantageP1", "")
        assert (edge.source, edge.n) == ("random", 4096)
        assert strongest.source.startswith("level ")
        value, low, high = (f"{100 * end:.1f}" for end in (edge.value, edge.low, edge.high))
        assert f"random: {value}\N{NO-BREAK SPACE}% ({low} to {high}), n = 4096" in text
    register(hex.GAME)
    report = Report(hex.GAME, {}, {}, 1, True, [RuleSetReport(hex.GAME.variant({}), made.rule_sets[0].plan)])
    report.rule_sets[0].figures = [Figure("balance", "AdvantageP1", "", 0.5, 0.4, 0.6, 100, "share", "random")]
    assert 'scope="col">Connect Four<' in "".join(page(report.facts()))
    assert 'scope="col">Hex<' not in "".join(page(report.facts()))
    forget("hex")


def test_a_section_has_its_title_its_sentence_and_a_table_of_whatever_figures_there_are(made):
    found = made.facts()
    gains = (Figure("depth", "Gain", label, 0.6, 0.55, 0.65, 90, "share", "random") for label in ("8", "16"))
    rules = replace(found.rule_sets[0], figures=tuple(gains))
    sections = {"depth": Section("Depth", "How far strength reaches.")}
    text = "".join(page(replace(found, rule_sets=(rules,), differences=(), sections=sections)))
    assert re.findall("<h2[^>]*>([^<]+)<", text) == [
        "What is proved?",
        "Depth",
        "Definitions",
        "Speed",
    ]  # no other question
    assert "<p>How far strength reaches.</p>" in text
    assert text.count('<th scope="row">Gain: ') == 2


def test_bars_and_curves_are_made_of_any_figure_by_its_name(made):
    def of(source, label, value):
        return Figure("depth", "Gain", label, value, value - 1, value + 1, 90, "points", source)

    figures = (of("level 3", "", 2.0), of("level 10", "", -3.0), *(of("ladder", f"size={n}", n / 2) for n in (4, 6)))
    rules = RuleSetFacts("size=4", {}, ("black", "white"), (), (), figures)
    by_source, by_label = bars("Gain", "Gain", middle=0.0).draw(rules)
    assert "level 3: 2.00 (1.00–3.00); level 10: −3.00 (−4.00–−2.00)" in by_source
    assert "<title>Gain, ladder</title><desc>size=4: 2.00" in by_label
    starts = {float(x) for x in re.findall(r'class="bar" d="M([\d.]+)', by_source)}
    assert len(starts) == 1
    (line,) = curve("Gain", "Gain by size", "size", "points").draw(rules)
    assert "<title>Gain by size</title><desc>points by size: 4: 2; 6: 3</desc>" in line
    several = line_chart("Title", {"a": [Dot(1, 1)], "b": [Dot(1, 2), Dot(2, 3)]}, "size", "points")
    assert "points by size: a: 1: 1; b: 1: 2; 2: 3" in several
    with pytest.raises(ValueError, match="at most 4 lines"):
        line_chart("Title", {name: [] for name in "abcde"}, "size", "points")


def test_what_is_kept_of_a_report_is_read_again(made):
    facts = to_json(replace(made.facts(), rule_sets=made.facts().rule_sets[:1]))
    kept = msgspec.json.decode(as_reference(facts), type=ReferenceGame)
    share = made.rule_sets[0].facts().figure("AdvantageP1", "random")
    assert kept.of("AdvantageP1", "")[0].value == pytest.approx(share.value, rel=1e-4)
    assert {figure.source for figure in kept.figures} == {"random", "level 2", "bound"}
    assert kept.name == "size=4"


def test_the_random_figures_of_a_well_known_game_are_made_again_by_its_command(made):
    (kept,) = (game for game in reference_games() if game.game == "hex")
    assert kept.command == "byways report hex --quick --seed 1 -o FOLDER"
    tally = Tally(hex.GAME.variant({}))
    for found in random_games(tally.variant, QUICK_RANDOM, 1):
        tally.add(found)
    again = {figure.name: figure for figure in tally.figures() if not figure.label}
    for name in ("AdvantageP1", "DurationTurns", "BranchingFactor"):
        (of_random, _) = kept.of(name, "")
        assert again[name].value == pytest.approx(of_random.value, rel=1e-4)


def test_the_course_by_values_that_are_noise_is_left_out_and_said_to_be(text, made):
    hex_game = next(game for game in reference_games() if game.title == "Hex")
    assert hex_game.noisy == ["level 4"]
    assert hex_game.of("Drama", "") == []
    assert hex_game.of("AdvantageP1", "")
    assert "Left out, as the values are not shown to foretell results better than ½" in text
    assert "Breakthrough, level 5 (Brier score 0.264" in text
    assert "Hex, level 4 (Brier score 0.423" in text

    one = RuleSetReport(made.rule_sets[0].variant, made.rule_sets[0].plan)
    brier = Figure("calibration", "Brier", "", 0.4, 0.35, 0.45, 90, "share²", "level 2")
    one.figures = [brier, Figure("course", "Drama", "", 0.123, 0.1, 0.2, 90, "share", "level 2")]
    one.figures.append(Figure("balance", "FirstTurnValue", "b2", 0.0, None, None, 0, "share", "level 2, 9 simulations"))
    found = "".join(page(Report(made.game, {}, {}, 1, True, [one]).facts()))
    assert "size=4, level 2 (Brier score 0.400" in found
    assert "12.3" not in found
    assert "What first moves are worth" not in found


def test_long_tables_begin_with_what_the_strongest_play():
    weak = [("FirstTurns", f"a{i}", False) for i in range(20)]
    strong = [("FirstTurns", "z9", True), ("Reasons", "draw", True)]
    found = shown([*weak, *strong])
    assert found[0] == ("FirstTurns", "z9")
    assert len(found) == SHOWN + 1
