"""A second server on one SQLite file is warned of, and nothing else is."""

import pytest
from site_world import Server

WARNING = "another server uses"


def test_a_second_server_on_one_file_says_so_in_one_line(tmp_path):
    folders = [tmp_path / name for name in ("one", "other")]
    for folder in folders:
        folder.mkdir()
    database = tmp_path / "shared.sqlite3"
    (tmp_path / "another-name.sqlite3").symlink_to(database)
    first = Server(folders[0], database=str(database))
    second = Server(folders[1], database=str(tmp_path / "another-name.sqlite3"))
    second.stop()
    first.kill()
    assert WARNING not in first.said()
    assert [str(database) in line for line in second.said().splitlines() if WARNING in line] == [True]


@pytest.mark.torture
def test_a_server_that_was_killed_is_no_other(tmp_path):
    server = Server(tmp_path)
    server.kill()
    server.start()
    server.stop()
    assert WARNING not in server.said()
