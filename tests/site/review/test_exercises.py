"""Mistakes of one's own games as exercises: which there are, how they are judged, and what is kept of them."""

import pytest
from review_world import WON, analysed, played
from site_world import refusal

import byways

VALUES = (0.5, 0.5, 0.5, 0.9, 0.9, 0.9, 0.9, 0.9, 0.0)
"""For the player to move after so many stones: White loses 40 % with the third turn, and more with the fifth."""


async def game_of(site, browser):
    """A game that a browser has played for both sides, and that an engine has looked at."""
    game_id = await played(browser, WON)
    return game_id, [one["ply"] for one in (await analysed(site, browser, game_id))["mistakes"]]


async def try_turn(browser, game_id, ply, turn):
    state = byways.start("troll", size=4)
    for one in WON[: ply - 1]:
        state = state.play(one)
    command = {"kind": "turn", "version": 0, "actions": list(state.actions(turn))}
    return (await browser.post(f"/api/exercises/{game_id}/{ply}/act", json={"command": command, "shown": ""})).json()


def first_turn(ply):
    state = byways.start("troll", size=4)
    for one in WON[: ply - 1]:
        state = state.play(one)
    return state.legal_turns()[0]


@pytest.mark.values(*VALUES)
async def test_a_mistake_is_solved_by_a_better_turn_and_the_next_comes(site, ada):
    assert "No exercises yet" in (await ada.get("/exercises")).text
    game_id, plies = await game_of(site, ada)
    first = await ada.get("/exercises")
    assert (first.status_code, first.headers["location"]) == (307, f"/exercises/{game_id}/{plies[0]}")
    page = (await ada.get(first.headers["location"])).text
    assert f"You played {WON[plies[0] - 1]}." in page
    assert f"0 of {len(plies)} solved" in page
    wrong = await try_turn(ada, game_id, plies[0], WON[plies[0] - 1])
    assert (wrong["verdict"]["right"], wrong["verdict"]["done"]) == (False, False)
    assert first_turn(plies[0]) not in wrong["verdict"]["said"]
    right = await try_turn(ada, game_id, plies[0], first_turn(plies[0]))
    assert (right["verdict"]["right"], right["verdict"]["done"]) == (True, True)
    then = await ada.get("/exercises")
    assert then.headers["location"] == f"/exercises/{game_id}/{plies[1]}"
    skipped = await ada.get("/exercises", params={"after": f"{game_id}/{plies[1]}"})
    assert skipped.headers["location"] == f"/exercises/{game_id}/{plies[2]}"


@pytest.mark.values(*VALUES)
async def test_who_looks_at_the_better_turn_has_not_solved_it(site, ada):
    game_id, plies = await game_of(site, ada)
    for ply in plies:
        told = (await ada.post(f"/api/exercises/{game_id}/{ply}/solution", json={})).json()
        assert told["turn"] == first_turn(ply)
        assert (await ada.get(f"/api/exercises/{game_id}/{ply}/view", params={"at": "best"})).status_code == 200
        assert (await try_turn(ada, game_id, ply, first_turn(ply)))["verdict"]["done"]
    assert f"0 of {len(plies)} solved" in (await ada.get("/exercises")).text


@pytest.mark.values(*VALUES)
async def test_others_can_try_a_finished_game_but_have_no_exercises_of_it(site, ada, bob):
    game_id, plies = await game_of(site, ada)
    assert (await bob.get(f"/exercises/{game_id}/{plies[0]}")).status_code == 200
    assert (await try_turn(bob, game_id, plies[0], first_turn(plies[0])))["verdict"]["right"]
    assert "No exercises yet" in (await bob.get("/exercises")).text
    assert (await ada.get("/exercises")).headers["location"].endswith(f"/{plies[0]}")


async def test_what_is_no_exercise_is_not_there(ada):
    game_id = await played(ada, WON)
    for ply in (0, 3, len(WON) + 1, 10**5):
        assert (await ada.get(f"/exercises/{game_id}/{ply}")).status_code == 404
        assert refusal(await ada.get(f"/api/exercises/{game_id}/{ply}/view")) == (404, "exercise.missing")
    going_on = await played(ada, WON[:2])
    assert (await ada.get(f"/exercises/{going_on}/1")).status_code == 404
