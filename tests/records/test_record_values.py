"""Values of positions in a record's comments: what is put in comes out, in both formats, beside what people say."""

import pytest
from hypothesis import given, settings, strategies as st

from byways.errors import RecordError
from byways.records import Record, values_of, with_values
from byways.records.values import without_values

GAME = '[Game "troll"] [Options "size=4"] {so} b3! a2 {well} (a3 {worse [%value 0.1]}) c3 *'
RECORD = Record.from_text(GAME)


def test_values_stand_in_comments_after_their_turns():
    text = " ".join(with_values(RECORD, (0.5, 0.62, None, 2 / 3)).to_text().split())
    assert "{so} {[%value 0.5000]} 1. b3! {[%value 0.6200]} 1... a2 {well} (" in text
    assert "2. c3 {[%value 0.6667]} *" in text


def test_a_record_without_values_has_none():
    assert values_of(RECORD) is None  # those of a variation are not the game's


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


@pytest.mark.parametrize("text", ["1.5", "-0.1", "nan", "much", "inf"])
def test_a_value_that_is_no_share_is_refused_in_one_line(text):
    record = Record.from_text(f'[Game "troll"] [Options "size=4"] b3 {{[%value {text}]}} *')
    with pytest.raises(RecordError) as caught:
        values_of(record)
    assert str(caught.value) == f"the value {text!r} (move 1) is not a number from 0 to 1"
    assert (caught.value.code, caught.value.fields["ply"]) == ("record.value", 1)


def test_as_many_values_as_states_are_expected():
    with pytest.raises(RecordError, match="expected 4 values, of the start and after each move, found 3"):
        with_values(RECORD, (0.5, 0.5, 0.5))
    with pytest.raises(RecordError, match=r"the value '1.01' \(move 3\)"):
        with_values(RECORD, (0.5, 0.5, 0.5, 1.01))
