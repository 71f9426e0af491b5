"""`byways metrics`: figures of files, apart by rules, repeated games once, and what it refuses."""

import io
import json
import re
import sys

import pytest
from cli_world import RECORD

import byways
from byways.lab.metrics import METRICS
from byways.records import Record, with_values, write_text
from byways.registry import find

LARGER = '[Game "troll"] [Options "size=5"] [Result "white"] [Termination "resignation"] b3\n'
GIVEN_UP = '[Game "troll"] [Options "size=4"] [Result "white"] [Termination "resignation"] b3 a2\n'
ELSEWHERE = Record.from_state(byways.start("troll", position=str(byways.start("troll", size=4).play("b2"))).play("b3"))


@pytest.fixture
def files(tmp_path):
    """Makes files of texts, and returns their names."""

    def make(*texts):
        paths = [tmp_path / f"games{i}.txt" for i, _ in enumerate(texts)]
        for path, text in zip(paths, texts, strict=True):
            path.write_text(text, encoding="utf-8")
        return [str(path) for path in paths]

    return make


def measured(run, *arguments):
    status, out, err = run("metrics", *arguments, "--json")
    assert (status, err) == (0, "")
    return json.loads(out)


def test_a_table_names_value_interval_and_n(run, files):
    status, out, err = run("metrics", *files(RECORD + GIVEN_UP))
    assert (status, err) == (0, "")
    assert out.startswith("troll size=4: 2 games\n\nHow games end\n")
    assert re.search(r"^  AdvantageP1 +50\.0 %  9\.5 to 90\.5 +2$", out, re.MULTILINE)
    assert re.search(r"^    resignation +50\.0 %  9\.5 to 90\.5 +2$", out, re.MULTILINE)
    assert re.search(r"^  DurationTurns +5\.00 .* 3\.50 · 5\.00 · 6\.50 +2$", out, re.MULTILINE)
    assert "No game has a value of: Swaps, Score," in out
    assert max(map(len, out.splitlines())) <= 90


def test_json_has_every_metric_with_its_definition(run, files):
    found = measured(run, *files(RECORD))
    (rules,) = found["rule_sets"]
    names = [*(metric.name for metric in METRICS), *(event.name for event in find("troll").events)]
    assert [one["name"] for one in rules["metrics"]] == names == list(found["definitions"])
    assert found["definitions"]["DurationTurns"]["range"] == [0, None]
    assert found["settings"] == {"error": 0.05, "swing": 0.2, "decided": 0.9, "loss": 0.05}
    assert (rules["game"], rules["options"]["size"], rules["games"]) == ("troll", 4, 1)
    figures = {one["name"]: one for one in rules["metrics"]}
    assert (figures["DurationTurns"]["value"], figures["DurationTurns"]["n"]) == (8, 1)
    assert figures["Reasons"]["rows"][0]["label"] == "connection"
    assert (figures["Flips"]["value"], figures["Flips"]["n"]) == (0, 1), "no turn of this game flips a disc"
    assert figures["Drama"] == {"name": "Drama", "n": 0, "value": None, "interval": None, "quartiles": None}


def test_rule_sets_are_never_mixed_and_games_from_other_starts_are_named(run, files):
    found = measured(run, *files(RECORD + LARGER, GIVEN_UP), "--only", "DurationTurns")
    shown = [(one["options"]["size"], one["games"], one["metrics"][0]["value"]) for one in found["rule_sets"]]
    assert shown == [(4, 2, 5), (5, 1, 1)]
    (rules,) = measured(run, *files(RECORD + ELSEWHERE.to_text()))["rule_sets"]
    assert (rules["games"], rules["set_up"]) == (2, 1)
    assert run("metrics", *files(ELSEWHERE.to_text()))[1].startswith("troll size=4: 1 game (1 from another start)")


def test_repeated_games_count_once_unless_asked(run, files):
    several = files(RECORD + RECORD, RECORD + GIVEN_UP)
    (once,) = measured(run, *several, "--only", "AdvantageP1")["rule_sets"]
    assert (once["games"], once["repeats"], once["metrics"][0]["value"]) == (2, 2, 0.5)
    (often,) = measured(run, *several, "--only", "AdvantageP1", "--repeats")["rule_sets"]
    assert (often["games"], often["repeats"], often["metrics"][0]["value"]) == (4, 0, 0.25)
    (ends,) = measured(run, *files(GIVEN_UP + GIVEN_UP.replace("resignation", "time")))["rule_sets"]
    assert ends["games"] == 2, "the same turns, ended otherwise"
    assert run("metrics", *files(RECORD * 2, RECORD + GIVEN_UP))[1].startswith(
        "troll size=4: 2 games (2 repeated, counted once)\n"
    )


def test_the_standard_input_and_json_are_read(run, monkeypatch):
    text = f"[{Record.from_text(RECORD).to_json()}]"
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(text.encode())))
    assert measured(run, "-", "--only", "durationturns")["rule_sets"][0]["metrics"][0]["value"] == 8


def test_settings_change_what_is_counted(run, files):
    record = Record.from_text(RECORD)
    values = (0.5, 0.58, 0.42, 0.58, 0.42, 0.3, 0.2, 0.1, None)
    (file,) = files(write_text([with_values(record, values)]))

    def lead_changes(*settings):
        return measured(run, file, "--only", "LeadChanges", *settings)["rule_sets"][0]["metrics"][0]["value"]

    assert lead_changes() == 3
    assert lead_changes("--error", "0.1") == 0
    assert measured(run, file, "--only", "DecidedTurn", "--decided", "0.65")["rule_sets"][0]["metrics"][0]["value"] == 5


def test_metrics_are_explained_with_and_without_games(run, files):
    status, out, _ = run("metrics", "--explain", "--only", "Stability")
    assert status == 0
    assert out.startswith("Stability\n      The variance of a player's expected share")
    assert "Evaluation/src/metrics/single/stateEvaluation/Stability.java at commit" in " ".join(out.split())
    assert "AdvantageP1" not in out
    status, out, _ = run("metrics", *files(RECORD), "--explain", "--only", "Timeouts")
    assert "      The share of games without a result" in out
    status, out, _ = run("metrics", "--explain", "--json")
    assert list(json.loads(out)) == [metric.name for metric in METRICS]


@pytest.mark.parametrize(
    ("content", "complaint"),
    [
        (RECORD + RECORD.replace("b2", "b3"), "games0.txt: line 10, column 16: b3 is occupied"),
        (RECORD.replace("a2", "a2 {[%value 3]}"), "games0.txt: the value '3' (move 2) is not a number from 0 to 1"),
        ("", "games0.txt: it contains no game"),
        ("troll size=4\n", "games0.txt: line 1, column 1"),
    ],
)
def test_a_broken_file_is_named_in_one_line(run, files, content, complaint):
    status, out, err = run("metrics", *files(content, RECORD))
    assert (status, out) == (1, "")
    assert complaint in err
    assert err.count("\n") == 1


def test_what_is_missing_is_said_in_one_line(run, tmp_path):
    assert run("metrics", str(tmp_path / "none.txt"))[::2] == (
        1,
        f"byways: {tmp_path}/none.txt: No such file or directory\n",
    )
    status, _, err = run("metrics", "--database", str(tmp_path / "none.sqlite3"))
    assert (status, err) == (1, f"byways: there is no database {tmp_path}/none.sqlite3\n")
