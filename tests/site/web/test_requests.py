"""Requests that make no sense are refused, and are no mistake of the server."""

import pytest
from page_facts import turn_body
from site_world import begin
from starlette.requests import HTTPConnection

from byways.site.web.sessions import same_origin

NESTED = "[" * 3_000 + "]" * 3_000
HUGE = "9" * 23
ENDLESS = "9" * 5_000  # more digits than Python reads
BODIES = (NESTED, f'{{"version": 0, "actions": {NESTED}}}')


def is_refused(answer):
    said = answer.json()["error"]["message"]
    return 400 <= answer.status_code < 500 and 0 < len(said) < 200 and "\n" not in said


@pytest.mark.parametrize(("scheme", "origin", "site", "same"), [
    ("https", "https://site.test", None, True),
    ("https", "http://site.test", None, False),  # whoever is on the way may write such a page
    ("wss", "http://site.test", None, False),
    ("wss", "https://site.test", None, True),
    ("http", "http://site.test", None, True),
    ("http", "https://site.test", None, True),  # a proxy that is not trusted to say so has encrypted
    ("https", "http://site.test", "cross-site", False),
    ("http", "https://site.test", "cross-site", False),
    ("https", "https://site.test:8443", None, False),
    ("https", "https://site.test", "same-site", False),
    ("http", "https://hidden.test", "same-origin", True),
    ("https", "null", None, False),
])  # fmt: skip
def test_a_page_is_of_this_site_by_scheme_name_and_port(scheme, origin, site, same):
    headers = {"host": "site.test", "origin": origin} | ({"sec-fetch-site": site} if site else {})
    raw = [(name.encode(), value.encode()) for name, value in headers.items()]
    kind = "websocket" if scheme == "wss" else "http"
    connection = HTTPConnection({"type": kind, "scheme": scheme, "path": "/", "query_string": b"", "headers": raw})
    assert same_origin(connection) is same


async def test_an_origin_that_is_no_address_is_another_site(browser):
    api = await begin(browser)
    answer = await browser.post(f"{api}/act", json=turn_body(0, [1]), headers={"Origin": "http://["})
    assert answer.status_code == 403
    assert is_refused(answer)


@pytest.mark.parametrize("path", ["{}/act", "{}/name", "{}/chat", "{}/sit", "{}/invitation"])
@pytest.mark.parametrize("body", BODIES, ids=["list", "field"])
async def test_a_deeply_nested_body_is_refused(path, body, browser):
    answer = await browser.post(path.format(await begin(browser)), content=body)
    assert is_refused(answer)


PATHS = (
    "{}/chat?after={huge}", "{}/chat?after=-{huge}", "{}/view?at={huge}",
    "/api/lessons/troll/{huge}/preview?actions=1", "/api/lessons/troll/1/preview?actions={huge}",
    "/api/reviews/{id}/view?node={huge}", "/api/reviews/{id}/view?node=0.{huge}.1",
    "/api/reviews/{id}/preview?node=0&trying=1&actions={huge}", "/api/puzzles/troll/2026-11-20/view?at={huge}.{huge}",
    "/api/lessons/troll/{endless}/view", "/learn/troll/{huge}", "/embed/{id}?ply={huge}",
    "/review/{id}/still.svg?ply={huge}", "/print/troll?size={huge}", "/setup/troll?size={huge}",
    "/new/troll?size={huge}", "{}/preview?actions={huge}", "{}/why?clicks={huge}", "/play/{id}?at={huge}",
    "/api/lessons/troll/1/preview?actions={endless}", "{}/view?at={endless}",
)  # fmt: skip


async def test_numbers_of_any_length_are_no_mistake_of_the_server(browser):
    api = await begin(browser)
    for path in PATHS:
        answer = await browser.get(path.format(api, id=api.rpartition("/")[2], huge=HUGE, endless=ENDLESS))
        assert answer.status_code < 500, path


async def test_messages_after_a_number_that_no_message_can_have_are_refused(browser):
    assert is_refused(await browser.get(f"{await begin(browser)}/chat?after={HUGE}"))


@pytest.mark.parametrize("command", [
    {"kind": "turn", "version": 0, "actions": [int(HUGE)]},
    {"kind": "turn", "version": 0, "actions": [-int(HUGE)]},
    {"kind": "turn", "version": int(HUGE), "actions": [1]},
    {"kind": "answer", "number": int(HUGE), "yes": True},
    {"kind": "undo", "version": int(HUGE)},
])  # fmt: skip
async def test_numbers_of_any_length_in_a_body_are_no_mistake_of_the_server(command, browser):
    answer = await browser.post(f"{await begin(browser)}/act", json={"command": command, "shown": ""})
    assert answer.status_code < 500, answer.text


@pytest.mark.parametrize(
    "path", ["/new/troll?size=4&size=5", "/api/new/troll?size=4&x=1&size=4", "/review/none?ply=1&ply=2"]
)
async def test_pages_refuse_names_given_twice(path, browser):
    answer = await browser.get(path)
    assert answer.status_code == 400
    assert "is given twice" in answer.text
    assert (await browser.post("/new/troll", content="size=4&your+side=both&size=5")).status_code == 400
    assert (await browser.get("/mine")).text.count('class="game"') == 0
