"""Reviews in a real browser: going through a game, looking for mistakes, mending them; for everybody."""

import re
import threading
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from browser_world import expect, for_everybody, in_both_themes, overflow, violations
from page_objects import Board, BoardPage, ReviewPage
from review_browser_world import LOOKING, read, upload, with_mistakes


def test_going_through_a_game(page, server):
    upload(page, server)
    said = ReviewPage(page).said
    expect(said).to_have_text("Start of the game. White is to move.")
    page.get_by_role("link", name="Next position").click()
    expect(said).to_have_text("Move 1 of 4: White b3. Black is to move.")
    expect(ReviewPage(page).comments).to_have_text("a first")
    assert page.url.endswith("?ply=1")
    ReviewPage(page).slider.focus()
    page.keyboard.press("End")
    expect(said).to_have_text("Move 4 of 4: Black d2.")
    expect(page.get_by_role("heading", level=1)).to_have_text(re.compile("^Black w"))
    expect(BoardPage(page).current_turn).to_have_text(re.compile("^ *d2"))
    page.keyboard.press("ArrowLeft")
    expect(said).to_have_text(re.compile("^Move 4 of 4"))
    BoardPage(page).turns.get_by_text("d3").click()
    expect(said).to_have_text("Instead of move 1 (a2): c2, c3, d3")
    assert page.url.endswith("?ply=2.0.3")
    page.reload()
    expect(said).to_have_text("Instead of move 1 (a2): c2, c3, d3")
    expect(BoardPage(page).current_turn).to_have_text(re.compile("d3"))


def test_a_mistake_is_looked_for_where_the_graph_will_be_found_and_mended(page, server):
    page.set_viewport_size({"width": 320, "height": 640})
    address = upload(page, server)
    expect(ReviewPage(page).caption).to_be_hidden()
    expect(ReviewPage(page).unseen).to_contain_text("The engine has not analysed this game yet.")
    assert overflow(page) <= 0
    page.get_by_role("button", name="Look for mistakes").press("Enter")
    expect(ReviewPage(page).curve).to_be_visible(timeout=120_000)
    expect(ReviewPage(page).unseen).to_be_hidden()
    expect(ReviewPage(page).report).to_have_text(re.compile(r"^9 of 9 positions"), timeout=120_000)
    assert page.evaluate("() => document.activeElement.id") == "start", "not lost with the button that was pressed"
    page.set_viewport_size({"width": 1280, "height": 800})
    mistakes = ReviewPage(page).mistakes.locator("li")
    assert mistakes.count() >= 1
    expect(mistakes.last).to_contain_text(re.compile(r"4\. White c4\s+\?\? Blunder"))
    expect(ReviewPage(page).curve).to_have_count(1)
    assert "c4" not in BoardPage(page).verdict.inner_text()
    mistakes.last.get_by_role("link").click()
    page.get_by_role("button", name="Find a better move. Move 4 was c4.").click()
    expect(BoardPage(page).verdict).to_have_text("Find a better move than c4.")
    expect(mistakes.last).to_have_class(re.compile("now"))
    for part in ("#stage", "#prompt", "#verdict"):
        expect(page.locator(part)).to_be_in_viewport(ratio=1)
    worse = Board(page).legal_point("c4")
    worse.click()
    expect(BoardPage(page).verdict).to_contain_text("c4 loses")
    page.get_by_role("button", name="Undo this move").click()
    expect(ReviewPage(page).said).to_have_text(re.compile("^Move 3 of 4"))
    page.get_by_role("button", name="Best move").click()
    expect(ReviewPage(page).line.get_by_role("button").first).to_be_visible()
    best = ReviewPage(page).line.get_by_role("button").first.inner_text().removeprefix("1. ")
    assert best != "c4"
    expect(Board(page).shown_before("step").first).to_be_attached()
    page.get_by_role("button", name="Best move").click()
    expect(ReviewPage(page).line).to_be_hidden()
    expect(Board(page).shown_before("step")).to_have_count(0)
    Board(page).point(best).press("Enter")
    expect(BoardPage(page).verdict).to_contain_text(f"{best} is what the engine would play")
    ReviewPage(page).graph.click(position={"x": 3, "y": 20})
    expect(ReviewPage(page).said).to_have_text("Start of the game. White is to move.")
    page.goto(f"{address}?ply=6")
    expect(ReviewPage(page).value).not_to_be_empty()
    expect(mistakes.last).to_contain_text("4. White c4")


def test_what_is_read_scrolls_beside_the_board_and_on_a_phone_below_it(visitor, server):
    hidden = "(box) => box.scrollHeight - box.clientHeight"
    page = visitor(viewport={"width": 390, "height": 844}, bypass_csp=True).page()
    with_mistakes(page, server)
    review, mistakes = ReviewPage(page), ReviewPage(page).mistakes.locator("li")
    assert review.reading.evaluate(hidden) <= 1, "the page scrolls"
    mistakes.last.evaluate("(row) => row.scrollIntoView()")
    expect(Board(page).area).to_be_in_viewport(ratio=0.9)
    page.set_viewport_size({"width": 1280, "height": 700})
    page.evaluate("scrollTo(0, 0)")
    assert review.panel.evaluate(hidden) > 0
    for part in (Board(page).area, review.graph, review.said, BoardPage(page).turns):
        expect(part).to_be_in_viewport(ratio=0.95)
    page.set_viewport_size({"width": 1440, "height": 900})
    assert review.reading.evaluate(hidden) > 0

    page.set_viewport_size({"width": 1280, "height": 800})
    page.keyboard.press("End")
    here = BoardPage(page).current_turn
    expect(here).to_have_text(re.compile("^ *d2"))
    expect(here).to_be_in_viewport(ratio=0.95)
    mistakes.first.hover()
    page.mouse.wheel(0, 4000)
    expect(mistakes.last).to_be_in_viewport(ratio=0.5)
    expect(Board(page).area).to_be_in_viewport(ratio=1)

    for width in (320, 1280):
        page.set_viewport_size({"width": width, "height": 800})
        sentence = mistakes.first.get_by_text("chance falls").bounding_box()
        button = review.mistakes.get_by_role("button").first.bounding_box()
        assert sentence["y"] + sentence["height"] <= button["y"], f"one sentence above its button, {width}"
        expect(review.mistakes.locator("svg").first).to_have_css("overflow", "hidden"), "no more than its part"
        assert violations(page) == [], width


def test_stopped_before_anything_is_known_one_can_ask_again(page, server):
    page.route_web_socket(re.compile(r"/api/live\?"), lambda socket: None)  # news would say that nothing runs
    upload(page, server)
    unseen = ReviewPage(page).unseen
    page.route(re.compile("/analysis"), lambda route: route.fulfill(json=LOOKING))
    page.route("**/cancel", lambda route: route.fulfill(json=LOOKING | {"running": False, "done": 0}))
    page.get_by_role("button", name="Look for mistakes").click()
    expect(unseen).to_contain_text("2 of 9 positions analysed")
    expect(page.get_by_role("button", name="Look for mistakes")).to_be_hidden()
    page.get_by_role("button", name="Stop").click()
    expect(unseen).to_contain_text("The engine has not analysed this game yet.")
    expect(ReviewPage(page).report).to_have_text("")
    expect(page.get_by_role("button", name="Look for mistakes")).to_be_visible()


QUICK_KEYS = """(svg, keys) => {
    for (const key of keys) svg.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));
}"""
"""Keys that follow each other before a page has answered the first."""


def test_the_graph_is_dragged_and_moved_by_keys(page, server):
    upload(page, server)
    said, slider = ReviewPage(page).said, ReviewPage(page).slider
    box = slider.bounding_box()
    page.mouse.move(box["x"] + 12, box["y"] + 30)
    page.mouse.down()
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + 40, steps=5)
    expect(said).to_have_text(re.compile("^Move 2 of 4"))
    page.mouse.move(box["x"] + box["width"] + 40, box["y"] - 40, steps=5)
    page.mouse.up()
    slider.evaluate(QUICK_KEYS, ["ArrowDown", "ArrowDown", "ArrowLeft"])
    expect(slider).to_have_attribute("aria-valuenow", "5")
    page.keyboard.press("End")
    expect(said).to_have_text("Move 4 of 4: Black d2.")
    page.mouse.move(box["x"] + 12, box["y"] + 30)
    slider.focus()
    for key, ply in (("ArrowDown", 7), ("ArrowLeft", 6), ("ArrowUp", 7), ("Home", 0), ("PageUp", 8)):
        page.keyboard.press(key)
        expect(slider).to_have_attribute("aria-valuenow", str(ply))
    expect(slider).to_have_attribute("aria-valuetext", "4 (d2)")
    expect(said).to_have_text("Move 4 of 4: Black d2.")


def test_keys_lead_from_mistake_to_mistake_and_are_listed(visitor, judged):
    page = visitor(bypass_csp=True).page()
    judged(page)
    mistakes = ReviewPage(page).mistakes.locator("li")
    last = mistakes.last.get_attribute("data-ply")
    ReviewPage(page).turn_at("8").click()
    expect(ReviewPage(page).said).to_contain_text("Move 4 of 4")
    page.keyboard.press("p")
    expect(ReviewPage(page).said).to_contain_text(f"Move {(int(last) + 1) // 2} of 4")
    expect(mistakes.last).to_have_class(re.compile("opened.*now"))
    page.keyboard.press("h")
    expect(ReviewPage(page).heat).to_have_attribute("aria-pressed", "true")
    expect(Board(page).shown_before("heat").first).to_be_attached()
    expect(Board(page).drawn("layer.marks")).to_be_hidden()
    page.keyboard.press("b")  # the mistake that is shown
    expect(BoardPage(page).verdict).to_contain_text("Find a better move than")
    expect(Board(page).shown_before("heat")).to_have_count(0)
    page.keyboard.press("?")
    expect(ReviewPage(page).keys).to_contain_text("Previous and next mistake")
    assert in_both_themes(page) == []
    page.get_by_label("Use letters and ? as keys").uncheck()
    page.get_by_role("button", name="Done").click()
    page.keyboard.press("t")
    page.keyboard.press("?")
    expect(ReviewPage(page).keys).to_be_hidden()
    expect(ReviewPage(page).trial).to_be_visible()


def test_the_better_turn_is_shown_on_board_and_card_on_a_phone(visitor, judged):
    page = visitor(viewport={"width": 390, "height": 844}, has_touch=True, bypass_csp=True).page()
    judged(page)
    expect(ReviewPage(page).tally).to_be_visible()
    card = ReviewPage(page).cards.last
    card.get_by_role("button", name="Show it").click()
    expect(card).to_contain_text("Better move: ")
    expect(Board(page).shown_before("step").first).to_be_attached()
    expect(Board(page).area).to_be_in_viewport(ratio=0.95)
    ReviewPage(page).forth.click()
    page.get_by_role("button", name="Better move", exact=True).click()
    expect(BoardPage(page).verdict).to_contain_text("Find a better move than")
    page.get_by_role("link", name="Share").click()
    expect(ReviewPage(page).permalink).to_be_in_viewport()
    for_everybody(page)


def test_going_through_without_a_mouse(page, server):
    read(page, server)
    ReviewPage(page).trying.focus()
    page.keyboard.press("Enter")
    expect(BoardPage(page).prompt).to_have_text("White: Place a disc.")
    point = Board(page).first_by_keys
    point.focus()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    expect(ReviewPage(page).said).to_have_text(re.compile("tried: "))
    expect(Board(page).stones).to_have_count(1)
    page.keyboard.press("Escape")
    expect(ReviewPage(page).said).to_have_text("Start of the game. White is to move.")
    expect(Board(page).stones).to_have_count(0)


def test_what_is_wrong_is_shown_where_it_is(visitor, server, tmp_path):
    watch = visitor()
    watch.allowed.append("422")
    page = watch.page()
    page.goto(f"{server.address}/review")
    file = Path(tmp_path / "game.txt")
    file.write_text('[Game "troll"]\n\n1. b3 b3')
    page.get_by_label("Or a file").set_input_files(
        {"name": "long.txt", "mimeType": "text/plain", "buffer": b"x" * 200_001}
    )
    expect(page.get_by_role("main").get_by_role("status")).to_have_text(
        "This file is too long: a record has at most 200000 bytes here."
    )
    expect(page.get_by_label("Text or JSON")).to_have_value("")
    page.get_by_label("Or a file").set_input_files(file)
    expect(page.get_by_label("Text or JSON")).to_have_value(re.compile("b3 b3"))
    page.get_by_role("button", name="Review it").click()
    expect(page.get_by_role("alert")).to_have_text("Line 3, column 7: b3 is occupied.")
    chosen = "() => { const t = document.activeElement; return t.value.slice(t.selectionStart, t.value.length); }"
    assert page.evaluate(chosen) == "b3"


def test_axe_finds_nothing_in_reviews_which_fit_a_narrow_phone(visitor, server, judged):
    page = visitor(bypass_csp=True, has_touch=True).page()
    upload(page, server)
    assert in_both_themes(page) == [], "a record"
    judged(page)
    assert in_both_themes(page) == [], "mistakes"
    page.set_viewport_size({"width": 320, "height": 640})
    assert overflow(page) <= 0
    for control in page.locator("button:visible, select:visible, .step:visible").or_(ReviewPage(page).slider).all():
        box = control.bounding_box()
        assert min(box["width"], box["height"]) >= 43.5, control.inner_text()
    page.set_viewport_size({"width": 1280, "height": 800})
    ReviewPage(page).mistakes.get_by_role("button").first.click()
    expect(ReviewPage(page).trial).to_be_visible()
    page.get_by_role("button", name="Best move").click()
    expect(ReviewPage(page).line.get_by_role("button").first).to_be_visible()
    assert in_both_themes(page) == [], "trying"


def test_links_lead_to_the_position_that_is_shown(visitor, server):
    page = visitor().page()
    upload(page, server)
    page.get_by_role("heading", name="Share").click()
    page.get_by_role("link", name="Next position").click()
    expect(ReviewPage(page).permalink).to_have_value(re.compile(r"/review/[\w-]+\?ply=1$"))
    expect(page.get_by_role("link", name="Picture (PNG)")).to_have_attribute("href", re.compile("ply=1$"))
    with page.expect_download() as download:
        page.get_by_role("link", name="Record as text").click()
    assert "1. b3 {a first}" in Path(download.value.path()).read_text()
    other = visitor().page()
    other.goto(ReviewPage(page).permalink.input_value())
    expect(ReviewPage(other).said).to_have_text("Move 1 of 4: White b3. Black is to move.")
    assert violations(page) == []


def test_a_film_runs_and_rests_where_motion_is_not_wanted(visitor, server):
    page = visitor().page()
    address = upload(page, server)
    film = page.request.get(f"{address}/film.svg").text()
    seen = "(e) => getComputedStyle(e).visibility === 'visible'"
    shown = f"() => [...document.querySelectorAll('.stone')].filter({seen}).length"
    page.goto("about:blank")
    page.set_content(film)  # as a file of its own it runs no scripts, not even those of a test
    page.wait_for_function(f"() => ({shown})() === 1")
    page.wait_for_function(f"() => ({shown})() === 3")
    calm = visitor(reduced_motion="reduce").page()
    calm.goto("about:blank")
    calm.set_content(film)
    assert calm.evaluate(shown) == 8


@pytest.fixture
def elsewhere(tmp_path):
    """The address of another site, the pages of a folder: a made-up page may frame nothing of this machine."""
    pages = ThreadingHTTPServer(("127.0.0.1", 0), partial(SimpleHTTPRequestHandler, directory=tmp_path))
    threading.Thread(target=pages.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{pages.server_port}"
    pages.shutdown()
    pages.server_close()


def test_a_game_in_a_frame_of_another_page(visitor, server, elsewhere, tmp_path):
    watch = visitor()
    watch.allowed += [elsewhere, "frame-ancestors"]
    page = watch.page()
    game_id = upload(page, server).rpartition("/")[2]
    for path in ("embed", "review"):
        frame = f'<iframe src="{server.address}/{path}/{game_id}?ply=0" width="320" height="420"></iframe>'
        (tmp_path / f"{path}.html").write_text(f"<!doctype html><title>Elsewhere</title>{frame}")
    framed = page.frame_locator("iframe")
    page.goto(f"{elsewhere}/embed.html")
    expect(ReviewPage(framed).said).to_have_text("Start of the game. White is to move.")
    framed.get_by_role("link", name="Next position").click()
    expect(ReviewPage(framed).said).to_have_text("Move 1 of 4: White b3. Black is to move.")
    expect(framed.get_by_role("img").locator(".stone")).to_have_count(1)
    with page.expect_console_message(lambda told: "frame-ancestors" in told.text):
        page.goto(f"{elsewhere}/review.html")
    expect(ReviewPage(framed).said).to_have_count(0)
    page = visitor(bypass_csp=True).page()
    page.goto(f"{server.address}/embed/{game_id}")
    assert violations(page) == []
    page.set_viewport_size({"width": 320, "height": 420})
    assert overflow(page) <= 0
    assert page.evaluate("() => document.documentElement.scrollHeight") <= 420


def test_sheets_fit_the_screen_and_the_paper(visitor, server):
    page = visitor(bypass_csp=True, color_scheme="dark", viewport={"width": 320, "height": 640}).page()
    for game in ("longway", "stroll"):
        page.goto(f"{server.address}/print/{game}")
        assert violations(page) == [], game
        assert overflow(page) <= 0, game
    page.goto(f"{server.address}/print/longway")
    page.emulate_media(media="print")
    expect(page.get_by_role("button", name="Print")).to_be_hidden()
    paper = page.evaluate("() => getComputedStyle(document.documentElement).backgroundColor")
    assert paper == "rgb(255, 255, 255)"
    floor = page.evaluate("() => getComputedStyle(document.querySelector('.table .plan')).stroke")
    assert sum(map(int, re.findall(r"\d+", floor)[:3])) < 3 * 128, "lines are dark on paper"
    pages = re.findall(rb"/Type\s*/Page[^s]", page.pdf(format="A4"))
    assert len(pages) == 2, "a sheet and the tiles"


def test_the_long_ways_shopper_is_told_of_and_shown(visitor, server):
    page = visitor(bypass_csp=True).page()
    upload(page, server, '[Game "longway"]\n\n1. "setup a1N c1N" 2. "roll 1-1" 3. stop')
    page.get_by_role("link", name="Next position").click()
    page.get_by_role("link", name="Next position").click()
    expect(ReviewPage(page).insight).to_contain_text(
        "The shopper would now walk 3 spaces and score −3 points. With 1-1"
    )
    expect(Board(page).drawn("path")).to_have_count(1)
    assert violations(page) == []
    page.get_by_role("link", name="Previous position").click()
    page.get_by_role("link", name="Previous position").click()
    expect(Board(page).drawn("path")).to_have_count(0)  # no store has doors yet


def test_what_is_tried_or_shown_never_pushes_its_own_buttons_away(page, server, judged):
    stay_where_they_are(page, judged(page), "best", "heat")
    read(page, server)
    stay_where_they_are(page, page.url.partition("?")[0], "try")


def stay_where_they_are(page, address, *names):
    """The buttons of a review, when one of them is pressed, in windows of any size."""
    review = ReviewPage(page)
    heat = Board(page).shown_before("heat").first
    brought = {"best": review.line.get_by_role("button").first, "heat": heat, "try": review.trial}
    for language, width, height in (("es", 1366, 768), ("es", 1440, 900), ("es", 1280, 720), ("en", 1440, 900)):
        page.set_viewport_size({"width": width, "height": height})
        for name in names:
            page.goto(f"{address}?ply=2&lang={language}")
            button = page.locator(f"#{name}")
            expect(button).to_be_visible()
            before = acts_of(page, height)
            button.click()
            expect(brought[name]).to_be_visible()
            after = acts_of(page, height)
            assert {y for _, y in after} == {y for _, y in before}, (name, width, language)
            assert after[-1] == before[-1], (name, width, language)


def acts_of(page, height):
    """Where a review's buttons are: within what is seen of its panel."""
    panel, found = page.locator(".review > .panel").bounding_box(), []
    for act in page.locator(".acts .btn:visible").all():
        box = act.bounding_box()
        assert panel["y"] <= box["y"]
        assert box["y"] + box["height"] <= panel["y"] + panel["height"] <= height
        found.append((round(box["x"]), round(box["y"])))
    return found
