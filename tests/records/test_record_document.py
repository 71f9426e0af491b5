"""Records as JSON: the published schema, refusals that name the place in the document, and values in comments."""

import json

import pytest
from hypothesis import given, settings, strategies as st

import byways
from byways import records
from byways.errors import LimitError, RecordError
from byways.records import Limits, Record, values_of, with_values
from byways.records.values import without_values
from record_schema import make_schema

START = {"byways": 1, "game": "troll", "options": {"size": 4}}


def turns(*texts: str, **more: object) -> dict[str, object]:
    return {**START, "line": {"turns": [{"turn": text} for text in texts]}, **more}


def instead(turn: str, *others: str) -> dict[str, object]:
    return {"turns": [{"turn": turn, "variations": [{"turns": [{"turn": other} for other in others]}]}]}


def refusal(document: object, limits: Limits = records.LIMITS) -> RecordError:
    with pytest.raises(RecordError) as caught:
        records.read_json(document if isinstance(document, str | bytes) else json.dumps(document), limits)
    return caught.value


def test_the_published_schema_is_that_of_the_types():
    assert records.schema() == json.loads(json.dumps(make_schema())), "run scripts/setup/record-schema"


def test_a_record_as_json():
    record = Record.from_text(
        '[Game "troll"] [Options "size=4"] [White "Ada"] [Date "2026.11.21"] {so} b3! a2 {well} (a3) c3 b2 b4 c2 c4 d2'
    )
    document = json.loads(record.to_json())
    line = document.pop("line")
    told = {"options": {"size": 4}, "people": {"white": "Ada"}, "winners": ["black"], "tags": {"Date": "2026.11.21"}}
    assert told.items() <= document.items()
    assert line["comments"] == ["so"]
    assert line["turns"][:3] == [
        {"turn": "b3", "marks": [1]},
        {"turn": "a2", "comments": ["well"], "variations": [{"turns": [{"turn": "a3"}]}]},
        {"turn": "c3"},
    ]
    start = byways.start("troll", position=str(byways.start("troll", size=4).play("b2")))
    set_up = Record.from_state(start.play("b3"))
    assert json.loads(set_up.to_json())["position"].startswith("   a b c d\n 1 . . . .\n 2 . O . .")
    for one in (record, set_up):
        assert Record.from_json(one.to_json()) == Record.from_json(one.to_json().encode()) == one


@pytest.mark.parametrize(
    ("document", "path", "reason"),
    [
        (turns("b2", "b2"), "$.line.turns[1]", "b2 is occupied"),
        ([turns("b2"), turns("b2", "a1")], "$[1].line.turns[1]", "a1 is a corner"),
        (turns(line=instead("b2")), "$.line.turns[0].variations[0]", "a variation needs a move"),
        (turns(line=instead("b2", "x")), "$.line.turns[0].variations[0].turns[0]", "'x' is not a cell"),
        (turns(line={"turns": [{"turn": "b2", "marks": [300]}]}), "$.line.turns[0].marks[0]", "<= 255"),
        (turns(line={"turns": [{"turn": 3}]}), "$.line.turns[0].turn", "Expected `str`"),
        (turns(lines=3), "$", "unknown field `lines`"),
        (turns(game="chess"), "$.game", "there is no game 'chess'"),
        (turns(options={"sise": 3}), "$.options", "there is no option 'sise'"),
        (turns(options={"size": 3}), "$.options", "3 is not allowed"),
        (turns(position="...."), "$.position", "position:"),
        (turns(data="x"), "$.data", "was played with the data"),
        (turns(people={"green": "x"}), "$.people", "there is no player 'green'"),
        (turns(tags={"White": "x"}), "$.tags", "a tag cannot be named 'White'; records use this name"),
        (turns(tags={"a b": "x"}), "$.tags", "a tag cannot be named 'a b'; a name has letters"),
        (turns(winners=["white"]), "$.winners", "the game is not over"),
        (turns(winners=["green"], termination="time"), "$.winners", "there is no player 'green'"),
        (turns(winners=["white"], termination="boredom"), "$.winners", "'boredom' is not a termination"),
        ('{"byways":1,"game":"troll","game":"stride"}', "$", "the name 'game' is given twice"),
        (
            '{"byways":1,"game":"troll","options":{"size":4,"siz\\u0065":5}}',
            "$.options",
            "the name 'size' is given twice",
        ),
        (
            '[{"byways":1,"game":"troll"},{"byways":1,"game":"troll","line":{"turns":[{"turn":"b2","turn":"b3"}]}}]',
            "$[1].line.turns[0]",
            "the name 'turn' is given twice",
        ),
        (turns(tags={"Event": "x", "event": "y"}), "$.tags", "the tag event appears twice"),
        (turns(byways=2), "$.byways", "Invalid enum value 2"),
        ({"byways": 1}, "$", "missing required field `game`"),
        ("{", "$", "this is not JSON"),
        ("", "$", "this is not JSON"),
        ('{"byways":1,"game":"\ud800"}', "$", "this is not JSON"),
        (b'{"byways":1,"game":"\xff"}', "$", "this is not JSON"),
        ("3", "$", "Expected `object | array`"),
    ],
)
def test_refused_with_the_path(document, path, reason):
    error = refusal(document)
    assert error.fields["path"] == path
    assert reason in str(error)
    assert error.sentence.template.format(**error.fields) == str(error)


@pytest.mark.parametrize(
    ("limits", "document"),
    [
        (Limits(size=20), START),
        (Limits(games=1), [START] * 2),
        (Limits(turns=1), turns("b2", "b3")),
        (Limits(depth=0), turns(line=instead("b2", "b3"))),
        (Limits(comment=2), turns(line={"comments": ["abc"]})),
        (Limits(tags=1), turns(people={"white": "x"}, tags={"Date": "y"})),
        (Limits(tag=2), turns(tags={"Date": "abc"})),
    ],
)
def test_limits_are_named(limits, document):
    error = refusal(document, limits)
    assert isinstance(error, LimitError)
    (limit,) = (name for name, value in vars(limits).items() if value != getattr(records.LIMITS, name))
    assert error.fields["limit"] == limit


GAME = '[Game "troll"] [Options "size=4"] {so} b3! a2 {well} (a3 {worse [%value 0.1]}) c3 *'
RECORD = Record.from_text(GAME)


def test_values_stand_in_comments_after_their_turns():
    text = " ".join(with_values(RECORD, (0.5, 0.62, None, 2 / 3)).to_text().split())
    assert "{so} {[%value 0.5000]} 1. b3! {[%value 0.6200]} 1... a2 {well} (" in text
    assert "2. c3 {[%value 0.6667]} *" in text
    assert values_of(RECORD) is None, "those of a variation are not the game's"


@settings(deadline=None, max_examples=30)
@given(st.lists(st.none() | st.integers(0, 10_000).map(lambda n: n / 10_000), min_size=4, max_size=4))
def test_values_come_back_from_text_and_json(values):
    record = with_values(RECORD, values)
    expected = None if values == [None] * 4 else tuple(values)
    assert values_of(Record.from_text(record.to_text())) == expected
    assert values_of(Record.from_json(record.to_json())) == expected
    assert with_values(record, (None,) * 4) == RECORD, "what people say stays as it was"
    assert with_values(record, values) == record, "new values take the place of old ones"


def test_values_beside_words():
    record = Record.from_text(
        '[Game "troll"] [Options "size=4"] b3 {a win? [%value 0.9] [%value  0.8 ]} a2 {[%clk 9]} *'
    )
    assert values_of(record) == (None, 0.8, None)
    assert without_values(record.line.turns[0].comments) == ("a win?",)
    assert without_values(record.line.turns[1].comments) == ("[%clk 9]",)


def test_values_that_are_no_shares_or_too_few_are_refused_in_one_line():
    for text in ("1.5", "-0.1", "nan", "much", "inf"):
        record = Record.from_text(f'[Game "troll"] [Options "size=4"] b3 {{[%value {text}]}} *')
        with pytest.raises(RecordError) as caught:
            values_of(record)
        assert str(caught.value) == f"the value {text!r} (move 1) is not a number from 0 to 1"
        assert (caught.value.code, caught.value.fields["ply"]) == ("record.value", 1)
    with pytest.raises(RecordError, match="expected 4 values, of the start and after each move, found 3"):
        with_values(RECORD, (0.5, 0.5, 0.5))
    with pytest.raises(RecordError, match=r"the value '1.01' \(move 3\)"):
        with_values(RECORD, (0.5, 0.5, 0.5, 1.01))
