"""Runs: the same games whatever plays them, in any order; killed workers, broken-off runs and damaged files."""

import csv
import functools
import json
import random
import re
import signal
import sqlite3
import sys
from contextlib import closing
from itertools import islice

import pytest

import byways
from byways.arena.exports import without_times
from byways.arena.game import GameResult
from byways.arena.match import Match
from byways.arena.openings import Openings, canonical
from byways.arena.run import play_run, runner
from byways.arena.run_store import FILE, RunError, RunStore
from byways.arena.schedule import GameLimits, RuleSet, Schedule, seats
from byways.cli import main
from byways.position.state import State

TROLL = RuleSet("troll", {"size": 4})


def match(games=20, **given):
    return Match(TROLL, "plain:simulations=20", "random", limits=GameLimits(games, **given))


def whole(made, store, run=None):
    return list(play_run(made.plan, made.schedule, store, run or runner(1)))


def untimed(results):
    return [(result.index, result.key, result.record, result.points, result.values) for result in results]


def played(openings, number):
    """The state after an opening."""
    return functools.reduce(State.play, openings[number], State(openings.variant, openings.variant.start()))


# Openings and schedules


def test_openings_are_distinct_up_to_symmetry_and_run_out_or_grow():
    variant = byways.find("troll").variant({"size": 4})
    openings = Openings(variant, 1, 1)
    count = openings.count(100)
    assert count == 2, "an edge and a middle: all others are images of them, and corners may not be begun with"
    keys = {canonical(openings.variant, played(openings, number).vector) for number in range(count)}
    assert len(keys) == count
    with pytest.raises(IndexError):
        openings[count]
    growing = Openings(variant, 1, 1, grow=True)
    assert [len(growing[number]) for number in range(4)] == [1, 1, 2, 2]
    with pytest.raises(byways.OptionError, match="no opening of 40 moves"):
        Openings(variant, 40, 1)[0]  # it would end every game


def test_an_opening_depends_on_the_seed_alone_and_one_of_long_ago_is_drawn_again():
    variant = byways.find("stride").variant()
    one, same, other = (Openings(variant, 2, seed) for seed in (1, 1, 2))
    assert one[5] == same[5]
    assert [one[i] for i in range(4)] != [other[i] for i in range(4)]
    openings = Openings(byways.find("troll").variant({"size": 8}), 2, 1)
    first, *_ = [openings[number] for number in range(300)]
    assert 0 not in openings._latest
    assert openings[0] == first
    assert openings.lengths(300) == {2: 300}


def test_every_pairing_meets_with_every_opening_in_every_seating_of_its_table():
    schedule = Schedule([TROLL, RuleSet("troll", {"size": 5})], [(0, 1), (0, 2), (1, 2)], GameLimits(8))
    tasks = [schedule[i] for i in range(len(schedule))]
    assert len(tasks) == 8 * 3 * 2
    assert [task.index for task in tasks] == list(range(len(tasks)))
    met = {(task.variant, task.pairing, task.opening, schedule.seats(task)) for task in tasks}
    assert len(met) == len(tasks)
    for task in tasks:
        assert (task.variant, task.pairing, task.opening, schedule.seats(task)[::-1]) in met
    assert [seats((4, 7, 9), seating, 3) for seating in range(3)] == [(4, 7, 9), (7, 9, 4), (9, 4, 7)]
    assert seats((0, 1), 1, 3) == (1, 0, 1)
    assert [seats((0, 1), seating, 1) for seating in range(2)] == [(0,), (1,)]


def test_a_schedule_draws_no_opening_before_it_is_needed_and_ends_where_they_run_out():
    schedule = Schedule([RuleSet("troll", {"size": 8})], [(0, 1)], GameLimits(10_000_000))
    assert (len(schedule), len(schedule.openings[0])) == (10_000_000, 1)
    made = match(1_000, opening=1)

    def refuse(work, tasks):
        raise AssertionError

    with closing(RunStore(None)) as store:
        assert len(whole(made, store)) == 4, "there are two openings of one turn"
        assert len(whole(made, store, refuse)) == 4, "a finished run starts no worker"
    assert len(made.schedule) == 4


# The same games


def test_the_same_seed_gives_the_same_games_in_one_process_or_two_and_another_others():
    made = match()
    with closing(RunStore(None)) as one, closing(RunStore(None)) as two, closing(RunStore(None)) as other:
        games = untimed(whole(made, one))
        assert games == untimed(whole(made, two, runner(2)))
        assert games[:4] != untimed(whole(match(4, seed=2), other))


def test_games_of_one_opening_see_the_same_dice():
    made = Match(RuleSet("longway", {"players": 2}), "random", "greedy", limits=GameLimits(2))
    with closing(RunStore(None)) as store:
        one, other = (byways.Record.from_text(result.record) for result in whole(made, store))
    rolled = [[s.turn for s in record.states()[1:] if s.previous.to_move == "chance"] for record in (one, other)]
    shared = min(map(len, rolled))
    assert shared > 5
    assert rolled[0][:shared] == rolled[1][:shared]


def test_results_in_any_order_are_counted_in_theirs():
    made = match(12)

    def shuffled(work, tasks):
        results = [work(task) for task in tasks]
        random.Random(3).shuffle(results)
        return iter(results)

    with closing(RunStore(None)) as one, closing(RunStore(None)) as other:
        assert untimed(whole(made, one)) == untimed(whole(made, other, shuffled))


def test_proved_games_end_early_and_say_so():
    made = Match(TROLL, "alphabeta:simulations=2000", "random", limits=GameLimits(4), adjudicate=True)
    with closing(RunStore(None)) as store:
        proved = [result for result in whole(made, store) if result.ending == "proved"]
    assert proved
    for result in proved:
        record = byways.Record.from_text(result.record)
        assert record.termination == "adjudication"
        assert record.final().to_move is not None


# Going on


def test_a_run_goes_on_where_it_was_left(tmp_path):
    made = match()
    with closing(RunStore(None)) as store:
        expected = whole(made, store)
    with closing(RunStore(tmp_path)) as store:
        store.describe(made.manifest())
        with closing(play_run(made.plan, made.schedule, store, runner(1))) as results:
            assert len(list(islice(results, 7))) == 7
    played = []

    def counted(work, tasks):
        for task in tasks:
            played.append(task.index)
            yield work(task)

    with closing(RunStore(tmp_path)) as store:
        store.describe(made.manifest())
        assert untimed(whole(made, store, counted)) == untimed(expected)
    assert played == list(range(7, 20))


@pytest.mark.torture
def test_a_command_that_is_killed_goes_on_with_what_it_wrote(tmp_path):
    import subprocess
    import time

    words = ["match", "troll", "plain:simulations=400", "random", "--size", "5", "--games", "150", "--json"]
    log = tmp_path / "a" / f"{FILE}-wal"
    with subprocess.Popen([sys.executable, "-m", "byways", *words, "-o", str(tmp_path / "a")]) as child:
        until = time.monotonic() + 60
        while time.monotonic() < until and not (log.exists() and log.stat().st_size > 60_000):
            time.sleep(0.02)
        child.send_signal(signal.SIGKILL)
    with closing(RunStore(tmp_path / "a")) as store:
        assert 0 < len(list(store.numbers())) < 150
    given = {"capture_output": True, "text": True, "check": True}
    again = subprocess.run([sys.executable, "-m", "byways", *words, "-o", str(tmp_path / "a"), "--jobs", "2"], **given)
    other = subprocess.run([sys.executable, "-m", "byways", *words, "-o", str(tmp_path / "b")], **given)
    assert again.stdout == other.stdout
    one, other = (without_times(json.loads((tmp_path / name / "match.json").read_text())) for name in "ab")
    assert one == other
    for name in ("games.txt", "games.csv"):
        assert (tmp_path / "a" / name).read_bytes() == (tmp_path / "b" / name).read_bytes()


def test_what_is_no_folder_for_this_run_is_refused(tmp_path, capsys):
    words = ["match", "troll", "random", "random", "--size", "4", "-o", str(tmp_path)]
    assert main([*words, "--games", "2"]) == 0
    assert main([*words, "--games", "4"]) == 1
    assert capsys.readouterr().err.splitlines()[-1] == f"byways: {tmp_path} holds another run: its games is 2, not 4"
    with closing(RunStore(tmp_path)), pytest.raises(RunError, match="another process plays the run"):
        RunStore(tmp_path)
    (tmp_path / FILE).write_bytes(b"not a database" * 100)
    assert main([*words, "--games", "2"]) == 1
    assert capsys.readouterr().err.count("\n") == 1
    with pytest.raises(RunError, match=f"{FILE} is a file, and must be a folder"):
        RunStore(tmp_path / FILE)
    with closing(RunStore(tmp_path / "other")) as store:
        store.describe({"kind": "match", "kernels": "one"})
        with pytest.raises(RunError, match="of other sources of Byways or of a game, or of another compiler"):
            store.describe({"kind": "match", "kernels": "two"})


def test_it_is_said_where_a_seed_does_not_bring_the_same_games(tmp_path, capsys):
    given = ["random", "--size", "4", "--games", "2", "-o"]
    assert main(["match", "troll", "plain:seconds=0.001", *given, str(tmp_path / "one")]) == 0
    said = "programs and players limited in time do not repeat their moves"
    assert capsys.readouterr().out.endswith(f"the same seed may give other games, as {said}: plain:seconds=0.001\n")
    assert json.loads((tmp_path / "one/match.json").read_text())["unrepeatable"] == ["plain:seconds=0.001"]
    assert f"The command, which may play other games, as {said}" in (tmp_path / "one/match.html").read_text()
    assert main(["match", "troll", "plain:simulations=4", *given, str(tmp_path / "two")]) == 0
    assert said not in capsys.readouterr().out
    assert "The same games again: <code>byways match" in (tmp_path / "two/match.html").read_text()


def test_a_result_survives_the_store_and_a_damaged_record_is_noticed(tmp_path):
    with closing(RunStore(tmp_path)) as store:
        one, _ = whole(match(2), store)
        assert isinstance(store.read(0), GameResult)
        assert store.read(0) == one
    with closing(sqlite3.connect(tmp_path / FILE)) as file, file:
        file.execute("UPDATE games SET record = replace(record, 'troll', 'trolls') WHERE number = 1")
    with closing(RunStore(tmp_path)) as store:
        assert store.read(0).index == 0
        with pytest.raises(RunError, match=r"game 1 in .* is damaged"):
            store.read(1)


def test_a_full_disk_keeps_what_was_written(tmp_path):
    made = match(20)
    with closing(RunStore(tmp_path)) as store:
        store.describe(made.manifest())
        results = whole(made, store)
    other = tmp_path / "full"
    store = RunStore(other)
    store._file.execute(f"PRAGMA max_page_count={store._file.execute('PRAGMA page_count').fetchone()[0] + 2}")

    def fill():
        for result in results:
            store.add(result)
            store.commit()

    with pytest.raises(RunError, match=r"the disk of .* is full"):
        fill()
    store.close()
    with closing(RunStore(other)) as store:
        kept = list(store.numbers())
        assert kept == list(range(len(kept)))
        assert kept
        assert untimed(map(store.read, kept)) == untimed(results[: len(kept)])


def test_a_match_on_a_full_disk_says_so_in_one_line(tmp_path, capsys, monkeypatch):
    opened = RunStore.__init__

    def on_a_small_disk(self, folder):
        opened(self, folder)
        self._file.execute("PRAGMA max_page_count=12")

    monkeypatch.setattr(RunStore, "__init__", on_a_small_disk)
    words = ["match", "troll", "random", "random", "--size", "4", "--games", "200", "-o", str(tmp_path)]
    assert main(words) == 1
    assert capsys.readouterr().err == f"byways: the disk of {tmp_path} is full; what was played is kept\n"
    monkeypatch.undo()
    assert main(words) == 0, "it goes on where there is room"


# The command


def test_the_json_of_a_match_and_of_its_plan_add_up(capsys):
    words = ["match", "troll", "plain:simulations=10", "random", "--size", "4", "--games", "8", "--json"]
    assert main(words) == 0
    found = json.loads(capsys.readouterr().out)
    assert [byways.Record.from_text(text).game for text in found["records"]] == ["troll"] * 8
    assert sum(found["colours"]["white"].values()) == sum(found["colours"]["black"].values()) == 4
    assert sum(found["first_player"][name] for name in ("wins", "draws", "losses")) == 8
    assert sum(found["lengths"].values()) == 8
    plan = ("--plan", "--json", "--games")
    assert main(["match", "troll", "random", "random", "--size", "4", *plan, "400"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert (found["games"], found["detectable"]) == (400, pytest.approx(0.07, abs=0.002))
    assert main(["match", "longway", "greedy", "random", *plan, "200"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert (found["games"], found["half_width"]) == (200, pytest.approx(0.098, abs=0.001)), "100 comparisons"


def test_a_finished_folder_answers_without_counting_again(tmp_path, capsys, monkeypatch):
    words = ["match", "troll", "random", "random", "--size", "4", "--games", "4", "-o", str(tmp_path)]
    assert main(words) == 0
    said = capsys.readouterr().out
    kept = (tmp_path / "match.json").read_bytes()
    (tmp_path / "games.csv").unlink()
    assert main(words) == 0, "a file that is missing is written again"
    assert (tmp_path / "games.csv").exists()
    monkeypatch.setattr(Match, "play", None)
    capsys.readouterr()
    assert main([*words, "--jobs", "2"]) == 0
    assert capsys.readouterr().out == said
    assert (tmp_path / "match.json").read_bytes() == kept
    times = json.loads(kept)["times"]
    assert times["seconds"]["random"] > 0
    assert main([*words, "--json"]) == 0
    printed = json.loads(capsys.readouterr().out)
    assert "times" not in printed
    assert len(printed["records"]) == 4


def test_parquet_has_the_rows_of_the_table_and_the_records(tmp_path, capsys, monkeypatch):
    from arro3.io import read_parquet

    words = ["match", "troll", "random", "random", "--size", "4", "--games", "4", "--parquet"]
    assert main([*words, "-o", str(tmp_path)]) == 0
    found = read_parquet(tmp_path / "games.parquet").read_all()
    with (tmp_path / "games.csv").open() as file:
        table = list(csv.DictReader(file))
    for name in table[0]:
        given = [row[name] for row in table]
        told = found.column(name).to_pylist()
        assert [str(value) for value in told] == given
    assert found.column("points").to_pylist()[:2] in ([0.0, 1.0], [1.0, 0.0])
    assert byways.Record.from_text(found.column("record").to_pylist()[0]).game == "troll"
    monkeypatch.setitem(sys.modules, "arro3.core", None)
    assert main([*words, "-o", str(tmp_path / "other")]) == 2
    assert 'pip install "byways[parquet]"' in capsys.readouterr().err
    assert not (tmp_path / "other").exists(), "it is said before a game is played"


def test_a_page_draws_boards_without_repeating_an_id(tmp_path):
    words = ["match", "stride", "random", "random", "--side", "4", "--games", "4", "-o", str(tmp_path)]
    assert main(words) == 0
    page = (tmp_path / "match.html").read_text()
    assert page.count("<desc>") >= 4, "the chart has one as well"
    assert page.count(' width="280" ') == 4
    ids = re.findall(r' id="([^"]*)"', page)
    assert ids
    assert len(set(ids)) == len(ids)


def test_a_page_tells_who_won_at_any_table(tmp_path):
    """It once did so for two seats alone."""
    for count in ("1", "3"):
        words = ["match", "longway", "greedy", "random", "--players", count, "--games", "2"]
        assert main([*words, "-o", str(tmp_path / count)]) == 0
        page = (tmp_path / count / "match.html").read_text()
        assert re.search(r"<td>greedy</td><td>random</td><td>\d – \d – \d</td><td>[\d.]+\xa0%</td>", page)
