"""Programs play on the site as people do: with a token in place of a cookie, and the same messages."""

import json
import re
import runpy
import subprocess
import sys
from pathlib import Path

import msgspec
import pytest
from company_world import begin, code, links, sit
from site_world import Visitor, tell

import byways
from byways.site.lobby.openapi import TYPES, description
from byways.site.web.rate_limits import RateLimits

ROOT = Path(__file__).parents[3]
GUIDE = (ROOT / "docs/guides/bots.md").read_text(encoding="utf-8")
BOT = ROOT / "examples/site_bot.py"
TOKEN = {"Authorization": "Bearer " + "t" * 30}


def test_two_bots_play_a_game_to_its_end(visiting):
    game = visiting.begin(**{"your side": "neither", "the engine": "link"})
    seats = [row["url"] for row in visiting.http.post(f"{game}/links", json={}).json()["links"] if row["player"]]
    bots = [subprocess.Popen([sys.executable, BOT, seat, "random"], stderr=subprocess.PIPE) for seat in seats]
    assert [(bot.communicate(timeout=120)[1], bot.returncode) for bot in bots] == [(b"", 0), (b"", 0)]
    known = visiting.http.get(f"{game}/position").json()
    state = byways.start("troll", position=known["position"], **known["options"])
    for turn in known["turns"]:
        state = state.play(turn)
    assert state.outcome is not None
    assert (known["over"], known["to_move"], known["mine"]) == (True, None, [])


def test_the_example_has_at_most_60_lines():
    assert len(BOT.read_text(encoding="utf-8").splitlines()) <= 60


@pytest.mark.parametrize(("words", "said"), [
    ((), "usage: python site_bot.py"),
    (("random",), "usage: python site_bot.py"),
    (("http://127.0.0.1:9/play/abc", "random"), "usage: python site_bot.py"),
    (("http://127.0.0.1:9/join/abc#secret", "random"), "site_bot: <urlopen error [Errno 111] Connection refused>"),
])  # fmt: skip
def test_the_example_says_in_a_line_what_it_needs(monkeypatch, capsys, words, said):
    monkeypatch.setattr(sys, "argv", [str(BOT), *words])
    with pytest.raises(SystemExit) as ended:
        runpy.run_path(str(BOT), run_name="__main__")
    assert (str(ended.value).startswith(said), "\n" in str(ended.value), *capsys.readouterr()) == (True, False, "", "")


async def test_a_token_holds_a_seat_as_a_cookie_does(ada, bot, eve):
    bot.headers.update(TOKEN)
    api = await begin(ada)
    answer = await sit(bot, api, (await links(ada, api))["black"], name="Bot")
    assert answer.json()["player"] == "black"
    assert "byways=" not in answer.headers.get("set-cookie", "").replace("byways-name", "")
    known = (await bot.get(f"{api}/position")).json()
    assert (known["mine"], known["to_move"], known["turns"], known["position"]) == (["black"], "white", [], None)
    state = byways.start("troll", **known["options"])
    turn = {"version": known["version"], "actions": list(state.actions("b2"))}
    assert code(await tell(bot, api, "turn", **turn)) == (403, "seat.not_yours")
    assert (await tell(ada, api, "turn", **turn)).status_code == 200
    known = (await bot.get(f"{api}/position")).json()
    assert (known["turns"], known["to_move"]) == (["b2"], "black")
    turn = {"version": known["version"], "actions": list(state.play("b2").actions("b3"))}
    eve.headers["Authorization"] = "Bearer " + "e" * 30
    assert code(await tell(eve, api, "turn", **turn)) == (403, "seat.not_yours")
    assert (await tell(bot, api, "turn", **turn)).status_code == 200
    assert (await eve.get(f"{api}/position")).json()["mine"] == []


async def test_a_token_that_is_none_is_refused_in_a_sentence(ada, bot):
    api = await begin(ada)
    bot.headers["Authorization"] = "Bearer short"
    answer = await bot.get(f"{api}/position")
    assert code(answer) == (401, "token")
    assert "22 to 64" in answer.json()["error"]["message"]
    assert (await bot.get("/", headers={"Accept": "text/html"})).status_code == 401
    bot.headers["Authorization"] = "Basic dXNlcjpwYXNz"
    assert (await bot.get(f"{api}/position")).status_code == 200, "a proxy's own"


async def test_a_position_holds_what_a_seat_may_know(ada, bot):
    bot.headers.update(TOKEN)
    form = {"players": "2", "seat player 1": "person", "seat player 2": "link", "size": ""}
    api = await begin(ada, "longway", **form)
    await sit(bot, api, (await links(ada, api))["player 2"])
    state = byways.start("longway", players=2)
    turn = state.legal_turns()[5]
    version = (await ada.get(f"{api}/position")).json()["version"]
    assert (await tell(ada, api, "turn", version=version, actions=list(state.actions(turn)))).status_code == 200
    theirs, own = [(await browser.get(f"{api}/position")).json() for browser in (bot, ada)]
    secret = turn.split()[1]
    assert own["turns"] == [turn]
    assert secret not in json.dumps(theirs)
    state = byways.start("longway", position=theirs["position"], **theirs["options"])
    turn = {"version": theirs["version"], "actions": list(state.actions(state.legal_turns()[9]))}
    assert (await tell(bot, api, "turn", **turn)).status_code == 200, "it sets up without knowing the other's gates"


def test_the_description_refers_to_what_is_there():
    api = msgspec.to_builtins(description())
    schemas = api["components"]["schemas"]
    for name in re.findall(r'"#/components/schemas/(\w+)"', json.dumps(api)):
        assert name in schemas
    assert len(api["paths"]) == len({path for _, path in TYPES})
    assert sum(map(len, api["paths"].values())) == len(TYPES)
    parameters = {one["name"]: one for one in api["paths"]["/api/games/{game_id}/why"]["get"]["parameters"]}
    assert parameters["game_id"]["in"] == "path"
    assert (parameters["typed"]["in"], parameters["typed"]["required"]) == ("query", False)


def test_the_guide_names_every_call_and_every_limit():
    calls = {path.rpartition("/")[2] for _, path in TYPES}
    assert {call for call in calls if not re.search(rf"/{call}[`?]", GUIDE)} == set()
    limits = RateLimits()
    rows = re.findall(r"`(\w+)` \| ([\d.]+) \| (\d+) \|", GUIDE)
    said = {name: (float(rate), int(burst)) for name, rate, burst in rows}
    assert set(said) == {"turns", "queries", "commands", "arrivals", "games", "visits"}
    for name, (rate, burst) in said.items():
        limiter = getattr(limits, name)
        assert (limiter._rate, limiter._burst) == (rate, burst), name
    assert f"{limits.connections._most} connections" in GUIDE


@pytest.mark.slow
def test_the_site_answers_as_its_description_says(server):
    """Schemathesis makes 10 requests of each kind up, some of them nonsense, to a game in which it has both seats."""
    schemathesis = pytest.importorskip("schemathesis", reason="schemathesis is not installed")
    from hypothesis import HealthCheck, Phase, given, settings
    from schemathesis.checks import not_a_server_error
    from schemathesis.specs.openapi import checks as theirs

    checks = [
        not_a_server_error,
        theirs.status_code_conformance,
        theirs.content_type_conformance,
        theirs.response_schema_conformance,
    ]
    with Visitor(server, **TOKEN) as host:
        api = host.begin()
        place, version = {"game_id": api.rpartition("/")[2]}, host.http.get(f"{api}/position").json()["version"]
    schema = schemathesis.openapi.from_dict(msgspec.to_builtins(description()))
    turn = {"command": {"kind": "turn", "version": version, "actions": [5]}, "shown": ""}
    act = schema["/api/games/{game_id}/act"]["POST"]
    for status in (200, 409):  # the second time the game has gone on
        case = act.Case(path_parameters=place, body=turn, media_type="application/json")
        answer = case.call_and_validate(base_url=server.address, headers=TOKEN, checks=checks)
        assert answer.status_code == status
    for operation in schema.get_all_operations():
        api = operation.ok()

        @settings(
            max_examples=10,
            deadline=None,
            derandomize=True,
            database=None,
            phases=[Phase.generate],
            suppress_health_check=list(HealthCheck),
        )
        @given(case=api.as_strategy())
        def ask(case):
            case.path_parameters = place
            case.call_and_validate(base_url=server.address, headers=TOKEN, checks=checks)

        ask()
