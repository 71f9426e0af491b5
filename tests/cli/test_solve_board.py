"""`byways solve GAME FILE`: what a position holds, as text, JSON and drawings, with or without enough time."""

import json

import pytest

import byways
from byways.interop import warm
from games.stroll.paths.test_stroll_resumable_search import full_state
from games.stroll.stroll_boards import CROSS, position


@pytest.fixture
def cross(tmp_path):
    path = tmp_path / "cross.txt"
    path.write_text(str(position(CROSS)))
    return str(path)


def test_both_paths_are_told_also_as_json(run, cross, tmp_path):
    assert run("solve", "stroll", cross) == (0, "white: 7: e3 c1 c5\nblack: 6: e1 b4 b2\n", "")
    status, out, _ = run("solve", "stroll", cross, "--json")
    facts = json.loads(out)
    assert (status, facts["game"], facts["options"]["size"]) == (0, "stroll", 5)
    white = facts["paths"]["white"]
    assert (white["length"], white["bound"], white["proved"], white["path"]) == (7, 7, True, ["e3", "c1", "c5"])
    path = tmp_path / "empty.txt"
    path.write_text(str(byways.start("stroll", size=5)))
    assert run("solve", "stroll", str(path)) == (0, "white: 0: no stones\nblack: 0: no stones\n", "")
    assert run("solve", "stroll", str(path), "--svg")[0] == 0


def test_drawn(run, cross, tmp_path):
    assert run("solve", "stroll", cross, "--out", str(tmp_path / "paths.svg"))[0] == 0
    drawing = (tmp_path / "paths.svg").read_text().lower()
    assert "white path of 7: e3 c1 c5" in drawing
    assert "black path of 6" in drawing
    assert run("solve", "stroll", cross, "--out", str(tmp_path / "paths.png"), "--width", "200")[0] == 0
    assert (tmp_path / "paths.png").read_bytes()[:4] == b"\x89PNG"


def test_what_is_not_proved_in_time_is_bounded(run, tmp_path):
    path = tmp_path / "large.txt"
    path.write_text(str(full_state(26, 1)))
    status, out, _ = run("solve", "stroll", str(path), "--seconds", "0.3", "--json")
    found = json.loads(out)["paths"]
    assert status == 1
    assert all(side["length"] <= side["bound"] for side in found.values())
    assert not all(side["proved"] for side in found.values())
    status, out, _ = run("solve", "stroll", str(path), "--seconds", "0.3")
    assert status == 1
    assert "found, and none exceeds" in out
    status, out, _ = run("solve", "stroll", str(path), "--seconds", "0.3", "--svg")
    assert (status, "none exceeds" in out) == (1, True)


def test_what_makes_no_sense_is_said(run, cross):
    assert run("solve", "troll", cross)[0] == 2
    assert run("solve", "chess", cross)[0] == 2
    assert run("solve", "stroll", cross, "--svg", "--json")[0] == 2
    status, _, err = run("solve", "stroll", cross, "--seconds", "-1")
    assert (status, err) == (2, "byways: --seconds must be 0 or more\n")
    status, _, err = run("solve", "stroll", "nowhere.txt")
    assert (status, "nowhere.txt" in err) == (1, True)


@pytest.mark.parametrize(
    ("out", "complaint"),
    [("no/such/folder.json", "No such file or directory"), ("/", "Is a directory"), ("/proc/x", "No such file")],
)
@pytest.mark.parametrize("words", [("value", "troll", "--size", "4"), ("stroll", "{cross}")])
def test_where_nothing_can_be_written_nothing_is_looked_for(run, cross, monkeypatch, words, out, complaint):
    monkeypatch.setattr("byways.solve.value.solve", None)
    monkeypatch.setattr("byways.cli.solve_board._begin", None)
    status, shown, err = run("solve", *(word.format(cross=cross) for word in words), "--out", out)
    assert (status, shown) == (1, "")
    assert err.startswith(f"byways: {out}: {complaint}")


# `byways warm`: what it says when all is compiled


@pytest.mark.parametrize(("kernels", "said"), [(["forcing"], "1 kernel is"), (["forcing", "key"], "2 kernels are")])
def test_it_says_how_many_kernels_are_ready(run, monkeypatch, tmp_path, kernels, said):
    rules = byways.find("troll").kernels
    monkeypatch.setenv("BYWAYS_CACHE", str(tmp_path))
    monkeypatch.setattr(warm, "kernels", lambda: [getattr(rules, name) for name in kernels])
    status, out, _ = run("warm", "--json")
    assert status == 0
    assert json.loads(out)["kernels"] == len(kernels)
    assert run("warm")[1].startswith(f"{said} ready")
