"""Records as JSON: the published schema, and refusals that name the place in the document."""

import json

import pytest

import byways
from byways import records
from byways.errors import LimitError, RecordError
from byways.records import Limits, Record
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
    assert document["options"] == {"size": 4}
    assert document["people"] == {"white": "Ada"}
    assert document["winners"] == ["black"]
    assert document["tags"] == {"Date": "2026.11.21"}
    assert document["line"]["comments"] == ["so"]
    assert document["line"]["turns"][:3] == [
        {"turn": "b3", "marks": [1]},
        {"turn": "a2", "comments": ["well"], "variations": [{"turns": [{"turn": "a3"}]}]},
        {"turn": "c3"},
    ]
    assert Record.from_json(record.to_json()) == record
    assert Record.from_json(record.to_json().encode()) == record


def test_a_set_up_start_as_json():
    start = byways.start("troll", position=str(byways.start("troll", size=4).play("b2")))
    record = Record.from_state(start.play("b3"))
    assert json.loads(record.to_json())["position"].startswith("   a b c d\n 1 . . . .\n 2 . O . .")
    assert Record.from_json(record.to_json()) == record


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
