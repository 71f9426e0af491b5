"""What a document refers to stands in it once: every `href="#…"` and `url(#…)` finds the one element with that id."""

import re
from collections import Counter
from html.parser import HTMLParser

import pytest
from daily_world import DAY
from review_world import WON, played
from site_world import act, begin

import byways
from byways import draw
from byways.draw.themes import THEMES
from byways.games import BUILT_IN
from byways.kernels.rng import seeded
from byways.search.random_game import random_turn
from byways.site.review.animation import film


class Elements(HTMLParser):
    """The ids of a document, and what its elements refer to."""

    def __init__(self, text):
        super().__init__()
        self.ids, self.wanted = Counter(), set()
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        for name, value in attrs:
            if name == "id":
                self.ids[value] += 1
            elif name == "href" and value.startswith("#"):
                self.wanted.add(value[1:])
            self.wanted.update(re.findall(r"url\(#([^)]*)\)", value or ""))


def check(text):
    """What a document refers to is there, and no id comes twice. Return the shapes that it draws."""
    found = Elements(text)
    assert [name for name, count in found.ids.items() if count > 1] == []
    assert found.wanted <= set(found.ids)
    return {name for name in found.wanted if "." in name}


def states_of(game, turns=30, **options):
    state, rng = byways.start(game, **options), seeded(3)
    yield state
    while state.to_move is not None and len(state.turns) < turns:
        state = state.apply_unchecked(random_turn(state, rng))
        yield state


@pytest.mark.parametrize("game", BUILT_IN)
def test_in_files(game):
    states = list(states_of(game))
    pictures = [state.variant.game.picture(state) for state in states]
    assert check(draw.svg(states[-1], legal=True))
    assert check(film(pictures, states[0].players, title="A game"))


def test_outputs_of_one_notebook_are_equal_where_their_ids_are():
    """Boards of several games, themes and boards below one another: a later one finds what an earlier one defines."""
    defined = {}
    for game in BUILT_IN:
        *_, state = states_of(game)
        for theme in THEMES:
            for board in draw.BOARDS:
                text = draw.svg(state, theme=theme, board=board)
                for key, markup in re.findall(r'<\w+ id="([^"]*)"(.*?)(?=<\w+ id=|</defs>)', text):
                    assert key.startswith(f"byways-{theme}-{board}.")
                    assert defined.setdefault(key, markup) == markup
                assert text.count(" id=") == text.partition("</defs>")[0].count(" id="), "boards have no ids"
    assert len({key.partition(".")[2] for key in defined}) > 10


async def test_on_pages_without_a_game(browser):
    for path in (f"/{kind}/{game}" for kind in ("print", "rules", "setup") for game in BUILT_IN):
        check((await browser.get(path)).text)
    for path in ("/", "/settings", "/rules/troll", "/print/stride", f"/daily/troll/{DAY}"):
        assert check((await browser.get(path)).text), path
    check((await browser.get("/learn/troll/1")).text)


@pytest.mark.parametrize("game", BUILT_IN)
async def test_on_pages_of_games(game, browser):
    api = await begin(browser, game, size="6", players="1")
    options = {} if game in ("stride", "longway") else {"size": 6}
    before, *later = states_of(game, 8, **options)
    page = (await browser.get(api.replace("/api/games/", "/play/"))).text
    for state in later:
        if before.to_move == "chance":
            break
        preview = await browser.get(
            f"{api}/preview", params={"actions": ",".join(map(str, before.actions(state.turn)))}
        )
        assert preview.status_code == 200
        assert Elements(preview.json()["markup"]).wanted <= set(Elements(page).ids)
        assert (await act(browser, api, state.turn)).status_code == 200
        page, before = (await browser.get(api.replace("/api/games/", "/play/"))).text, state
        assert check(page)


async def test_on_pages_of_reviews(browser):
    game_id = await played(browser, WON)
    for path in ("review/{}", "embed/{}", "review/{}/still.svg", "review/{}/film.svg"):
        assert check((await browser.get("/" + path.format(game_id))).text), path
    check((await browser.get(f"/review/{game_id}?ply=0")).text)
