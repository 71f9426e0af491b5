"""Tournaments: who meets whom, ratings, tables of several, the folder that keeps them, and files that make no sense."""

import json
from contextlib import closing

import msgspec
import pytest

from byways import records
from byways.arena.exports import without_times
from byways.arena.run import runner
from byways.arena.run_store import RunStore
from byways.arena.tournament import Description, Tournament, pairings
from byways.cli import main

PLAYERS = ["plain:simulations=40", "beginner", "random"]


def played(**given):
    made = Tournament(msgspec.convert(given, Description))
    with closing(RunStore(None)) as store:
        *_, standings = made.play(store, runner(1))
    return made.facts(standings)


@pytest.fixture
def described(tmp_path):
    """Write a tournament's file, and return its name."""

    def write(text):
        path = tmp_path / "tournament.toml"
        path.write_text(text)
        return str(path)

    return write


def test_who_meets_whom():
    assert pairings(4, 2, "round-robin") == [(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)]
    assert pairings(4, 2, "gauntlet") == [(0, 1), (0, 2), (0, 3)]
    assert pairings(4, 3, "gauntlet") == [(0, 1, 2), (0, 1, 3), (0, 2, 3)]
    assert pairings(3, 6, "round-robin") == pairings(3, 1, "round-robin") == [(0, 1, 2)]


def test_ratings_follow_strength():
    found = played(game="troll", options={"size": 4}, players=PLAYERS, games=20)
    assert [row.player for row in found.ratings] == PLAYERS
    assert sum(row.value for row in found.ratings) == pytest.approx(0, abs=1e-6)
    assert found.games + found.repeated == 60
    for pairing in found.pairings:
        assert pairing.wins + pairing.draws + pairing.losses == pairing.games
    assert found.first_player.interval[0] < found.first_player.value


def test_several_variants_are_played_side_by_side_and_who_fails_comes_in_last():
    found = played(players=["plain:simulations=20", "random"], games=4, variants=[
        {"game": "troll", "options": {"size": 4}}, {"game": "stride", "options": {"side": 4}}])  # fmt: skip
    assert [(one.variant, one.games) for one in found.pairings] == [(0, 4), (1, 4)]
    assert [one.game for one in found.variants] == ["troll", "stride"]
    found = played(game="longway", options={"players": 3}, players=["random", "python:builtins:len"], games=2)
    assert {failure.player for failure in found.failures} == {"python:builtins:len"}
    assert [row.player for row in found.ratings] == ["random", "python:builtins:len"]


@pytest.mark.parametrize("seats", [1, 3])
def test_tables_are_rated_by_the_order_of_scores(seats):
    found = played(game="longway", options={"players": seats}, players=["greedy", "random"], games=6)
    assert [row.player for row in found.ratings] == ["greedy", "random"]
    assert found.games == 6
    assert found.pairings == ()


def test_a_folder_keeps_a_tournament_and_its_games(described, tmp_path, capsys):
    file = described('game = "troll"\ngames = 4\nplayers = ["beginner", "random"]\n[options]\nsize = 4\n')
    words = ["tournament", file, "-o", str(tmp_path / "kept")]
    assert main(words) == 0
    said = capsys.readouterr().out
    assert "4 games" in said
    assert said.splitlines()[0].split()[1] == "beginner"
    assert main([*words, "--json", "--jobs", "2"]) == 0, "it is finished, so nothing is played"
    found = json.loads(capsys.readouterr().out)
    assert without_times(json.loads((tmp_path / "kept/tournament.json").read_text())) == found
    kept = records.read_text((tmp_path / "kept/games.txt").read_text(), records.LIMITS)
    assert [record.game for record in kept] == ["troll"] * 4
    assert len((tmp_path / "kept/games.csv").read_text().splitlines()) == 1 + 2 * 4
    page = (tmp_path / "kept/tournament.html").read_text()
    assert page.count("<details>") == 4
    assert "<script" not in page
    assert "<p>4 games of troll size=4." in page


def test_variants_are_named_and_pairings_are_told(described, tmp_path, capsys):
    text = 'games = 2\nplayers = ["beginner", "random"]\n[[variants]]\ngame = "troll"\noptions = { size = 4 }\n'
    file = described(text + '[[variants]]\ngame = "stride"\noptions = { side = 4, goal = "arrive" }\n')
    assert main(["tournament", file, "-o", str(tmp_path / "kept")]) == 0
    lines = capsys.readouterr().out.splitlines()
    where = lines.index("troll size=4")
    assert lines[where + 1].startswith("  beginner against random: ")
    assert lines[where + 2] == "stride side=4 goal=arrive"
    page = (tmp_path / "kept/tournament.html").read_text()
    assert ">stride side=4 goal=arrive</th><td>beginner</td>" in page
    assert "hold together" in page


def test_a_plan_is_not_played_nor_a_file_or_a_program_that_is_not_there(described, tmp_path, capsys):
    assert main(["tournament", str(tmp_path / "missing.toml")]) == 1
    assert capsys.readouterr().err == f"byways: {tmp_path / 'missing.toml'}: No such file or directory\n"
    file = described('game = "troll"\ngames = 2\nplayers = ["process:<b>no</b>", "random"]\n[options]\nsize = 4\n')
    assert main(["tournament", file, "-o", str(tmp_path / "kept")]) == 2
    file = described('game = "troll"\ngames = 100\nplayers = ["beginner", "random"]\n[options]\nsize = 6\n')
    assert main(["tournament", file, "--plan", "-o", str(tmp_path / "kept")]) == 0
    assert capsys.readouterr().out.startswith("100 games: 100 games of each pairing")
    assert not (tmp_path / "kept").exists()


UNREADABLE = [
    ("players = [", "tournament.toml: "),
    ("players = " + "[" * 100_000, "tournament.toml: "),
    ("games = 1\ngames = 2\nplayers = []", "Cannot overwrite a value"),
    ('\ufeffgame = "troll"\nplayers = "random"', "Expected `array`"),
    ('players = ["random", "beginner"]\nplyers = 3', "unknown field `plyers`"),
    ('game = "troll"\nplayers = ["random", "beginner"]\nkind = "swiss"', "Invalid enum value 'swiss'"),
    ('game = "troll"\nplayers = "random"', "Expected `array`"),
]
IMPOSSIBLE = [
    ('game = "troll"\nplayers = ["random"]', "two players or more"),
    ('game = "troll"\nplayers = ["random", "random"]', "random is listed twice"),
    ('game = "troll"\nplayers = ["random", "full:simulations=9,simulations=8"]', "names a limit twice"),
    ('game = "troll"\nplayers = ["random", "nobody"]', "there is no player 'nobody'"),
    ('game = "chess"\nplayers = ["random", "beginner"]', "there is no game 'chess'"),
    ('game = "troll"\nplayers = ["random", "beginner"]\n[[variants]]\ngame = "troll"', "troll is listed twice"),
    ('players = ["random", "beginner"]', 'the file needs game = "…"'),
    ('game = "troll"\ngames = 0\nplayers = ["random", "beginner"]', "games must be 1 or more"),
    ('game = "troll"\nplayers = ["random", "beginner"]\n[options]\nsize = 3', "a whole number from 4 to 20"),
    (
        'players = ["random", "beginner"]\n[[variants]]\ngame = "troll"\n[[variants]]\ngame = "longway"',
        "the same number of players",
    ),
]


@pytest.mark.parametrize(
    ("status", "text", "reason"), [*((1, *one) for one in UNREADABLE), *((2, *one) for one in IMPOSSIBLE)]
)
def test_tournaments_that_cannot_be(described, capsys, status, text, reason):
    assert main(["tournament", described(text)]) == status
    err = capsys.readouterr().err
    assert reason in err
    assert err.count("\n") == 1
