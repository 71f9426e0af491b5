"""Languages: who is answered in which, that nothing escapes the catalogues, and that all of them are complete."""

import json
import pickle
import re
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import msgspec
import pytest
from languages_world import DATE, NAMES, WON, Reader, in_brackets, outside, random_turn_text, walk
from page_facts import facts
from site_world import act, begin, site_in, view

import byways
from byways import registry
from byways.errors import IllegalTurnError
from byways.games import BUILT_IN
from byways.interop.engine import judge
from byways.position.state import start
from byways.registry import find
from byways.site.engines import jobs
from byways.site.i18n.languages import LANGUAGES, number, read_catalogue, render
from byways.site.play.page import sidebar
from byways.site.review import printables
from byways.site.web import templating, thumbnails
from byways.translatable import BYWAYS, capital, from_data, joined, say_many, text_of, to_data

SPANISH = {"Accept-Language": "es-MX,es;q=0.9,en;q=0.5"}
# --- nothing escapes -------------------------------------------------------------------------------------------------


async def test_every_text_comes_from_a_catalogue(tmp_path, monkeypatch):
    monkeypatch.setattr(registry, "_registered", {})  # games of other tests speak English only
    monkeypatch.setattr(LANGUAGES["es"], "find", in_brackets)
    caches = [(templating, "_region"), (printables, "_sheets"), (thumbnails, "_kept")]
    for module, kept in (*caches, (sidebar, "_names"), (sidebar, "_word")):
        monkeypatch.setattr(module, kept, getattr(module, kept).__wrapped__)  # nothing is remembered
    allowed = NAMES | {
        word for game in map(find, BUILT_IN) for word in re.findall(r"\w+", f"{game.title} {game.about.designer}")
    }
    leaked, said = [], 0
    async with site_in(tmp_path) as site, site.browser(**SPANISH) as browser:
        async for path, _, texts in walk(browser):
            assert texts, path
            said += sum("⟦" in text for text in texts)
            for text in texts:
                left = re.sub(rf"\b[a-z]\d+[NESW]?\b|\d+(\.\d+)+|⟦\w+⟧|{DATE}", "", outside(text))
                words = [word for word in re.findall(r"[^\W\d_]{2,}", left) if word not in allowed]
                leaked += [(path, text)] if words else []
    assert said > 3_000
    shown = sorted({(text, path) for path, text in leaked})
    assert not shown, "\n".join(f"{path}: {text[:150]}" for text, path in shown[:60])


# --- Spanish ---------------------------------------------------------------------------------------------------------


def test_no_catalogue_lacks_anything():
    """The command that developers call says so too, of this tree."""
    script = Path(__file__).parents[3] / "scripts" / "setup" / "catalogues"
    done = subprocess.run([sys.executable, str(script), "--check"], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (0, ""), done.stdout + done.stderr


def test_the_catalogue_has_every_text_of_the_scripts():
    """Also those that its extractor overlooks, as it does inside a template literal."""
    for path in sorted((Path(byways.__file__).parent / "site" / "static").rglob("*.js")):
        source = path.read_text(encoding="utf-8").replace("function _(", "")
        texts = [json.loads(text) for text in re.findall(r'(?<![\w.])_\(\s*("(?:[^"\\]|\\.)*")', source)]
        assert len(texts) == len(re.findall(r"(?<![\w.])_\(", source)), f"{path.name}: a text that is no literal"
        assert [text for text in texts if text not in LANGUAGES["es"].catalogue().texts] == [], path.name


@pytest.mark.headers(**SPANISH)
async def test_no_page_speaks_english_to_a_spaniard(browser):
    books = [LANGUAGES["es"].catalogue(name) for name in (BYWAYS, *BUILT_IN)]
    english = {text for book in books for text, (said, *_) in book.texts.items() if said != text and len(text) > 2}
    english -= {said for book in books for forms in book.texts.values() for said in forms}
    async for path, page, texts in walk(browser):
        assert page is None or page.lang == "es", path
        spoken = {text.rstrip(".") for text in texts} | set(texts)
        assert not spoken & english, (path, spoken & english)


@pytest.mark.headers(**SPANISH)
async def test_a_turn_is_refused_and_a_game_ends_in_spanish(browser):
    api = await begin(browser, "troll")
    why = (await browser.get(f"{api}/why?clicks=a1")).json()["why"]
    assert why == render(text_of("troll", "{cell} is a corner and flips nothing", cell="a1"), LANGUAGES["es"]) + "."
    assert "corner" not in why
    for turn in WON:
        await act(browser, api, turn)
    end = (await view(browser, api))["outcome"]
    chain = "{player} joins left and right with a chain of {count} discs, {first} to {last}."
    fields = {"player": capital(text_of("troll", "black")), "count": 4, "first": "a2", "last": "d2"}
    assert end["why"] == render(text_of("troll", chain, **fields), LANGUAGES["es"])
    assert "chain" not in end["why"]


# --- who is answered in which language -------------------------------------------------------------------------------


@pytest.mark.headers(**SPANISH)
async def test_a_form_is_refused_in_spanish(browser):
    refused = await browser.post("/new/troll", data={"your side": "green"})
    assert "no se permite; debe ser white o black o both o neither" in refused.text


async def test_choices_are_short_enough_for_narrow_phones(site):
    for headers in ({}, SPANISH):
        browser = site.browser(**headers)
        pages = [(await browser.get(f"/new/{game}")).text for game in BUILT_IN]
        choices = {choice for page in pages for choice in re.findall(r"<option[^>]*>([^<]*)", page)}
        assert {choice for choice in choices if len(choice) > 30} == set()


def test_numbers_below_zero_have_a_minus_sign():
    lost = say_many("{count} point", "{count} points", -3)
    for language in LANGUAGES.values():
        assert render(joined([lost, "b1-b3"]), language).startswith("−3 ")
        assert render(lost, language) + " b1-b3" == render(joined([lost, "b1-b3"]), language), "hyphens stay"
    assert number(-3) == "−3"
    assert render(say_many("{count} point", "{count} points", -3)) == "−3 points"


async def language_of(browser, path="/", **headers):
    answer = await browser.get(path, headers=headers)
    assert answer.headers["content-language"] == Reader(answer.text).lang
    return answer.headers["content-language"]


async def test_a_browser_is_answered_in_the_first_language_that_it_accepts_and_we_speak(browser):
    for accepted, language in {
        "": "en",
        "es": "es",
        "es-AR,es;q=0.8": "es",
        "de, es;q=0.5, en;q=0.9": "en",
        "fr;q=0.9, ES;q=0.2": "es",
        "en; q=0.2, es ; Q=0.8": "es",
        "en;q=0, es;q=0.1": "es",
        "xx;q=y, *;q=1": "en",
        "es;q=nan": "en",
    }.items():
        assert await language_of(browser, **{"Accept-Language": accepted}) == language, accepted


@pytest.mark.headers(**SPANISH)
async def test_the_language_that_somebody_chooses_stays(browser):
    home = (await browser.get("/new/troll?size=5")).text
    link = re.search(r'<a href="([^"]+)" hreflang="en"', home)[1].replace("&amp;", "&")
    chosen = await browser.get("/new/troll" + link)
    assert (chosen.headers["content-language"], "size=5" in link) == ("en", True)
    assert "SameSite=lax" in chosen.headers["set-cookie"]
    assert await language_of(browser, "/rules/troll") == "en"
    assert (await browser.get("/api/games/x/view")).json()["error"]["message"] == "there is no such game"
    assert await language_of(browser, "/?lang=xx") == "en"
    assert await language_of(browser, "/?lang=es") == "es"
    assert await language_of(browser) == "es"


@pytest.mark.headers(**SPANISH)
async def test_a_page_goes_on_in_its_language_whatever_another_tab_chooses(browser):
    api = await begin(browser)
    spanish = (await view(browser, api))["status"]
    await browser.get("/?lang=en")
    english = (await view(browser, api))["status"]
    assert spanish != english == "White is to move"
    answer = await browser.get(f"{api}/view", headers={"Byways-Language": "es"})
    assert facts(answer.json())["status"] == spanish
    assert (await view(browser, api, lang="es"))["status"] == spanish
    assert "set-cookie" not in (await browser.get(f"{api}/view?lang=es")).headers


async def test_answers_say_that_they_vary_and_assets_that_they_do_not(browser):
    home = await browser.get("/")
    assert {"Accept-Language", "Cookie"} <= set(re.split(r",\s*", home.headers["vary"]))
    style = re.search(r'href="([^"]*site.css)"', home.text)[1]
    answer = await browser.get(style)
    assert "Cookie" not in answer.headers.get("vary", "")
    assert "content-language" not in answer.headers


async def test_two_who_watch_the_same_game_each_hear_their_language(site):
    async with site.browser() as player, site.browser(**SPANISH) as spaniard:
        api = await begin(player)
        await act(player, api, "b2")
        here, there = [(await view(browser, api)) for browser in (player, spaniard)]
        assert "b2, white disc" in here["markup"]["controls.b2"]
        assert "white disc" not in there["markup"]["controls.b2"]
        assert render(text_of("troll", "white disc"), LANGUAGES["es"]) in there["markup"]["controls.b2"]
        assert here["tag"] != there["tag"], "a patch of one drawing must not be put on the other"
        assert here["status"] != there["status"]


async def test_scripts_know_english_and_are_told_other_languages(browser):
    api = (await begin(browser)).replace("/api/games/", "/play/")
    assert "/texts/" not in (await browser.get(api)).text
    page = (await browser.get(api, headers=SPANISH)).text
    script = await browser.get(re.search(r'<script src="([^"]*/texts/es\.js)"></script>', page)[1])
    assert "immutable" in script.headers["cache-control"], "it is sent once for all pages"
    brought = json.loads(script.text.removeprefix("globalThis.translations = ").rstrip(";\n"))
    assert brought["The engine is ready."] == [LANGUAGES["es"].catalogue().texts["The engine is ready."][0]]
    assert page.index("/texts/es.js") < page.index("/pages/play.js")
    assert "Your games" not in brought, "only what the scripts say"
    (names,) = (data for data in Reader(page).data if data.keys() == {"white", "black"})
    assert names["white"] == "Blancas"


async def test_rules_and_games_without_a_translation_stay_english_and_say_so(tmp_path, monkeypatch):
    rules_only = tmp_path / "bare"
    rules_only.mkdir()
    (rules_only / "rules.md").write_text(find("troll").rules_page, encoding="utf-8")
    bare = replace(find("troll"), about=replace(find("troll").about, name="bare"), folder=rules_only)
    monkeypatch.setitem(registry._registered, "bare", bare)
    async with site_in(tmp_path) as site, site.browser(**SPANISH) as browser:
        for name, language in (("troll", "es"), ("bare", "en")):
            page = (await browser.get(f"/rules/{name}")).text
            assert '<html lang="es">' in page
            assert re.search(r'<div lang="(..)">', page)[1] == language
        assert bare.about.summary in (await browser.get("/new/bare")).text


OURS = """
from dataclasses import replace
from pathlib import Path
from examples.hex import GAME as HEX
from byways.errors import IllegalTurnError
from byways.game import BoardTexts
from byways.translatable import Catalogue

say = Catalogue("ours").say
CATALOGUE = '''
msgid "Place a disc."
msgstr "Pon una ficha."

msgid "Your turn"
msgstr "Ahora tú"

msgid "{cell} is occupied"
msgstr "{cell} está ocupada, dice este juego"
'''

class Texts(BoardTexts):
    def refusal(self, state, actions):
        return IllegalTurnError("ours.occupied", say("{cell} is occupied", cell=state.write(actions)))

def prompt(state):
    return say("Place a disc.") if state.to_move == "black" else say("Your turn")

FOLDER = Path(__file__).parent
(FOLDER / "es.po").write_text(CATALOGUE, encoding="utf-8")
GAME = replace(
    HEX, about=replace(HEX.about, name="ours"), ui=replace(HEX.ui, texts=Texts, prompt=prompt), folder=FOLDER
)
"""


async def test_a_game_of_ones_own_brings_its_catalogue(tmp_path, monkeypatch):
    file = tmp_path / "ours.py"
    file.write_text(OURS)
    monkeypatch.setenv("BYWAYS_GAMES", str(file))
    async with site_in(tmp_path) as site, site.browser(**SPANISH) as browser:
        api = await begin(browser, "ours", size="5")
        assert (await view(browser, api))["prompt"] == "Pon una ficha."


async def test_each_catalogue_translates_its_own_texts_only(tmp_path, monkeypatch):
    """The site, Troll and a plug-in say the same in English, and none of them in the words of another."""
    file = tmp_path / "ours.py"
    file.write_text(OURS)
    monkeypatch.setenv("BYWAYS_GAMES", str(file))
    said = {}
    for state in (start("ours", size=5).play("c2"), start("troll", size=5).play("c2"), start("whirlwind", size=6)):
        with pytest.raises(IllegalTurnError, match="c2 is occupied") as refused:
            state.play("c2")
        sent = pickle.loads(pickle.dumps(refused.value)).sentence, from_data(to_data(refused.value.sentence))
        (said[state.game],) = {render(sentence, LANGUAGES["es"]) for sentence in (refused.value.sentence, *sent)}
    occupied = {"ours": "c2 está ocupada, dice este juego", "troll": "c2 está ocupada", "whirlwind": "c2 está ocupado"}
    assert said == occupied
    prompt = find("ours").ui.prompt(start("ours", size=5).play("b2"))
    assert [render(text, LANGUAGES["es"]) for text in (prompt, text_of(BYWAYS, "Your turn"))] == [
        "Ahora tú",
        "Tu turno",
    ]
    stop = [render(text_of(name, "Stop"), LANGUAGES["es"]) for name in (BYWAYS, "longway", "troll")]
    assert stop == ["Detener", "Plantarse", "Stop"]


def test_an_unfinished_translation_is_not_used():
    book = read_catalogue('msgid "a"\nmsgstr ""\n\n#, fuzzy\nmsgid "b"\nmsgstr "c"\n\nmsgid "d"\nmsgstr "e"\n', "es")
    assert book.texts == {"d": ["e"]}


def test_plurals_follow_the_language():
    polish = (
        'msgid ""\nmsgstr "Plural-Forms: nplurals=3; plural=(n==1 ? 0 : n%10>=2 && n%10<=4 && (n%100<12 || n%100>14)'
        ' ? 1 : 2);\\n"\n\nmsgid "{count} move"\nmsgid_plural "{count} moves"\nmsgstr[0] "ruch"\nmsgstr[1] "ruchy"\n'
        'msgstr[2] "ruchów"\n'
    )
    book = read_catalogue(polish, "pl")
    forms = book.texts["{count} move"]
    assert [forms[book.form(number)] for number in (1, 2, 5, 22)] == ["ruch", "ruchy", "ruchów", "ruchy"]


async def test_what_a_worker_says_of_an_end_can_still_be_translated():
    state = start("stroll", size=5)
    while state.to_move is not None:
        state = state.play(random_turn_text(state))

    class Worker:
        async def ask(self, request, kind):
            return msgspec.json.decode(msgspec.json.encode(judge(state)), type=kind)

    ending = await jobs.count_end(Worker(), state)
    assert (ending.why, ending.picture) == (find("stroll").ui.explain(state), find("stroll").picture(state))
    assert render(ending.why, LANGUAGES["es"]) != ending.why


async def test_days_are_written_as_the_language_writes_them(site):
    for headers, day in (({}, "20 November 2026"), (SPANISH, "20 de noviembre de 2026")):
        async with site.browser(**headers) as browser:
            assert day in (await browser.get("/daily/troll/2026-11-20")).text
