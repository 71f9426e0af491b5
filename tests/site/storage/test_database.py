"""What a database refuses because of what it is sent is no outage: everybody else plays on, and flags fall on time."""

import json
import os
import re
import sqlite3
from urllib.parse import urlencode

import pytest
from company_world import two_on
from site_world import becomes, begin, site_in, site_on
from sqlalchemy import text
from sqlalchemy.exc import IntegrityError
from starlette.routing import Route

from byways.site.storage.database_errors import StoreError
from byways.site.storage.game_store import Store
from byways.site.web.rate_limits import Limiter

ODD = ("%00", "a%00b", "%ED%A0%80", "%F0%9F%8E%B2", "%C2%A0", "'", "%25s", "%5C", "x" * 5_000, "%E2%80%AE", "-" * 25)
"""No id has any of these characters, or is so long."""
WORDS = ("\0", "a\0b", "\ud800", "\U0001f3b2", "'; --", "%s", "9" * 40, "x" * 5_000)
NUMBERS = (10**30, -(10**30), 2**31, 2**63, 1e300, -1)


def odd_ids(app):
    """(Method, address) of all routes with an id in their path, which is an odd one."""
    for route in app.routes:
        if isinstance(route, Route) and "{game_id}" in route.path:
            for odd in ODD if route.path == "/play/{game_id}" else ODD[:1]:
                for method in route.methods - {"HEAD"}:
                    yield method, re.sub(r"{[^}]*}", odd, route.path), ""


def odd_bodies(api):
    """(Method, address, what is sent as text) of pages and programs, with an odd word or number in every place."""
    for word in (*WORDS, *NUMBERS):
        turn = {"kind": "turn", "version": 0, "actions": [word]}
        told = {
            "act": {"command": turn, "shown": word, "key": word},
            "name": {"text": word, "key": word},
            "chat": {"text": word, "key": "k"},
            "sit": {"secret": word, "name": word},
            "try": {"line": word, "actions": [word]},
        }
        for part, body in told.items():
            yield "POST", f"{api}/{part}", json.dumps(body)
    for word in WORDS[:3]:
        record = f'[Game "troll"]\n[Options "size=4"]\n[White "{word}"]\n\n{{{word}}} 1. b3'
        query = dict.fromkeys(("seat", "after", "ply", "record", "position", "your name"), word)
        yield "POST", "/review", urlencode({"record": record}, errors="surrogatepass")
        yield "POST", "/new/troll", urlencode(query, errors="surrogatepass")
        yield "POST", "/mine", urlencode(query, errors="surrogatepass")
        for path in (f"{api}/view", "/exercises", "/daily"):
            yield "GET", f"{path}?{urlencode(query, errors='surrogatepass')}", ""


async def test_a_hundred_odd_ids_and_bodies_hold_off_no_flag(postgres, time, caplog, monkeypatch):
    monkeypatch.setattr(Limiter, "take", lambda limiter, key: None)
    async with two_on(site_on(postgres.database()), **{"the clock": "1+0"}) as game:
        store, wrong, count = game.site.service(Store), [], 0
        for method, path, body in (*odd_ids(game.site.app), *odd_bodies(game.api)):
            answer = await game.ada.request(method, path, content=body.encode("utf-8", "surrogatepass"))
            count += 1
            if answer.status_code >= 500 and "earlier version" not in answer.text:
                wrong.append((path, body, answer.text))
        assert count > 100
        assert wrong == []
        assert store.troubles == {}
        time(seconds=61)
        await becomes(lambda: game.room.timeline.end is not None, 8)
        assert game.room.timeline.end.by == "white"
    assert [record.getMessage() for record in caplog.records if record.name == "byways"] == []


async def test_a_statement_that_is_refused_is_no_outage(postgres):
    async with site_on(postgres.database()) as site:
        store = site.service(Store)
        for statement in ("SELECT 1 / 0", "SELECT nothing", "SELECT 'a'::integer", "nonsense"):
            for attempt in (store.read, store.write):
                with pytest.raises(StoreError):
                    await attempt(lambda connection, refused=statement: connection.execute(text(refused)))
        twice = "INSERT INTO keys VALUES ('a', 'b'), ('a', 'b')"
        with pytest.raises(IntegrityError):
            await store.write(lambda connection: connection.execute(text(twice)))
        assert store.troubles == {}
        assert store.healthy_for(60)


@pytest.mark.parametrize("made_before", [False, True])
async def test_only_the_owner_may_read_an_sqlite_file_and_what_is_beside_it(tmp_path, made_before):
    """A file of an earlier version, which others may read, is closed to them."""
    file = tmp_path / "byways.sqlite3"
    umask = os.umask(0)
    try:
        if made_before:
            sqlite3.connect(file).execute("PRAGMA journal_mode=WAL").connection.close()
            assert file.stat().st_mode & 0o777 == 0o644
        async with site_in(tmp_path) as site, site.browser() as browser:
            await begin(browser)
            found = {path.name: path.stat().st_mode & 0o777 for path in tmp_path.iterdir()}
    finally:
        os.umask(umask)
    assert {file.name, f"{file.name}-wal", f"{file.name}-shm"} <= set(found)
    assert set(found.values()) == {0o600}
