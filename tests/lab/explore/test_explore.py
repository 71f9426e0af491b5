"""`byways explore`: the same files from one seed, going on, and what is refused."""

import json
import re
from contextlib import closing

import pytest

from byways.arena.exports import without_times
from byways.arena.run import runner
from byways.arena.run_store import RunStore
from byways.cli import main
from byways.lab.explore.exploration import Exploration
from byways.lab.explore.facts import ExploreFacts, GoalFacts, GoalFigure, RuleSetFacts
from byways.lab.explore.goals import goals_of
from byways.lab.explore.page import verdicts
from byways.registry import find

SMALL = ("explore", "troll", "--vary", "edges=capture,closed", "--size", "4", "--level", "1", "--batch", "6")
DATA = "explore.json"


def kept(folder):
    return json.loads((folder / DATA).read_text())


def games_in(folder, number):
    with closing(RunStore(folder / "rounds" / str(number))) as store:
        return [store.read(index).record for index in store.numbers()]


def same_files(one, two):
    assert without_times(kept(one)) == without_times(kept(two))
    for name in ("explore.html", "explore.csv"):
        assert (one / name).read_bytes() == (two / name).read_bytes()


def test_an_exploration_is_the_same_with_more_jobs_after_a_break_and_with_a_budget_that_grew(tmp_path, capsys):
    one, two = tmp_path / "one", tmp_path / "two"
    assert main([*SMALL, "--budget", "24", "-o", str(one), "--jobs", "1"]) == 0
    said = capsys.readouterr().out
    begun = Exploration(find("troll"), {"size": "4"}, {"edges": ["capture", "closed"]}, goals_of([], 2), 1, 1, 6, 24)
    steps = begun.make(two, runner(1))
    while next(steps) != (14, 24):
        pass
    steps.close()
    kept_before = games_in(two, 2)
    assert len(kept_before) >= 2
    assert main([*SMALL, "--budget", "12", "-o", str(two), "--jobs", "1"]) == 0
    assert kept(two)["games"] == 12
    assert main([*SMALL, "--budget", "24", "-o", str(two), "--jobs", "2"]) == 0
    assert games_in(two, 2)[: len(kept_before)] == kept_before
    same_files(one, two)
    facts = kept(one)
    assert facts["rounds"] == 2 * [{"of_each": 6, "rule_sets": ["edges=capture", "edges=closed"], "dropped": []}]
    assert {found["name"] for found in facts["rule_sets"]} == {"edges=capture", "edges=closed"}, "all are reported"
    for found in facts["rule_sets"]:
        assert found["name"] in said
        assert found["games"] == 12
        for figure in found["figures"]:
            assert figure["n"] + found["repeated"] + found["unfinished"] == 12, "all games of the race"
            assert figure["low"] <= figure["value"] <= figure["high"]
    assert "Best of all 2 within the tolerances (balance 5 points, decisive 5 points), by the means of the race" in said
    assert list(facts["times"]) == ["seconds of round 1", "seconds of round 2"]


def test_a_finished_exploration_answers_at_once_and_another_is_refused(tmp_path, capsys, monkeypatch):
    words = [*SMALL, "--budget", "12", "-o", str(tmp_path), "--jobs", "1", "--json"]
    assert main(words) == 0
    printed = capsys.readouterr().out
    assert json.loads(printed) == without_times(kept(tmp_path))
    monkeypatch.setattr(Exploration, "make", None)
    assert main(words) == 0
    assert capsys.readouterr().out == printed
    assert main([*words, "--seed", "2"]) == 1
    assert "holds another run: its command" in capsys.readouterr().err


def test_a_page_shows_trade_offs_by_a_picture(tmp_path, capsys):
    words = ["explore", "longway", "--vary", "players=2,3", "--level", "1", "--batch", "4", "--budget", "8"]
    assert main([*words, "--target", "balance", "--target", "length=90..95", "-o", str(tmp_path), "--jobs", "1"]) == 0
    page = (tmp_path / "explore.html").read_text()
    assert page.count("<circle") == 2
    assert page.count('class="spot"') == sum(one["best"] for one in kept(tmp_path)["rule_sets"])
    assert "<script" not in page
    assert re.search(
        r"<desc>AdvantageP1 away from 50 %, points by DurationTurns away from 90 to 95, moves: 1 players=", page
    )


def test_a_plan_says_what_would_be_played_and_a_goal_without_values_is_named(tmp_path, capsys):
    words = ["explore", "troll", "--vary", "size=4,5,6", "--vary", "edges=capture,closed", "--level", "1", "--plan"]
    assert main([*words, "--jobs", "2"]) == 0
    first, second, third = capsys.readouterr().out.splitlines()
    assert first == "6 rule sets race, 1200 games of level 1 altogether: 50 of each between looks"
    assert second.endswith("minutes with --jobs 2, as one game of each rule set took")
    assert third.startswith(
        "if none is dropped, each plays 200, and the interval of a share will be about ±13.9 points"
    )
    assert main([*words, "--budget", "4800", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["half_width"] == pytest.approx(0.0799, abs=1e-3)
    assert (told["rule_sets"], told["batch"], told["budget"]) == (6, 50, 4800)
    words = ["--level", "1", "--batch", "2", "--budget", "4", "--target", "Score=10..15", "-o", str(tmp_path)]
    assert main(["explore", "troll", "--vary", "size=4,5", *words]) == 2
    assert capsys.readouterr().err == "byways: no game of level 1 has a value of Score; choose another goal\n"


def test_what_is_shown_not_told_apart_and_out_of_reach_is_said_of_all_that_were_tried():
    goal = GoalFacts("balance", "AdvantageP1", "share", "50 %", False, 0.05, "", "")

    def found(name, value, *, best=False, worse_than=None):
        figure = GoalFigure("balance", "AdvantageP1", 50, value, value - 0.1, value + 0.1, abs(value - 0.5), None, None)
        return RuleSetFacts(name, {}, 50, 0.99, 0, 0, best, worse_than, (figure,))

    def said(*rule_sets):
        facts = ExploreFacts("1", "troll", "Troll", "", 1, "", "", 0.95, 150, 150, (goal,), (), rule_sets, {})
        return list(verdicts(facts))

    best, tie, worse = found("a", 0.6, best=True), found("b", 0.7), found("c", 0.9, worse_than="a")
    assert said(best, tie, worse) == [
        "Best of all 3 within the tolerances (balance 5 points), by the means of the race: a.",
        "By the means none reaches balance, 50 %, within the tolerance; nearest is a, with 60.0 % (50.0 to 70.0).",
        "Not told apart from the best: b; more games may show them to be worse, or as good.",
        "c is shown to be worse than a, after 50 games.",
    ]
    assert said(found("a", 0.54, best=True))[1:] == ["The games show of none of them that it is worse than another."]
