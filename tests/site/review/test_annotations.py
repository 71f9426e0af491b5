"""Notes in reviews: what they make of a record's tree, whose they are, and what they must not do."""

import asyncio
import secrets
from dataclasses import replace
from functools import partial

import msgspec
import pytest
from review_world import RECORD, WON, analysed, played, uploaded
from site_world import ADA, BOB, opened, stored

from byways.errors import LimitError, RecordError
from byways.records import Line, Record, values_of, with_values
from byways.site.review import annotations as notes
from byways.site.review.review_store import RecordContents, ReviewStore
from byways.site.web.requests import MissingError

TREE = Record.from_text(RECORD).line  # 1. b3 a2 (c2 c3 (b1) d3) 2. c3 b2 3. b4 c2 4. c4 d2


def kept(line):
    """What a reader makes of the tree when it comes back as a record."""
    record = Record.from_text(RECORD)
    text = Record(record.start, line, record.winners, record.termination, record.people, record.tags).to_text()
    return Record.from_text(text).line


@pytest.mark.parametrize(("address", "turns", "at"), [
    ((0,), ["b3", "a2"], (2,)),  # as it was played
    ((0,), ["b3", "c2", "c3"], (2, 0, 2)),  # as a variation has it
    ((0,), ["b3", "c2", "b1"], (2, 0, 2, 0, 1)),
    ((1,), ["b2", "c3"], (2, 1, 2)),  # a second one beside the first
    ((2, 0, 1), ["b1", "b2"], (2, 0, 2, 0, 2)),  # the variation's variation goes on
    ((2, 0, 3), ["b2"], (2, 0, 4)),
    ((7,), ["d3"], (8, 0, 1)),
])  # fmt: skip
def test_tried_turns_are_kept_once_where_they_belong(address, turns, at):
    line, found = notes.place(TREE, address, turns)
    assert found == at
    assert notes.place(line, address, turns) == (line, at), "what is there is not kept twice"
    assert kept(line) == line, "it is legal and can be written and read"
    if at in ((2,), (2, 0, 2), (2, 0, 2, 0, 1)):
        assert line == TREE


GIVEN_UP = '[Game "troll"]\n[Result "white"]\n[Termination "resignation"]\n\n1. d3 c3'


def test_turns_behind_the_end_of_a_game_follow_its_last_turn_once_more():
    record = Record.from_text(GIVEN_UP)
    line, at = notes.place(record.line, (2,), ["e3", "c2"])
    assert at == (2, 0, 3)
    assert notes.place(line, (2,), ["e3", "c2"]) == (line, at), "once"
    assert notes.place(line, (2,), ["e3", "c4"])[1] == (2, 0, 3, 0, 1)
    text = Record(record.start, line, record.winners, record.termination).to_text()
    assert "1. d3 c3 (1... c3 2. e3 c2) white" in text
    assert Record.from_text(text).line == line
    with pytest.raises(RecordError, match="none was played here"):
        notes.place(Line(), (0,), ["a1"])


def test_a_game_that_is_not_over_goes_on_behind_its_last_turn():
    begun = msgspec.structs.replace(TREE, turns=TREE.turns[:3])
    line, at = notes.place(begun, (3,), ["b2", "b4"], unfinished=True)
    assert at == (5,)
    assert [turn.turn for turn in line.turns] == ["b3", "a2", "c3", "b2", "b4"]
    assert line.turns[:3] == begun.turns
    assert notes.place(line, (3,), ["c2"], unfinished=True)[1] == (4, 0, 1), "beside what was added, as elsewhere"
    assert notes.place(Line(), (0,), ["b3"], unfinished=True)[1] == (1,)


def test_a_line_has_a_name_that_is_kept_in_the_record():
    line = notes.rename(TREE, (2, 0, 3), "  The \n quiet\x00 way ")
    assert notes.line_name(line, (2, 0, 1)) == "The quiet way"
    assert kept(line) == line
    assert [notes.line_name(line, at) for at in ((2,), (2, 0, 2, 0, 1))] == ["", ""], "neither the game's nor another's"
    assert notes.rename(line, (2, 0, 1), "") == TREE
    assert notes.rename(TREE, (3,), "The game") == TREE, "the game has no name"
    with pytest.raises(RecordError, match="at most 60 characters"):
        notes.rename(TREE, (2, 0, 1), "x" * 61)


@pytest.mark.parametrize("address", [(0,), (3,), (2, 0, 1), (2, 0, 2, 0, 1)])
def test_a_note_replaces_what_was_said_and_marked_there(address):
    line = notes.remark(TREE, address, "  now \r\nthis\x00 & that ", 5 if address[-1] else 0)
    assert kept(line) == line
    assert notes.marked(line, address) == (5 if address[-1] else 0)
    assert repr("now \nthis & that") in str(line)
    assert notes.remark(line, address, "", 0) == notes.remark(TREE, address, "", 0)
    assert notes.marked(notes.remark(line, address, "", 0), address) == 0


def test_a_note_to_turns_that_are_there_takes_nothing_away():
    assert notes.remark(TREE, (2, 0, 1), "", 0, more=True) == TREE
    turn = notes.remark(TREE, (2, 0, 1), "indeed", 0, more=True).turns[1].variations[0].turns[0]
    assert (turn.comments, turn.marks) == (("why not", "indeed"), (1,))
    assert notes.marked(notes.remark(TREE, (2, 0, 1), "", 2, more=True), (2, 0, 1)) == 2


def test_marks_that_a_note_cannot_give_stay():
    line = notes.remark(TREE, (3,), "", 1)
    other = msgspec.structs.replace(line.turns[2], marks=(6, 146))
    line = msgspec.structs.replace(line, turns=(*line.turns[:2], other, *line.turns[3:]))
    assert notes.remark(line, (3,), "", 4).turns[2].marks == (4, 146)


def test_values_of_an_engine_are_no_notes_and_stay_beneath_them():
    record = with_values(Record.from_text(RECORD), (0.5, 0.6, 0.7, *[None] * 6))
    assert [notes.comments(record.line, (n,)) for n in range(9)] == [notes.comments(TREE, (n,)) for n in range(9)]
    for count in (0, 2):
        line = notes.remark(record.line, (count,), "so", 0)
        assert notes.comments(line, (count,)) == ("so",)
        assert values_of(replace(record, line=line)) == values_of(record)


def test_a_line_is_removed_from_a_turn_on():
    shorter, at = notes.strike(TREE, (2, 0, 2))
    assert (at, len(shorter.turns[1].variations[0].turns)) == ((2, 0, 1), 1)
    without, at = notes.strike(TREE, (2, 0, 1))
    assert (at, without.turns[1].variations) == ((2,), ())
    inner, at = notes.strike(TREE, (2, 0, 2, 0, 1))
    assert at == (2, 0, 2)
    assert inner.turns[1].variations[0].turns[1].variations == ()
    for line in (shorter, without, inner):
        assert kept(line) == line
    with pytest.raises(RecordError, match="the game itself cannot be removed"):
        notes.strike(TREE, (3,))


def test_the_last_turn_of_a_record_without_an_end_is_removed():
    last = len(TREE.turns)
    shorter, at = notes.strike(TREE, (last,), endless=True)
    assert (at, shorter.turns) == ((last - 1,), TREE.turns[:-1])
    for address in ((last - 1,), (0,)):
        with pytest.raises(RecordError, match="the game itself cannot be removed"):
            notes.strike(TREE, address, endless=True)
    beside, _ = notes.place(TREE, (last - 1,), ["d1"])
    with pytest.raises(RecordError, match="the game itself cannot be removed"):
        notes.strike(beside, (last,), endless=True)


def test_a_variation_becomes_the_main_line_and_what_it_replaces_stands_beside_it():
    named = notes.rename(TREE, (2, 0, 1), "The quiet way")
    line, at = notes.promote(named, (2, 0, 3), endless=True)
    assert at == (4,)
    assert [turn.turn for turn in line.turns] == ["b3", "c2", "c3", "d3"]
    assert line.turns[1].comments == ("The quiet way", "why not"), "nothing that was said is lost"
    (rest,) = line.turns[1].variations
    assert [turn.turn for turn in rest.turns] == ["a2", "c3", "b2", "b4", "c2", "c4", "d2"]
    back, at = notes.promote(line, (2, 0, 7), endless=True)
    assert (at, [turn.turn for turn in back.turns]) == ((8,), [turn.turn for turn in TREE.turns])
    assert kept(back) == back
    deep, at = notes.promote(TREE, (2, 0, 2, 0, 1))
    assert at == (2, 0, 2), "no further: the moves of the game itself cannot be removed"
    assert [turn.turn for turn in deep.turns] == [turn.turn for turn in TREE.turns]
    assert kept(deep) == deep
    assert notes.promote(TREE, (2, 0, 2, 0, 1), endless=True)[1] == (3,)
    for address, endless in (((2, 0, 3), False), ((3,), True)):
        with pytest.raises(RecordError, match="the game itself cannot be removed"):
            notes.promote(TREE, address, endless=endless)


def test_notes_have_bounds():
    for text, mark, complaint in (("x" * 2_001, 0, "at most 2000"), ("", 7, "from 1 to 6"), ("", -1, "from 1 to 6")):
        with pytest.raises(RecordError, match=complaint):
            notes.remark(TREE, (1,), text, mark)
    line = TREE
    for _ in range(100):
        line = notes.remark(line, (2, 0, 1), secrets.token_hex(1_000), 0)
        notes.check(line)
        line = notes.place(line, (0,), ["b3", "c2", secrets.token_hex(1_000)])[0]
        if len(msgspec.json.encode(line)) > 200_000:
            break
    with pytest.raises(LimitError):
        notes.check(line)


def seen(page):
    return page.partition('data-seen="')[2].partition('"')[0]


async def change(what, browser, game_id, address, status=201, **more):
    """Note, keep, strike or promote something, as the page of a tree does that has just been loaded."""
    page = (await browser.get(f"/review/{game_id}")).text
    body = {"address": address, "seen": seen(page), **more}
    answer = await browser.post(f"/api/reviews/{game_id}/{what}", json=body)
    assert answer.status_code == status, answer.text
    return answer.json()


note, keep, strike, promote = (partial(change, what) for what in ("note", "keep", "strike", "promote"))


async def test_notes_on_a_game_are_kept_in_a_copy_of_ones_own(site, ada):
    game_id = await played(ada, WON, size="4")
    found = await analysed(site, ada, game_id)
    bob = site.browser()
    said = await note(bob, game_id, "1", turns=["c2", "c3"], text="<b>Sharper</b>", mark=3)
    assert said["game"] != game_id
    assert said["address"] == "2.0.2"
    page = (await bob.get(f"/review/{said['game']}?ply=2.0.2")).text
    assert "&lt;b&gt;Sharper&lt;/b&gt;" in page
    assert "<b>Sharper" not in page
    assert "Only you can change" in page
    assert "Sharper" not in (await ada.get(f"/review/{game_id}")).text
    assert (await bob.get(f"/api/reviews/{said['game']}/analysis")).json()["known"] == found["known"], "goes along"
    again = await note(bob, said["game"], "2", text="A note\nof two lines")
    assert again == {"game": said["game"], "address": "2"}, "in place, once it is one's own"
    theirs = await note(ada, said["game"], "2", text="another's")
    assert theirs["game"] not in (game_id, said["game"])
    assert "another" not in (await bob.get(f"/review/{said['game']}")).text
    record = Record.from_text((await bob.get(f"/review/{said['game']}/record.txt")).text)
    assert record.line.turns[1].comments == ("A note\nof two lines",)
    assert record.line.turns[1].variations[0].turns[1].marks == (3,)
    assert record.winners == ("black",)


async def test_records_of_ones_own_are_listed_and_exported(site, ada):
    game_id = await uploaded(ada, RECORD)
    assert (await note(ada, game_id, "3", text="mine"))["game"] == game_id
    page = (await ada.get("/mine")).text
    assert f'href="/review/{game_id}"' in page
    assert "Ada &amp; &lt;Bob&gt;" in page
    assert "{mine}" in (await ada.get("/mine/games.txt")).text
    bob = site.browser()
    await uploaded(bob, RECORD)
    assert game_id not in (await bob.get("/mine")).text


async def test_a_line_is_taken_away_again(ada):
    game_id = await uploaded(ada, RECORD)
    page = (await ada.get(f"/review/{game_id}")).text
    body = {"address": "2.0.1", "seen": seen(page)}
    answer = await ada.post(f"/api/reviews/{game_id}/strike", json=body)
    assert (answer.status_code, answer.json()) == (201, {"game": game_id, "address": "2"})
    assert "why not" not in (await ada.get(f"/review/{game_id}")).text
    stale = await ada.post(f"/api/reviews/{game_id}/strike", json=body)
    assert stale.status_code == 404, "what is not there any more"
    assert (await strike(ada, game_id, "3", 400))["error"]["code"] == "note.game"


async def test_a_record_without_an_end_is_gone_on_with_to_its_end(site, ada):
    begun = '[Game "troll"]\n[Options "size=4"]\n\n1. b3 a2 2. c3 b2 3. b4 c2'
    game_id = await uploaded(ada, begun)
    assert await note(ada, game_id, "6", turns=["c4"], text="on") == {"game": game_id, "address": "7"}
    assert "Move 4 of 4" in (await ada.get(f"/review/{game_id}?ply=7")).text
    bob = site.browser()
    copy = await note(bob, game_id, "7", turns=["d2"])
    assert copy["address"] == "8"
    assert copy["game"] != game_id
    assert "Black wins" in (await bob.get(f"/review/{copy['game']}")).text
    assert Record.from_text((await bob.get(f"/review/{copy['game']}/record.txt")).text).winners == ("black",)
    assert "Move 4 of 4" in (await ada.get(f"/review/{game_id}?ply=7")).text
    beside = await note(ada, game_id, "7", turns=["d3"], text="not so")
    refused = await note(bob, copy["game"], "8", 422, turns=["d3"])
    assert beside["address"] == "8"
    assert "Move 4 of 4" in (await ada.get(f"/review/{game_id}?ply=8")).text
    for last in (8, 7):
        assert await strike(ada, game_id, str(last)) == {"game": game_id, "address": str(last - 1)}
    assert "Move 3 of 3" in (await ada.get(f"/review/{game_id}?ply=6")).text
    assert await note(ada, game_id, "6", turns=["c4"]) == {"game": game_id, "address": "7"}
    assert "the game is over" in refused["error"]["message"]


async def test_what_might_have_followed_a_resignation_is_kept_beside_the_game(ada):
    game_id = await uploaded(ada, GIVEN_UP)
    assert (await note(ada, game_id, "2", turns=["e3"]))["address"] == "2.0.2"
    assert (await note(ada, game_id, "1", turns=["e3"]))["address"] == "2.1.1"
    page = (await ada.get(f"/review/{game_id}?ply=2.0.2")).text
    assert "After move 1 (c3): e3" in page
    assert "Move 1 of 1" in (await ada.get(f"/review/{game_id}?ply=2")).text, "the game itself has no further turns"


async def test_what_is_explored_is_kept_turn_by_turn_in_ones_own_tree(site, ada):
    game_id = await uploaded(ada, '[Game "troll"]\n[Options "size=4"]\n\n*')
    said = await keep(ada, game_id, "0", turns=["b3"])
    assert (said["game"], said["address"], said["last"]) == (game_id, "1", 1)
    assert 'data-address="1"' in said["turns"]
    assert said["seen"] == seen((await ada.get(f"/review/{game_id}")).text)
    assert (await keep(ada, game_id, "1", turns=["a2"]))["last"] == 2
    assert (await keep(ada, game_id, "1", turns=["c2"]))["address"] == "2.0.1"
    again = await keep(ada, game_id, "1", turns=["c2"])
    assert again["address"] == "2.0.1", "what the tree has is gone to"
    assert 'data-address="2.0.1"' in again["turns"]
    assert await promote(ada, game_id, "2.0.1") == {"game": game_id, "address": "2"}
    assert "Move 1 of 1: Black c2" in (await ada.get(f"/review/{game_id}?ply=2")).text, "the game goes along"
    bob = site.browser()
    theirs = await keep(bob, game_id, "2", turns=["c3"])
    assert theirs["game"] != game_id, "others have a copy of their own"
    assert "c3" not in (await ada.get(f"/review/{game_id}/record.txt")).text


async def test_a_tree_has_a_name_and_is_copied_and_sent_in_again_as_it_is(site, ada):
    game_id = await uploaded(ada, RECORD)
    await note(ada, game_id, "2.0.2.0.1", text="deep", mark=6, name="A side line")
    await note(ada, game_id, "3", text="here", name=" My \n openings ")
    page = (await ada.get(f"/review/{game_id}")).text
    assert "<h1>My openings</h1>" in page
    assert "My openings" in (await ada.get("/mine")).text
    text = (await ada.get(f"/review/{game_id}/record.txt")).text
    assert '[Title "My openings"]' in text
    bob = site.browser()
    answer = await bob.post(f"/review/{game_id}/copy", data={"ply": "2.0.2.0.1"})
    there = answer.headers["location"]
    assert there.endswith("?ply=2.0.2.0.1")
    assert f"/review/{game_id}" not in there
    for other in (there.partition("?")[0].rpartition("/")[2], await uploaded(bob, text)):
        assert (await bob.get(f"/review/{other}/record.txt")).text == text, "nothing is lost"
    assert (await ada.post(f"/review/{game_id}/copy")).headers["location"] == f"/review/{game_id}", "it is one's own"
    assert (await note(ada, game_id, "3", text="here", name=""))["address"] == "3"
    assert "My openings" not in (await ada.get(f"/review/{game_id}")).text


async def test_turns_that_another_process_has_kept_are_read(site, ada):
    game_id = await uploaded(ada, '[Game "troll"]\n[Options "size=4"]\n\n1. b3 a2')
    reviews = site.service(ReviewStore)
    (mine,) = await reviews.owned((await reviews.record_of(game_id)).owner)
    assert mine.id == game_id
    assert "Move 1 of 1" in (await ada.get(f"/review/{game_id}?ply=2")).text
    longer = notes.place(mine.kept.line, (2,), ["c3"], unfinished=True)[0]
    await reviews.change_line(game_id, mine.kept.owner, lambda line: longer)  # the page's process is not told
    assert "Move 2 of 2" in (await ada.get(f"/review/{game_id}?ply=3")).text


async def test_of_two_tabs_the_later_is_told_and_loses_nothing(ada):
    game_id = await uploaded(ada, RECORD)
    name = seen((await ada.get(f"/review/{game_id}")).text)
    bodies = [{"address": "3", "seen": name, "text": f"tab {i}"} for i in range(5)]
    answers = await asyncio.gather(*(ada.post(f"/api/reviews/{game_id}/note", json=body) for body in bodies))
    assert sorted(answer.status_code for answer in answers) == [201, 409, 409, 409, 409]
    kept_one = next(i for i, answer in enumerate(answers) if answer.status_code == 201)
    assert f"tab {kept_one}" in (await ada.get(f"/review/{game_id}")).text


async def test_only_its_owner_changes_a_record_and_changes_follow_one_another(database):
    async with opened(database) as store:
        reviews = ReviewStore(store)
        await reviews.keep_record(stored(), RecordContents(Line(), {}, {}, None, "", owner=ADA))

        def more(line):
            return msgspec.structs.replace(line, comments=(*line.comments, "x"))

        await asyncio.gather(*(reviews.change_line("g1", ADA, more) for _ in range(8)))
        assert (await reviews.record_of("g1")).line.comments == ("x",) * 8
        for owner in (BOB, ""):
            with pytest.raises(MissingError):
                await reviews.change_line("g1", owner, more)
        assert [(one.id, one.game, one.kept.owner) for one in await reviews.owned(ADA)] == [("g1", "troll", ADA)]
        assert await reviews.owned(BOB) == []


async def test_what_cannot_be_noted_is_said(site, ada):
    running = await played(ada, WON[:3], size="4")
    answer = await ada.post(f"/api/reviews/{running}/note", json={"address": "1", "seen": "", "text": "x"})
    assert (answer.status_code, answer.json()["error"]["code"]) == (403, "note.running")
    assert 'id="notebook"' not in (await ada.get(f"/review/{running}")).text
    game_id = await uploaded(ada, RECORD)
    for address, more, code in (
        ("99", {}, "turn.missing"),
        ("2.7.1", {}, "turn.missing"),
        ("1", {"turns": ["z9"]}, None),
        ("1", {"turns": ["b3"]}, None),
        ("1", {"text": "x" * 2_001}, "note.long"),
        ("1", {"mark": 9}, "note.mark"),
        ("2", {}, "note.same"),
        ("0", {"turns": ["b3", "c2"]}, "note.same"),
        ("1", {"text": "é" * 40_000}, None),
    ):
        page = (await ada.get(f"/review/{game_id}")).text
        body = {"address": address, "seen": seen(page), **more}
        answer = await ada.post(f"/api/reviews/{game_id}/note", json=body)
        assert 400 <= answer.status_code < 500, more
        assert code in (None, answer.json()["error"]["code"])
    foreign = {"Origin": "https://elsewhere.example"}
    body = {"address": "1", "seen": "", "text": "x"}
    assert (await ada.post(f"/api/reviews/{game_id}/note", json=body, headers=foreign)).status_code == 403
    assert "Save" in (await site.browser().get(f"/review/{game_id}")).text
