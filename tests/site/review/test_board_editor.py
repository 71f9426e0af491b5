"""Setting up positions: points that take what may stand on them, the rules' judgement, and where it goes on."""

import random

import pytest
from review_world import node

import byways
from byways.registry import find
from byways.site.review.board_editor import Edit, board
from byways.site.review.palette import palette

EDITABLE = ("stroll", "troll", "whirlwind", "stride")


def start_text(game, **options):
    return str(byways.start(game, **options))


@pytest.mark.parametrize("game", EDITABLE)
def test_every_point_comes_back_to_what_it_was_both_ways(game):
    found, text = find(game), start_text(game)
    first = board(found, text)
    assert first.editable
    for step in (1, -1):
        seen = [first.markup]
        shown = first
        for _ in range(12):
            shown = board(found, shown.text, Edit(shown.text, "c3", step))
            if shown.markup == seen[0]:
                break
            seen.append(shown.markup)
        assert shown.markup == seen[0]
        assert len(set(seen)) == len(seen) >= 3
    there = board(found, text, Edit(text, "c3", 1))
    assert board(found, there.text, Edit(there.text, "c3", -1)).markup == seen[0]


@pytest.mark.parametrize("game", EDITABLE)
def test_a_thing_of_the_palette_is_put_on_a_point_and_taken_away_again(game):
    found = find(game)
    nothing, *things = palette(found.variant())
    assert not nothing.markup
    assert len(things) >= 2
    text = board(found, start_text(game), Edit(start_text(game), "c4", thing=0)).text
    text = text if "c4, empty" in board(found, text).markup else board(found, text, Edit(text, "c4", thing=0)).text
    for number, thing in enumerate(things, 1):
        there = board(found, text, Edit(text, "c4", thing=number))
        assert there.says.lower() == f"c4, {thing.says}".lower()
        assert thing.markup
        assert board(found, there.text, Edit(there.text, "c4", thing=number)).text == text
    assert board(found, text, Edit(text, "c4", thing=99)).text == text
    assert palette(find("longway").variant()) == []


@pytest.mark.parametrize("game", EDITABLE)
def test_what_the_editor_calls_legal_is_what_the_rules_take(game):
    rng, found = random.Random(7), find(game)
    text = start_text(game, **{"size": 6} if game != "stride" else {"side": 4})
    names = [point.name for point in found.picture(byways.start(game, position=text)).boards[0].points]
    errors = 0
    for _ in range(60):
        change = Edit(text, rng.choice(names), rng.choice((1, -1)))
        if rng.random() < 0.1:
            change = Edit(text, mover="black")
        shown = board(found, text, change)
        text = shown.text
        try:
            state = byways.start(game, position=text)
            assert (shown.error, shown.over) == ("", state.to_move is None)
        except byways.PositionError:
            errors += 1
            assert shown.error
    assert errors or game != "whirlwind", "corners were touched"


def test_an_illegal_position_says_why_and_can_be_gone_on_with():
    found = find("whirlwind")
    text = "\n".join(["whirlwind size=6", *["." * 6] * 6, "to move: black"])
    for point in ("c3", "d4"):
        shown = board(found, text, Edit(text, point, 1))
        text = shown.text
    assert shown.error == "C3 and d4 touch only at a corner, which no turn may leave."
    assert board(found, text, Edit(text, "d4", -1)).error == ""


async def test_a_position_is_played_or_gone_over(site, ada):
    text = start_text("troll", size=4)
    for point in ("b3", "c3", "b2"):
        answer = await ada.post("/api/setup/troll", json={"text": text, "point": point})
        text = answer.json()["text"]
    assert answer.json()["says"] == "b2, white disc"
    form = (await ada.get("/new/troll", params={"position": text})).text
    assert "starts from this position" in form
    made = await ada.post("/new/troll", data={"position": text.replace("\n", "\r\n"), "your side": "both"})
    room = await site.rooms.open(made.headers["location"].rpartition("/")[2])
    assert str(room.timeline.state) == text
    seen = await ada.post("/review", data={"record": text})
    assert seen.status_code == 303
    shown = await node(ada, seen.headers["location"].rpartition("/")[2], 0)
    assert shown["drawn"].count("white disc") == 3


async def test_what_cannot_be_read_is_said(tmp_path, site):
    ada = site.browser()
    page = await ada.get("/setup/troll", params={"position": "troll size=4\nO O\nX"})
    assert page.status_code == 422
    assert "Expected 4 rows, found 2" in page.text
    page = await ada.get("/setup/troll", params={"position": "rubbish"})
    assert "Expected a heading that begins with troll" in page.text
    assert "found &#39;rubbish&#39; in line 1" in page.text
    assert "Option size" not in page.text
    assert (await ada.get("/setup/chess")).status_code == 404
    assert (await ada.post("/api/setup/troll", json={"text": "x" * 12_001})).status_code == 413
    for text in ("troll size=4\nhello", "troll size=99", ""):
        answer = await ada.post("/api/setup/troll", json={"text": text})
        assert answer.status_code == 400, text
        assert answer.json()["error"]["message"]
    secret = tmp_path / "secret.toml"
    secret.write_text("password = 'swordfish'")
    for answer in (
        await ada.post("/api/setup/longway", json={"text": f"longway tiles={secret}"}),
        await ada.post("/new/longway", data={"position": f"longway tiles={secret}"}),
    ):
        assert answer.status_code in (400, 422)
        assert "swordfish" not in answer.text


async def test_the_long_way_is_set_up_by_its_text(site):
    ada = site.browser()
    state = byways.start("longway").play("setup a1N g7S").play("roll 3-5")
    answer = (await ada.post("/api/setup/longway", json={"text": str(state)})).json()
    assert (answer["editable"], answer["error"]) == (False, "")
    assert "entrance" in answer["markup"]


def test_a_pasted_diagram_is_shown_and_asks_whose_turn_it_is():
    diagram = "  . . . . .\n1 . . . . .\n2 . .X. . .\n3 . .@. . .\n4 . . . . .\n"
    shown = board(find("troll"), diagram)
    assert (shown.error, shown.mover) == ("", "white")
    start = str(byways.start("whirlwind", size=6)).split("\n")[2:-1]
    amid = "\n".join(f".{line[3:]}" if line[3] == "." else line[3:] for line in start).replace("O", "o", 1)
    amid = amid.replace("o", ".", 1)
    asked = board(find("whirlwind"), amid)
    assert asked.error.startswith("Who is to move? Add a line")
    settled = board(find("whirlwind"), amid, Edit(amid, mover="white"))
    assert (settled.error, settled.mover) == ("", "white")
