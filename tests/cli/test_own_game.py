"""Commands for a game of one's own: new-game and check."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

import byways
from broken_hex import SOURCE, line_of, other, rule
from byways import registry
from byways.starters import STARTERS
from byways.testing import faults, load

pytestmark = pytest.mark.usefixtures("nothing_stays")


@pytest.mark.parametrize("like", STARTERS)
def test_a_new_game_is_the_one_it_begins_as_under_another_name(run, like):
    status, out, err = run("new-game", "ridges_2", "--like", like, "--folder", "mine")
    assert (status, err) == (0, "")
    written = [line.removeprefix("wrote ") for line in out.splitlines()[:-1]]
    assert {"mine/ridges_2.py", "mine/test_ridges_2.py", "mine/ridges_2.md"} <= set(written)
    assert {str(path) for path in Path("mine").iterdir()} == set(written)
    game, starter = load("mine/ridges_2.py"), STARTERS[like]
    theirs = load(starter.file)
    assert (game.name, game.title, game.about.designer) == ("ridges_2", "Ridges 2", "your name")
    assert (game.options, game.players, game.reasons) == (theirs.options, theirs.players, theirs.reasons)
    mine, before = (byways.start(name, **starter.small) for name in (game.name, like))
    assert byways.perft(mine, 3) == byways.perft(before, 3)
    text = "".join(path.read_text() for path in Path("mine").iterdir())
    assert not re.search(r"\{\w+\}", Path("mine/ridges_2.md").read_text()), "a field is left"
    assert re.findall(rf"\b{like}\b", text) == []


def test_the_tests_of_new_games_pass(run):
    for like in ("hex", "pig"):
        run("new-game", f"ridges_{like}", "--like", like)
    few = "a_game or legal_actions or positions_are_read or pictures"
    ran = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-k", few], capture_output=True, text=True
    )
    assert ran.returncode == 0, ran.stdout
    assert "8 passed" in ran.stdout


def test_a_new_game_overwrites_nothing(run):
    Path("test_ridges.py").write_text("mine")
    status, out, err = run("new-game", "ridges")
    assert (status, out, err) == (1, "", "byways: test_ridges.py: there is such a file already; nothing was written\n")
    assert [path.name for path in Path().iterdir()] == ["test_ridges.py"]


def test_a_full_disk_leaves_no_half_of_a_new_game(run, monkeypatch):
    opened = Path.open

    def last_is_full(path, mode="r", *given, **named):
        file = opened(path, mode, *given, **named)
        return open("/dev/full", "w") if mode == "x" and path.suffix == ".md" else file

    monkeypatch.setattr(Path, "open", last_is_full)
    status, out, err = run("new-game", "ridges")
    assert (status, out, err) == (1, "", "byways: No space left on device\n")
    assert not list(Path().iterdir())


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("troll",), "a game cannot be called 'troll'; choose small letters"),
        (("My-Game",), "a game cannot be called 'My-Game'"),
        (("../up",), "a game cannot be called '../up'"),
        (("random",), "a game cannot be called 'random', as something in Python or an installed package is"),
        (("numpy",), "a game cannot be called 'numpy'"),
        (("byways",), "a game cannot be called 'byways'"),
        (("class",), "a game cannot be called 'class'"),
        (("ridges", "--like", "go"), "no game 'go' to start from; choose one of: hex, breakthrough, connect_four, pig"),
    ],
)
def test_names_that_cannot_be_are_refused(run, arguments, said):
    status, out, err = run("new-game", *arguments)
    assert (status, out, err.count("\n")) == (2, "", 1)
    assert said in err
    assert not list(Path().iterdir())


def checked(run, source, *options):
    """What `byways check` says of a game, in one line for each fault."""
    Path("mine.py").write_text(source)
    return run("check", "mine.py", *options)


def test_files_of_the_same_name_are_tried_in_databases_of_their_own(run, monkeypatch, tmp_path):
    monkeypatch.setenv("BYWAYS_DATA", str(tmp_path))
    served = []
    monkeypatch.setattr("byways.site.serve", lambda **asked: served.append(asked))
    for folder in ("one", "two", "one"):
        Path(folder).mkdir(exist_ok=True)
        Path(folder, "mine.py").write_text(SOURCE)
        assert run("try", f"{folder}/mine.py", "--no-browser")[0] == 0
    first, second, again = [Path(asked["database"]) for asked in served]
    assert first == again
    assert first != second
    assert first.parent == tmp_path
    assert "mine" in first.name


def test_an_error_is_told_with_its_line_and_the_shortest_game(run):
    body = "    if action == 4 and piece(state, 0) > 0:\n        state[9999] = 1\n    apply(geometry, state, action)\n"
    source = rule("apply", body)
    status, out, _ = checked(run, source, "--size", "3")
    line = source[: source.index("state[9999]")].count("\n") + 1
    text = " ".join(out.split())
    assert status == 1
    assert f"The game raises an error: mine.py, line {line}: IndexError: index 9999 is out of bounds" in text
    assert "The shortest game found that shows it: 1. a1 2. b2. It is the last of these moves that fails" in text
    assert "1 X . ." in text
    assert text.endswith("1 fault found by 3 checks")
    assert "20 other checks not tried" in text


def test_a_game_that_cannot_go_on_is_told(run):
    source = SOURCE.replace("return piece(state, cell) == 0", "return piece(state, cell) == 0 and cell < 2")
    status, out, _ = checked(run, source, "--size", "3", "--json")
    told = json.loads(out)
    (fault,) = [one for one in told["broken"] if one["check"] == "legal actions are ascending"]
    assert (status, fault["said"].splitlines()[0]) == (1, "0 actions for black")
    assert fault["turns"] == ["a1", "b1"]
    assert fault["position"].startswith("hex size=3")


def test_an_end_for_no_reason_is_told(run, monkeypatch):
    monkeypatch.setattr(faults, "_ORDER", faults._FIRST + faults._ORDER[2:3])
    monkeypatch.setattr(faults, "machine_code_agrees", None, raising=False)
    status, out, _ = checked(run, SOURCE.replace("finish(state, CONNECTION", "finish(state, 5"), "--size", "3")
    text = " ".join(out.split())
    assert status == 1
    assert "The end is stable. A game goes on until it has an outcome" in text
    assert "But: the game ends for a reason that is none of its 1" in text
    turns = re.search(r"shows it: (.*?)\. \d fault|shows it: (.*?)\.$", text)
    assert turns
    assert "5. " in text
    assert "6. " not in text, "nobody can join two edges of 3 cells with fewer turns"


def test_a_kernel_without_end_is_told(run, monkeypatch):
    monkeypatch.setattr(faults, "PATIENCE", 1.0)
    body = "    while piece(state, 0) > 0:\n        pass\n    apply(geometry, state, action)\n"
    status, out, _ = checked(run, rule("apply", body), "--size", "3")
    text = " ".join(out.split())
    assert status == 1
    assert "the game's code has not come to an end in 1 s: mine.py, line" in text
    assert "The game in which it was found" in text


LOOP = "    while state[0] > -100:\n        put(state, 0, 0)\n"
PLAYOUT = '''
from byways.game import SearchKernels
from byways.kernels import Bits, Reals


@kernel
def my_playout(geometry: Ints, state: Ints, rng: Bits, values: Reals) -> int:
    """Do something else."""
'''
ILL_BEHAVED = {
    "a float for a bool": (SOURCE.replace("return piece(state, cell) == 0", "return 0.5"), "return 0.5"),
    "a float for an int": (
        rule("legal_actions", "    out[0] = 0\n    return cells(geometry) / 9\n").replace(
            "import edges", "import cells, edges"
        ),
        "return cells(geometry) / 9",
    ),
    "a float of a playout": (
        other("search=SearchKernels(playout=my_playout)", PLAYOUT + "    return 1.5\n"),
        "return 1.5",
    ),
    "an interpreted loop": (
        SOURCE.replace("    player = mover(state)\n", f"{LOOP}    player = mover(state)\n"),
        "put(state, 0, 0)",
    ),
    "a compiled loop": (
        other(
            "search=SearchKernels(playout=my_playout)",
            PLAYOUT + "    while state[0] >= -5:\n        values[0] += 1\n    return 1\n",
        ),
        "values[0] += 1",
    ),
    "a loop of the module": (SOURCE + "\nwhile True:\n    pass  # for ever\n", "pass  # for ever"),
    "a loop of the options": (
        SOURCE.replace('players=("black", "white")', "players=lambda options: [None for _ in iter(int, 1)]"),
        "players=lambda",
    ),
    "a module that exits": (SOURCE + "\nimport sys\nsys.exit(0)\n", "sys.exit(0)"),
    "a module that raises what is no Exception": (SOURCE + "\nraise GeneratorExit\n", "raise GeneratorExit"),
    "a module that exits at once": (SOURCE + "\nimport os\nos._exit(0)\n", "os._exit(0)"),
    "a rule that exits": (
        SOURCE.replace("    player = mover(state)\n", "    raise SystemExit(0)\n"),
        "raise SystemExit(0)",
    ),
    "options that exit": (
        SOURCE.replace('players=("black", "white")', "players=lambda options: exit(0)"),
        "players=lambda",
    ),
}


@pytest.mark.parametrize("kind", ILL_BEHAVED)
def test_what_would_stop_a_check_is_told_with_its_line(run, monkeypatch, kind):
    """Such as a loop without an end, also in machine code, and a module that ends the process."""
    source, line = ILL_BEHAVED[kind]
    if "loop" in kind:
        monkeypatch.setattr(faults, "PATIENCE", 1.0)
    status, out, err = checked(run, source, "--size", "3")
    said = " ".join((out + err).split())
    number = line_of(source, line)
    assert status == 1, said
    lines = {int(found) for found in re.findall(r"line (\d+)", said)}
    assert lines & {number - 1, number}, said  # the loop's own line, or the one within it
    assert "Traceback" not in said


@pytest.mark.parametrize(
    ("file", "content", "status", "said"),
    [
        ("mine.py", "def (", 1, "the game in mine.py cannot be loaded: line 1: SyntaxError"),
        ("mine.py", "import nowhere_at_all", 1, "the game in mine.py cannot be loaded: line 1: ModuleNotFoundError"),
        ("mine.py", other("players=('white',) * 2"), 1, "two are called 'white'"),
        ("mine.py", "", 1, "cannot be loaded: it has no GAME; its game must be a byways.game.Game of that name"),
        ("mine.py", "GAME = 7", 1, "cannot be loaded: TypeError: its GAME is 7, which is not a byways.game.Game"),
        (
            "mine.py",
            SOURCE.replace('Whole("size", 11', 'Whole("size", 99'),
            1,
            "option size: its default is 99; it must be a whole number from 3 to 19",
        ),
        ("mine.txt", "", 2, "mine.txt is no Python file"),
        ("absent.py", None, 2, "there is no file absent.py; byways new-game writes one"),
    ],
)
def test_a_file_that_is_no_game_is_told_in_one_line(run, file, content, status, said):
    if content is not None:
        Path(file).write_text(content)
    found, out, err = run("check", file)
    assert (found, out, err.count("\n")) == (status, "", 1), err
    assert said in err


def test_wrong_options_are_refused(run):
    status, _, err = checked(run, SOURCE, "--size", "99")
    assert status == 2
    assert "size" in err
    assert os.environ[registry.VARIABLE].endswith("mine.py")
