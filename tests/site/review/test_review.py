"""Reviews: who may see which positions of a game."""

import re

import pytest
from page_facts import turn_body
from review_world import WON, node, place_of, played
from site_world import ADA, act, begin, stored, tell

import byways
from byways.site.play.room import Room
from byways.site.review.review import open_review
from byways.site.timeline.commands import Resign
from byways.site.timeline.keys import fold


async def test_anybody_goes_through_a_finished_game(site, ada):
    game_id = await played(ada, WON)
    stranger = site.browser()
    page = await stranger.get(f"/review/{game_id}", params={"ply": 3})
    assert page.status_code == 200
    assert "Move 2 of 4: White c3" in page.text
    text = re.sub(r"<svg.*?</svg>", "", page.text, flags=re.DOTALL)
    assert len(re.findall("Black w(?:ins|on)", text)) == 1, "said once"
    state = byways.start("troll", size=4)
    for ply in range(9):
        view = await node(stranger, game_id, ply)
        assert view["over"] == (state.to_move is None)
        for name in ("white disc", "black disc"):
            assert view["drawn"].count(name) == str(state).partition("\n")[2].count("OX"[name[0] == "b"])
        if ply < 8:
            state = state.play(WON[ply])


async def test_what_is_no_position_of_the_game_is_not_there(ada):
    game_id = await played(ada, WON)
    for address in ("9", "-1", "x", "1.0", "1.0.1", "1.2.3.4.5", "1" * 101, "²"):
        assert (await ada.get(f"/api/reviews/{game_id}/view", params=place_of(address))).status_code == 404, address
    assert (await ada.get("/review/nowhere")).status_code == 404
    refused = await ada.get(f"/api/reviews/{game_id}/view", params=place_of(0, ("b3", "b3")))
    assert (refused.status_code, refused.json()["error"]["message"]) == (422, "b3 is occupied")
    assert (await ada.get(f"/api/reviews/{game_id}/view", params=place_of(0, ["x"] * 99))).status_code == 422


async def test_a_running_game_is_for_those_who_play_it_alone(site, ada):
    game_id = await played(ada, WON[:3])
    assert (await ada.get(f"/review/{game_id}")).status_code == 200
    stranger = site.browser()
    for path in ("", "/view?node=1", "/best/1", "/analysis"):
        start = f"/api/reviews/{game_id}" if path else f"/review/{game_id}"
        answer = await stranger.get(start + path)
        assert answer.status_code == 403
        assert "still in progress" in answer.text
    for path, body in (("analysis", {"thinking": "quick"}), ("cancel", {}), ("act", turn_body(0, [0]))):
        assert (await stranger.post(f"/api/reviews/{game_id}/{path}", json=body)).status_code == 403, path


async def test_a_game_that_somebody_resigned_is_over(site, ada):
    game_id = await played(ada, WON[:2])
    room = await site.rooms.open(game_id)
    await room.act(Resign(), next(iter(room.timeline.people.values())))
    page = await site.browser().get(f"/review/{game_id}")
    assert page.status_code == 200
    assert "Black wins by resignation" in page.text
    view = await node(site.browser(), game_id, 2)
    assert view["said"] == "Move 1 of 1: Black a2.", "the page says above how it ended"


@pytest.mark.parametrize(("game", "options"), [("stroll", {"size": 5, "ending": "claim"}), ("longway", {"players": 3})])
def test_a_running_game_is_shown_up_to_what_has_been_revealed(game, options):
    from byways.kernels.rng import seeded
    from byways.search.random_game import random_turn

    rng, hidden = seeded(3), 0
    state = byways.start(game, **options)
    turns = []
    while state.to_move is not None and len(turns) < 60:
        kept = stored(game, **{"size": None} | options, turns=turns)
        room = Room(kept, fold(kept), None, None, None)
        review = open_review(room, None, ADA)
        shown = review.states[-1]
        assert str(shown) == str(shown.view(None)), "nothing of it is hidden from anybody"
        assert "?" not in state.view(None).turns[: len(review.states) - 1]
        hidden += len(room.timeline.states) - len(review.states)
        assert [turn.turn for turn in review.record().line.turns] == turns[: len(review.states) - 1]
        state = state.apply_unchecked(random_turn(state, rng))
        turns.append(state.turn)
    assert hidden > 0, "something was hidden at times"


async def test_a_secret_claim_is_in_nothing_that_a_review_sends(site, ada):
    api = await begin(ada, "stroll", size="5", ending="claim")
    game_id = api.rpartition("/")[2]
    room = await site.rooms.open(game_id)
    while not room.timeline.state.variant.game.secrets.next(room.timeline.state):
        assert (await act(ada, api, room.timeline.state.legal_turns()[0])).status_code == 200
    before = (await ada.get(f"/review/{game_id}")).text
    claim = room.timeline.state.legal_turns()[0]
    assert (await act(ada, api, claim, seat="white")).status_code == 200
    assert room.timeline.state.turn == claim
    ply = len(room.timeline.states) - 1
    for path in ("", "/film.svg", "/still.svg", "/record.txt", "/record.json"):
        answer = await ada.get(f"/review/{game_id}{path}")
        assert answer.status_code == 200
        assert claim not in answer.text, path
        assert 'class="path' not in answer.text, path
    assert before.count('class="turn"') == (await ada.get(f"/review/{game_id}")).text.count('class="turn"')
    for path in (f"view?node={ply}", f"best/{ply}"):
        assert (await ada.get(f"/api/reviews/{game_id}/{path}")).status_code == 404


async def test_engines_are_named_in_the_language_of_the_page(ada):
    api = await begin(ada, **{"your side": "white", "the engine": "level 1"})
    await tell(ada, api, "resign")
    review = api.replace("/api/games/", "/review/")
    assert "Black: engine, level 1" in (await ada.get(review)).text
    assert "Negras: motor, nivel 1" in (await ada.get(review, headers={"accept-language": "es"})).text
    assert '[Black "Byways, level 1"]' in (await ada.get(f"{review}/record.txt")).text
