"""What is pointed at: explained in words of the rules, understood in every order, and shown before it is placed."""

import random

import pytest
from room_world import seen, source_of
from site_world import ADA, act, actions, begin, play, room_of

import byways
from byways.draw import describe
from byways.site.board.rendering import offers_of
from byways.site.board.source import explain, preview_for, read_turn
from byways.site.storage.stored_games import Seat
from byways.site.timeline.commands import judge
from byways.site.timeline.decisions import Incomplete, Refused
from byways.testing import random_line

WHY = {"actions": None, "why": "", "verdict": None, "markup": ""}
TILE_ROLLED = byways.start("longway").play("setup a1N g7S").play("roll 2-2")


async def room_at(rooms, game, position=None, **options):
    players = byways.start(game, position=position, **options).players
    return await rooms.create(game, options, tuple(Seat(player, holder=ADA) for player in players), position)


CLAIMING = {"position": "stroll size=5 ending=claim\nO.O.X\n.....\nO.X.O\n.....\nX.O.X\nto move: white"}
CASES = [
    ("stroll", {"size": 6}, ("c3>c5",), ("c3",), "c3 is occupied."),
    ("stroll", {"size": 6}, ("c3>c6",), ("b2",), "b2 has a stone beside it (c3)."),
    ("stroll", {"size": 6}, ("c3>c6",), ("a1", "c2"), "a1>c2 is not a straight line."),
    ("stroll", CLAIMING, (), ("b1",), "there is no stone on b1."),
    ("stroll", CLAIMING, (), ("a1", "b1"), "there is no stone on b1."),
    ("stroll", CLAIMING, (), ("a1", "e1"), "e1 is not yours."),
    ("stroll", CLAIMING, (), ("a1", "c1", "a1"), "a path passes a1 only once."),
    ("whirlwind", {"size": 6}, (), ("z9",), "z9 cannot be chosen now."),
    ("stride", {}, (), ("e5",), "e5 holds no piece of yours."),
    ("stride", {}, (), ("h4",), "h4 holds no piece of yours."),
    (
        "stride",
        {},
        (),
        ("c1", "c2"),
        "c1 to c2 is not a jump: a jump goes over one neighbouring hex to the hex straight",
    ),
    ("troll", {"size": 4}, (), ("a2",), "a2 is on Black’s edge and flips nothing."),
]


@pytest.mark.parametrize(("game", "options", "before", "clicks", "said"), CASES, ids=lambda part: str(part)[:20])
async def test_why_something_is_not_possible(game, options, before, clicks, said, rooms):
    room = await room_at(rooms, game, **options)
    await play(room, *before)
    assert explain(source_of(room, ADA, room.timeline.to_move), clicks).why.startswith(said)


async def test_a_turn_that_is_typed_is_read_or_it_is_said_why_it_is_none(rooms):
    room = await room_at(rooms, "troll", size=4)
    source = source_of(room, ADA, "white")
    assert read_turn(source, "b2").actions == list(room.timeline.state.actions("b2"))
    assert read_turn(source, "a2").why == "A2 is on Black’s edge and flips nothing."
    assert read_turn(source_of(room, None, None), "b2").why == "It is not your turn."


async def test_a_path_is_made_longer_at_either_end(rooms):
    """The board shows O at a1, c1, a3, e3 and c5; what sees what is a1-c1, a1-a3, c1-e3, a3-c5 and c5-e3."""
    room = await room_at(rooms, "stroll", CLAIMING["position"])
    source, layout = source_of(room, ADA, "white"), room.timeline.state.variant.layout
    a1, c1, e3 = (layout.cells[name] for name in ("a1", "c1", "e3"))
    begun = judge(source.seen, [c1, e3])
    assert isinstance(begun, Incomplete)
    offered = {click for _, clicks in offers_of(begun.between) for click in clicks}
    assert {"a1", "end"} <= offered, "a1 sees c1, where the path begins so far"
    turned = judge(source.seen, [c1, e3, a1])
    assert isinstance(turned, Incomplete)
    assert list(turned.actions) == [e3, c1, a1]
    shown = [preview_for(source, way, aloud=False).markup for way in ([c1, e3, a1], [e3, c1, a1])]
    assert shown[0] == shown[1] != ""
    assert explain(source, ("c1", "e3", "a1")).why == ""
    assert explain(source, ("c1", "e3", "e5")).why == "e5 is not yours."
    refused = judge(source.seen, [c1, e3, layout.cells["e5"]])
    assert isinstance(refused, Refused)
    end = len(layout.names)
    whole = room.timeline.state.write((*turned.actions, end))
    assert whole == "path a1 c1 e3"


@pytest.mark.parametrize("seed", range(6))
def test_every_legal_path_can_be_pointed_out_from_any_of_its_stones(seed):
    """Stone by stone at either end, as the offers say; and nothing is offered that leads nowhere."""
    state = None
    for state in random_line(byways.find("stroll").variant({"size": 6, "ending": "claim"}), seed):
        if state.turns and state.legal_turns() and state.legal_turns()[0].startswith("path"):
            break
    layout, seen = state.variant.layout, state.view(state.to_move)
    paths = {*state.legal_turns(), *state.variant.game.texts.unlisted(state)}
    rng, reached = random.Random(seed), set()
    for _ in range(60):
        actions = [rng.choice([cell for cell, clicks in offers_of(seen) if clicks != ["end"]])]
        while True:
            begun = judge(seen, actions)
            assert isinstance(begun, Incomplete)
            offered = [action for action, clicks in offers_of(begun.between) if clicks != ["end"]]
            reached.add(seen.write((*begun.actions, len(layout.names))))
            if not offered or rng.random() < 0.2:
                break
            actions = [*begun.actions, rng.choice(offered)]
    assert reached <= paths
    assert max(len(text.split()) for text in reached) > 2


async def test_the_lengths_of_claims_stand_where_those_of_the_longest_paths_stood(rooms):
    room = await room_at(rooms, "stroll", CLAIMING["position"])
    state = room.timeline.state
    told = state.variant.game.ui.panel
    cells = state.variant.layout.cells
    assert [(str(line.text), line.number) for line in told(state, "white", ())] == [
        ("White's path:", 0),
        ("Black's path:", 0),
    ]
    assert told(state, "white", (cells["a1"], cells["c1"]))[0].number == 3
    black = state.play("path a1 c1").view("black")
    assert [(str(line.text), line.number) for line in told(black, "black", ())] == [
        ("White's path: hidden", None),
        ("Black's path:", 0),
    ]


async def test_the_corners_are_marked_at_which_a_stone_may_not_touch(rooms):
    rows = "\n".join([*["......"] * 2, "..X...", *["......"] * 3])
    room = await room_at(rooms, "whirlwind", f"whirlwind size=6\n{rows}\nto move: black")
    source = source_of(room, ADA, "black")
    alone = explain(source, ("d4",))
    assert alone.actions == [room.timeline.state.variant.layout.cells["d4"]], "a second stone may fix the corner"
    assert alone.markup == ""
    far = explain(source, ("d4", "a1"))
    assert far.why.endswith("would touch only at a corner.")
    assert far.markup.count('class="touch') == 1
    assert explain(source, ("c3",)).markup == "", "what is occupied has no corners to show"


async def test_tiles_displays_and_cafeterias(rooms):
    room = await room_at(rooms, "longway", str(TILE_ROLLED))

    def said(*clicks):
        return explain(source_of(room, ADA, room.timeline.to_move), clicks)

    def why(*clicks):
        return said(*clicks).why

    tile = next(turn for turn in room.timeline.state.legal_turns() if turn.startswith("tile"))
    _, corner, display = tile.split()
    cell = display[:2]
    assert why("g7") == "tile g7 would leave the grid."
    assert why(corner, "g7") == "g7 is not on this tile."
    assert said(corner).actions == list(room.timeline.state.actions(tile)[:1])
    assert said("cafe", "d3", "c3").actions == list(room.timeline.state.actions("cafe c3 d3"))
    assert why("cafe", "c3", "e3") == "c3 and e3 are not next to each other, as a cafeteria’s two spaces are."
    await play(room, next(turn for turn in room.timeline.state.legal_turns() if turn.startswith("tile")))
    assert why(cell).endswith("which is not empty.") or why(cell).endswith("would leave the grid.")


async def test_a_cafeteria_is_offered_from_either_end(rooms):
    room = await room_at(rooms, "longway", str(TILE_ROLLED))
    offers = seen(room, ADA, room.timeline.to_move)["offers"]
    ways = {tuple(clicks): action for action, clicks in offers}
    assert ways["cafe", "c3", "d3"] == ways["cafe", "d3", "c3"]
    assert len(ways) == len(offers), "no clicks mean two things"


async def test_the_rolled_tile_is_shown_beside_the_board(rooms):
    room = await room_at(rooms, "longway")
    assert "hidden" in seen(room, ADA)["markup"]["hand"]
    room = await room_at(rooms, "longway", str(TILE_ROLLED))
    shown = seen(room, ADA, room.timeline.to_move)["markup"]
    assert 'aria-label="Tile: ' in shown["hand"]
    assert '<g class="layer' in shown["hand"]
    assert not [key for key, markup in shown.items() if "hand-" in markup and key != "hand"], "ids differ"


def test_every_tile_is_shown_with_its_walls():
    ready = byways.start("longway").play("setup a1N g7S")
    shapes = set()
    for turn, _ in ready.chances():
        state = ready.play(turn)
        picture = state.variant.game.ui.to_place(state)
        placed = next(tile for tile in state.legal_turns() if tile.startswith("tile a1"))
        after = state.play(placed).variant.game.picture(state.play(placed))
        drawn = {item.at for item in after.boards[0].items if item.kind in ("wall", "tile")}
        assert {item.at for item in picture.boards[0].items} == drawn
        shapes.add(describe(picture))
    assert len(shapes) == 36


async def test_every_offer_can_be_shown_as_a_ghost(rooms):
    for game, position in (("troll", None), ("whirlwind", None), ("stride", None), ("stroll", None)):
        room = await room_at(rooms, game, position)
        source = source_of(room, ADA, room.timeline.to_move)
        action, _ = source.rendering().view.choices.offers[5]
        assert "ghost" in preview_for(source, [action], aloud=False).markup, game
    room = await room_at(rooms, "longway", str(TILE_ROLLED))
    source = source_of(room, ADA, room.timeline.to_move)
    for action, _ in source.rendering().view.choices.offers[::20]:
        shown = preview_for(source, [action], aloud=True)
        assert ("ghost" in shown.markup) == (shown.markup != "")
        assert shown.says.startswith("the shopper walks")


async def test_the_end_of_a_claim_is_no_news(rooms):
    """The path so far is on the board already; to point at its last stone again, which ends it, shows nothing more."""
    room = await room_at(rooms, "stroll", **CLAIMING)
    source = source_of(room, ADA, room.timeline.to_move)
    first, second, end = room.timeline.state.actions("path a1 c1")
    assert "ghost" in preview_for(source, [first, second], aloud=False).markup
    assert preview_for(source, [first, second, end], aloud=False).markup == ""


async def test_questions_that_ask_nothing_are_refused_in_a_sentence(browser):
    api = await begin(browser)
    for asked, said in (
        ("why", "clicks, or a move that was typed, must be given"),
        ("why?clicks=&typed=", "clicks, or a move that was typed, must be given"),
        ("preview?actions=abc", "actions must be numbers with commas between"),
        ("preview?actions=5,-1", "actions must be numbers with commas between"),
    ):
        answer = await browser.get(f"{api}/{asked}")
        assert (answer.status_code, answer.json()["error"]["message"]) == (400, said)
    assert (await browser.get(f"{api}/preview?actions=")).json()["markup"] == ""


async def test_what_is_pointed_at_is_shown_or_explained(site, browser):
    api = await begin(browser)
    await act(browser, api, "b2")
    await act(browser, api, "b3")
    room = room_of(site, api)
    (action,) = actions(room, "b4")
    shown = (await browser.get(f"{api}/preview", params={"actions": str(action)})).json()["markup"]
    assert "ghost" in shown
    assert "flip" in shown, "b4 flips b3"
    for wrong in ("0", ""):
        empty = await browser.get(f"{api}/preview", params={"actions": wrong})
        assert empty.json() == {"markup": "", "says": "", "values": {}}
    assert (await browser.get(f"{api}/preview", params={"actions": "x"})).status_code == 400

    async def why(*clicks):
        return (await browser.get(f"{api}/why", params={"clicks": ",".join(clicks)})).json()

    assert await why("b2") == WHY | {"why": "b2 is occupied."}
    assert await why("a1") == WHY | {"why": "a1 is a corner and flips nothing."}
    assert await why("<b>") == WHY | {"why": "<b> cannot be chosen now."}
    assert await why("c2") == WHY | {"actions": actions(room, "c2")}
