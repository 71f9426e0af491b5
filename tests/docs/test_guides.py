"""What the README and the guides show runs, prints what stands beside it, and leaves nothing out."""

import os
import re
import shlex
import subprocess
import sys
import timeit
import tomllib
from pathlib import Path

import msgspec
import pytest

import byways
from byways import registry, testing
from byways.arena.players import KINDS, PROGRAMS
from byways.arena.tournament import Description, Tournament
from byways.cli import main
from byways.game.checks import SIGNATURES, definition_of
from byways.game.rule_calls import AUTOMATIC, machine_code_is
from byways.games import BUILT_IN
from byways.interop.gtp import COMMANDS
from byways.interop.request import TYPES
from byways.lab.metrics.registry import catalogue
from byways.records import LIMITS, TERMINATIONS, Record, schema
from docs.pages import GUIDES, README, ROOT, TEXTS, blocks, run
from lab.metrics.shared_games import FIVE


def test_the_first_example_of_the_readme_prints_its_board(capsys):
    exec(blocks("README")[0], {})
    shown = re.search(r"```\n\n((?: {4}.*\n)+)", README)[1]
    assert capsys.readouterr().out == re.sub(r"^ {4}", "", shown, flags=re.M)


def test_the_readme_has_the_example_in_fifty_lines_and_links_that_lead_to_files():
    (game,) = (block for block in blocks("README") if "GAME = Game(" in block)
    assert game == (ROOT / "examples/hex.py").read_text(encoding="utf-8")
    assert len(game.splitlines()) <= 50
    links = re.findall(r"\]\(([^)#]+)(?:#[^)]*)?\)", README)
    assert [link for link in links if "//" not in link and not (ROOT / link).exists()] == []


NUMBERS = ("low=0.4622", "high=0.6532", "low=0.538", "high=0.5816", "0.0984")


@pytest.mark.parametrize(
    ("page", "printed"),
    [
        ("README", ("(1024, 4, 8, 8)", "a1 is a corner and flips nothing", '[White "Ada"]')),
        ("library", ()),
        ("matches", ("0.95 Interval(",)),
        ("metrics", ("AdvantageP1 4 0.625 Interval(low=",)),
        ("statistics", NUMBERS),
    ],
)
def test_the_code_on_a_page_prints(page, printed, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    Path("games.txt").write_text("\n".join(FIVE), encoding="utf-8")
    names = run(page)
    said = capsys.readouterr().out
    assert [text for text in printed if text not in said] == []
    if page == "statistics":
        assert round(names["by_player"].effective_games) == 333
        assert abs(names["shares"].interval.low + 0.061) < 1e-3
        assert abs(names["shares"].interval.high - 0.001) < 1e-3


def test_the_code_on_the_page_of_batches_runs():
    names = run("batches")
    assert 0.3 < names["first_player_wins"] < 0.7
    assert len(names["replies"]) > 10


def test_the_code_on_the_page_of_environments_runs():
    for needed in ("pettingzoo", "gymnasium", "pyspiel"):
        pytest.importorskip(needed)
    try:
        names = run("environments")
    finally:
        registry.forget("hex")
    assert "to move" in names["picture"]
    assert names["done"]
    assert names["best"] in names["game"].new_initial_state().legal_actions()


def test_the_match_of_the_guide_ends_as_shown(capsys):
    (block,) = blocks("matches", "console")
    command, _, expected = block.removeprefix("$ byways ").partition("\n")
    assert main(shlex.split(command)) == 0
    assert capsys.readouterr().out == expected


def test_the_files_of_the_guides_are_read():
    made = [Tournament(msgspec.convert(tomllib.loads(text), Description)) for text in blocks("matches", "toml")]
    assert [len(one.schedule.pairings) for one in made] == [6, 1]
    for text in blocks("records", "json"):
        assert Record.from_json(text).people == {"white": "Ada", "black": "Ben"}
    (text,) = blocks("records", "diagram")
    assert byways.start("troll", position=text).to_move == "black"


@pytest.mark.parametrize("text", blocks("records", "record"))
def test_records_are_written_as_byways_writes_them(text):
    record = Record.from_text(text)
    rewritten = record.to_text()
    assert Record.from_text(rewritten) == record
    assert rewritten.partition("\n\n")[2] == text.partition("\n\n")[2]


# What the pages list


def test_tables_name_all_limits_fields_and_terminations():
    for limit, most in vars(LIMITS).items():
        row = rf"^\| {limit} \| {'yes' if most is True else f'{most:,}'} \|"
        assert re.search(row, GUIDES["records"], re.MULTILINE), limit
    for field in schema()["$defs"]["Document"]["properties"]:
        assert field in GUIDES["records"]
    (row,) = re.findall(r"^\| Termination \|.*$", GUIDES["records"], re.MULTILINE)
    assert tuple(re.findall(r"`([^`]+)`", row)) == TERMINATIONS
    table = GUIDES["engine"].partition("## Requests")[2].partition("## Answers")[0]
    assert {name for name in TYPES if f"`{name}`" not in table} == set()


def test_all_metrics_and_public_properties_of_a_state_are_listed():
    begin, end = "<!-- the metrics, by scripts/setup/metrics -->\n", "<!-- end of the metrics -->"
    assert GUIDES["metrics"].partition(begin)[2].partition(end)[0] == catalogue(), "run scripts/setup/metrics"
    table = GUIDES["library"].partition("## Reading a board")[0]
    public = {name for name in vars(byways.State) if not name.startswith("_")}
    rare = {"apply_unchecked", "follow", "move_to", "game", "line", "recast", "refuse_begun", "seat_of"}
    assert {name for name in public - rare if f"`{name}" not in table} == set()


@pytest.mark.parametrize("game", BUILT_IN)
def test_boards_and_planes_of_every_game_are_listed(game):
    assert re.search(rf"^\| {game} \| \(", GUIDES["library"], re.M)
    (planes,) = re.findall(rf"^\| {game} \| (\d+) \| ", GUIDES["batches"], re.M)
    assert int(planes) == byways.Batch(game, 1).observation_shape[0]


# The lines by which readers measure a speed that a page states

LINE = re.compile(r"^    (python -m timeit .*(?:\n    (?!python |byways |make ).*)*)", re.M)
LINES = {page: LINE.findall(text) for page, text in TEXTS.items() if LINE.search(text)}


def test_every_page_that_states_a_speed_has_such_a_line():
    assert LINES.keys() >= {"README", "library", "batches", "environments", "kernels"}


@pytest.mark.slow
@pytest.mark.parametrize("line", sorted({line for lines in LINES.values() for line in lines}))
def test_the_lines_measure_something(line, monkeypatch, capsys):
    _, _, _, *given, statement = shlex.split(line.replace("\n    ", "\n"))
    if "gymnasium" in line:
        pytest.importorskip("gymnasium")
    monkeypatch.setattr("sys.path", [*sys.path])  # to which `timeit` adds
    with machine_code_is(AUTOMATIC):
        timeit.main([*given, "-n", "1", "-r", "1", statement])
    registry.forget("hex")
    assert "best of 1" in capsys.readouterr().out


# What CONTRIBUTING and docs/guides/kernels.md show: a game made of their code, and the lines to write


IMPORTS = """
from dataclasses import replace

from byways.cells import cells, edges, joins, piece, put
from byways.rules.defaults import outcome
from byways.game import SWAP, About, Cells, Game, Rhombus, Rules, SearchKernels, Whole
from byways.kernels import Ints, Reals, Bits, kernel
from byways.turns import NOBODY, draw, finish, mover, next_turn

"""
JUDGE = '''
@kernel
def judge(geometry: Ints, state: Ints, cell: int) -> None:
    """End the game as CONTRIBUTING says in a comment."""
    if joins(geometry, state, cell, edges(piece(state, cell) - 1)):
        finish(state, 1, piece(state, cell) - 1)

'''
WHOLE = """
GAME = replace(
    GAME, rules=replace(GAME.rules, legal_actions=legal_actions), search=SearchKernels(playout=playout)
)
"""


@pytest.mark.slow
def test_the_game_on_the_pages_satisfies_all_invariants(tmp_path, monkeypatch):
    file = tmp_path / "shown.py"
    kernels = [block for page in ("CONTRIBUTING", "kernels") for block in blocks(page) if "@kernel" in block]
    file.write_text(
        "\n".join((IMPORTS, JUDGE, *kernels, WHOLE)).replace('name="hex"', 'name="shown"'), encoding="utf-8"
    )
    monkeypatch.setenv(registry.VARIABLE, str(file))
    assert testing.check("shown", size=4, swap=True) == []
    assert byways.find("shown").search.playout.__module__ == byways.find("shown").rules.apply.__module__


def test_the_line_to_write_is_that_of_every_kernel():
    shown = dict(re.findall(r"^\| `(\w+)` \| `(def .*?:)` \|", TEXTS["kernels"], re.M))
    assert shown == {name: definition_of(name) for name in SIGNATURES}


GUIDE, BLOCKS = GUIDES["protocols"], blocks("protocols")
SHELL = re.findall(r"^    ((?:byways|printf) .*)$", GUIDE, re.M)


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """A folder with the page's files, and programs of the names that its commands use."""
    made = tmp_path_factory.mktemp("guide")
    for block in BLOCKS:
        if name := re.match(r"# (\w+\.py)\n", block):
            (made / name[1]).write_text(block)
    for name, command in (("python", ""), ("byways", "-m byways")):
        (made / name).write_text(f'#!/bin/sh\nexec {sys.executable} {command} "$@"\n')
        (made / name).chmod(0o755)
    return made


def test_the_code_of_the_guide_to_protocols_runs(capsys):
    (block,) = (block for block in BLOCKS if not block.startswith("# "))
    exec(block, {})
    assert capsys.readouterr().out in ("white\n", "black\n", "None\n")


@pytest.mark.slow
@pytest.mark.parametrize("command", SHELL)
def test_the_commands_of_the_guide_to_protocols_work(folder, command):
    path = f"{folder}{os.pathsep}{os.environ['PATH']}"
    environment = {**os.environ, "PATH": path}
    run = subprocess.run(
        ["sh", "-c", command], cwd=folder, env=environment, text=True, capture_output=True, timeout=280, check=False
    )
    assert run.returncode == 0, run.stderr
    assert not re.search(r" lost \d+ games?: ", run.stdout), "no program fails"
    assert "broken" not in run.stdout


def test_the_guide_to_protocols_names_all_kinds_of_players_and_commands():
    assert {kind for kind in (*KINDS, *PROGRAMS) if f"`{kind}" not in GUIDE} <= {"openspiel"}
    assert {name for name in COMMANDS if name not in GUIDE.partition("## GTP")[2]} == set()
