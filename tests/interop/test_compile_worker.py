"""The process that compiles kernels for the site: what it finds missing in the cache."""

from byways.interop.compile_worker import Compiled, compile_one, missing


def test_what_is_missing_names_what_every_level_calls(monkeypatch, tmp_path):
    monkeypatch.setenv("BYWAYS_CACHE", str(tmp_path))
    found = missing()
    assert found.trouble == ""
    for parts in found.games.values():
        assert parts.keys() == {*map(str, range(1, 11)), "", "later"}
        assert {name for part in parts.values() for name in part} <= found.parts.keys()
    assert "games.stroll.engine.evaluation.evaluate" not in found.games["stroll"]["3"], "level 3 plays plainly"
    assert "games.stroll.engine.evaluation.evaluate" in found.games["stroll"][""]


def test_a_kernel_of_a_file_that_is_broken_by_now_is_passed_over():
    assert compile_one("byways_game_0_mine.apply") == Compiled("", 0.0)
