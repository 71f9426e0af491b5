"""Puzzle files: each puzzle proved again in another way, and the order in which days have them.

A few of each file in every run, all of them with `-m torture`.
"""

from collections import Counter
from datetime import date, timedelta

import numpy as np
import pytest

import byways
from byways.games import BUILT_IN
from byways.learning.puzzles import (
    Found,
    LineError,
    PuzzleFileError,
    begin,
    has_sheets,
    judge,
    judge_turn,
    number_of,
    puzzles_of,
    reached,
    read_puzzle_file,
    roll,
    score_of,
    wins,
)
from byways.registry import find
from byways.rules.state_vector import NOBODY, TO_MOVE
from byways.solve.wins import Moves

WITH_FILE = [game for game in BUILT_IN if puzzles_of(find(game))]
WINS = [game for game in WITH_FILE if puzzles_of(find(game))[0].turns]


class Proof:
    """All turns of one position after another, by the rules alone; what was found out is remembered. Unlike the search
    that made the puzzles it thinks in whole turns, and tries the reply first that helped last."""

    def __init__(self, variant, player):
        self.moves, self.player, self.known, self.helped = Moves(variant), player, {}, {}
        self.values = np.zeros(2)

    def won(self, vector):
        variant = self.moves.variant
        return variant.outcome(vector, self.values) > 0 and self.values[self.player] == 1.0

    def holds(self, vector, turns):
        if vector[TO_MOVE] == NOBODY:
            return self.won(vector)
        mine = vector[TO_MOVE] == self.player
        if (mine and turns == 0) or (turns == 0 and not self.moves.any_reply_ends(vector)):
            return False
        key = vector.tobytes(), turns
        if key not in self.known:
            wanted = not mine
            for after in self.tries(vector, turns):
                if self.holds(after, turns - mine) != wanted:
                    wanted = mine
                    break
            self.known[key] = wanted
        return self.known[key]

    def tries(self, vector, turns):
        helped = self.helped.get((int(vector[TO_MOVE]), turns))
        after = helped and self.moves.after(vector, helped)
        if after is not None:
            yield after
        for turn in self.moves.every(vector):
            self.helped[int(vector[TO_MOVE]), turns] = turn.actions
            yield turn.after


def prove(game, found):
    """Everything that a puzzle "win in N turns" says."""
    state = begin(find(game), found)
    proof = Proof(state.variant, state.players.index(state.to_move))
    assert not proof.holds(state.vector, found.turns - 1), "it takes so many turns"
    for step in range(found.turns):
        left = found.turns - 1 - step
        for turn in proof.moves.every(state.vector):
            after = state.apply_unchecked(turn.actions)
            judged = judge_turn(found, state, after)
            if left == 0 and len(proof.moves.every(state.vector)) > 100 and not judged.right:
                continue  # all pairs of stones that do not win at once
            wins = proof.holds(turn.after, left)
            assert judged.right == wins, (found.position, str(after.turn))
            if not wins and judged.reply:
                assert not proof.holds(judged.final.vector, left), (found.position, str(after.turn), judged.reply)
        judged = judge_turn(found, state, state.play(found.line[2 * step]))
        assert (judged.right, judged.done) == (True, left == 0)
        if left:
            assert not proof.holds(judged.final.vector, left - 1), "the defence lasts as long as any"
            state = judged.final
    for line in found.solution:
        after = begin(find(game), found)
        for turn in line:
            after = after.play(turn)
        assert proof.holds(after.vector, 0)


def sample(game):
    puzzles = puzzles_of(find(game))
    some = [next((f for f in puzzles if f.turns == turns), None) for turns in (2, 3)]
    return [found for found in some if found is not None][: 1 if game == "whirlwind" else 2]


@pytest.mark.parametrize("game", WINS)
def test_some_wins_are_proved_again(game):
    for found in sample(game):
        prove(game, found)


@pytest.mark.torture
@pytest.mark.parametrize("game", WINS)
def test_all_wins_are_proved_again(game):
    for found in puzzles_of(find(game)):
        prove(game, found)


def check_most(game, found):
    """A single longest path: by the search that finds both sides' longest paths together."""
    from byways.games.stroll.puzzles import puzzle_of

    state = begin(find(game), found)
    judged = judge_turn(found, state, state.play(found.answer))
    assert (judged.done, judged.score) == (True, found.best)
    board = find(game).variant({**state.options, "ending": "solve"})
    vector = board.blank()
    cells = slice(6, 6 + int(state.options["size"]) ** 2)
    vector[cells] = state.vector[cells]
    only = puzzle_of(board, vector, state.to_move)
    assert (only.path.length, f"path {only.path}", only.grade) == (found.best, found.answer, found.grade)


@pytest.mark.parametrize("every", [False, pytest.param(True, marks=pytest.mark.torture)], ids=["some", "all"])
def test_longest_paths_are_the_only_ones(every):
    puzzles = puzzles_of(find("stroll"))
    for found in puzzles if every else puzzles[:6]:
        check_most("stroll", found)


@pytest.mark.parametrize("game", WITH_FILE)
def test_a_puzzle_file_is_large_and_has_all_grades(game):
    puzzles = puzzles_of(find(game))
    assert len(puzzles) >= 120
    assert len({found.position for found in puzzles}) == len(puzzles)
    grades = Counter(found.grade for found in puzzles)
    assert set(grades) <= {1, 2, 3, 4, 5}
    assert len(grades) >= 3
    for found in puzzles:
        assert begin(find(game), found).to_move is not None
        assert bool(found.answer) != bool(found.line)
        assert len(found.line) == max(0, 2 * found.turns - 1)
        assert len(found.refuted) == max(0, found.turns - 1)


def test_a_last_turn_is_wrong_however_late_the_only_reply_comes_that_undoes_it(monkeypatch):
    monkeypatch.setattr("byways.learning.puzzles._MOST_REPLIES", 3)
    board = "g....\nfX.XX.\ne.XO.XX\nd.X.OX..\nc.XO.OO\nbO..OO\na....\nto move: white"
    state = byways.start("stride", position=f"stride side=4\n{board}")
    after = state.play("e4-g6")
    undone = [wins(after.play(reply), "white") for reply in after.legal_turns()].index(False)
    assert undone > 3, "the replies before it lose"
    judged = judge(Found("", 1, turns=1, line=("?",)), state, after, 0)
    assert (judged.right, judged.reply) == (False, after.legal_turns()[undone])


def test_a_score_of_a_game_that_goes_on_is_none_and_only_the_long_way_has_sheets():
    state = byways.start("troll", size=4)
    assert score_of(state, "white") is None
    assert [game for game in BUILT_IN if has_sheets(find(game))] == ["longway"]


@pytest.mark.parametrize("game", WITH_FILE)
def test_days_have_all_puzzles_before_any_comes_again(game):
    puzzles = puzzles_of(find(game))
    first = date(2026, 1, 5)
    numbers = [number_of(puzzles, game, first + timedelta(days=i)) for i in range(7 * len(puzzles))]
    by_weekday = [numbers[weekday::7] for weekday in range(7)]
    parts = [set(part) for part in by_weekday]
    assert set().union(*parts) == set(range(len(puzzles)))
    assert sum(map(len, parts)) == len(puzzles)
    means = [sum(puzzles[i].grade for i in part) / len(part) for part in parts]
    assert means == sorted(means), "the week grows harder"
    for part, series in zip(parts, by_weekday, strict=True):
        start = next(i for i in range(len(part)) if (first.toordinal() // 7 + i) % len(part) == 0)
        assert set(series[start : start + len(part)]) == part


def test_a_day_has_the_same_puzzle_everywhere():
    puzzles = list(range(150))
    fake = [type("Found", (), {"grade": 1 + i % 5})() for i in puzzles]
    days = [date(2026, 11, 16) + timedelta(days=i) for i in range(7)]
    assert [number_of(fake, "a game", day) for day in days] == [50, 26, 86, 107, 38, 93, 69]


def test_dice_depend_on_the_key_and_on_how_many_rolls_came_before():
    def game(key, choose):
        state, rolls = byways.start("longway"), []
        while state.to_move is not None and len(rolls) < 5:
            turn = roll(state, key) if state.to_move == "chance" else choose(state)
            rolls += [turn] if state.to_move == "chance" else []
            state = state.play(turn)
        return rolls

    plain = {key: game(key, lambda state: state.legal_turns()[0]) for key in ("a day", "another")}
    assert plain["a day"] != plain["another"]
    assert plain["a day"] == game("a day", lambda state: state.legal_turns()[1])
    state = byways.start("longway")
    while state.to_move != "chance":
        state = state.play(state.legal_turns()[0])
    rolled = Counter(roll(state, f"key {i}") for i in range(720))
    assert set(rolled) == {turn for turn, _ in state.chances()}
    assert max(rolled.values()) < 50


def test_turns_that_are_not_all_right_lead_nowhere():
    found = puzzles_of(find("troll"))[0]
    state = begin(find("troll"), found)
    wrong = next(turn for turn in state.legal_turns() if turn != found.line[0])
    for played in ([wrong], found.line[::2]):  # the last turn ends the puzzle
        with pytest.raises(LineError, match="do not continue the puzzle"):
            reached(find("troll"), found, played)
    assert reached(find("troll"), found, [found.line[0]]).turns == found.line[:2]


def test_a_file_that_cannot_be_read_is_an_error(tmp_path):
    (tmp_path / "bad.json").write_text('[{"position": 1}]')
    (tmp_path / "deep.json").write_text("[" * 100_000)
    for name in ("bad.json", "deep.json", "none.json"):
        with pytest.raises(PuzzleFileError):
            read_puzzle_file(tmp_path / name)
