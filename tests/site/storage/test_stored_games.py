"""Games of a stored database fold to what they were, and their people find them."""

import pytest
from msgspec import to_builtins
from site_world import opened, site_in
from stored_games_world import EXPECTED, GAMES, NAMES, SECRETS, fill, write_file

from byways.site.storage.game_store import Store
from byways.site.timeline.timeline import load

KINDS = {"turn", "undo", "sit", "name", "offer", "answer", "leave", "end", "rematch"}


def summary(game):
    """What a game has folded to."""
    end, offer = game.end, game.offer
    return {
        "turns": [*game.state.turns],
        "position": str(game.state),
        "number": game.number,
        "version": game.version,
        "seats": {p: [NAMES.get(s.holder, s.holder), to_builtins(s.engine), s.name] for p, s in game.seats.items()},
        "waiting": game.waiting,
        "to move": game.to_move,
        "mover": game.mover and game.mover.player,
        "over": game.over,
        "end": end and [None if end.winners is None else [*end.winners], end.termination, end.by],
        "offer": offer and [offer.number, offer.by, offer.what, offer.ply, sorted(map(NAMES.get, offer.agreed))],
        "refusal": game.declined and [game.declined.number, game.declined.by, game.declined.what],
        "rematch": game.rematch,
        "left": game.clocks and game.clocks.left,
        "deadline": game.deadline and game.deadline.isoformat(),
        "undo": {name: game.undo_ply(holder) for holder, name in NAMES.items()},
    }


def expected(name):
    """The same as it was written down, as far as JSON tells lists from tuples."""
    game = GAMES[name]
    return {field: game[field] for field in game if field != "id"}


async def test_every_game_folds_to_what_it_was(database, tmp_path):
    fill(database, tmp_path)
    async with opened(database) as store:
        kinds = set()
        for name, game in GAMES.items():
            stored = await store.load(game["id"])
            kinds |= {event.kind for event in stored.events}
            assert summary(load(stored)) == expected(name), name
        assert kinds == KINDS


async def test_games_are_found_by_who_sits_there(database, tmp_path):
    fill(database, tmp_path)
    async with opened(database) as store:
        for holder, name in NAMES.items():
            assert [game for game, *_ in await store.of_holder(holder, 99)] == EXPECTED["lists"][name]


@pytest.mark.parametrize("name", SECRETS)
async def test_guests_see_their_games_and_go_over_them(tmp_path, name):
    write_file(tmp_path / "byways.sqlite3")
    async with site_in(tmp_path) as site, site.browser(cookie=f"byways={SECRETS[name]}") as browser:
        listed = (await browser.get("/mine")).text
        ids = EXPECTED["lists"][name]
        assert [game for game in ids if f"/play/{game}" not in listed] == []
        assert listed.count("/play/") == len(ids)
        for game_id in ids:
            assert (await browser.get(f"/play/{game_id}")).status_code == 200
            over = next(game["over"] for game in GAMES.values() if game["id"] == game_id)
            allowed = (200,) if over else (200, 403)  # nobody may look things up while others play
            assert (await browser.get(f"/review/{game_id}")).status_code in allowed


async def test_a_record_has_its_notes_and_a_sheet_its_score(tmp_path):
    write_file(tmp_path / "byways.sqlite3")
    async with site_in(tmp_path) as site:
        async with site.browser(cookie=f"byways={SECRETS['carl']}") as carl:
            page = await carl.get(f"/review/{GAMES['a record']['id']}")
            assert "why not" in page.text
            assert f"/review/{GAMES['a record']['id']}" in (await carl.get("/mine")).text
        store = site.service(Store)
        said = await store.read(lambda c: c.exec_driver_sql("SELECT score FROM daily WHERE kind = 'score'").scalar())
        assert said == 2
        async with site.browser(cookie=f"byways={SECRETS['bob']}") as bob:
            chat = await bob.get(f"/api/games/{GAMES['guest']['id']}/chat")
            assert [(m["by"], m["text"]) for m in chat.json()["messages"]] == [
                ("Ada", "Hello <Bob>"),
                ("Robert", "¡Hola!"),
            ]
