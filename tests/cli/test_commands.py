"""The commands: what they print, what they refuse, and with which exit status."""

import io
import json
import re
import subprocess
import sys
from pathlib import Path

import pytest
from cli_world import RECORD, program

import byways
from byways.cli.common import UsageError, pairs
from byways.position import perft

COMMANDS = (
    *("play", "show", "legal", "perft", "analyse", "engine", "match", "solo", "puzzle", "games", "serve", "warm"),
    *("backup", "restore", "prune", "metrics"),
)
POSITION = str(byways.start("troll", size=4).play("b3"))


def test_help_is_quick_because_it_imports_little():
    heavy = ("numpy", "numba", "msgspec", "starlette", "sqlalchemy", "byways.game")
    code = f"import sys; from byways.cli import main; main(['--help']); print([m for m in {heavy} if m in sys.modules])"
    shown = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True).stdout
    assert shown.rstrip().endswith("[]")
    for command in COMMANDS:
        assert command in shown


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_teaches_by_example(run, command):
    status, out, _ = run(command, "--help")
    assert status == 0
    assert f"    byways {command}" in out
    assert max(map(len, out.splitlines())) <= 80


def test_version_and_options_on_the_command_line(run):
    assert run("--version") == (0, f"{byways.__version__}\n", "")
    words = ["--size", "6", "--edges=closed", "--swap", "--no-x", "--last", "-1"]
    assert pairs(words) == {"size": "6", "edges": "closed", "swap": "true", "x": "false", "last": "-1"}
    with pytest.raises(UsageError):
        pairs(["--size", "6", "7"])


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (("frob",), "unexpected 'frob'; the commands are: serve, play, show"),
        (("frob", "--help"), "unexpected 'frob'; the commands are: serve, play, show"),
        (("--port", "1", "frob"), "unexpected 'frob'; see byways --help"),
        (("analyse", "{record}", "more"), "unexpected 'more'; see byways analyse --help"),
        (("show",), "FILE requires an argument"),
        (("show", "--svgg", "{record}"), "there is no option --svgg"),
        (("show", "{record}", "--svgg"), "Unknown option: --svgg"),
        (
            ("match", "troll", "--size", "4", "random", "random"),
            "'--size'; a game's own options come behind GAME FIRST",
        ),
        (("perft", "troll"), "--depth requires an argument"),
        (("perft", "troll", "--depth", "x"), "unable to convert"),
        (("perft", "troll", "--depth=-1"), "--depth must be 0 or more"),
        (("perft", "troll", "--depth", "99999999999999999999999"), "--depth must be 1,000 or less"),
        (("perft", "troll", "--depth", "1.5"), "1.5 is not a whole number"),
        (("match", "troll", "random", "random", "--games", "2.6"), "2.6 is not a whole number"),
        (("legal", "{record}", "--ply", "1.5"), "1.5 is not a whole number"),
        (("play", "troll", "--seed", "1.5"), "1.5 is not a whole number"),
        (("perft", "troll", "--depth", "1", "--size", "4", "--size", "5"), "--size is given twice"),
        (("perft", "troll", "--depth", "1", "--swap", "--no-swap"), "--swap is given twice"),
        (("match", "troll", "random", "random", "--size", "99"), "a whole number from 4 to 20"),
        (("match", "troll", "nosuch", "random"), "there is no player 'nosuch'"),
        (("match", "troll", "full", "random"), "a player takes seconds=NUMBER"),
        (("match", "troll", "greedy", "random"), "Troll has no greedy player"),
        (("solo", "longway", "greedy", "--tiles", "/dev/null"), "expected six tables"),
        (("solo", "troll", "random"), "Troll is played by 2 players here, not alone"),
        (("solve", "value", "troll", "--size", "4", "--swap"), "pie rule"),
        (("solve", "value", "longway"), ""),
        (("analyse", "{record}", "--level", "0"), "--level 0: expected a whole number from 1 to 10"),
        (("show", "{record}", "--number", "3"), "--number 3: there is one game in"),
        (("perft", "chess", "--depth", "1"), "there is no game 'chess'; the games are: stroll, troll"),
        (("perft", "troll", "--depth", "1", "--sise", "4"), "there is no option 'sise'; the options are: size"),
        (("perft", "troll", "--depth", "1", "--size", "3"), "a whole number from 4 to 20"),
        (("perft", "troll", "--depth", "1", "x"), "unexpected argument 'x'"),
        (("play", "troll", "--sise", "4"), "no option --sise; there are --size, --edges, --joins, --swap, --white"),
        (("play", "troll", "--white", "cat"), "--white cat: expected human, engine, random"),
        (("play", "troll", "--engine-seconds", "0"), "--engine-seconds must be a number, more than 0"),
        (("play", "troll", "--engine-seconds", "inf"), "--engine-seconds must be a number, more than 0"),
        (("play", "troll", "--position", "-"), "leaves no input for moves"),
        (("games", "chess"), "there is no game 'chess'"),
        (("serve", "--port", "99999"), "--port must be between 0 and 65535"),
        (("serve", "--port=-1"), "--port must be between 0 and 65535"),
        (("serve", "--trust-proxy", "10.0.0.0/8, localhost"), "or *, not 'localhost'"),
        (("show", "{record}", "--out", "x.pdf"), "there is no format .pdf; expected .svg, .png, .json or .txt"),
        (("show", "{record}", "--svg", "--png"), "--svg and --png exclude each other"),
        (("show", "{record}", "--ply", "9"), "there are 8 moves"),
        (("show", "{record}", "--player", "green"), "there is no player 'green'; expected white, black or spectator"),
        (("show", "{record}", "--theme", "pink"), "pink"),
        (("play", "troll", "--save", "{record}"), "this file exists already"),
        (("play", "stride", "--position", "{record}"), "is about troll, not stride"),
        (("play", "troll", "--position", "{record}", "--size", "5"), "differ from those of"),
        (("match", "troll", "random", "random", "--games", "0"), "--games must be 1 or more"),
        (("match", "troll", "random", "random", "--jobs", "-2"), "--jobs must be 1 or more"),
        (("match", "troll", "random", "random", "--opening", "-1"), "--opening must be 0 or more"),
        (("match", "troll", "random", "random", "--parquet"), "--parquet needs a folder to write to: -o FOLDER"),
        *(
            (
                ("match", "troll", "random", "random", "--between", *shares.split()),
                "two shares between 0 and 1, the lower",
            )
            for shares in ("0.5 0.5", "2 3", "-0.1 0.5", "nan 0.5", "0.6 0.5")
        ),
        (("solo", "longway", "random", "--games", "0"), "--games must be 1 or more"),
        (("analyse", "{record}", "--review", "--ply", "1"), ""),
        (("analyse", "{record}", "--threads", "0"), "--threads must be between 1 and 64"),
        *(
            (("analyse", "{record}", option, value), f"{option} must be a number, more than 0")
            for option, value in (("--seconds", "0"), ("--simulations", "-3"), ("--seconds", "inf"), ("--memory", "0"))
        ),
        *(
            (("show", "{record}", form, f"--width={width}"), f"--width must be {bound}")
            for form in ("--svg", "--png")
            for width, bound in ((-100, "1 or more"), (0, "1 or more"), (8193, "8,192 or less"), (10**14, "8,192 or"))
        ),
        *(
            (("solve", *words), said)
            for words, said in (
                (("value", "troll", "--size", "4", "--seconds", "-3"), "--seconds must be 0 or more"),
                (("value", "troll", "--size", "4", "--megabytes", "nan"), "--megabytes must be 1 or more"),
                (("value", "troll", "--size", "4", "--out", ""), "--out needs the name of a file"),
            )
        ),
        *(
            (("gtp", *words), said)
            for words, said in (
                (("longway",), "has dice, and GTP is for two players without dice; use byways engine instead"),
                (("nogame",), "there is no game 'nogame'"),
                (("troll", "--size", "99"), "size"),
                (("troll", "--level", "11"), "--level 11: expected a whole number from 1 to 10"),
                (("troll", "--seconds", "0"), "--seconds must be a number, more than 0"),
            )
        ),
        *(
            (("metrics", *words), said)
            for words, said in (
                ((), "name files of game records, - for the standard input, or a --database"),
                (("{record}", "--only", "Fun"), "there is no metric 'Fun'; the metrics are: FirstPlayerEdge"),
                (("{record}", "--error", "0.7"), "error must be from 0 to 0.5, not 0.7"),
                (("{record}", "--decided", "nan"), "decided must be from 0.5 to 1, not nan"),
            )
        ),
        *(
            (("explore", "troll", *words), said)
            for words, said in (
                (("--vary", "size=4,5"), "name the folder of the exploration: -o FOLDER"),
                (("-o", "x"), "name the options to vary"),
                (("--vary", "size=4", "-o", "x"), "2 to 256 rule sets, not 1"),
                (("--vary", "size=4,4", "-o", "x"), "names a rule set twice"),
                (("--vary", "sise=4,5", "-o", "x"), "there is no option 'sise'"),
                (("--vary", "size", "-o", "x"), "--vary takes an option and its values"),
                (("--vary", "size=4,5", "--size", "4", "-o", "x"), "size is varied and given"),
                (("--vary", "size=4,5", "--target", "beauty", "-o", "x"), "there is no metric 'beauty'"),
                (("--vary", "size=4,5", "--level", "11", "-o", "x"), "--level must be 10 or less"),
                (("--vary", "size=4,5", "--budget", "99", "-o", "x"), "a budget of 100 or more games"),
                (("--vary", "size=4,5", "--batch", "0", "-o", "x"), "--batch must be 1 or more"),
                (("--vary", "size=4,5", "--tolerance", "length=1", "-o", "x"), "no goal 'length' is wanted"),
                (("--vary", "size=4,5", "--tolerance", "balance=much", "-o", "x"), "is 0 or more, not 'much'"),
                (("--vary", "size=4,999", "-o", "x"), "must be a whole number from 4 to 20"),
            )
        ),
        *(
            (("report", *words), said)
            for words, said in (
                (("troll",), "name the folder of the report: -o FOLDER"),
                (("troll", "--sise", "4", "-o", "x"), "there is no option 'sise'"),
                (("troll", "--compare", "size", "-o", "x"), "--compare takes an option and its values"),
                (("troll", "--compare", "sise=4", "-o", "x"), "there is no option 'sise'"),
                (("troll", "--ablate", "size", "-o", "x"), "--ablate takes edges or joins or swap, not 'size'"),
                (("troll", "--ablate", "swap", "--compare", "swap=true", "-o", "x"), "by --ablate or by --compare"),
                (("trol", "-o", "x"), "there is no game 'trol'"),
                (("troll", "--jobs", "0", "-o", "x"), "--jobs must be 1 or more"),
            )
        ),
    ],
)
def test_wrong_usage_is_said_in_one_line(run, record, arguments, complaint):
    status, out, err = run(*(word.format(record=record) for word in arguments))
    assert (status, out) == (2, "")
    assert err.startswith("byways: ")
    assert complaint in err
    assert err.count("\n") == 1


@pytest.mark.parametrize(
    ("content", "complaint"),
    [
        (RECORD.replace("b2", "b3"), "line 5, column 16: b3 is occupied"),
        ("hello", "expected a (record|heading that begins with troll)"),
        ("troll size=99\n", "a whole number from 4 to 20"),
        ("troll size=4\n....", "expected 4 rows"),
        (RECORD * 2, "there are 2 games; give the number of one"),
        (None, "No such file or directory"),
    ],
)
def test_a_broken_file_is_said_in_one_line(run, tmp_path, content, complaint):
    path = tmp_path / "file"
    if content is not None:
        path.write_text(content)
    for command in (("show",), ("legal",), ("perft", "troll", "--depth", "1", "--position")):
        status, out, err = run(*command, str(path))
        assert (status, out) == (1, "")
        assert re.search(complaint, err)
        assert err.count("\n") == 1


def test_show_writes_a_position_that_is_read_again_and_json(run, record, tmp_path):
    status, out, _ = run("show", record, "--ply", "1")
    assert (status, out) == (0, POSITION + "\n")
    (tmp_path / "position").write_text(out)
    assert run("show", str(tmp_path / "position"))[1] == out
    assert run("show", record, "--out", str(tmp_path / "b.txt"))[1] == ""
    assert (tmp_path / "b.txt").read_text().endswith("to move: nobody; over: connection, black wins\n")
    facts = json.loads(run("show", record, "--json")[1])
    assert {name: facts[name] for name in ("game", "ply", "to_move")} == {"game": "troll", "ply": 8, "to_move": None}
    assert facts["options"] == {"size": 4, "edges": "capture", "joins": "orthogonal", "swap": False}
    assert facts["turns"][:2] == ["b3", "a2"]
    assert facts["outcome"]["winner"] == "black"
    assert facts["outcome"]["scores"] == {"white": -1, "black": 1}
    assert "a2 to d2" in facts["outcome"]["explanation"]
    run("show", record, "--ply", "0", "--out", str(tmp_path / "start.json"))
    assert json.loads((tmp_path / "start.json").read_text())["outcome"] is None


def test_show_draws(run, record, tmp_path):
    svg, png = tmp_path / "board.svg", tmp_path / "board.png"
    assert run("show", record, "--out", str(svg), "--theme", "dark", "--width", "320")[0] == 0
    assert run("show", record, "--out", str(png), "--width", "320")[0] == 0
    assert svg.read_text().startswith("<svg")
    header = png.read_bytes()[:24]
    assert header[:8] == b"\x89PNG\r\n\x1a\n"
    assert int.from_bytes(header[16:20], "big") == 320
    assert run("show", record, "--svg")[1].startswith("<svg")


def test_an_error_names_the_file_that_was_asked_for_which_is_not_written_over_while_it_is_read(run, record, tmp_path):
    link = tmp_path / "link.txt"
    link.symlink_to(record)
    for out in (record, str(link)):
        said = f"byways: --out {out}: this is the file that is read; choose another name\n"
        assert run("show", record, "--out", out) == (2, "", said)
        assert run("puzzle", "longway", "--tiles", record, "--out", out) == (2, "", said)
        assert run("solve", "stroll", record, "--out", out) == (2, "", said)
    with open(record) as file:
        assert file.read() == RECORD
    said = "byways: /nowhere/x.svg: No such file or directory\n"
    assert run("show", record, "--out", "/nowhere/x.svg") == (1, "", said)
    assert run("play", "troll", "--save", "/nowhere/x.svg") == (1, "", said)
    assert run("show", record, "--out", "") == (2, "", "byways: --out needs the name of a file\n")
    assert run("play", "troll", "--save", "") == (2, "", "byways: --save needs the name of a file\n")


def test_show_tells_a_player_no_more_than_that_player_knows(run, tmp_path):
    state = byways.start("longway", players=2).play("setup d1N g7S")
    path = tmp_path / "position"
    path.write_text(byways.Record.from_state(state).to_text())
    assert "d1N" in run("show", str(path))[1]
    assert "d1N" in run("show", str(path), "--player", "player 1")[1]
    for player in ("player 2", "spectator"):
        shown = run("show", str(path), "--player", player)[1]
        assert "d1N" not in shown


def test_legal_lists_turns_and_judges_one(run, record):
    assert run("legal", record, "--ply", "0")[1].split() == byways.start("troll", size=4).legal_turns()
    facts = json.loads(run("legal", record, "--ply", "1", "--json")[1])
    assert facts["to_move"] == "black"
    assert facts["turns"] == byways.start("troll", position=POSITION).legal_turns()
    assert run("legal", record) == (1, "", "")
    assert run("legal", record, "--ply", "1", "--turn", "A2") == (0, "a2\n", "")
    assert run("legal", record, "--ply", "1", "--turn", "b3") == (1, "", "b3 is occupied\n")
    facts = json.loads(run("legal", record, "--ply", "1", "--turn", "b3", "--json")[1])
    assert (facts["legal"], facts["reason"], facts["turn"]) == (False, "b3 is occupied", "b3")


def test_a_file_may_come_on_standard_input_and_hold_several_games_but_one_diagram(run, monkeypatch):
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(2 * RECORD.encode())))
    assert run("legal", "-", "--ply", "7", "--number", "2", "--turn", "d2") == (0, "d2\n", "")
    status, out, err = run("show", str(Path(__file__).parents[1] / "position/source_diagrams/troll-1993.txt"))
    assert (status, out, err.count("\n")) == (1, "", 1)
    assert "there are 2 diagrams in this text; which one is meant? Give it alone" in err


def test_perft(run, record):
    assert run("perft", "troll", "--size", "4", "--depth", "2") == (0, "60\n", "")
    facts = json.loads(run("perft", "troll", "--depth", "1", "--size=4", "--swap", "--json")[1])
    assert (facts["count"], facts["options"]["swap"]) == (8, True)
    assert run("perft", "troll", "--depth", "3", "--position", record)[1] == "0\n"


def test_a_count_goes_on_where_it_paused_and_a_depth_that_is_none_is_an_error_of_ours(monkeypatch):
    state = byways.start("troll", size=4)
    for depth in (-1, 1_001, 1.5, "2", True, None):
        with pytest.raises(byways.OptionError, match="a whole number from 0 to 1000"):
            byways.perft(state, depth)
    monkeypatch.setattr(perft, "_STRIDE", 7)
    assert perft.perft_by(perft.count_turns, state, 3) == 404


def test_a_long_count_is_interrupted():
    code = (
        "import byways, os, signal, sys, threading; from byways.cli import main\n"
        "byways.perft(byways.start('troll', size=4), 5)  # compiled by now\n"
        "threading.Timer(0.5, os.kill, [os.getpid(), signal.SIGINT]).start()\n"
        "sys.exit(main(['perft', 'troll', '--depth', '12']))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True)
    assert (done.returncode, done.stdout, done.stderr) == (130, b"", b"\n")


def test_games(run):
    listed = run("games")[1]
    facts = json.loads(run("games", "--json")[1])
    assert [game["game"] for game in facts][:5] == ["stroll", "troll", "longway", "whirlwind", "stride"]
    for game in facts:
        assert game["game"] in listed
        described = run("games", game["game"])[1]
        for option in game["options"]:
            assert f"--{option['name']}: {option['help']}" in described
            assert option["allowed"] in described


def test_output_that_nobody_reads_or_that_cannot_show_a_letter_is_no_error(record):
    command = f"exec {sys.executable} -c 'import sys; from byways.cli import main; sys.exit(main())' legal - | true"
    position = str(byways.start("whirlwind", size=14).play("a1"))
    done = subprocess.run(["bash", "-o", "pipefail", "-c", command], input=position.encode(), capture_output=True)
    assert (done.returncode, done.stderr) == (0, b"")
    done = program("games", "troll", PYTHONIOENCODING="ascii", PYTHONUTF8="0")
    assert done.returncode == 0
    assert b"Strat\\xe9gie" in done.stdout


def test_interrupted(run, monkeypatch):
    monkeypatch.setattr("byways.registry.names", lambda: (_ for _ in ()).throw(KeyboardInterrupt))
    assert run("games") == (130, "", "\n")


def test_interrupted_while_it_starts():
    code = """if True:
        import sys

        class Interrupting:
            def find_spec(self, name, *_):
                if name == "cyclopts":
                    raise KeyboardInterrupt

        sys.meta_path.insert(0, Interrupting())
        from byways.cli import main
        sys.exit(main(["games"]))"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True)
    assert (done.returncode, done.stdout, done.stderr) == (130, b"", b"\n")


def test_serve_hands_its_options_to_the_site(run, monkeypatch):
    given = []
    monkeypatch.setattr("byways.site.serve", lambda **options: given.append(options))
    below = ("--root-path", "/byways", "--trust-proxy", "10.0.0.1")
    assert run()[0] == run("serve", "--port", "9000", "--no-browser", "--database", "sqlite:///x", *below)[0] == 0
    plain = {"host": "127.0.0.1", "port": 8000, "database": None, "browser": True, "root_path": "", "proxies": ""}
    chosen = {"port": 9000, "database": "sqlite:///x", "browser": False, "root_path": "/byways", "proxies": "10.0.0.1"}
    assert given == [plain, plain | chosen]


def test_memory_that_no_machine_has_is_refused(run, record, monkeypatch):
    for arguments in (
        ("analyse", record, "--memory"),
        ("engine", "--memory"),
        ("solve", "value", "troll", "--megabytes"),
    ):
        option = arguments[-1]
        assert run(*arguments, "1e15") == (2, "", f"byways: {option} must be 1,000,000 or less\n")
        assert run(*arguments, "0")[0] == 2

    def greedy(*asked, **given):
        raise MemoryError

    monkeypatch.setattr("byways.solve.analysis.analyse", greedy)
    assert run("analyse", record) == (1, "", "byways: this needs more memory than is available\n")


@pytest.mark.parametrize(
    ("words", "closed"),
    [
        ("engine", "<&-"),
        ("engine", ">&- </dev/null"),
        ("perft troll --size 4 --depth 1", ">&- </dev/null"),
        ("perft troll --size 4 --depth 1", "2>&- </dev/null"),
    ],
)
def test_a_stream_that_was_closed_is_like_one_that_is_empty(words, closed):
    code = "import sys; from byways.cli import main; sys.exit(main())"
    ran = subprocess.run(["sh", "-c", f"'{sys.executable}' -c '{code}' {words} {closed}"], capture_output=True)
    assert (ran.returncode, ran.stderr) == (0, b"")
