"""Mistakes in a game of one's own are said: when it is loaded, by the invariants, or in one line when it is played."""

import inspect
import os
import re

import pytest
from examples import hex

import byways
from byways import registry, testing
from byways.cli import main
from byways.cli.commands import app
from byways.errors import GameError, KernelError, OptionError
from byways.game import Interface, Secrets, Solving, checks
from byways.kernels import compiled
from byways.testing import invariants

SOURCE = inspect.getsource(hex)


@pytest.fixture
def plug_in(tmp_path, monkeypatch):
    """Hex with something else in the place of a part of it, as a plug-in."""

    def write(old, new, name="mine.py"):
        assert old in SOURCE
        file = tmp_path / "own games" / name
        file.parent.mkdir(exist_ok=True)
        file.write_text(SOURCE.replace(old, new), encoding="utf-8")
        monkeypatch.setenv(registry.VARIABLE, str(file))
        return file

    return write


PIECE = '__import__("byways.game").game.Piece({}),'
MARK = "@kernel\n"
APPLY = "def apply(geometry: Ints, state: Ints, {}) -> None:"
TAKES = APPLY.format("cell: int")
EXPECTED = "where apply must be void(Ints, Ints, int64)"
PLAYERS = '("black", "white")'
NO_GAMES = [
    (MARK + TAKES, TAKES, "its kernel apply must be marked @kernel"),
    (TAKES, APPLY.format("action: float"), EXPECTED),
    (TAKES, APPLY.format("action: int, more: int"), "must be void(Ints, Ints, int64)"),
    (TAKES, APPLY.format("action"), "apply: annotate action as one of int, float"),
    (MARK + TAKES, TAKES, "write: " + APPLY.format("action: int")),
    ("judge=judge", "judge=allows", "write: def judge(geometry: Ints, state: Ints, cell: int) -> None:"),
    ("allows=allows, ", "", "its rules need `allows` or `legal_actions`"),
    ('Rhombus("size"', 'Rhombus("sise"', "its board has the size 'sise', which is not an option; it must be size or"),
    ('    board=Rhombus("size", edges=True),\n', "", "its actions are cells, so its board must be given"),
    ('name="hex"', 'name="My Hex"', "its id 'My Hex' must be small letters"),
    ('Whole("size", 11', 'Whole("Size", 11', "its option 'Size' must be small letters"),
    ('Whole("size", 11', 'Whole("seed", 11', "its option 'seed' must be called otherwise"),
    ('name="hex"', 'name="troll"', "belongs to a game of Byways"),
    (PLAYERS, '("black", "white", "red")', "its players must be two for SWAP, and are black, white, red"),
    (PLAYERS, '("black", "black")', "its players must be called differently, and two are called 'black'"),
    ("SWAP),", "SWAP, SWAP),", "its options must be called differently, and two are called 'swap'"),
    ("Cells(),", 'Cells() | __import__("byways.game").game.Words("Pass"),', "the word 'Pass' among its actions"),
    ("    rules=", '    engine=__import__("byways.game").game.AlphaBeta(),\n    rules=', "its search needs `evaluate`"),
    (
        *("SWAP),", '__import__("dataclasses").replace(SWAP, default=True)),'),
        "its option 'swap' is the pie rule's; it must be called otherwise",
    ),
    *(
        ("single=True)", f"single=True, repetition={name!r})", said)
        for name, said in (
            ("again", "its rules count repetitions by 'again', which must be an option of 2 or more, or 0 for never"),
            ("swap", 'write: Whole("swap", 3, '),
            ("size", "so its reasons must have repetition; write: reasons=('connection', 'repetition')"),
        )
    ),
    ("3, 19)", "0, 19)", "its board of size 0 must have a cell"),
    ("3, 19)", "3, 400)", "its board of size 400 has 400 columns or lettered rows, where there may be at most 26"),
    *(
        ("    options=(", f"    pieces=({pieces}),\n    options=(", said)
        for pieces, said in (
            (PIECE.format('"pawn", "x"'), 'the mark must be one character; write: Piece("P", "black", "stone")'),
            (PIECE.format('"p", "x"'), "the owner must be a player's name"),
            (PIECE.format('"p", "black", "stoen"'), "the kind must be one of stone, "),
        )
    ),
]


@pytest.mark.parametrize(("old", "new", "said"), NO_GAMES)
def test_what_cannot_be_played_is_not_offered_and_why_is_said(plug_in, caplog, old, new, said):
    file = plug_in(old, new)
    with pytest.raises(OptionError):
        registry.find("hex" if "troll" not in new else "Hex")
    (message,) = caplog.messages
    assert message.startswith(f"the game in {file} cannot be loaded: ")
    assert said in message


@pytest.mark.parametrize("option", ['Flag("repetition", True, "x")', 'Whole("repetition", 1, "x", 1, 3)'])
def test_an_option_has_no_meaning_by_its_name(plug_in, option):
    plug_in("SWAP),", f'__import__("byways.rules.options").rules.options.{option}),')
    state = byways.start("hex")
    for turn in ("a1", "b1", "a2", "b2"):
        state = state.play(turn)
        assert state.outcome is None


def test_of_two_with_one_id_the_last_counts_and_that_is_said(plug_in, monkeypatch, caplog):
    registry._say_taken.cache_clear()
    first, last = plug_in('title="Hex"', 'title="One"', "one.py"), plug_in('title="Hex"', 'title="Two"', "two.py")
    monkeypatch.setenv(registry.VARIABLE, f"{first},{last}")
    assert registry.find("hex").title == "Two"
    assert caplog.messages == ["two plug-ins have a game called hex; the last one listed counts"]


def test_no_option_of_a_command_is_left_out():
    """Where a command takes a game's options, its own are heard first."""
    commands = [command for name in app if not name.startswith("-") for command in (app[name], *_below(app[name]))]
    found = set()
    for command in commands:
        parameters = inspect.signature(command.default_command).parameters.values() if command.default_command else ()
        if any(one.kind == one.VAR_POSITIONAL for one in parameters):
            arguments = command.assemble_argument_collection()
            found |= {argument.name[2:] for argument in arguments if argument.name.startswith("--")}
    assert len(found) > 15
    assert found <= checks.TAKEN


def test_no_parameter_of_a_function_is_left_out_that_takes_a_games_options_beside():
    functions = [byways.Batch.__init__, byways.start, byways.random_game, byways.analyse]
    for name, made in (("gymnasium", "BywaysEnv"), ("gymnasium_vector", "BywaysVectorEnv"), ("pettingzoo", "env")):
        module = pytest.importorskip(f"byways.interop.{name}")
        functions.append(getattr(module, made))
    found = set()
    for function in functions:
        parameters = inspect.signature(function).parameters.values()
        if any(one.kind == one.VAR_KEYWORD for one in parameters):
            found |= {one.name for one in parameters if one.kind != one.VAR_KEYWORD}
    assert {"autoreset", "max_length", "opponent", "position", "threads"} <= found <= checks.TAKEN


@pytest.mark.parametrize("name", ["seed", "autoreset", "self"])
def test_an_option_with_the_name_of_a_parameter_is_refused_with_the_line_to_write(plug_in, name):
    plug_in("SWAP),", f'__import__("byways.rules.options").rules.options.Flag("{name}", False, "x")),')
    with pytest.raises(OptionError, match=re.escape(f'write: Flag("hex-{name}", …)')):
        registry.load_plug_in(os.environ[registry.VARIABLE])


def _below(command):
    return [command[name] for name in command if not name.startswith("-")]


GAME = "GAME = Game(\n"
BEGIN = """from byways.game import Interface, Piece
from byways.rules.picture import Board, Item, Picture, Point
NOWHERE = Picture((Board("hexes", (Point("a1", 0, 0),), items=(Item("stone", ("z9",)),)),))
GAME = Game(
    ui=Interface({}),
"""
PUT = "    put(state, cell, 1 + player)\n"
NEXT = "    next_turn(state, 1 - player)"


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        (GAME, BEGIN.format("picture=lambda s: Item('stoen', ())"), "pictures_can_be_drawn: ValueError: 'stoen' is"),
        (GAME, BEGIN.format("picture=lambda s: NOWHERE"), "pictures_can_be_drawn: KeyError"),
        (GAME, BEGIN.format('refusal=lambda s: ""'), "turns_that_have_gone_are_refused: TypeError"),
        (NEXT, "    state[0] = 1 - player", "no swap after a1"),
        (f"{PUT}{NEXT}\n    judge(geometry, state, cell)", NEXT, "no random game ended within 5,000 moves"),
        (NEXT, "    next_turn(state, player)", "no random game let white move"),
    ],
)
def test_the_invariants_find_what_a_game_would_stumble_over(plug_in, monkeypatch, old, new, said):
    plug_in(old, new)
    some = ("the_end_is_stable", "turns_that_have_gone_are_refused", "the_pie_rule_is_offered", "pictures_can_be_drawn")
    monkeypatch.setattr(invariants, "INVARIANTS", tuple(getattr(invariants, name) for name in some))
    monkeypatch.setattr(invariants, "PATIENCE", 600.0)  # a busy machine is no fault of the game
    with pytest.raises(AssertionError) as broken:
        testing.check("hex", size=3, swap=True)
    assert str(broken.value).startswith(said)


def assert_not_compiled(file, name, said, at, part="kernels", above=0):
    """A kernel of the game in a file cannot be compiled, which is said with the line that reads so, or one above it."""
    line = file.read_text(encoding="utf-8").splitlines().index(at) + 1 - above
    with pytest.raises(KernelError, match=rf"^{name} {said} \(mine\.py, line {line}\)$"):
        compiled(getattr(getattr(registry.find("hex"), part), name))


def test_what_machine_code_cannot_do_is_said_with_its_line(plug_in):
    assert_not_compiled(plug_in(PUT, "    object()\n" + PUT), "apply", "cannot be compiled: .*", "    object()")


def test_a_kernel_that_returns_nothing_is_named_with_its_line(plug_in):
    lines = "@kernel\ndef playout(geometry: Ints, state: Ints, rng: Bits, values: Reals) -> int:\n    values[0] = 1.0\n"
    imports = "from byways.game import SearchKernels\nfrom byways.kernels import Bits, Reals\n\n\n"
    file = plug_in(GAME, f"{imports}{lines}\n\n{GAME}    search=SearchKernels(playout=playout),\n")
    said = "returns nothing where int is expected"
    assert_not_compiled(file, "playout", said, lines.splitlines()[1], above=1)  # the line of its @kernel


@pytest.mark.parametrize("value", ["1.5", "1", "state"])
def test_a_kernel_that_returns_what_its_annotation_denies_is_named_with_its_line(plug_in, value):
    judged = "    judge(geometry, state, cell)\n"
    file = plug_in(judged, f"{judged}    return {value}\n")
    said = "returns something although it is annotated with None"
    assert_not_compiled(file, "apply", said, f"    return {value}", part="rules")


def test_an_error_of_ours_is_a_traceback(monkeypatch):
    monkeypatch.setattr("byways.position.perft.perft", lambda *given: 1 // 0)
    with pytest.raises(ZeroDivisionError):
        main(["perft", "troll", "--depth", "1"])


@pytest.mark.parametrize("name", ["allows", "legal_actions"])
def test_a_kernel_that_never_ends_is_given_up_by_the_invariants(plug_in, monkeypatch, name):
    loop = "    while True:\n        pass\n"
    head = "@kernel\ndef looping(geometry: Ints, state: Ints, {}: {}) -> {}:\n" + loop + "\n\n"
    head = head.format(*(("action", "int", "bool") if name == "allows" else ("out", "Ints", "int")))
    file = plug_in(GAME, head + GAME)
    source = file.read_text(encoding="utf-8")
    given = "allows=looping, " if name == "allows" else "allows=allows, legal_actions=looping, "
    file.write_text(source.replace("allows=allows, ", given), encoding="utf-8")
    monkeypatch.setattr(invariants, "PATIENCE", 1.0)
    with pytest.raises(AssertionError, match=rf"not come to an end in 1 s: {file}, line \d+, in looping"):
        testing.check("hex", size=3)


@pytest.mark.parametrize(
    ("field", "said"),
    [
        ("numbers=lambda size, swap: ()", "TypeError: "),
        ("numbers=lambda options: (1 // 0,)", "ZeroDivisionError: "),
        ('players=lambda options: options["sise"]', "KeyError: 'sise'"),
        ('counters=(__import__("byways.game").game.Counter("n", count=lambda: 1),)', "TypeError: "),
    ],
)
def test_a_function_of_the_options_that_fails_is_one_line(plug_in, capsys, field, said):
    old = '    players=("black", "white"),\n' if field.startswith("players") else "    options=("
    new = f"    {field},\n" + ("" if field.startswith("players") else old)
    file = plug_in(old, new)
    line = file.read_text(encoding="utf-8").splitlines().index(f"    {field},") + 1
    assert main(["perft", "hex", "--size", "3", "--depth", "1"]) == 1
    printed = capsys.readouterr().err
    assert printed.count("\n") == 1
    assert f"{file}, line {line}: {said}" in printed
    assert "is called with the options as a mapping" in printed
    with pytest.raises(GameError, match=f"line {line}: {said}"):
        testing.check("hex", size=3)


def test_pieces_are_read_as_they_are_written_also_where_they_have_no_other_marks(plug_in):
    pieces = ", ".join(PIECE.format(words).rstrip(",") for words in ('"A", "black"', '"B", "white"', '"X"'))
    plug_in("    options=(", f"    pieces=({pieces}),\n    options=(")
    state = byways.start("hex", size=3).play("a1").play("b2")
    assert {"A", "B"} <= set(str(state))
    assert byways.start("hex", size=3, position=str(state)) == state


def test_a_piece_that_was_not_declared_is_named_with_the_line_to_write(plug_in):
    plug_in("size", "size")
    game = registry.find("hex")
    with pytest.raises(GameError, match=r"^Hex has no piece 3, which its rules put on a cell; write: pieces=\(Piece"):
        game.piece(3)
    assert [game.piece(number).owner for number in (1, 2)] == ["black", "white"]


def test_what_a_game_does_not_bring_is_nothing():
    secrets = Secrets()
    assert (secrets.turns(None), secrets.kept({}), secrets.next(None), secrets.independent) == (0, True, False, False)
    ui = Interface()
    assert [ui.describe_preview(None, ()), ui.prompt(None), ui.remark(None), ui.data_hash({})] == [""] * 4
    assert (ui.panel(None, None, ()), ui.gallery(None, None), ui.to_place(None)) == ((), None, None)
    assert ui.scale(None) == (0, 100, "%")
    assert Solving().form({}) is None
    assert not Solving().costly_end(None)
