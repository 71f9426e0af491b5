"""`byways explore`: the same files from one seed, going on, and what is refused."""

import json
import re
from contextlib import closing

import pytest

from byways.arena.exports import without_times
from byways.arena.run import runner
from byways.arena.run_store import RunStore
from byways.cli import main
from byways.explore.exploration import Exploration
from byways.explore.goals import goals_of
from byways.registry import find

SMALL = (
    "explore",
    "troll",
    "--vary",
    "edges=capture,closed",
    "--size",
    "4",
    "--level",
    "1",
    "--games",
    "6",
    "--keep",
    "1",
)
DATA = "explore.json"


def kept(folder):
    return json.loads((folder / DATA).read_text())


def test_an_exploration_is_the_same_with_more_jobs_and_after_a_break(tmp_path, capsys):
    assert main([*SMALL, "-o", str(tmp_path / "one"), "--jobs", "1"]) == 0
    said = capsys.readouterr().out
    begun = Exploration(find("troll"), {"size": "4"}, {"edges": ["capture", "closed"]}, goals_of([], 2), 1, 6, 1, 1)
    steps = begun.make(tmp_path / "two", runner(1))
    while (step := next(steps))[0].number < 2 or step[1] < 2:
        pass
    steps.close()
    with closing(RunStore(tmp_path / "two" / "rounds" / "2")) as store:
        kept_before = [store.read(number).record for number in store.numbers()]
    assert len(kept_before) >= 2
    assert main([*SMALL, "-o", str(tmp_path / "two"), "--jobs", "2"]) == 0
    with closing(RunStore(tmp_path / "two" / "rounds" / "2")) as store:
        assert [store.read(number).record for number in range(len(kept_before))] == kept_before
    one, two = kept(tmp_path / "one"), kept(tmp_path / "two")
    assert without_times(one) == without_times(two)
    for name in ("explore.html", "explore.csv"):
        assert (tmp_path / "one" / name).read_bytes() == (tmp_path / "two" / name).read_bytes()
    assert [(len(each["rule_sets"]), len(each["kept"])) for each in one["rounds"]] == [(2, 1), (1, 1)]
    (survivor,) = one["rule_sets"]
    assert survivor["name"] in said
    assert survivor["front"]
    for figure in survivor["figures"]:
        assert figure["n"] + survivor["repeated"] + survivor["unfinished"] == 6, "games of the last round alone"
        assert figure["low"] <= figure["value"] <= figure["high"]
    assert list(one["times"]) == ["seconds of round 1", "seconds of round 2"]


def test_a_finished_exploration_answers_at_once_and_another_is_refused(tmp_path, capsys, monkeypatch):
    words = [*SMALL, "-o", str(tmp_path), "--jobs", "1", "--json"]
    assert main(words) == 0
    printed = capsys.readouterr().out
    assert json.loads(printed) == without_times(kept(tmp_path))
    monkeypatch.setattr(Exploration, "make", None)
    assert main(words) == 0
    assert capsys.readouterr().out == printed
    assert main([*words, "--seed", "2"]) == 1
    assert "holds another run: its command" in capsys.readouterr().err


def test_a_page_shows_trade_offs_by_a_picture(tmp_path, capsys):
    words = ["explore", "longway", "--vary", "players=2,3", "--level", "1", "--games", "4", "--target", "balance"]
    assert main([*words, "--target", "length=90..95", "-o", str(tmp_path), "--jobs", "1"]) == 0
    page = (tmp_path / "explore.html").read_text()
    assert page.count("<circle") == 2
    assert page.count('class="spot"') == sum(one["front"] for one in kept(tmp_path)["rule_sets"])
    assert "<script" not in page
    assert re.search(
        r"<desc>AdvantageP1 away from 50 %, points by DurationTurns away from 90 to 95, turns: 1 players=", page
    )


def test_a_plan_says_what_would_be_played(tmp_path, capsys):
    words = [
        "explore",
        "troll",
        "--vary",
        "size=4,5,6",
        "--vary",
        "edges=capture,closed",
        "--level",
        "1",
        "--keep",
        "2",
    ]
    assert main([*words, "--plan", "--jobs", "2"]) == 0
    first, second, third, *_, last = capsys.readouterr().out.splitlines()
    assert first == "round 1: 6 rule sets, 2048 random games each; 3 of them are kept"
    assert second.startswith("round 2: 3 rule sets, 134 games of level 1 each")
    assert third.endswith("200 games of level 1 each; the figures come from these")
    assert last == "the interval of a share will be about ±8.8 points, all of them together at 95 %"
    assert main([*words, "--plan", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["half_width"] == pytest.approx(0.0883, abs=1e-3)


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("--vary", "size=4,5"), "name the folder of the exploration: -o FOLDER"),
        (("-o", "x"), "name the options to vary"),
        (("--vary", "size=4", "-o", "x"), "2 to 256 rule sets, not 1"),
        (("--vary", "size=4,4", "-o", "x"), "names a rule set twice"),
        (("--vary", "sise=4,5", "-o", "x"), "there is no option 'sise'"),
        (("--vary", "size", "-o", "x"), "--vary takes an option and its values"),
        (("--vary", "size=4,5", "--size", "4", "-o", "x"), "size is varied and given"),
        (("--vary", "size=4,5", "--target", "beauty", "-o", "x"), "there is no metric 'beauty'"),
        (("--vary", "size=4,5", "--level", "11", "-o", "x"), "--level must be 10 or less"),
        (("--vary", "size=4,999", "-o", "x"), "must be a whole number from 4 to 20"),
    ],
)
def test_the_command_says_in_one_line_what_is_wrong(arguments, said, capsys):
    assert main(("explore", "troll", *arguments)) == 2
    error = capsys.readouterr().err
    assert said in error
    assert error.count("\n") == 1


def test_a_goal_that_no_game_has_a_value_of_is_named(tmp_path, capsys):
    words = ["--level", "1", "--games", "2", "--keep", "1", "--target", "Score=10..15", "-o", str(tmp_path)]
    assert main(["explore", "troll", "--vary", "size=4,5", *words]) == 2
    assert capsys.readouterr().err == "byways: no game of level 1 has a value of Score; choose another goal\n"
