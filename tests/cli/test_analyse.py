"""`byways analyse`: values, proofs, lines, reviews of whole games."""

import json
import re
from io import BytesIO, TextIOWrapper
from pathlib import Path

import byways
from byways.solve import analysis
from games.longway.engine.test_longway_playout import full_but
from games.longway.longway_positions import solo

POSITION = str(byways.start("troll", size=4).play("b3"))


def test_analyse_names_the_winning_turn_and_says_how_sure_it_is_of_what_is_not_proved(run, record):
    assert run("analyse", record) == (0, "The game is over.\n", "")
    status, out, _ = run("analyse", record, "--ply", "7", "--simulations", "2000", "--seed", "1")
    assert status == 0
    first, second, *_, last = out.splitlines()
    assert first.startswith("black to move: won, proved")
    assert second.split()[0] == "d2"
    assert " simulations in" in last
    first, second, *_ = run("analyse", record, "--ply", "2", "--simulations", "500")[1].splitlines()
    assert re.match(r"white to move: about \d+\.\d %, spread \d+\.\d", first)
    assert re.match(r" *[a-d][1-4] +about", second)


def test_points_that_a_single_player_collects_are_told_as_points(run, tmp_path):
    """Five displays lie on the path, and nothing more can be drawn: 5 points, which are no draw."""
    full = full_but(displays=("b1", "b2", "b3", "b4", "b5"))
    path = tmp_path / "sheet.txt"
    path.write_text(str(solo(full, gates="entrance b1N; exit b7S")))
    first, second, *_ = run("analyse", str(path), "--simulations", "50")[1].splitlines()
    assert first == "player 1 to move: 5.0 points, proved"
    assert second.split()[:4] == ["stop", "5.0", "points,", "proved"]
    path.write_text(str(solo(dice="?-?")))
    first, *_ = run("analyse", str(path), "--simulations", "200")[1].splitlines()
    assert re.match(r"dice to be rolled, player 1: about \d+\.\d points, spread \d\.\d", first)


def test_analyse_reads_a_diagram_from_a_post(run, tmp_path, monkeypatch):
    diagram = Path(__file__).parents[1] / "position/source_diagrams/troll-1993.txt"
    before = diagram.read_text(encoding="utf-8").partition("d5\n\n")[0] + "d5\n"
    monkeypatch.setattr("sys.stdin", TextIOWrapper(BytesIO(before.encode())))
    status, out, _ = run("analyse", "-", "--simulations", "100", "--seed", "1")
    assert status == 0
    assert out.startswith("black to move: ")


def test_analyse_searches_in_threads(run, tmp_path):
    file = tmp_path / "start.txt"
    file.write_text(str(byways.start("whirlwind", size=8)))
    limits = ("--simulations", "500", "--seed", "1", "--json")
    one, two, again = (json.loads(run("analyse", str(file), *limits, "--threads", n)[1]) for n in ("1", "2", "2"))
    assert two["analysis"]["choices"] == again["analysis"]["choices"] != one["analysis"]["choices"]


def test_analyse_says_that_a_game_is_a_variant(run, tmp_path):
    file = tmp_path / "start.txt"
    for stones, first in ((1, "variant: stones=1 (the engine's"), (2, "black to move: about ")):
        file.write_text(str(byways.start("whirlwind", size=8, stones=stones)))
        assert run("analyse", str(file), "--simulations", "20", "--seed", "1")[1].startswith(first)
    file.write_text(str(byways.start("whirlwind", size=8, stones=1)))
    found = json.loads(run("analyse", str(file), "--simulations", "20", "--seed", "1", "--json")[1])
    assert found["variant"] == {"stones": 1}


def test_analyse_gives_all_it_knows_as_json(run, record):
    status, out, _ = run(
        "analyse", record, "--ply", "2", "--simulations", "500", "--seed", "1", "--best", "2", "--json"
    )
    facts = json.loads(out)
    assert (status, facts["game"], facts["ply"], facts["to_move"]) == (0, "troll", 2, "white")
    analysis = facts["analysis"]
    assert len(analysis["choices"]) == 2
    assert analysis["best"] == analysis["choices"][0]["turn"] == analysis["line"][0]
    assert not analysis["proved"]
    assert 0 < analysis["spread"] < 0.5


def test_a_review_points_at_what_gave_the_game_away(run, record):
    status, out, _ = run("analyse", record, "--review", "--simulations", "3000", "--seed", "1", "--json")
    remarks = json.loads(out)
    assert status == 0
    assert [remark["turn"] for remark in remarks] == ["b3", "a2", "c3", "b2", "b4", "c2", "c4", "d2"]
    assert remarks[-1]["value"] > 0.9, "it wins"
    assert remarks[-2]["loss"] > 0.3, "it lets Black win"
    assert "better: " in run("analyse", record, "--review", "--simulations", "1000", "--seed", "1")[1]


def test_a_review_says_at_once_what_it_knows_and_is_interrupted_without_a_traceback(run, record, monkeypatch):
    whole, seen = analysis.analyse, []

    def interrupted(state, *given, **limits):
        seen.append(state)
        if len(seen) == 4:
            raise KeyboardInterrupt
        return whole(state, *given, **limits)

    monkeypatch.setattr(analysis, "analyse", interrupted)
    status, out, err = run("analyse", record, "--review", "--simulations", "50")
    assert out.split()[:3] == ["1.", "white", "b3"]
    assert (status, err, len(seen)) == (130, "\n", 4)


def test_what_a_position_does_not_have_is_not_asked_of_it(run, tmp_path):
    path = tmp_path / "position"
    path.write_text(POSITION)
    said = f"byways: --number 2: there is one position in {path}\n"
    assert run("show", str(path), "--number", "2") == (2, "", said)
    assert run("show", str(path), "--number", "1")[0] == 0
    said = f"byways: --review needs a record with moves, not what {path} holds\n"
    assert run("analyse", str(path), "--review") == (2, "", said)
