"""Reports: the same figures from the same seed, what each of them says, and those that come with Byways."""

import csv
import json
from contextlib import closing
from pathlib import Path

import pytest
from examples import hex
from msgspec.structs import replace

import byways
from byways.arena.run import fingerprint, runner
from byways.arena.run_store import RunError, RunStore
from byways.batch.random_games import random_games
from byways.cli import main
from byways.errors import OptionError
from byways.games import BUILT_IN
from byways.lab.report import report as reports
from byways.lab.report.compare import differences
from byways.lab.report.parts.random_games import Tally, board_positions
from byways.lab.report.parts.self_play import SelfPlay
from byways.lab.report.plan import Ladder, ReportPlan, Strength, level, plan_for
from byways.lab.report.report import Report, write
from byways.lab.report.stored_reports import stored_report, unpacked
from byways.records import Record
from byways.registry import find
from byways.statistics.intervals import Share, newcombe, wilson
from kept_reports import conclusions, overview, packed


def few_games(variant, seed, *, quick):
    beside = {"second": Strength("plain", "plain:simulations=9", 4), "pie_games": 4, "ladder": Ladder((4, 8), 4)}
    return ReportPlan(seed, quick, 200, (level(1, 8), level(2, 6)), 2, **beside, first_turns=2)


@pytest.fixture
def small(monkeypatch):
    """Plans of a few games."""
    monkeypatch.setattr(reports, "plan_for", few_games)


@pytest.fixture(scope="module")
def finished(tmp_path_factory):
    """A report of a few games, and its folder."""
    folder = tmp_path_factory.mktemp("report")
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(reports, "plan_for", few_games)
        return made(folder), folder


def made(folder=None, *, jobs=1, seed=5, game="troll", options=None, compare=None):
    found = Report(find(game), {"size": "4"} if options is None else options, compare or {}, seed, True)
    for _ in found.make(folder, runner(jobs)):
        pass
    return found


def without_times(facts):
    return json.dumps({name: value for name, value in facts.items() if name != "times"}, ensure_ascii=False)


@pytest.mark.slow
def test_two_reports_of_one_seed_are_the_same_apart_from_times(small, finished, tmp_path):
    for name, found in (("one", finished[0]), ("other", made(tmp_path / "games", jobs=2))):
        (tmp_path / name).mkdir(exist_ok=True)
        write(tmp_path / name, found.facts())
    one, other = (tmp_path / "one" / "report.json").read_text(), (tmp_path / "other" / "report.json").read_text()
    assert without_times(json.loads(one)) == without_times(json.loads(other))
    assert (tmp_path / "one" / "report.csv").read_bytes() == (tmp_path / "other" / "report.csv").read_bytes()
    assert set(json.loads(one)["times"]["size=4"]) == {
        "random games a second", "seconds a game, level 1", "seconds a game, level 2",
        "seconds a game, level 2 with the pie rule", "seconds a game, plain",
    }  # fmt: skip


def test_every_figure_has_a_definition_and_stands_in_the_table(finished, tmp_path):
    found, _ = finished
    facts = found.facts()
    write(tmp_path, facts)
    (rule_set,) = facts.rule_sets
    own = [one.says for one in rule_set.proved if one.options == rule_set.options]
    assert own == ["the player who begins wins"]
    assert {figure.name for figure in rule_set.figures} <= set(facts.definitions)
    assert {figure.section for figure in rule_set.figures} <= set(facts.sections)
    sources = set(rule_set.sources)
    assert {"random", "level 1", "level 2", "bound", "plain", "ladder to 8 simulations"} < sources
    with (tmp_path / "report.csv").open() as file:
        rows = list(csv.DictReader(file))
    assert len(rows) == len(rule_set.figures)
    share = next(row for row in rows if row["name"] == "AdvantageP1" and row["source"] == "level 1")
    assert float(share["low"]) <= float(share["value"]) <= float(share["high"])
    assert int(share["n"]) == 8


def test_the_figures_of_a_level_are_those_of_its_games(finished):
    found, _ = finished
    _, games, strongest, *_ = found.rule_sets[0].parts
    assert isinstance(games, SelfPlay)
    assert games.counted == 8
    assert not games.examples
    table = found.rule_sets[0].facts().table("LengthDistribution", "level 1")
    lengths = {line.label: round(line.value * line.n) for line in table}
    assert lengths == {str(turns): count for turns, count in games.lengths.items()}
    shown = found.facts().rule_sets[0].examples
    assert [(one.name, one.source) for one in shown[:2]] == [("median", "level 2"), ("shortest", "level 2")]
    median = Record.from_text(shown[0].record)
    assert median.final().outcome is not None
    assert len(median.turns) == sorted(strongest.lengths.elements())[2]


def test_a_report_goes_on_where_it_was_stopped(small, finished, tmp_path):
    first = Report(find("troll"), {"size": "4"}, {}, 5, True)
    steps = first.make(tmp_path, runner(1))
    while next(steps)[2] != "level 1":
        pass
    steps.close()
    assert replace(made(tmp_path).facts(), times={}) == replace(finished[0].facts(), times={})


def test_a_finished_report_answers_at_once(small, tmp_path, capsys, monkeypatch):
    words = ("report", "troll", "--size", "4", "--quick", "--jobs", "1", "-o", str(tmp_path), "--json")
    assert main(words) == 0
    printed = capsys.readouterr().out
    monkeypatch.setattr(Report, "make", None)
    assert main(words) == 0
    assert capsys.readouterr().out == printed
    with closing(RunStore(tmp_path / "games")) as store:
        assert set(fingerprint.stamp()) < set(store.manifest()), "another kernel would play other games"


def test_comparisons_folders_and_files_that_cannot_be(small, finished, tmp_path, capsys):
    for compare, said in (
        ({"size": list("456789"), "edges": ["capture", "closed"]}, "up to 8"),
        ({"size": ["4", "4"]}, "twice"),
    ):
        with pytest.raises(OptionError, match=said):
            Report(find("troll"), {}, compare, 1, True).variants()
    with pytest.raises(RunError, match="holds another run: its command"):
        made(finished[1], seed=6)
    (tmp_path / "taken").write_text("")
    assert main(("report", "troll", "--size", "4", "--quick", "-o", str(tmp_path / "taken"))) == 1
    assert "taken" in capsys.readouterr().err


def test_games_of_a_strength_begin_at_the_start_and_differ_by_their_first_turns(finished):
    (one,) = (part for part in finished[0].rule_sets[0].parts if part.name == "level 2")
    assert isinstance(one, SelfPlay)
    assert one.counted == 6
    records = one.examples.values()
    assert all(record.start.turns == () for record in records)
    assert all("vary=4,loss=0.05" in record.to_text() for record in records)


def test_longer_games_get_fewer_in_a_quick_report_and_a_level_that_is_too_slow_none():
    usual, larger, slow = (plan_for(find("troll").variant({"size": n}), 1, quick=True).strengths for n in (8, 12, 20))
    assert usual == plan_for(find("troll").variant({"size": 8}), 1, quick=True).strengths
    assert [one.source for one in usual] == ["10 simulations", "level 3", "1,000 simulations", "level 10"]
    assert larger[0].games < usual[0].games / 2
    assert slow == ()
    strongest = plan_for(find("troll").variant({}), 1, quick=False).strengths[-1]
    assert wilson(strongest.games / 2, strongest.games).half_width < 0.025, "of an even share in a full report"


def test_a_game_without_measured_levels_plays_the_strongest_that_a_minute_affords():
    # The plan counts simulations of a turn, which double from level to level: 128 at level 4.
    plan = plan_for(hex.GAME.variant({}), 1, quick=True)
    assert [one.source for one in plan.strengths] == ["10 simulations", "level 3", "level 4"]
    assert plan.strengths[1].games > plan.strengths[2].games >= 20
    small = plan_for(hex.GAME.variant({"size": 3}), 1, quick=True)
    assert [one.source for one in small.strengths][1:] == ["level 3", "1,000 simulations", "level 10"]


def test_solo_games_have_scores_and_no_balance_and_no_bound_of_positions():
    assert board_positions(find("troll").variant({"size": 4})) == pytest.approx(7.9350, abs=1e-4)  # 2 × 3 ** 16
    tally = Tally(find("longway").variant({}))
    assert board_positions(tally.variant) is None
    for found in random_games(tally.variant, 64, 1):
        tally.add(found)
    names = {figure.name for figure in tally.figures()}
    assert "Score" in names
    assert not {"AdvantageP1", "FirstTurnShare"} & names


@pytest.mark.slow
def test_rule_sets_side_by_side_have_intervals_of_the_difference(small):
    found = made(options={}, compare={"size": ["4", "5"]})
    small_board, large_board = (one.facts() for one in found.rule_sets)
    assert (small_board.name, large_board.name) == ("size=4", "size=5")
    by_name = {(one.name, one.source): one for one in differences(small_board, large_board)}
    length = by_name["DurationTurns", "random"]
    assert length.value == pytest.approx(
        large_board.figure("DurationTurns", "random").value - small_board.figure("DurationTurns", "random").value
    )
    assert 0 < length.low < length.value < length.high
    one, other = (rules.figure("AdvantageP1", "random") for rules in (small_board, large_board))
    expected = newcombe(Share(other.value * other.n, other.n), Share(one.value * one.n, one.n))
    share = by_name["AdvantageP1", "random"]
    assert (share.value, share.low, share.high) == pytest.approx((expected.value, *expected.interval))


MOST = 60_000  # bytes
FOLDER = Path(byways.__file__).parent / "lab/report/games"
DOCS = Path(__file__).parents[3] / "docs/reports"


@pytest.mark.parametrize("game", BUILT_IN)
def test_stored_reports_are_small_and_their_pages_tell_their_figures(game):
    assert (FOLDER / f"{game}.json").stat().st_size < MOST
    report = stored_report(game)
    assert (DOCS / f"{game}.md").read_text(encoding="utf-8") == conclusions(report), "run scripts/measure/game-reports"
    assert report.game == game


def test_the_overview_tells_the_figures_of_stored_reports():
    assert (DOCS / "README.md").read_text(encoding="utf-8") == overview(map(stored_report, BUILT_IN))


def test_a_packed_report_is_read_again():
    figure = {
        "section": "balance", "name": "AdvantageP1", "label": "", "value": 0.523456789, "low": 0.5, "high": None,
        "n": 96, "unit": "share", "source": "level 3",
    }  # fmt: skip
    others = [{**figure, "name": "DurationTurns", "label": label, "unit": "moves"} for label in ("minimum", "median")]
    facts = {
        "byways": "1", "game": "troll", "title": "Troll", "command": "byways report troll", "seed": 1, "quick": True,
        "sections": {}, "definitions": {}, "times": {"size=8": {"seconds": 1.0}}, "differences": [],
        "rule_sets": [{
            "name": "size=8", "options": {"size": 8}, "players": ["black", "white"], "played": [],
            "strongest": "level 3",
            "figures": [figure, *others], "examples": [],
        }],
    }  # fmt: skip
    again = unpacked(json.loads(packed(facts)))
    (one,) = again.rule_sets
    assert [(f.name, f.label, f.value, f.low, f.high, f.n) for f in one.figures] == [
        ("AdvantageP1", "", 0.52346, 0.5, None, 96), ("DurationTurns", "median", 0.52346, 0.5, None, 96),
    ]  # fmt: skip
    assert again.times == {}
    assert set(again.definitions) == {"AdvantageP1", "DurationTurns"}
