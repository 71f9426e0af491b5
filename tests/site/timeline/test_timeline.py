"""Timelines: events as databases hold them, their fold, plans, and what follows by itself."""

import json
from datetime import UTC, datetime, timedelta

import pytest

import byways
from byways.site.storage.game_settings import EngineLimits, GameSettings, TimeControl
from byways.site.storage.stored_games import Event, Seat, StoredGame
from byways.site.timeline import commands, events, plans
from byways.site.timeline.commands import MakePlan, Premove, Propose, Rename, Respond, TakeTurn, decide, take_turn
from byways.site.timeline.decisions import Accepted, Incomplete, Pending, Refused
from byways.site.timeline.events import NewerError, Plan, Recorded, Reply, Turn
from byways.site.timeline.new_games import new_game, rematch
from byways.site.timeline.timeline import Timeline, begin, begun, consequence, evolve, load, proceed

BEGAN = datetime(2026, 1, 1, tzinfo=UTC)
ROWS = [
    ("sit", {"player": "black", "holder": "bob", "name": None}),
    ("turn", {"turn": "b2"}),
    ("offer", {"by": "white", "what": "draw"}),
    ("turn", {"turn": "c3"}),
    ("name", {"by": "black", "name": "Bob"}),
    ("offer", {"by": "black", "what": "takeback", "ply": 1}),
    ("answer", {"by": "white", "yes": True}),
    ("undo", {"ply": 1}),
    ("plan", {"by": "white", "replies": [{"turn": "b3", "to": "c2", "then": [{"turn": "d4"}]}]}),
    ("turn", {"turn": "c4"}),
    ("drop", {"by": "white", "turn": "b3"}),
    ("leave", {"by": "black", "why": "resignation", "engine": {"level": 5}}),
    ("end", {"winners": None, "termination": "abandoned", "by": "black"}),
    ("rematch", {"game": "next"}),
]


def stored(rows, clock=None, seats=None):
    happened = (Event(i, kind, data, at(i), f"k{i}") for i, (kind, data) in enumerate(rows, 1))
    seats = seats or (Seat("white", None, "ann", "Ann"), Seat("black", None, "bob"))
    return StoredGame(
        "g", "troll", {"size": 6, "swap": False}, None, BEGAN, seats, tuple(happened), GameSettings(clock=clock)
    )


def at(seconds):
    return BEGAN + timedelta(seconds=seconds)


def two(game="troll", **options):
    state = byways.start(game, **options or {"size": 6, "swap": False})
    holders = ("ann", "bob", "cid")
    return begin(
        state, {p: Seat(p, None, h) for p, h in zip(state.players, holders, strict=False)}, GameSettings(), BEGAN
    )


def after(game, *happened):
    return proceed(game, happened, BEGAN, first)[1]


def first(state):
    return state.chances()[0][0]


def code(decision):
    assert isinstance(decision, Refused)
    return decision.error.code


def test_events_are_written_as_they_were_read():
    for row in stored(ROWS).events:
        again = Recorded.read(row).row()
        assert (again.number, again.kind, again.at, again.key) == (row.number, row.kind, row.at, row.key)
        assert json.loads(json.dumps(again.data)) == row.data


@pytest.mark.parametrize(("kind", "data"), [("teleport", {}), ("offer", {"by": "white", "what": "adjournment"})])
def test_an_event_of_a_newer_server_is_refused_in_one_line(kind, data):
    with pytest.raises(NewerError, match="continued by a newer version of the server") as raised:
        load(stored([*ROWS[:2], (kind, data)]))
    assert (raised.value.code, raised.value.status) == ("game.newer", 503)
    assert "\n" not in str(raised.value)


def test_who_came_to_a_seat_counts_as_open_before_whatever_the_rows_say():
    moved = (Seat("white", None, "ann"), Seat("black", None, "bob", "Bob"))
    kept = (Seat("white", None, "ann"), Seat("black"))
    for seats in (moved, kept):
        before, then = begun(stored(ROWS[:1], seats=seats)), load(stored(ROWS[:1], seats=seats))
        assert (before.waiting, before.to_move) == (["black"], None)
        assert (then.waiting, then.to_move, then.seats["black"]) == ([], "white", Seat("black", None, "bob"))


def test_the_fold_leaves_what_it_began_with():
    game = two()
    then = evolve(game, Recorded(1, Turn("b2"), BEGAN))
    assert (game.ply, game.number, then.ply, then.number) == (0, 0, 1, 1)
    with pytest.raises(AttributeError):
        game.number = 7


def test_each_kind_of_event_has_its_effect():
    seen = [load(stored(ROWS[:count])) for count in range(1, len(ROWS) + 1)]
    assert seen[2].offer.what == "draw"
    assert (seen[3].offer, seen[3].declined.by) == (None, "black"), "another turn declines"
    assert seen[4].seats["black"].name == "Bob"
    assert seen[6].offer.agreed == {"ann", "bob"}
    assert (seen[7].ply, seen[7].offer) == (1, None)
    assert seen[8].plans["white"][0].turn == "b3"
    assert seen[9].plans == {}, "it answered another turn"
    assert seen[11].seats["black"] == Seat("black", EngineLimits(level=5), "bob", "Bob")
    assert (seen[12].end.termination, seen[12].over, seen[12].to_move) == ("abandoned", True, None)
    assert seen[13].rematch == "next"


def test_clocks_give_back_what_turns_took_and_no_more():
    game = load(stored(ROWS[:8], TimeControl(60.0, 2.0)))
    assert game.clocks.left == {"white": 57.0, "black": 60.0}
    assert (game.clocks.running, game.clocks.since, game.deadline) == ("black", at(8), at(68))


# Turns


def test_a_turn_has_four_answers():
    state = byways.start("whirlwind", size=6)
    game = Timeline(state.play(state.legal_turns()[0]))
    turn = next(turn for turn in game.state.legal_turns() if len(game.state.actions(turn)) > 1)
    whole = game.state.actions(turn)
    part = take_turn(game, TakeTurn(0, whole[:1]))
    assert isinstance(part, Incomplete)
    assert part.between.vector.tolist() == game.state.follow(whole[:1]).tolist()
    assert isinstance(take_turn(game, TakeTurn(0, whole, hold=True)), Pending)
    assert take_turn(game, TakeTurn(0, whole)) == Accepted([Turn(turn)])
    assert code(take_turn(game, TakeTurn(1, whole))) == "game.conflict"
    assert code(take_turn(game, TakeTurn(0, (99_999,)))) == "turn.impossible"


def test_a_turn_is_for_who_sits_there_and_can_be_made():
    game = two()
    assert code(decide(game, TakeTurn(0, (7,)), "eve")) == "seat.not_yours"
    assert code(decide(game, TakeTurn(0, (7,)), "bob")) == "seat.not_yours"
    assert isinstance(decide(game, TakeTurn(0, (7,)), "ann"), Accepted)
    over = after(game, events.End(("white",), "time", "black"))
    assert code(take_turn(over, TakeTurn(over.version, (7,)))) == "turn.over"


def test_a_score_that_counts_is_confirmed_and_cannot_be_taken_back():
    state = byways.start("longway", players=1)
    game = begin(state, {"player 1": Seat("player 1", None, "ann")}, GameSettings(daily="2026-01-01"), BEGAN)
    while "stop" not in game.state.legal_turns():
        game = after(game, Turn(game.state.legal_turns()[0]))
    stop = game.state.actions("stop")
    assert isinstance(take_turn(game, TakeTurn(game.version, stop)), Pending)
    assert take_turn(game, TakeTurn(game.version, stop, sure=True)) == Accepted([Turn("stop")])
    assert commands.undo_ply(after(game, Turn("stop")), "ann") is None


def test_dice_follow_by_themselves():
    game = begin(byways.start("longway", players=1), {"player 1": Seat("player 1", None, "ann")}, GameSettings(), BEGAN)
    log, then = proceed(game, [Turn("setup a1N g7S")], BEGAN, first, "key")
    assert [recorded.event for recorded in log] == [Turn("setup a1N g7S"), Turn(first(then.states[1]))]
    assert [recorded.key for recorded in log] == ["key", None]
    assert then.to_move == "player 1"


def test_a_name_changes_only_so_often(monkeypatch):
    monkeypatch.setattr(commands, "MOST_NAMES", 2)
    game = after(two(), events.Rename("white", "A"), events.Rename("white", "B"))
    assert code(decide(game, Rename("C"), "ann")) == "name.too_often"
    assert not decide(game, Rename("B"), "ann").events
    assert decide(game, Rename("C"), "bob") == Accepted([events.Rename("black", "C")])


def test_a_rematch_is_another_game_in_which_colours_are_exchanged():
    game = after(two(), events.End(("white",), "resignation", "black"))
    game = after(game, *decide(game, Propose("rematch"), "ann").events)
    agreed = decide(game, Respond(game.offer.number, True), "bob").events
    assert [type(event) for event in agreed] == [events.Answer, events.Rematch]
    before, _ = new_game(game.states[0], tuple(game.seats.values()), None, GameSettings(), BEGAN)
    then = rematch(before, game, agreed[1].game, BEGAN)
    assert then.id == agreed[1].game
    assert {seat.player: seat.holder for seat in then.seats} == {"white": "bob", "black": "ann"}


# Plans


def test_a_premove_is_played_at_once_when_the_other_has_moved():
    game = two()
    planned = decide(game, Premove(0, game.state.actions("c3")), "bob")
    assert planned == Accepted([Plan("black", (Reply("c3"),))])
    log, then = proceed(after(game, *planned.events), [Turn("b2")], BEGAN, first, "key")
    assert [recorded.event for recorded in log] == [Turn("b2"), Turn("c3")]
    assert (then.plans, then.due, then.to_move) == ({}, None, "white")


def test_premoves_are_planned_and_played_one_after_another():
    game = two()
    for turn in ("c3", "d4"):
        where = plans.where_next(game, "bob")
        game = after(game, *decide(game, Premove(0, where.actions(turn)), "bob").events)
    assert game.plans == {"black": (Reply("c3", then=(Reply("d4"),)),)}
    assert plans.premoves(game.plans["black"]) == ("c3", "d4")
    assert not plans.where_next(game, "bob").is_legal("c3"), "the next one stands beside those planned before"
    then = after(game, Turn("b2"))
    assert (then.state.turns, then.plans) == (("b2", "c3"), {"black": (Reply("d4"),)})
    last = after(then, Turn("e5"))
    assert (last.state.turns, last.plans, last.to_move) == (("b2", "c3", "e5", "d4"), {}, "white")
    lost = after(game, Turn("c3"))
    assert (lost.state.turns, lost.plans, lost.dropped) == (("c3",), {}, events.Drop("black", "c3"))


def test_no_turn_is_planned_after_one_that_would_end_the_game():
    row = plans.one_after_another(("a2", "b2", "c2", "d2"))
    game = after(two("troll", size=4), Plan("black", row))
    assert plans.where_next(game, "bob") is None
    assert code(decide(game, Premove(0, (0,)), "bob")) == "plan.impossible"
    assert isinstance(decide(game, MakePlan(()), "bob"), Accepted), "it can be cancelled"


def test_a_premove_in_parts_is_answered_as_a_turn_in_parts_is():
    state = byways.start("whirlwind", size=6)
    game = after(two("whirlwind", size=6), Turn(state.legal_turns()[0]), Turn(state.legal_turns()[3]))
    mine = plans.imagined(game.state)
    turn = next(turn for turn in mine.legal_turns() if len(mine.actions(turn)) > 1)
    whole = mine.actions(turn)
    assert isinstance(decide(game, Premove(game.version, whole[:1]), "bob"), Incomplete)
    assert decide(game, Premove(game.version, whole), "bob") == Accepted(
        [Plan(game.seats_of("bob")[0], (Reply(turn),))]
    )


def test_a_conditional_reply_answers_only_the_turn_that_it_names_and_goes_on():
    replies = (Reply("c3", to="b2", then=(Reply("d4", to="e5"),)), Reply("e5", to="b5"))
    game = after(two(), *decide(two(), MakePlan(replies), "bob").events)
    then = after(game, Turn("b2"))
    assert then.state.turns == ("b2", "c3")
    assert then.plans == {"black": (Reply("d4", to="e5"),)}
    assert after(then, Turn("e5")).state.turns == ("b2", "c3", "e5", "d4")
    other = after(game, Turn("d5"))
    assert (other.state.turns, other.plans, other.due) == (("d5",), {}, None)
    assert other.dropped == events.Drop("black", ""), "no reply answers that"


def test_a_reply_that_has_become_impossible_is_dropped():
    log, then = proceed(after(two(), Plan("black", (Reply("b2"),))), [Turn("b2")], BEGAN, first)
    assert [recorded.event for recorded in log] == [Turn("b2"), events.Drop("black", "b2")]
    assert (then.state.turns, then.dropped, then.to_move) == (("b2",), log[1].event, "black")
    assert consequence(then, first) is None


def test_what_was_dropped_is_told_until_the_next_turn():
    lost = after(two(), Plan("black", (Reply("b2"),)), Turn("b2"))
    assert lost.dropped == events.Drop("black", "b2")
    for event in (Turn("c3"), events.Undo(0), events.End((), "agreement", "white"), Plan("black", ())):
        assert after(lost, event).dropped is None


def test_a_premove_is_not_played_for_the_other_colour_after_a_swap():
    game = two("troll", size=6, swap=True)
    planned = after(game, Turn("b2"), Plan("white", (Reply("c3"),)))
    swapped = after(planned, Turn("swap"))
    assert (swapped.state.turns, swapped.plans, swapped.dropped) == (("b2", "swap"), {}, events.Drop("white", "c3"))
    reply = after(game, Turn("b2"), Plan("white", (Reply("c3", to="swap"),)), Turn("swap"))
    assert reply.state.turns == ("b2", "swap", "c3"), "a reply to the swap itself is meant for what follows"


def test_swap_can_be_planned_as_the_answer_to_the_first_turn_alone():
    game = two("troll", size=6, swap=True)
    assert plans.imagined(game.state).is_legal("swap")
    assert not plans.imagined(after(game, Turn("b2")).state).is_legal("swap")
    assert after(game, Plan("black", (Reply("swap"),)), Turn("b2")).state.turns == ("b2", "swap")


@pytest.mark.parametrize("replies", [
    (Reply("a1"),),
    (Reply("B2"),),
    (Reply("c3", to="a1"),),
    (Reply("b2", to="b2"),),
    (Reply("c3"), Reply("d4", to="b2")),
    (Reply("c3", then=(Reply("c3"),)),),
    (Reply("c3", then=(Reply("d4", to="b2"),)),),
    (Reply("c3", then=(Reply("d4"), Reply("d5"))),),
    (Reply("c3", to="b2", then=(Reply("c3", to="d4"),)),),
])  # fmt: skip
def test_what_cannot_be_played_cannot_be_planned(replies):
    assert isinstance(decide(two(), MakePlan(replies), "bob"), Refused)


def test_so_many_replies_can_be_planned_at_once(monkeypatch):
    monkeypatch.setattr(commands, "MOST_REPLIES", 2)
    replies = tuple(Reply("c3", to=turn) for turn in ("b2", "b3", "b4"))
    assert isinstance(decide(two(), MakePlan(replies[:2]), "bob"), Accepted)
    assert code(decide(two(), MakePlan(replies), "bob")) == "plan.impossible"


def test_a_premove_can_wait_for_a_confirmation():
    game = two()
    actions = game.state.actions("c3")
    assert decide(game, Premove(0, actions, hold=True), "bob") == Pending(actions)


def test_plans_end_with_what_they_were_made_for():
    planned = after(two(), Turn("b2"), Turn("b3"), Plan("black", (Reply("c3"),)))
    for event in (events.Undo(0), events.End((), "agreement", "white")):
        then = after(planned, event)
        assert (then.plans, then.due) == ({}, None)
    assert decide(planned, MakePlan(()), "bob") == Accepted([Plan("black", ())])
    assert after(planned, Plan("black", ())).plans == {}


def test_plans_are_for_two_who_hide_nothing_and_for_who_is_not_to_move():
    for holder in ("ann", "eve", None):
        assert code(decide(two(), MakePlan((Reply("c3"),)), holder)) == "plan.impossible"
    secret = two("longway", players=2)
    assert code(decide(secret, MakePlan((Reply("stop"),)), "bob")) == "plan.impossible"


def test_nobody_can_count_what_another_plans(monkeypatch):
    plain = after(two(), Turn("b2"))
    plan = (Plan("black", (Reply("c3", to="e5"),)), Plan("black", ()))
    planned = after(two(), *plan, Turn("b2"))
    assert (planned.heard, planned.version) == (plain.heard, plain.version) == (1, 1)
    assert planned.number == 3
    offered = after(planned, events.Offer("white", "draw"))
    assert offered.offer.number == 2
    monkeypatch.setattr(commands, "MOST_TURNS", 2)
    assert isinstance(take_turn(planned, TakeTurn(1, (8,))), Accepted), "plans do not count towards the most turns"
    monkeypatch.setattr(commands, "MOST_PLANS", 2)
    assert code(decide(planned, MakePlan((Reply("c3"),)), "ann")) == "plan.impossible"
