"""`byways puzzle` for games with a puzzle file and for games of dice."""

import json
from dataclasses import replace
from importlib import import_module

import pytest

import byways
from byways.cli.table import DICE, Table
from byways.games import BUILT_IN
from byways.learning.puzzles import puzzles_of
from byways.registry import find
from byways.solve.wins import Wins

WINS = [game for game in BUILT_IN if any(found.turns for found in puzzles_of(find(game)))]


@pytest.mark.parametrize("game", WINS)
def test_a_win_is_given_as_a_position_and_its_answer_wins(run, game):
    status, position, question = run("puzzle", game, "--grade", "1", "--seed", "2")
    state = byways.start(game, position=position)
    assert status == 0
    assert question.startswith(f"{state.to_move.capitalize()} to move and win in ")
    facts = json.loads(run("puzzle", game, "--grade", "1", "--seed", "2", "--json")[1])
    assert facts["position"] == str(state)
    wins = Wins(state.variant, state.players.index(state.to_move))
    assert wins.soonest(state.vector, facts["turns"]) == facts["turns"]
    answer = run("puzzle", game, "--grade", "1", "--seed", "2", "--answer")[1].splitlines()
    assert [line.split("  ") for line in answer] == facts["lines"]
    assert wins.within(state.play(facts["lines"][0][0]).vector, facts["turns"] - 1)


@pytest.mark.parametrize(
    ("labels", "asked"),
    [
        ({}, "Black to move: end the game with {best} points."),
        ({"puzzle": "{player}: {best} cells."}, "Black: {best} cells."),
    ],
)
def test_a_puzzle_file_may_ask_for_the_highest_score(run, monkeypatch, labels, asked):
    changed = replace(
        find("stroll"),
        solving=replace(find("stroll").solving, puzzle=None),
        ui=replace(find("stroll").ui, labels=labels),
    )
    monkeypatch.setattr(import_module("byways.cli.puzzle_kinds"), "game_named", lambda name: changed)
    found = next(found for found in puzzles_of(changed) if found.grade == 2)
    status, position, question = run("puzzle", "stroll", "--grade", "2")
    assert (status, position.strip()) == (0, found.position)
    assert question.strip() == f"{asked.format(best=found.best)} (Difficulty 2)"
    assert run("puzzle", "stroll", "--grade", "2", "--answer")[1].strip() == found.answer
    facts = json.loads(run("puzzle", "stroll", "--grade", "2", "--json")[1])
    assert (facts["best"], facts["lines"]) == (found.best, [[found.answer]])


def test_options_narrow_the_choice_and_what_there_is_not_or_differs_is_said(run):
    for seed in ("1", "2", "3"):
        assert run("puzzle", "troll", "--size", "6", "--seed", seed)[1].startswith("troll size=6")
    for words in (("--size", "20"), ("--grade", "6"), ("--length", "2")):
        assert run("puzzle", "troll", *words)[0] == 2
    assert run("puzzle", "troll", "--svg")[1].startswith("<svg")
    for form in ("json", "svg", "png"):
        said = f"byways: --answer is text; leave out --{form}\n"
        assert run("puzzle", "troll", "--answer", f"--{form}") == (2, "", said)
    said = "byways: puzzles of The Long Way have no grades; leave out --grade\n"
    assert run("puzzle", "longway", "--grade", "2") == (2, "", said)


def test_a_sheet_has_the_dice_of_its_seed_and_names_the_command_that_plays_it(run):
    assert "byways play longway --players 2 --seed 1" in run("puzzle", "longway", "--players", "2")[2]
    status, position, question = run("puzzle", "longway", "--seed", "7")
    assert status == 0
    assert byways.start("longway", position=position).to_move == "player 1"
    assert "byways play longway --seed 7" in question
    answer, other = (run("puzzle", "longway", "--seed", seed, "--answer")[1] for seed in "78")
    *turns, score = answer.splitlines()
    table = Table(byways.start("longway"), {}, 7, 1.0)
    for turn in turns:
        if table.kind(table.state) == DICE:
            assert table.advance() == turn
        else:
            table.play(turn)
    assert score == f"score {table.state.outcome.scores['player 1']}"
    assert answer != other
