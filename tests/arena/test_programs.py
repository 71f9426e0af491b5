"""Players that are programs, among them hostile ones: each loses its game and nothing else."""

import json
import os
import shlex
import signal
import subprocess
import sys
import time
from contextlib import closing
from types import SimpleNamespace

import pytest

import byways
from byways.arena.game import Conditions, play_game
from byways.arena.players import player
from byways.arena.programs import request_about, started, words_of
from byways.cli import main
from byways.workers.conversation import MOST_OUTPUT

BOT = """
import json, sys
for line in sys.stdin:
    asked = json.loads(line)
    print(json.dumps({"id": asked["id"], "best": asked["legal"][0]}), flush=True)
"""
ANSWER = """
import json, sys
def say(**more): print(json.dumps({"id": asked["id"], "best": asked["legal"][0], **more}), flush=True)
for line in sys.stdin:
    asked = json.loads(line)
"""


def command_of(path, limits=""):
    return f"process:{limits} {shlex.join([sys.executable, '-S', str(path)])}".replace(": ", ":")


START = byways.start("troll", size=4)
RANDOM = player("random")


@pytest.fixture
def program(tmp_path):
    """A function that makes a player of a script."""

    def make(script, limits="limit=20"):
        path = tmp_path / "bot.py"
        path.write_text(script)
        return player(command_of(path, limits))

    return make


def failure_of(entrant):
    """Play a game against the random player; return the failure that has cost it."""
    with closing(entrant):
        result = play_game(START, (entrant, RANDOM), conditions=Conditions(1))
    (failure,) = result.failures
    ending = {"player.slow": "time forfeit", "player.illegal": "illegal turn", "player.answer": "illegal turn"}
    assert result.ending == ending.get(failure.code, "crash"), "these are counted apart"
    assert result.points == (0.0, 1.0), "the program was White"
    assert failure.player == entrant.name
    return failure


def test_a_bot_of_five_lines_plays_a_match_and_its_reports_are_passed_over(program):
    reports = ANSWER + "    for n in range(3): say(done=False, best=None)\n    say(more=[1])"
    for script in (BOT, reports):
        with closing(program(script)) as entrant:
            assert play_game(START, (entrant, RANDOM), conditions=Conditions(1)).failures == ()


HOSTILE = {
    "hangs": ("import time; time.sleep(60)", "limit=0.6", "player.slow", "it did not answer within 0.6 s"),
    "dribbles": (
        "import os, time\nwhile True: os.write(2, b'.'); time.sleep(0.01)", "limit=0.6", "player.slow", "it did not",
    ),
    "crashes": ("raise SystemExit(7)", "limit=20", "player.ended", "it ended with status 7"),
    "dies": ("import os; os.kill(os.getpid(), 11)", "limit=20", "player.killed", "it was ended by SIGSEGV"),
    "closes its output": (
        "import os, time; os.close(1); time.sleep(60)", "limit=20", "player.closed", "it closed its output",
    ),
    "says nonsense": ("print('hello', flush=True); input()", "limit=20", "player.answer", "which is no answer"),
    "answers illegally": (
        ANSWER + "    say(best='a1')", "limit=20", "player.illegal",
        "it answered 'a1': a1 is a corner and flips nothing",
    ),
    "answers to another": (
        ANSWER + "    say(id=77)", "limit=20", "player.answer", "whose id is not 1",
    ),
    "has no turn": (ANSWER + "    say(best=None)", "limit=20", "player.answer", "no best move"),
    "refuses": (
        ANSWER + "    say(errors=[{'message': 'not me'}])", "limit=20",
        "player.refused", "it refused the request: not me",
    ),
    "floods": ("while True: print('x' * 9_999, end='')", "limit=20", "player.flood", f"more than {MOST_OUTPUT} bytes"),
    "floods lines": (
        ANSWER + "    while True: say(done=False, line=9_999 * 'x')", "limit=20", "player.flood", "it wrote more",
    ),
    "floods its errors": (
        "import sys\nwhile True: sys.stderr.write('x' * 9_999)", "limit=20", "player.flood", "it wrote more",
    ),
    "never reads": ("print('{}' * 9_999)\nimport time; time.sleep(60)", "limit=20", "player.answer", "no answer"),
}  # fmt: skip


@pytest.mark.parametrize("kind", HOSTILE)
def test_a_hostile_program_loses_its_game_and_is_named(program, kind):
    script, limits, code, reason = HOSTILE[kind]
    failure = failure_of(program(script, limits))
    assert failure.code == code
    assert reason in failure.reason
    assert failure.turn == 1


def test_what_a_program_says_of_its_failure_or_as_it_ends_is_kept(program):
    failure = failure_of(program("import sys; sys.exit('no more ideas')"))
    assert failure.errors == "no more ideas"
    failure = failure_of(program("import sys; sys.stderr.write('x' * 200_000 + '\\nthe end'); sys.exit(1)"))
    assert failure.errors.endswith("the end")
    assert len(failure.errors) <= 1_000
    child = started([sys.executable, "-S", "-c", "import sys; sys.stdin.read(); sys.stderr.write('bye')"])
    assert child.close(20) == 0
    assert child.errors == "bye"


def alive(process):
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    with open(f"/proc/{process}/stat") as file:
        return file.read().rpartition(")")[2].split()[0] != "Z"


def wait_until_dead(*processes):
    until = time.monotonic() + 100
    while any(map(alive, processes)):
        assert time.monotonic() < until, "a process is left"
        time.sleep(0.02)


LEAVES_CHILDREN = """
import os, subprocess, sys
own = subprocess.Popen(["sleep", "600"])
away = subprocess.Popen(["sleep", "600"], start_new_session=True)
if os.fork() == 0:
    os.setsid()
    if os.fork() == 0:
        print(own.pid, away.pid, os.getpid(), flush=True)
        import time; time.sleep(600)
    os._exit(0)
os.wait()
sys.stdin.readline()
"""


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux finds those that have left their group")
def test_the_children_of_a_program_end_with_it():
    for ended_by in ("close", "itself"):
        child = started([sys.executable, "-c", LEAVES_CHILDREN])
        processes = [int(word) for word in child.line(time.monotonic() + 200).split()]
        assert len(processes) == 3
        assert all(map(alive, processes))
        if ended_by == "itself":
            child.send(b"end\n")
            with pytest.raises(byways.PlayerError, match="it ended with status 0"):
                child.line(time.monotonic() + 200)
        child.close(0.05)
        wait_until_dead(*processes)


@pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")
def test_programs_end_even_if_their_owner_is_killed():
    owner = (
        "import sys, time\nfrom byways.arena.programs import started\n"
        f"child = started([sys.executable, '-c', {LEAVES_CHILDREN!r}])\n"
        "print(child.line(time.monotonic() + 200), flush=True)\ntime.sleep(600)"
    )
    with subprocess.Popen([sys.executable, "-c", owner], stdout=subprocess.PIPE) as process:
        processes = [int(word) for word in process.stdout.readline().split()]
        process.send_signal(signal.SIGKILL)
    assert len(processes) == 3
    wait_until_dead(*processes)


def test_a_program_is_told_all_it_needs(program, tmp_path):
    script = ANSWER + f"    open({str(tmp_path / 'heard')!r}, 'w').write(line)\n    say()"
    with closing(program(script, "seconds=3")) as entrant:
        after = entrant.choose(START.play("b3").play("a2"), None)
        heard = json.loads((tmp_path / "heard").read_text())
        assert heard["turns"] == ["b3", "a2"]
        assert after.turn == heard["legal"][0] == after.previous.legal_turns()[0]
        assert (heard["game"], heard["options"]["size"], heard["seconds"]) == ("troll", 4, 3)
        assert "position" not in heard
        entrant.choose(byways.start("troll", position=str(after)), None)
        heard = json.loads((tmp_path / "heard").read_text())
        assert (byways.start("troll", position=heard["position"]), heard["turns"]) == (after, [])


def test_a_program_is_not_told_others_secrets(program, tmp_path):
    state = byways.start("longway", players=2)
    state = state.play(state.legal_turns()[5])
    script = ANSWER + f"    open({str(tmp_path / 'heard')!r}, 'w').write(line)\n    say()"
    with closing(program(script)) as entrant:
        entrant.choose(state, None)
    heard = json.loads((tmp_path / "heard").read_text())
    assert heard["turns"] == []
    assert state.turn.split()[1] not in heard["position"]
    assert byways.start("longway", position=heard["position"]).legal_turns() == heard["legal"]


@pytest.mark.parametrize(
    ("game", "options"),
    [("stroll", {"size": 6}), ("stroll", {"size": 6, "ending": "claim"}), ("longway", {"players": 2})],
)
def test_what_a_program_is_told_leads_to_what_it_may_know(game, options):
    state, whole = byways.random_game(game, seed=2, **options), 0
    while state is not None:
        for viewer in state.players:
            view = state.view(viewer)
            told = request_about(view)
            again = byways.start(game, position=told.get("position"), **told["options"])
            for turn in told["turns"]:
                again = again.play(turn)
            assert (again.vector == view.vector).all()
            whole += "position" not in told
        state = state.previous
    assert whole > 2, "all turns are told where none is secret"


MODULE = """
import os, time
def choose(state): return state.legal_turns()[0]
def busy(state, seconds):
    print("thinking for", seconds)
    return state.play(state.legal_turns()[0])
class Bots:
    hangs = staticmethod(lambda state: time.sleep(60))
    leaves = staticmethod(lambda state: os._exit(4))
    raises = staticmethod(lambda state: state.nothing)
"""


@pytest.fixture
def module(tmp_path, monkeypatch):
    (tmp_path / "mybot.py").write_text(MODULE)
    monkeypatch.chdir(tmp_path)


@pytest.mark.usefixtures("module")
@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("limit=2 mybot:Bots.hangs", "it did not answer within 2 s"),
        ("mybot:Bots.leaves", "it ended with status 4"),
        ("mybot:Bots.raises", "AttributeError: 'State' object has no attribute 'nothing'"),
    ],
)
def test_a_function_that_fails_loses_its_game(text, reason):
    failure = failure_of(player(f"python:{text}"))
    assert reason in failure.reason
    assert "arena/python_player.py" not in failure.errors, "its own frames alone are shown"


@pytest.mark.usefixtures("module")
@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("nobody.here:choose", "ModuleNotFoundError: No module named 'nobody'"),
        ("mybot:missing", "AttributeError: module 'mybot' has no attribute 'missing'"),
        ("mybot:os.sep", "TypeError: mybot.os.sep cannot be called"),
        ("broken:choose", "SyntaxError: "),
        ("leaves:choose", "it ended with status 3"),
    ],
)
def test_functions_that_are_not_there_are_refused_before_the_match(text, reason, tmp_path, capsys):
    (tmp_path / "broken.py").write_text("def choose(state)")
    (tmp_path / "leaves.py").write_text("import os; os._exit(3)")
    assert main(["match", "troll", f"python:{text}", "random", "--size", "4", "--games", "2"]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert f"python:{text} cannot play: {reason}" in err
    assert len(err.splitlines()) == 1


def test_a_module_that_never_ends_to_import_is_refused_in_time(tmp_path, monkeypatch):
    (tmp_path / "endless.py").write_text("import time; time.sleep(60)")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("byways.arena.python_player.START", 2.0)
    with pytest.raises(byways.OptionError, match="python:endless:choose cannot play: it did not answer within 2 s"):
        player("python:endless:choose")


@pytest.mark.usefixtures("module")
def test_functions_play_with_the_state_itself():
    with byways.player("python:mybot:busy") as p:
        state = byways.start("troll", size=4)
        assert p.choose(state, seconds=2) == state.legal_turns()[0]
        assert p.errors == "thinking for 2\n", "what a function prints is no answer"
        stroll = byways.start("stroll", size=6, ending="claim")
        assert p.choose(stroll) == stroll.legal_turns()[0]


def test_programs_that_cannot_be_are_refused_at_once():
    assert words_of("cat 'a b' c") == ("cat", "a b", "c")
    of_programs = (
        "process:",
        "process:no-such-program",
        "process:'",
        "process:seconds=0 cat",
        "process:limit=soon cat",
    )
    for text in (*of_programs, "gtp:", "python:bot", "python:bot:", "python:-m:x"):
        with pytest.raises(byways.OptionError):
            player(text)


def test_the_result_of_a_match_names_who_failed_and_why(tmp_path, capsys):
    path = tmp_path / "bot.py"
    path.write_text("import sys\ninput()\nsys.exit('out of \\x1b[31mideas')")
    name = command_of(path)
    assert main(["match", "troll", name, "random", "--size", "4", "--games", "2"]) == 0
    out, err = capsys.readouterr()
    assert out.startswith("2 games: 0 won, 0 drawn, 2 lost")
    assert out.splitlines()[1] == f"{name} lost 2 games: it ended with status 1"
    assert "out of �[31mideas" in err
    assert main(["match", "troll", "random", name, "--size", "4", "--games", "2", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["wins"] == 2
    assert {failure["code"] for failure in found["failures"]} == {"player.ended"}
    assert {failure["player"] for failure in found["failures"]} == {name}


def test_a_public_player_goes_on_after_a_failure(tmp_path):
    path = tmp_path / "bot.py"
    path.write_text(
        f"import os\nif not os.path.exists({str(path)!r} + '2'):\n    open({str(path)!r} + '2', 'w')\n    1 / 0\n" + BOT
    )
    state = byways.start("troll", size=4)
    with byways.player(command_of(path)) as p:
        with pytest.raises(byways.PlayerError, match="it ended with status 1"):
            p.choose(state)
        assert "ZeroDivisionError" in p.errors
        assert p.choose(state) == state.legal_turns()[0]
        assert p.choose(state.play("b1")) == state.play("b1").legal_turns()[0]
        with pytest.raises(byways.IllegalTurnError, match="over"):
            p.choose(byways.random_game("troll", 1, size=4))
    assert "ZeroDivisionError" in p.errors, "it is kept"


def test_a_public_player_may_be_an_engine():
    state = byways.start("troll", size=4)
    with byways.player("level:number=3") as p:
        assert state.is_legal(p.choose(state, seconds=0.1))
    with byways.player("random", seed=5) as one, byways.player("random", seed=5) as two:
        assert one.choose(state) == two.choose(state)
    with byways.player("random") as p, pytest.raises(byways.IllegalTurnError, match="dice"):
        p.choose(byways.start("longway").play(byways.start("longway").legal_turns()[0]))


@pytest.mark.parametrize("text", ["random", "mirror", f"process:{shlex.quote(sys.executable)} -c pass"])
def test_players_are_asked_for_whole_turns_and_times_that_are_numbers(text):
    state = byways.start("stroll", size=5)
    with byways.player(text) as p:
        with pytest.raises(byways.IllegalTurnError, match="the turn has begun"):
            p.choose(state.apply(state.legal_actions()[0]))
        for seconds in (-1, 0, float("nan"), "1"):
            with pytest.raises(byways.OptionError, match="seconds must be a number more than 0"):
                p.choose(state, seconds)


def test_a_start_that_brings_no_answer_is_waited_for_once(program, monkeypatch):
    monkeypatch.setattr("byways.arena.programs.START", 2.0)
    monkeypatch.setattr("byways.arena.programs.time", SimpleNamespace(monotonic=lambda: 0.0))
    waited = []

    def no_answer(state, seconds, until):
        waited.append(round(until))
        raise byways.PlayerError("player.slow", "it did not answer")

    with closing(program("", "seconds=0.001")) as entrant:
        entrant.choose.limit = None
        monkeypatch.setattr(entrant.choose, "_play", no_answer)
        for _ in range(3):
            with pytest.raises(byways.PlayerError, match="did not answer"):
                entrant.choose(START)
    assert waited == [12, 10, 10]
