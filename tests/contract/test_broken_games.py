"""Mistakes in a game of one's own are said: when it is loaded, by the laws, or in one line when it is played."""

import inspect

import pytest
from examples import hex_game

from byways import registry, testing, vetting
from byways.cli import app, main
from byways.errors import KernelError, OptionError
from byways.kernels import compiled

SOURCE = inspect.getsource(hex_game)


@pytest.fixture
def plug_in(tmp_path, monkeypatch):
    """Hex with something else in the place of a part of it, as a plug-in."""

    def write(old, new, name="mine.py"):
        assert old in SOURCE
        file = tmp_path / name
        file.write_text(SOURCE.replace(old, new), encoding="utf-8")
        monkeypatch.setenv(registry.VARIABLE, str(file))
        return file

    return write


MARK = "@kernel(defaults.APPLY)\n"
TAKES = "def apply(geometry: Ints, state: Ints, action: int) -> None:"


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        (MARK, "", "its kernel apply must be marked @kernel(defaults.APPLY)"),
        (MARK, "@kernel(defaults.SETUP)\n", "another signature than the one for apply, @kernel(defaults.APPLY)"),
        (TAKES, "def apply(state: Ints, action: int, geometry=None, more=0) -> None:", "takes 4 parameters"),
        ('name="hex"', 'name="My Hex"', "its id 'My Hex' must be small letters"),
        ('Whole("size", 11', 'Whole("Size", 11', "its option 'Size' must be small letters"),
        ('Whole("size", 11', 'Whole("seed", 11', "its option 'seed' must be called otherwise"),
        ('name="hex"', 'name="troll"', "belongs to a game of Byways"),
    ],
)
def test_what_cannot_be_played_is_not_offered_and_why_is_said(plug_in, caplog, old, new, said):
    file = plug_in(old, new)
    with pytest.raises(OptionError):
        registry.find("hex" if "troll" not in new else "Hex")
    assert [record.getMessage() for record in caplog.records] == [next(iter(caplog.messages))]
    assert caplog.messages[0].startswith(f"the game in {file} cannot be loaded: ")
    assert said in caplog.messages[0]


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
            found |= {one.name.replace("_", "-") for one in parameters if one.kind == one.KEYWORD_ONLY}
    assert len(found) > 15
    assert found <= vetting.TAKEN


def _below(command):
    return [command[name] for name in command if not name.startswith("-")]


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('Item("stone", (point.name,)', 'Item("stoen", (point.name,)', "pictures_can_be_drawn: KeyError: 'stoen'"),
        ('Item("stone", (point.name,)', 'Item("stone", ("z9",)', "pictures_can_be_drawn: KeyError"),
        ('return IllegalTurnError("turn', 'raise KeyError("turn', "turns_that_have_gone_are_refused: TypeError"),
        ("if swap_open(geometry, state):", "if False:", "no swap after a1"),
        ("    state[HEADER + action] = player + 1\n", "", "no random game ended within 5,000 turns"),
        (
            "    next_turn(state, 1 - player)\n    settle(geometry, state)",
            "    next_turn(state, player)\n    if joined(geometry, state, player):\n        finish(state, 1, player)",
            "no random game let white move",
        ),
    ],
)
def test_the_laws_find_what_a_game_would_stumble_over(plug_in, monkeypatch, old, new, said):
    plug_in(old, new)
    laws = ("the_end_is_stable", "turns_that_have_gone_are_refused", "the_pie_rule_is_offered", "pictures_can_be_drawn")
    monkeypatch.setattr(testing, "LAWS", tuple(getattr(testing, law) for law in laws))
    with pytest.raises(AssertionError) as broken:
        testing.check("hex", size=3, swap=True)
    assert str(broken.value).startswith(said)


def test_what_machine_code_cannot_do_is_said_with_its_line(plug_in, capsys):
    file = plug_in("    player = int(state[TO_MOVE])\n    if", "    player = int(state[TO_MOVE])\n    object()\n    if")
    line = file.read_text(encoding="utf-8").splitlines().index("    object()") + 1
    with pytest.raises(KernelError, match=rf"^apply cannot be compiled: .* \(mine\.py, line {line}\)$"):
        compiled(registry.find("hex").kernels.apply)


def test_an_error_of_a_game_is_one_line_and_of_ours_a_traceback(plug_in, capsys, monkeypatch):
    file = plug_in("    player = int(state[TO_MOVE])\n    if", "    player = int(state[TO_MOVE]) // 0\n    if")
    assert main(["perft", "hex", "--size", "3", "--depth", "2"]) == 1
    line = file.read_text(encoding="utf-8").splitlines().index("    player = int(state[TO_MOVE]) // 0") + 1
    said = capsys.readouterr().err
    assert said.startswith("byways: ")
    assert said.count("\n") == 1
    assert f"{file}, line {line}: ZeroDivisionError" in said
    monkeypatch.setattr("byways.counting.perft", lambda *given: 1 // 0)
    with pytest.raises(ZeroDivisionError):
        main(["perft", "troll", "--depth", "1"])
