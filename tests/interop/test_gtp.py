"""GTP, spoken by hand, by npm's @sabaki/gtp, and by Byways' own player."""

import io
import json
import os
import shlex
import shutil
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

import byways
from byways import kernels
from byways.arena.game import Conditions, play_game
from byways.arena.match import play_match
from byways.arena.players import player
from byways.game.rule_calls import AUTOMATIC, machine_code_is
from byways.interop.gtp import COMMANDS, GtpEngine, from_vertices, to_vertices
from byways.interop.gtp_clock import Clock
from example_games import examples_registered

PROGRAM = [sys.executable, "-m", "byways", "gtp"]
TROLL = byways.start("troll", size=5)


def talk(*lines, state=TROLL, **how):
    """The answers to some lines, each without the empty line that ends it."""
    sink = io.BytesIO()
    how = {"level": 1, **how}
    GtpEngine(state.variant, io.BytesIO("\n".join(lines).encode() + b"\n"), sink, **how).run()
    *answers, rest = sink.getvalue().decode().split("\n\n")
    assert rest == ""
    return answers


def test_what_a_controller_asks_first_and_that_a_game_that_is_over_takes_no_more_turns():
    *answers, listed = talk("protocol_version", "1 name", "known_command play", "known_command fly", "list_commands")
    assert answers == ["= 2", "=1 Byways Troll", "= true", "= false"]
    assert listed.split()[1:] == list(COMMANDS)
    game = byways.random_game("troll", 1, size=4)
    turns = [f"play {'white' if n % 2 == 0 else 'black'} {turn}" for n, turn in enumerate(game.turns)]
    *answers, genmove, play, analysis = talk("boardsize 4", *turns, "genmove white", "play b a1", "lz-analyze")
    assert set(answers) == {"="}
    assert genmove == play == "? illegal move: the game is over"
    assert analysis == "? the game is over"


def test_a_game_is_played():
    answers = talk(
        "boardsize 5", "play white b3", "play b a3", "genmove w", "undo", "undo", "play black c3", "showboard"
    )
    assert answers[:3] == ["=", "=", "="]
    assert TROLL.play("b3").play("a3").is_legal(answers[3].removeprefix("= "))
    assert answers[4:7] == ["=", "=", "="]
    assert answers[7].splitlines()[-1] == "to move: white"
    assert " 3 X O . . ." not in answers[7]
    assert " 3 . O X . ." in answers[7]


@pytest.mark.parametrize(
    ("game", "options", "has_points"),
    [("troll", {"size": 4}, False), ("stroll", {"size": 5}, True), ("hex", {"size": 3}, False)],
)
def test_a_score_is_told_once_the_game_is_over(game, options, has_points):
    with examples_registered():
        found, start = byways.random_game(game, seed=1, **options), byways.start(game, **options)
        colours = {player: "BW"[player != "black"] for player in start.players}
        states = byways.Record.from_state(found).states()
        asked = [f"play {before.to_move} {turn}" for before, turn in zip(states, found.turns, strict=False)]
        *answers, score = talk(*asked, "final_score", state=start)
        low, high = sorted(found.outcome.scores.values())
        margin = high - low if has_points else 1
        winner = found.outcome.winner
        assert score == (f"= {colours[winner]}+{margin:g}" if winner else "= 0")
        assert set(answers) == {"="}
        assert talk("final_score", state=start) == ["? cannot score: the game is not over"]


@pytest.mark.parametrize("level", [None, 1])
def test_all_machine_code_is_there_before_the_first_answer(level, monkeypatch):
    """A turn would wait for it, and not keep its time."""
    seen, ready, late = [], [], []

    class Sink(io.BytesIO):
        def write(self, data):
            seen.append(data)
            return super().write(data)

    def compiled(kernel):
        (late if seen else ready).append(kernel)
        return kernels.compiled(kernel)

    variant = byways.start("troll", size=8).variant
    engine = GtpEngine(variant, io.BytesIO(b"name\ngenmove white\n"), Sink(), level=level, seconds=0.01)
    for module in ("solve.analysis", "search.montecarlo", "search.deepening", "search.random_game"):
        monkeypatch.setattr(f"byways.{module}.compiled", compiled)
    with machine_code_is(AUTOMATIC):
        variant.game.rule_calls.follow_mode()
        engine.run()
        assert variant.rules.compiled, "the rules that states call are among it"
    assert seen[1].startswith(b"= ")
    assert set(late) <= set(ready)
    assert late, "it has searched"


@pytest.mark.parametrize(
    ("line", "answer"),
    [
        ("fly", "? unknown command"),
        ("7 fly", "?7 unknown command"),
        ("7", "?7 syntax error"),
        ("play", "? syntax error: play COLOR TURN"),
        ("play white", "? syntax error: play COLOR TURN"),
        ("play green b3", "? syntax error: green is no color"),
        ("play black b3", "? illegal move: white is to move"),
        ("play white a1", "? illegal move: a1 is a corner and flips nothing"),
        ("play white z9", "? illegal move: 'z9' is not a cell; expected a letter a–e and a number 1–5, such as c3"),
        ("boardsize", "? syntax error: boardsize takes a whole number"),
        ("boardsize big", "? syntax error: boardsize takes a whole number"),
        ("genmove", "? syntax error: genmove COLOR"),
        ("genmove black", "? illegal move: white is to move"),
        ("undo", "? cannot undo"),
        ("byways-vertices", "? syntax error: byways-vertices on, or off"),
        ("time_settings 1", "? syntax error: time_settings MAIN OVERTIME STONES"),
        ("time_left b x 0", "? syntax error: time_left COLOR TIME STONES"),
        ("time_settings nan 0 0", "? syntax error: time_settings MAIN OVERTIME STONES"),
        ("lz-analyze black", "? illegal move: white is to move"),
        ("lz-analyze white soon", "? syntax error: lz-analyze takes a whole number"),
        ("x" * 200_000, "? a line has at most 100000 bytes"),
        ("\x00\x01play\twhite\tb3 # a comment", "="),
        ("komi 6.5", "="),
    ],
)
def test_every_line_has_one_answer(line, answer):
    assert talk("", "# nothing", line, "3 protocol_version") == [answer, "=3 2"]


def test_board_sizes_are_those_of_the_game_and_vertices_have_no_i():
    assert talk("boardsize 99")[0].startswith("? unacceptable size: ")
    with examples_registered():
        answers = talk("boardsize 7", "boardsize 8", state=byways.start("connect_four"))
        assert answers == ["=", "? unacceptable size"]
    assert to_vertices(byways.start("whirlwind", size=14).variant, "i1,a14") == "J14,A1"
    assert to_vertices(TROLL.variant, "swap") == "swap"
    assert to_vertices(byways.start("stride", side=5).variant, "a1-a3") == "A1-C1"
    answers = talk("byways-vertices on", "play w B2", "genmove b", "byways-vertices off", "showboard")
    assert TROLL.play("b4").is_legal(from_vertices(TROLL.variant, answers[2].removeprefix("= ")))
    assert answers[4].count("O") + answers[4].count("X") >= 2
    assert talk("play w I3", vertices=True) == ["? illegal move: I3 is not a vertex of this board"]


@pytest.mark.parametrize("game", ["troll", "whirlwind", "stride", "stroll"])
def test_vertices_are_read_as_they_are_written(game):
    state = byways.random_game(game, 3)
    while state.previous is not None:
        variant, turn = state.variant, str(state.turn)
        assert from_vertices(variant, to_vertices(variant, turn)) == turn
        state = state.previous


def test_clocks_say_how_long_a_turn_may_take():
    clock = Clock()
    assert clock.seconds("b") is None
    clock.set(0, 10, 5)
    assert clock.seconds("b") == pytest.approx(1.8)
    clock.set(200, 0, 0)
    assert clock.seconds("b") == pytest.approx(9)
    clock.tell("b", 20, 0)
    assert (clock.seconds("b"), clock.seconds("w")) == (pytest.approx(0.9), pytest.approx(9))
    clock.tell("b", 6, 3)
    assert clock.seconds("b") == pytest.approx(1.8)
    clock.tell("b", 0, 0)
    assert clock.seconds("b") > 0
    clock.set(5, 1, 0)
    assert clock.seconds("b") is None, "overtime without stones is no limit"


class Program:
    """The real program, and its answers as they come."""

    def __init__(self, *words):
        self.process = subprocess.Popen([*PROGRAM, *words], stdin=subprocess.PIPE, stdout=subprocess.PIPE)

    def say(self, line):
        self.process.stdin.write(line.encode() + b"\n")
        self.process.stdin.flush()

    def line(self):
        return self.process.stdout.readline().decode()


def test_an_analysis_streams_until_the_next_line():
    program = Program("troll", "--size", "5")
    program.say("1 lz-analyze white 10")
    assert program.line() == "=1\n"
    first, second = program.line(), program.line()
    for line in (first, second):
        assert line.startswith("info move ")
        words = line.split()
        assert (words[3], words[5], words[9]) == ("visits", "winrate", "pv")
        assert 0 <= int(words[6]) <= 10_000
        assert words[7:9] == ["order", "0"]
    program.say("2 protocol_version")
    while program.line() != "\n":
        pass
    assert program.line() == "=2 2\n"
    program.line()
    program.say("quit")
    assert program.line() == "=\n"
    assert program.process.wait(200) == 0


CONTROLLER = """
const {Controller} = require('@sabaki/gtp')
async function talk() {
  const controller = new Controller(process.argv[1], process.argv.slice(2))
  const heard = []
  const say = async (name, ...args) => heard.push(await controller.sendCommand({id: heard.length, name, args}))
  controller.start()
  await say('boardsize', '5')
  await say('clear_board')
  await say('play', 'white', 'b3')
  await say('genmove', 'black')
  await say('showboard')
  await say('fly')
  await say('play', 'white', 'a1')
  await say('time_left', 'white', '10', '1')
  const lines = []
  const streaming = controller.sendCommand({id: 90, name: 'lz-analyze', args: ['10']}, ({line}) => {
    if (line.startsWith('info') && lines.push(line) == 2) say('undo')
  })
  heard.push(await streaming, {lines: lines.length})
  await controller.stop()
  console.log(JSON.stringify(heard))
}
talk().then(() => process.exit(0))
"""
MODULES = Path(sys.prefix) / "node/node_modules"


@pytest.mark.skipif(
    shutil.which("node") is None or not (MODULES / "@sabaki/gtp").exists(),
    reason="needs Node and @sabaki/gtp (scripts/setup/install-controller)",
)
def test_a_controller_that_others_wrote_understands_it():
    run = subprocess.run(
        ["node", "-e", CONTROLLER, *PROGRAM, "troll", "--level", "1"],
        env={**os.environ, "NODE_PATH": str(MODULES)}, capture_output=True, timeout=200, check=False,
    )  # fmt: skip
    assert run.returncode == 0, run.stderr.decode()
    heard = json.loads(run.stdout)
    answers = {answer.get("id"): answer for answer in heard}
    assert [answers[id]["error"] for id in range(9)] == [False] * 5 + [True, True, False, False]
    assert TROLL.play("b3").is_legal(answers[3]["content"])
    assert answers[4]["content"].startswith("troll size=5")
    assert answers[5]["content"] == "unknown command"
    assert answers[6]["content"].startswith("illegal move: ")
    assert answers[90]["content"].count("info move") >= 2
    assert answers[90]["error"] is False


def gtp(*words, limits="limit=120"):
    return f"gtp:{limits} {shlex.join([*PROGRAM, *words])}"


def test_byways_plays_against_its_own_protocol():
    name = gtp("troll", "--size", "5", "--swap", "--level", "1")
    (score,) = play_match("troll", {"size": 4, "swap": True}, name, "random", games=2)
    assert (score.games, score.failures) == (2, ())


def test_a_public_player_may_be_a_program_of_gtp():
    with byways.player(gtp("whirlwind", "--level", "1")) as p:
        state = byways.start("whirlwind", size=8)
        for _ in range(3):
            state = state.play(p.choose(state))
        state = state.previous.previous.play("a1" if state.previous.previous.is_legal("a1") else "b2")
        assert state.is_legal(p.choose(state)), "another line of the same game"
        with pytest.raises(byways.PlayerError, match="usual start"):
            p.choose(byways.start("whirlwind", position=str(state)))


STUBBORN = """
import sys
for line in sys.stdin:
    if line.startswith("list_commands"): print("= play\\n")
    elif line.startswith("genmove"): print({answer!r})
    else: print("= \\n")
    sys.stdout.flush()
"""


REFUSES_TIME = """
import sys
turns = iter({turns})
for line in sys.stdin:
    if line.startswith("list_commands"): print("= play\\ntime_settings\\n")
    elif line.startswith("time_settings"): print("? not in this position\\n")
    elif line.startswith("genmove"): print("= " + next(turns) + "\\n")
    else: print("= \\n")
    sys.stdout.flush()
"""


def test_a_program_that_refuses_time_settings_plays_on_within_its_limit(tmp_path):
    turns = [turn for n, turn in enumerate(byways.random_game("troll", seed=2, size=4).turns[:4]) if n % 2 == 0]
    (tmp_path / "bot.py").write_text(REFUSES_TIME.format(turns=turns))
    state = byways.start("troll", size=4)
    with byways.player(f"gtp:limit=20 {sys.executable} -S {tmp_path / 'bot.py'}") as p:
        for n, seconds in enumerate((1, 2)):
            state = state.play(p.choose(state, seconds=seconds))
            assert state.turn == turns[n]
            state = state.play(byways.random_game("troll", seed=2, size=4).turns[2 * n + 1])


@pytest.mark.parametrize(
    ("answer", "code"),
    [
        ("= a1\n", "player.illegal"),
        ("= pass\n", "player.illegal"),
        ("? I cannot\n", "player.refused"),
        ("d4\n", "player.answer"),
        ("= d4", "player.slow"),
    ],
)
def test_a_program_of_gtp_that_fails_loses(tmp_path, answer, code):
    (tmp_path / "bot.py").write_text(STUBBORN.format(answer=answer))
    program = shlex.join([sys.executable, "-S", str(tmp_path / "bot.py")])
    with closing(player(f"gtp:limit={2 if code == 'player.slow' else 60} {program}")) as entrant:
        result = play_game(TROLL, (entrant, player("random")), conditions=Conditions(1))
    (failure,) = result.failures
    assert (result.points, failure.code, failure.turn) == ((0.0, 1.0), code, 1)
    assert byways.Record.from_text(result.record).termination == ("time" if code == "player.slow" else "abandoned")


def test_a_program_of_gtp_may_resign(tmp_path):
    (tmp_path / "bot.py").write_text(STUBBORN.format(answer="= resign\n"))
    with closing(player(f"gtp:{shlex.join([sys.executable, '-S', str(tmp_path / 'bot.py')])}")) as entrant:
        result = play_game(TROLL, (player("random"), entrant), conditions=Conditions(1))
    assert (result.ending, result.points, result.failures) == ("resigned", (1.0, 0.0), ())
    assert byways.Record.from_text(result.record).termination == "resignation"


def test_points_are_written_as_gtp_counts_them():
    variant = byways.find("whirlwind").variant({"size": 12})
    for turn, written in (("e5,f6", "E8,F7"), ("i12", "J1"), ("a1", "A12")):
        assert to_vertices(variant, turn) == written
        assert from_vertices(variant, written.lower()) == turn
    for off in ("I1", "A13", "N1"):
        with pytest.raises(byways.UnreadableTurnError, match=f"{off} is not a vertex"):
            from_vertices(variant, f"A1,{off}")
