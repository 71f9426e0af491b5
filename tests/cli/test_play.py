"""Playing in a terminal and through a pipe."""

import io
import json
import os
import pty
import select
import signal
import subprocess
import sys
import time
from contextlib import suppress
from types import SimpleNamespace

import pytest

import byways
from byways.cli import main
from byways.cli.table import DICE, ENGINE, HUMAN, RANDOM, Table
from byways.errors import CannotUndoError
from byways.records import Record, load

WON = ["b3", "a2", "c3", "b2", "b4", "c2", "c4", "d2"]


@pytest.fixture
def play(monkeypatch, capsys):
    """`byways play` with the given lines on its standard input."""

    def call(*arguments: str, lines: list[str]):
        monkeypatch.setattr(sys, "stdin", io.StringIO("".join(f"{line}\n" for line in lines)))
        status = main(["play", *arguments])
        return (status, *capsys.readouterr())

    return call


def test_a_whole_game_through_a_pipe_stops_where_the_input_does(play):
    status, out, err = play("troll", "--size", "4", lines=WON)
    assert (status, err) == (0, "")
    assert out.count("troll size=4") == 9  # the start and every turn
    assert out.endswith(
        "to move: nobody; over: connection, black wins\nBlack joins left and right with a chain of 4 discs, a2 to d2.\n"
    )
    status, out, _ = play("troll", "--size", "4", lines=["B3"])
    assert status == 0
    assert out.rstrip().endswith("to move: black; one turn played")


def test_an_illegal_turn_is_refused_with_its_line_and_loses_nothing(play, tmp_path):
    path = tmp_path / "game.txt"
    lines = [*WON[:3], "b3", "", "nonsense", *WON[3:]]
    status, out, err = play("troll", "--size", "4", "--save", str(path), lines=lines)
    assert status == 1
    assert err.splitlines() == [
        "line 4: b3 is occupied",
        "line 6: 'nonsense' is not a cell; expected a letter a–d and a number 1–4, such as c3",
    ]
    assert load(path).turns == tuple(WON)
    assert out.count("troll size=4") == 9


def test_a_finished_game_can_still_be_saved_or_taken_back(play, tmp_path):
    path = tmp_path / "game.txt"
    lines = [*WON, f"save {path}", "moves", "hint", "b1", "undo", "d3"]
    status, out, err = play("troll", "--size", "4", lines=lines)
    assert status == 1
    assert load(path).turns == tuple(WON)
    assert err == "line 11: the game is over\nline 12: the game is over\n"
    assert out.rstrip().endswith("to move: white")


def test_moves_lists_what_begins_so_and_help_what_can_be_typed(play):
    _, out, _ = play("troll", "--size", "4", lines=["moves B", "moves z"])
    assert "b1  b2  b3  b4" in out
    assert out.endswith("there is none\n")
    _, out, _ = play("whirlwind", "--size", "8", lines=["b1", "moves"])
    assert "more; moves a" in out.splitlines()[-1]
    _, out, _ = play("troll", "--size", "4", lines=["help", "board", "quit", "b3"])
    for word in ("moves", "hint", "undo", "save FILE", "quit"):
        assert word in out
    assert out.count("troll size=4") == 2


def test_undo_takes_back_a_persons_turn_and_the_answers_to_it_but_no_roll(play):
    status, out, err = play("troll", "--size", "4", lines=["b3", "undo", "undo", "c3"])
    assert "1 move taken back" in out
    assert err == "line 3: there is no move to take back\n"
    assert status == 1
    _, out, _ = play("troll", "--size", "4", "--black", "random", "--seed", "1", lines=["b3", "undo"])
    assert "2 moves taken back" in out
    status, out, err = play("longway", lines=["setup d1N g7S", "undo"])
    assert err == "line 2: a dice roll cannot be taken back\n"
    assert status == 1
    assert "dice: roll" in out


def test_save_keeps_a_record_and_never_another_file(play, tmp_path):
    text, data, other = tmp_path / "game.txt", tmp_path / "game.json", tmp_path / "other"
    other.write_text("precious")
    lines = ["b3", f"save {text}", "a2", f"save {text}", f"SAVE  {data}", f"save {other}", "save", "save /nowhere/game"]
    status, out, err = play("troll", "--size", "4", "--black", "human", lines=lines)
    assert status == 1
    assert f"saved as {text}" in out
    assert load(text).turns == load(data).turns == ("b3", "a2")
    assert json.loads(data.read_text())["tags"]["Date"] == time.strftime("%Y.%m.%d")
    assert other.read_text() == "precious"
    assert [line.split(": ", 1)[1] for line in err.splitlines()] == [
        f"{other} exists already; choose another name",
        "save needs the name of a file",
        "/nowhere/game: No such file or directory",
    ]


def test_a_game_goes_on_from_its_record(play, tmp_path):
    path = tmp_path / "game.txt"
    path.write_text('[Game "troll"] [Options "size=4"] b3 a2 c3')
    status, _, _ = play("troll", "--position", str(path), "--save", str(path), lines=["b2", "undo", "undo", "c2"])
    assert status == 0
    assert load(path).turns == ("b3", "a2", "c2")


def test_dice_are_rolled_by_the_program_and_the_seed_decides_them(play, tmp_path):
    games = []
    for name in ("one", "two", "three"):
        path, seed = tmp_path / name, "8" if name == "three" else "7"
        status, out, _ = play("longway", "--player-1", "random", "--seed", seed, "--save", str(path), lines=[])
        assert status == 0
        assert "dice: roll" in out
        games.append(load(path))
    assert games[0].turns == games[1].turns != games[2].turns
    assert games[0].tags["Seed"] == "7"
    assert games[0].people == {"player 1": "random"}


def test_a_person_starts_with_the_peoples_options(play):
    people = byways.find("stroll").ui.defaults
    _, out, _ = play("stroll", "--size", "5", lines=[])
    assert all(f"{name}={value}" in out for name, value in people.items())
    _, out, _ = play("stroll", "--size", "5", "--ending", "solve", lines=[])
    assert "ending=claim" not in out


def test_secrets_are_not_shown_to_the_next_player(play):
    _, out, _ = play("longway", "--players", "2", lines=["setup d1N g7S"])
    assert "d1N" not in out
    _, out, _ = play("longway", "--players", "2", "--player-1", "random", "--seed", "3", lines=[])
    assert "player 1 has chosen" in out
    assert "entrance" not in out.partition("player 2: coins")[0]


def test_hint_and_engine_ask_the_analysis_at_a_level(play, monkeypatch):
    asked = []

    def told(state, seconds, level=None, **how):
        asked.append((seconds, level))
        return SimpleNamespace(best="b3", value=0.625, proved=False, line=("b3", "c3", "a2"), note="")

    monkeypatch.setattr("byways.solve.analysis.analyse", told)
    _, out, _ = play("troll", "--size", "4", lines=["hint"])
    assert out.endswith("b3 (estimated 62% for white)\nexpecting c3, a2\n")
    _, out, _ = play("troll", "--size", "4", "--white", "engine", lines=[])
    assert "white: b3" in out
    assert out.rstrip().endswith("to move: black; one turn played")
    status, out, _ = play("troll", "--size", "4", "--white", "engine", "--level", "3", lines=[])
    assert (status, "white: b3" in out, asked[-1]) == (0, True, (None, 3))
    for level in ("0", "11"):
        status, _, err = play("troll", "--level", level, lines=[])
        assert status == 2
        assert f"--level {level}: expected a whole number from 1 to 10" in err


def test_after_a_swap_people_have_exchanged_their_seats():
    table = Table(byways.start("troll", size=4, swap=True), {"white": RANDOM}, seed=1, engine_seconds=1)
    assert table.kind(table.state) == RANDOM
    table.advance()
    assert table.kind(table.state) == HUMAN
    table.play("swap")
    assert table.state.to_move == "black"
    assert table.kind(table.state) == RANDOM  # who began as white is black now
    assert table.record().people == {"white": "random"}  # the record says who began


def test_what_was_revealed_is_not_taken_back():
    table = Table(byways.start("longway", players=2), {}, seed=1, engine_seconds=1)
    table.play("setup d1N g7S")
    assert table.undo() == 1  # still secret
    table.play("setup d1N g7S")
    table.play("setup a1W g7S")
    assert table.kind(table.state) == DICE
    with pytest.raises(CannotUndoError, match="revealed"):
        table.undo()
    table.advance()
    with pytest.raises(CannotUndoError, match="dice"):
        table.undo()


def test_the_dice_do_not_depend_on_who_plays():
    def rolls(seats):
        table = Table(byways.start("longway", players=2), seats, seed=5, engine_seconds=1)
        found = []
        while len(found) < 5:
            if table.kind(table.state) == HUMAN:
                table.play(table.state.legal_turns()[0])
            elif (turn := table.advance()).startswith("roll"):
                found.append(turn)
        return found

    assert rolls({}) == rolls({"player 1": RANDOM}) == rolls({"player 1": RANDOM, "player 2": RANDOM})
    assert ENGINE not in Table(byways.start("troll"), {}, 1, 1).seats.values()


class Screen:
    """The real program in a pseudo-terminal."""

    def __init__(self, *arguments: str) -> None:
        self.ours, theirs = pty.openpty()
        code = "import sys; from byways.cli import main; sys.exit(main())"
        command = [sys.executable, "-c", code, "play", *arguments]
        environment = {**os.environ, "TERM": "xterm", "COLUMNS": "100"}
        self.process = subprocess.Popen(command, stdin=theirs, stdout=theirs, stderr=theirs, env=environment)
        os.close(theirs)
        self.text = ""

    def until(self, expected: str) -> str:
        """What was printed since the last call, up to the expected text."""
        deadline = time.monotonic() + 200
        while expected not in self.text:
            assert select.select([self.ours], [], [], max(deadline - time.monotonic(), 0))[0], (
                f"no {expected!r} in {self.text!r}"
            )
            try:
                self.text += os.read(self.ours, 10_000).decode()
            except OSError:  # the program has ended
                raise AssertionError(f"no {expected!r} in {self.text!r}") from None
        before, _, self.text = self.text.partition(expected)
        return before

    def type(self, line: str) -> None:
        os.write(self.ours, line.encode())

    def end(self) -> int:
        status = self.process.wait(200)
        os.close(self.ours)
        return status


def test_in_a_real_terminal(tmp_path):
    screen = Screen("troll", "--size", "4")
    screen.until("white> ")
    screen.type("b3\n")
    assert "\x1b[" in screen.until("black> ")  # what has changed is coloured
    screen.type("b3\n")
    assert "b3 is occupied" in screen.until("black> ")
    screen.type("quit\n")
    assert "not saved" in screen.until("black> ")
    screen.type(f"save {tmp_path / 'game.txt'}\n")
    screen.until("black> ")
    screen.type("quit\n")
    assert screen.end() == 0
    assert load(tmp_path / "game.txt").turns == ("b3",)


def test_an_interrupt_leaves_a_terminal():
    screen = Screen("troll", "--size", "4")
    screen.until("white> ")
    while screen.process.poll() is None:
        screen.process.send_signal(signal.SIGINT)  # again: one that comes just before the read waits for a line
        with suppress(subprocess.TimeoutExpired):  # but not while it ends
            screen.process.wait(5)
    assert screen.end() == 130


def test_people_at_one_screen_hand_it_over_for_secrets_and_the_end_of_input_leaves_it():
    screen = Screen("longway", "--players", "2", "--seed", "1")
    assert "\x1b[3J" in screen.until("player 1: press Enter when nobody else is looking. ")
    screen.type("\n")
    screen.until("player 1> ")
    screen.type("setup d1N g7S\n")
    screen.until("\x1b[3J")
    screen.until("player 2: press Enter when nobody else is looking. ")
    screen.type("\n")
    assert "d1N" not in screen.until("player 2> ")
    screen.type("setup a1W c7S\n")
    shown = screen.until("player 1: press Enter")
    assert "dice: roll" in shown
    screen.type("\n")
    shown = screen.until("player 1> ")
    assert "d1N" in shown
    assert "a1W" in shown
    screen.type("\x04")
    assert screen.end() == 0


def test_a_record_of_a_game_with_dice_is_read_back(play, tmp_path):
    path = tmp_path / "game.txt"
    play("longway", "--players", "3", *(f"--player-{i}=random" for i in (1, 2, 3)), "--save", str(path), lines=[])
    record = load(path)
    assert isinstance(record, Record)
    assert record.final().to_move is None
    assert Record.from_text(record.to_text()) == record
