"""Reviews: who may see what, records from elsewhere, analysis in the background, and finding the better turn."""

import asyncio
import json
import re
import time
from contextlib import asynccontextmanager

import pytest
from site_world import ADA, act, begin, in_loop, opened, site_in, stored

import byways
from byways.records import Record
from byways.site import dealings, schema
from byways.site.course import Course
from byways.site.engines import EngineError
from byways.site.review import reader as reading
from byways.site.review.reader import Reader
from byways.site.review.review import open_review
from byways.site.review.shelf import Shelf, Statement
from byways.site.room import Room
from byways.site.settings import database_url

WON = ["b3", "a2", "c3", "b2", "b4", "c2", "c4", "d2"]
RECORD = """[Game "troll"]
[Options "size=4"]
[White "Ada & <Bob>"]

{Before <all>} 1. b3 {a first} a2 (1... c2! {why not} 2. c3 (2. b1) d3) 2. c3?! b2 3. b4 c2 4. c4 d2
"""


class Oracle:
    """An engine that knows the value of every position from a list, and thinks the first legal turn best."""

    def __init__(self, values=()):
        self.values = values
        self.requests = []
        self.let = asyncio.Event()
        self.let.set()
        self.error = None

    async def ask(self, request, report=None):
        self.requests.append(request)
        await self.let.wait()
        if self.error:
            raise self.error
        state = byways.start(request["game"], position=request["position"])
        for turn in request["turns"]:
            state = state.play(turn)
        ply = sum(mark in "OX" for mark in str(state).partition("\n")[2].partition("to move")[0])
        value = self.values[ply] if ply < len(self.values) else 0.5
        best = state.legal_turns()[0] if state.to_move not in (None, "chance") else None
        turns = state.legal_turns()[:9] if best else []
        choices = [{"turn": turn, "value": value - 0.4 * (turn != best), "visits": 9} for turn in turns]
        line = [best] if best else []
        counts = {"simulations": 9, "seconds": 0.1, "depth": 1, "spread": 0.02}
        return {"best": best, "value": value, "proved": best is None, "line": line, "choices": choices, **counts}


@asynccontextmanager
async def reviewing(tmp_path, values=()):
    """(site, a browser, the engine)."""
    async with site_in(tmp_path) as site:
        engine = site.app.state.analyst.engines = Oracle(values)
        yield site, site.browser(), engine


async def played(browser, turns, **form):
    """The id of a game that a browser has played with itself."""
    api = await begin(browser, **form)
    for turn in turns:
        assert (await act(browser, api, turn)).status_code == 200
    return api.rpartition("/")[2]


async def uploaded(browser, text, **more):
    answer = await browser.post("/review", data={"record": text, **more})
    assert answer.status_code == 303, re.findall(r'role="alert"[^>]*>([^<]*)', answer.text)
    return answer.headers["location"].rpartition("/")[2]


async def complaint(browser, text, **more):
    answer = await browser.post("/review", data={"record": text, **more})
    assert answer.status_code == 422
    return re.search(r'role="alert"[^>]*>([^<]*)', answer.text)[1]


async def analysed(site, browser, game_id):
    answer = await browser.post(f"/api/review/{game_id}/analysis", json={"thinking": "quick"})
    assert answer.status_code == 202, answer.text
    job = site.app.state.analyst.job(game_id)
    await asyncio.wait([job.task])
    return (await browser.get(f"/api/review/{game_id}/analysis")).json()


# --- positions and who may see them ----------------------------------------------------------------------------------


@in_loop
async def test_anybody_goes_through_a_finished_game(tmp_path):
    async with reviewing(tmp_path) as (site, ada, _):
        game_id = await played(ada, WON)
        stranger = site.browser()
        page = await stranger.get(f"/review/{game_id}", params={"ply": 3})
        assert page.status_code == 200
        assert "Turn 3 of 8: White c3" in page.text
        assert "Black wins (connection)" in page.text
        state = byways.start("troll", size=4)
        for ply in range(9):
            view = (await stranger.get(f"/api/review/{game_id}/at/{ply}")).json()
            assert view["toMove"] == state.to_move
            for name in ("white disc", "black disc"):
                assert view["markup"].count(name) == str(state).partition("\n")[2].count("OX"[name[0] == "b"])
            if ply < 8:
                state = state.play(WON[ply])


@in_loop
async def test_what_is_no_position_of_the_game_is_not_there(tmp_path):
    async with reviewing(tmp_path) as (_, ada, _engine):
        game_id = await played(ada, WON)
        for address in ("9", "-1", "x", "1.0", "1.0.1", "1.2.3.4.5", "1" * 101, "²"):
            assert (await ada.get(f"/api/review/{game_id}/at/{address}")).status_code == 404, address
        assert (await ada.get("/review/nowhere")).status_code == 404
        refused = await ada.get(f"/api/review/{game_id}/at/0", params={"turns": "b3;b3"})
        assert (refused.status_code, refused.json()["error"]["message"]) == (422, "b3 is occupied")
        assert (await ada.get(f"/api/review/{game_id}/at/0", params={"turns": ";" * 99})).status_code == 422


@in_loop
async def test_a_running_game_is_for_those_who_play_it_alone(tmp_path):
    async with reviewing(tmp_path) as (site, ada, _):
        game_id = await played(ada, WON[:3])
        assert (await ada.get(f"/review/{game_id}")).status_code == 200
        stranger = site.browser()
        for path in ("", "/at/1", "/best/1", "/analysis"):
            start = f"/api/review/{game_id}" if path else f"/review/{game_id}"
            answer = await stranger.get(start + path)
            assert answer.status_code == 403
            assert "still going on" in answer.text
        for path, body in (
            ("analysis", {"thinking": "quick"}),
            ("cancel", {}),
            ("try", {"address": "0", "actions": [0]}),
        ):
            answer = await stranger.post(f"/api/review/{game_id}/{path}", json=body)
            assert answer.status_code == 403, path


@in_loop
async def test_a_game_that_somebody_resigned_is_over(tmp_path):
    async with reviewing(tmp_path) as (site, ada, _):
        game_id = await played(ada, WON[:2])
        room = await site.rooms.open(game_id)
        await room.change(lambda course: dealings.resign(course, next(iter(course.people.values()))))
        page = await site.browser().get(f"/review/{game_id}")
        assert page.status_code == 200
        assert "Black wins by resignation" in page.text
        view = (await site.browser().get(f"/api/review/{game_id}/at/2")).json()
        assert view["said"] == "Turn 2 of 2: Black a2. Black wins by resignation"


@pytest.mark.parametrize(("game", "options"), [("stroll", {"size": 5, "ending": "claim"}), ("longway", {"players": 3})])
def test_a_running_game_is_shown_up_to_what_has_been_revealed(game, options):
    from byways.rng import seeded
    from byways.search.random_game import random_turn

    rng, hidden = seeded(3), 0
    state = byways.start(game, **options)
    turns = []
    while state.to_move is not None and len(turns) < 60:
        kept = stored(game, **{"size": None} | options, turns=turns)
        room = Room(kept, Course(kept), None, None)
        review = open_review(room, None, ADA)
        shown = review.states[-1]
        assert str(shown) == str(shown.view(None)), "nothing of it is hidden from anybody"
        assert "?" not in state.view(None).turns[: len(review.states) - 1]
        hidden += len(room.states) - len(review.states)
        assert [turn.turn for turn in review.record().line.turns] == turns[: len(review.states) - 1]
        state = state.apply_unchecked(random_turn(state, rng))
        turns.append(state.turn)
    assert hidden > 0, "something was hidden at times"


@in_loop
async def test_a_secret_claim_is_in_nothing_that_a_review_sends(tmp_path):
    async with reviewing(tmp_path) as (site, ada, _):
        api = await begin(ada, "stroll", size="5", ending="claim")
        game_id = api.rpartition("/")[2]
        room = await site.rooms.open(game_id)
        while not room.state.variant.game.secret(room.state):
            assert (await act(ada, api, room.state.legal_turns()[0])).status_code == 200
        before = (await ada.get(f"/review/{game_id}")).text
        claim = room.state.legal_turns()[0]
        assert (await act(ada, api, claim, seat="white")).status_code == 200
        assert room.state.turn == claim
        ply = len(room.states) - 1
        for path in ("", "/film.svg", "/still.svg", "/record.txt", "/record.json"):
            answer = await ada.get(f"/review/{game_id}{path}")
            assert answer.status_code == 200
            assert claim not in answer.text, path
            assert 'class="path' not in answer.text, path
        assert before.count('class="turn"') == (await ada.get(f"/review/{game_id}")).text.count('class="turn"')
        for path in (f"at/{ply}", f"best/{ply}"):
            assert (await ada.get(f"/api/review/{game_id}/{path}")).status_code == 404


# --- records from elsewhere ------------------------------------------------------------------------------------------


@in_loop
async def test_a_record_keeps_its_variations_comments_and_names(tmp_path):
    async with reviewing(tmp_path) as (_, ada, _engine):
        game_id = await uploaded(ada, RECORD)
        page = (await ada.get(f"/review/{game_id}")).text
        assert "Ada &amp; &lt;Bob&gt;" in page
        assert "Before &lt;all&gt;" in page
        assert page.count('data-address="2.0.') == 4
        assert 'data-address="2.0.2.0.1"' in page
        assert '<span class="marks">?!</span>' in page
        view = (await ada.get(f"/api/review/{game_id}/at/2.0.2.0.1")).json()
        expected = byways.start("troll", size=4).play("b3").play("c2").play("b1")
        assert view["said"] == "Instead of turn 2: b1"
        assert view["markup"].count("white disc") == str(expected).partition("\n")[2].count("O")
        assert (await ada.get(f"/api/review/{game_id}/at/2.0.1")).json()["comments"] == ["why not"]


@in_loop
async def test_records_in_json_files_of_several_and_bare_positions(tmp_path):
    async with reviewing(tmp_path) as (_, ada, _engine):
        record = Record.from_text(RECORD)
        for text, more in (
            (record.to_json(), {}),
            (RECORD + "\n" + RECORD, {"number": "2"}),
            ("\ufeff" + RECORD.replace("\n", "\r\n"), {}),
        ):
            page = (await ada.get(f"/review/{await uploaded(ada, text, **more)}")).text
            assert 'data-address="8"' in page
        position = str(record.states()[5])
        view = (await ada.get(f"/api/review/{await uploaded(ada, position)}/at/0")).json()
        assert (view["toMove"], view["markup"].count("disc")) == ("black", view["markup"].count("disc"))
        assert "several" not in await complaint(ada, RECORD + "\n" + RECORD)


@in_loop
async def test_what_is_wrong_with_a_record_is_said_with_its_place(tmp_path):
    async with reviewing(tmp_path) as (_, ada, _engine):
        assert await complaint(ada, '[Game "troll"]\n\n1. b3 b3') == "Line 3, column 7: b3 is occupied."
        assert "there is no game" in await complaint(ada, '[Game "chess"]\n\n1. e4')
        assert "expected a record" in await complaint(ada, "hello")
        assert "Paste a record" in await complaint(ada, "  \n")
        assert "no JSON" in await complaint(ada, "{,")
        assert "at most 200000 bytes" in await complaint(ada, RECORD + "; " + "x" * 200_000)
        assert "2 games" in await complaint(ada, RECORD + RECORD)
        answer = await ada.post("/review", data={"record": '[Game "troll"]\n\n1. b3 b3'})
        assert 'data-line="3" data-column="7"' in answer.text


@in_loop
async def test_a_record_names_no_files(tmp_path):
    async with reviewing(tmp_path) as (_, ada, _engine):
        secret = tmp_path / "secret.toml"
        secret.write_text("hidden = 'words'")
        for text in (
            f'[Game "longway"]\n[Options "tiles={secret}"]\n\n1. "setup a1N g7S"',
            f"longway tiles={secret}\nto move: player 1",
            json.dumps({"byways": 1, "game": "longway", "options": {"tiles": str(secret)}}),
        ):
            said = await complaint(ada, text)
            assert "this reader opens none" in said
            assert "hidden" not in said


@in_loop
async def test_a_record_that_takes_too_long_is_given_up(monkeypatch):
    import sys

    monkeypatch.setattr(reading, "CHILD", (sys.executable, "-c", "import time; time.sleep(30)"))
    with pytest.raises(byways.RecordError, match=r"within 0\.2 seconds"):
        await Reader(0.2).read(RECORD)
    monkeypatch.setattr(reading, "CHILD", (sys.executable, "-c", "raise MemoryError"))
    with pytest.raises(byways.RecordError, match="too much memory"):
        await Reader(5).read(RECORD)


@in_loop
async def test_a_record_that_ended_by_resignation_and_whose_seats_nobody_can_take(tmp_path):
    async with reviewing(tmp_path) as (site, ada, _):
        text = '[Game "troll"]\n[Options "size=4"]\n[Termination "resignation"]\n\n1. b3 a2 white'
        game_id = await uploaded(ada, text)
        assert "White wins by resignation" in (await ada.get(f"/review/{game_id}")).text
        room = await site.rooms.open(game_id)
        assert not room.course.waiting
        assert (await act(ada, f"/api/{game_id}", "c3")).status_code == 403


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ('[Game "troll"]\n\n1. d4 ' + "(" * 150_000, "line 3, column 8: a variation needs a turn before it"),
        ('[Game "troll"]\n\n1. d4 {' + "x" * 150_000, "line 3, column 7: the comment that begins here is never closed"),
        ('{"line":' * 20_000, "unknown field|too deep"),
        ('[A "b"]\n' * 15_000, "the tag A is there already"),
        ("\0" * 150_000, "expected a record"),
        ("\ud800" * 9, "expected a record"),
    ],
    ids=["variations", "comment", "json", "tags", "nulls", "surrogates"],
)
def test_hostile_records_are_refused_soon(text, complaint):
    began = time.monotonic()
    with pytest.raises(byways.RecordError, match=complaint):
        asyncio.run(Reader(20).read(text))
    assert time.monotonic() - began < 20


@in_loop
async def test_records_come_at_a_bounded_rate(tmp_path):
    async with reviewing(tmp_path) as (_, ada, _engine):
        codes = [(await ada.post("/review", data={"record": ""})).status_code for _ in range(45)]
        assert (codes[0], codes[-1]) == (422, 429)


@in_loop
async def test_another_sites_page_sends_no_record(tmp_path):
    async with reviewing(tmp_path) as (site, _, _engine):
        foreign = site.browser(origin="http://evil.test")
        assert (await foreign.post("/review", data={"record": RECORD})).status_code == 403


# --- analysis --------------------------------------------------------------------------------------------------------

VALUES = (0.5, 0.5, 0.5, 0.9, 0.9, 0.9, 0.9, 0.9, 0.0)
"""For the player to move after so many stones: White's c3, the third turn, gives 40 % away, and so on."""


@in_loop
async def test_an_analysis_finds_mistakes_and_does_not_tell_what_was_better(tmp_path):
    async with reviewing(tmp_path, VALUES) as (site, ada, engine):
        game_id = await uploaded(ada, RECORD)
        found = await analysed(site, ada, game_id)
        assert (found["running"], found["done"], found["total"]) == (False, 9, 9)
        assert len(engine.requests) == 9
        assert found["mistakes"][0] == {
            "ply": 3,
            "player": "white",
            "turn": "c3",
            "sign": "??",
            "says": "blunder, gives away 40 %",
        }
        assert "a1" not in json.dumps(found["mistakes"])
        assert found["graph"].count('class="oops"') == len(found["mistakes"])
        assert 'class="proved"' in found["graph"]
        assert any(line.startswith("White: 4 turns looked at") for line in found["summary"])
        best = (await ada.get(f"/api/review/{game_id}/best/2")).json()
        assert best["line"] == [byways.start("troll", size=4).play("b3").play("a2").legal_turns()[0]]
        assert "ghost" in best["ghost"]


@in_loop
async def test_an_analysis_is_kept_and_not_made_twice(tmp_path):
    async with reviewing(tmp_path, VALUES) as (site, ada, engine):
        game_id = await uploaded(ada, RECORD)
        await analysed(site, ada, game_id)
    async with reviewing(tmp_path, VALUES) as (site, ada, engine):
        found = (await ada.get(f"/api/review/{game_id}/analysis")).json()
        assert found["done"] == 9
        await analysed(site, ada, game_id)
        assert engine.requests == []
        await ada.post(f"/api/review/{game_id}/analysis", json={"thinking": "steady"})
        await asyncio.wait([site.app.state.analyst.job(game_id).task])
        assert len(engine.requests) == 8, "all but the proved end"


@in_loop
async def test_an_analysis_can_be_stopped_and_taken_up_again(tmp_path):
    async with reviewing(tmp_path, VALUES) as (site, ada, engine):
        game_id = await uploaded(ada, RECORD)
        engine.let.clear()
        started = await ada.post(f"/api/review/{game_id}/analysis", json={"thinking": "quick"})
        assert started.json()["running"]
        stopped = await ada.post(f"/api/review/{game_id}/cancel", json={})
        assert (stopped.json()["running"], stopped.json()["done"]) == (False, 0)
        engine.let.set()
        assert (await analysed(site, ada, game_id))["done"] == 9


@in_loop
async def test_the_engines_trouble_is_said(tmp_path):
    async with reviewing(tmp_path) as (site, ada, engine):
        game_id = await uploaded(ada, RECORD)
        engine.error = EngineError("engine.died", "the engine stopped working twice in a row")
        found = await analysed(site, ada, game_id)
        assert found["trouble"] == "the engine stopped working twice in a row."
        wrong = await ada.post(f"/api/review/{game_id}/analysis", json={"thinking": "for ever"})
        assert wrong.status_code == 400


@in_loop
async def test_what_was_said_of_an_undone_turn_is_forgotten(tmp_path):
    async with reviewing(tmp_path, VALUES) as (site, ada, _):
        api = await begin(ada)
        game_id = api.rpartition("/")[2]
        await act(ada, api, "b3")
        await act(ada, api, "a2")
        assert (await analysed(site, ada, game_id))["done"] == 3
        version = (await ada.get(api)).json()["version"]
        assert (await ada.post(f"{api}/undo", json={"version": version})).status_code == 200
        await act(ada, api, "c2")
        assert (await ada.get(f"/api/review/{game_id}/analysis")).json()["done"] == 2


@in_loop
async def test_trying_turns(tmp_path):
    async with reviewing(tmp_path, VALUES) as (site, ada, _):
        game_id = await uploaded(ada, RECORD)
        await analysed(site, ada, game_id)
        state = byways.start("troll", size=4).play("b3").play("a2")

        async def tried(turn, turns=(), address="2"):
            before = state
            for other in turns:
                before = before.play(other)
            body = {"address": address, "turns": list(turns), "actions": list(before.actions(turn))}
            return await ada.post(f"/api/review/{game_id}/try", json=body)

        best = state.legal_turns()[0]
        assert (await tried(best)).json()["right"] is True
        worse = (await tried("c3")).json()
        assert (worse["right"], worse["verdict"]) == (False, "c3 gives away 40 %. There is something better.")
        after = (await tried("b2", [best])).json()
        assert "verdict" not in after
        assert after["turns"] == [best, "b2"]
        assert (await ada.post(f"/api/review/{game_id}/try", json={"address": "2", "actions": [99]})).status_code == 422
        offered = (await ada.get(f"/api/review/{game_id}/at/2", params={"trying": "true"})).json()["offers"]
        assert sorted(click for _, click in offered) == sorted(state.legal_turns())


@in_loop
async def test_reviews_in_the_database_survive_migrations_and_games_take_them_along(tmp_path):
    path = tmp_path / "a.sqlite3"
    async with opened(path) as store:
        shelf = Shelf(store)
        await store.create(stored(turns=["b2"]))
        said = Statement(1, "f" * 32, 1.5, {"value": 0.5})
        await shelf.keep_analysis("g1", said)
        await shelf.keep_analysis("g1", said)
        assert await shelf.analyses_of("g1") == {1: said}
        schema.migrate(database_url(str(path)), "0001")
        schema.migrate(database_url(str(path)), schema.HEAD)
        assert await shelf.analyses_of("g1") == {}
        assert (await store.load("g1")).events[0].data == {"turn": "b2"}
