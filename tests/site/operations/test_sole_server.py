"""A second server on one SQLite file is warned of; and addresses in headers count only from a trusted proxy."""

import httpx
import pytest
from site_world import Server

WARNING = "another server uses"
FEW = (
    "import byways.site.web.rate_limits as rate; rate.few = rate.RateLimits.__init__; "
    "rate.RateLimits.__init__ = "
    "lambda limits, **more: (rate.few(limits, **more), setattr(limits, 'games', rate.Limiter(0.001, 1)))[0]"
)


def begun(where, address):
    with httpx.Client(base_url=where.address, headers={"X-Forwarded-For": address}, timeout=60) as browser:
        return browser.post("/new/troll", data={"size": "5", "your side": "both"}).status_code


@pytest.fixture(scope="module")
def two(tmp_path_factory):
    """Two servers on one file, which let every address begin one game; the first trusts a proxy."""
    folder = tmp_path_factory.mktemp("shared")
    names = {"one": folder / "shared.sqlite3", "other": folder / "another-name.sqlite3"}
    names["other"].symlink_to(names["one"])
    made = []
    for name, database in names.items():
        (folder / name).mkdir()
        proxies = {"proxies": "127.0.0.1"} if name == "one" else {}
        made.append(Server(folder / name, FEW, database=str(database), **proxies))
    yield made
    for running in made:
        running.kill()


def test_a_second_server_on_one_file_says_so_in_one_line(two):
    first, second = two
    assert WARNING not in first.said()
    assert [first.settings["database"] in line for line in second.said().splitlines() if WARNING in line] == [True]


def test_an_address_in_a_header_counts_only_from_a_trusted_proxy(two):
    trusting, strict = two
    assert [begun(trusting, f"192.0.2.{i}") for i in (1, 2, 1)] == [303, 303, 429]
    assert "not trusted" not in trusting.said()
    assert [begun(strict, f"192.0.2.{i}") for i in (1, 2, 3)] == [303, 429, 429]
    assert strict.said().count("not trusted: all who come through it count as one address") == 1


@pytest.mark.torture
def test_a_server_that_was_killed_is_no_other(tmp_path):
    server = Server(tmp_path)
    server.kill()
    server.start()
    server.stop()
    assert WARNING not in server.said()
