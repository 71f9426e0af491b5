"""Records from elsewhere: what they keep, what is wrong with them, and what they must not do."""

import asyncio
import json

import pytest
from page_facts import text_of
from review_world import RECORD, complaint, node, reviewing, uploaded
from site_world import act

import byways
from byways.errors import RecordError
from byways.records import Record
from byways.site.review import reader as reading
from byways.site.review.reader import Reader


async def test_a_record_keeps_its_variations_comments_and_names(ada):
    game_id = await uploaded(ada, RECORD)
    page = (await ada.get(f"/review/{game_id}")).text
    assert "Ada &amp; &lt;Bob&gt;" in page
    assert "Before &lt;all&gt;" in page
    assert page.count('data-address="2.0.') == 4
    assert 'data-address="2.0.2.0.1"' in page
    assert '<span class="marks">?!</span>' in page
    view = await node(ada, game_id, "2.0.2.0.1")
    expected = byways.start("troll", size=4).play("b3").play("c2").play("b1")
    assert view["said"] == "Instead of move 1 (a2): c2, b1"
    assert view["drawn"].count("white disc") == str(expected).partition("\n")[2].count("O")
    assert (await node(ada, game_id, "2.0.1"))["comments"] == ["why not"]


async def test_records_in_json_files_of_several_and_bare_positions(ada):
    record = Record.from_text(RECORD)
    for text, more in (
        (record.to_json(), {}),
        (RECORD + "\n" + RECORD, {"number": "2"}),
        ("\ufeff" + RECORD.replace("\n", "\r\n"), {}),
    ):
        page = (await ada.get(f"/review/{await uploaded(ada, text, **more)}")).text
        assert 'data-address="8"' in page
    position = str(record.states()[5])
    view = await node(ada, await uploaded(ada, position), 0, trying=True)
    assert text_of(view["markup"]["prompt"]).startswith("Black: ")
    assert "several" not in await complaint(ada, RECORD + "\n" + RECORD)
    drawn = "  . . . . .\n1 . . . . .\n2 . .X. . .\n3 . .@. . .\n4 . .@. . .\n"
    view = await node(ada, await uploaded(ada, f"Troll\n{drawn}"), 0, trying=True)
    assert text_of(view["markup"]["prompt"]).startswith("Black: ")
    assert "which game is this? Write its name" in await complaint(ada, ". . . .\n. X . .\n" + ". . . .\n" * 2)


async def test_what_is_wrong_with_a_record_is_said_with_its_place(ada):
    assert await complaint(ada, '[Game "troll"]\n\n1. b3 b3') == "Line 3, column 7: b3 is occupied."
    assert "there is no game" in await complaint(ada, '[Game "chess"]\n\n1. e4')
    assert "expected a record" in await complaint(ada, "hello")
    assert "Paste a record" in await complaint(ada, "  \n")
    assert "not JSON" in await complaint(ada, "{,")
    assert "at most 200000 bytes" in await complaint(ada, RECORD + "; " + "x" * 200_000)
    assert "2 games" in await complaint(ada, RECORD + RECORD)
    answer = await ada.post("/review", data={"record": '[Game "troll"]\n\n1. b3 b3'})
    assert 'data-line="3" data-column="7"' in answer.text


async def test_a_record_names_no_files(tmp_path, ada):
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


async def test_a_record_that_takes_too_long_is_given_up(monkeypatch):
    import sys

    monkeypatch.setattr(reading, "CHILD", (sys.executable, "-c", "import time; time.sleep(30)"))
    with pytest.raises(byways.RecordError, match=r"within 0\.2 seconds"):
        await Reader(0.2).read(RECORD)
    monkeypatch.setattr(reading, "CHILD", (sys.executable, "-c", "raise MemoryError"))
    with pytest.raises(byways.RecordError, match="too much memory"):
        await Reader(5).read(RECORD)


async def test_a_record_that_ended_by_resignation_and_whose_seats_nobody_can_take(site, ada):
    text = '[Game "troll"]\n[Options "size=4"]\n[Termination "resignation"]\n\n1. b3 a2 white'
    game_id = await uploaded(ada, text)
    assert "White wins by resignation" in (await ada.get(f"/review/{game_id}")).text
    room = await site.rooms.open(game_id)
    assert not room.timeline.waiting
    assert (await act(ada, f"/api/games/{game_id}", "c3")).status_code == 403


@pytest.mark.parametrize(("text", "complaint"), [
    ('[Game "troll"]\n\n1. d4 ' + "(" * 150_000, "line 3, column 8: a variation needs a move before it"),
    ('[Game "troll"]\n\n1. d4 {' + "x" * 150_000, "line 3, column 7: the comment that begins here is never closed"),
    ('{"line":' * 20_000, "unknown field|too deep"),
    ('[A "b"]\n' * 15_000, "the tag A appears twice"),
    ("\0" * 150_000, "expected a record"),
    ("\ud800" * 9, "expected a record"),
], ids=["variations", "comment", "json", "tags", "nulls", "surrogates"])  # fmt: skip
def test_hostile_records_are_refused_soon(text, complaint):
    with pytest.raises(byways.RecordError, match=complaint):
        asyncio.run(Reader(20).read(text))  # else it would say that this takes too long


async def test_records_come_at_a_bounded_rate(ada):
    codes = [(await ada.post("/review", data={"record": ""})).status_code for _ in range(45)]
    assert (codes[0], codes[-1]) == (422, 429)


async def test_another_sites_page_sends_no_record(tmp_path):
    async with reviewing(tmp_path) as (site, _, _engine):
        foreign = site.browser(origin="http://evil.test")
        assert (await foreign.post("/review", data={"record": RECORD})).status_code == 403


def test_a_child_that_dies_before_it_has_read_all_is_an_error_of_the_record(monkeypatch):
    uvloop = pytest.importorskip("uvloop", reason="uvloop is not installed")
    monkeypatch.setattr(reading, "CHILD", ("false",))

    async def read():
        for _ in range(30):  # uvloop notices it at various moments
            with pytest.raises(RecordError):
                await Reader().read("x" * 150_000)

    uvloop.run(read())
