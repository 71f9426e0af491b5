"""Writing a record and reading it back gives the same record, whatever it holds; anything else is read or refused."""

import json
import random
import time

import pytest
from hypothesis import HealthCheck, given, settings, strategies as st
from record_samples import records

from byways import records as files
from byways.errors import RecordError
from byways.records import Record
from byways.records.text import WIDTH

quick = settings(max_examples=80, deadline=None, suppress_health_check=[HealthCheck.too_slow])


@quick
@given(records(), st.sampled_from(["\r\n", "\r"]), st.sampled_from(["\ufeff", ""]))
def test_a_record_is_given_back_by_text_and_json(record, end, mark):
    text = record.to_text()
    again = Record.from_text(text)
    assert again == record
    assert again.to_text() == text
    assert Record.from_text(mark + text.replace("\n", end)) == record, "foreign line ends change nothing"
    assert Record.from_json(record.to_json()) == record
    for line in text.split("\n\n", 1)[-1].splitlines():
        assert len(line) <= WIDTH + 60, "lines stay short where no comment is long"


@settings(quick, max_examples=30)
@given(st.lists(records(), max_size=3))
def test_a_file_of_games_gives_them_back(games):
    assert files.read_text(files.write_text(games)) == games
    assert files.read_json(files.write_json(games)) == games


_PIECES = [*'(){}[]";%$*!?\\\n1.…', "d5", "black", "$1", "(d5)", '[White "x"]', "\ud800", "\x00", "9" * 30, "«"]


@settings(max_examples=120, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(records(), st.integers(0, 10**9))
def test_a_mutilated_record_is_read_or_refused(record, seed):
    rng = random.Random(seed)
    for text, read in ((record.to_text(), files.read_text), (record.to_json(), files.read_json)):
        for _ in range(3):
            at = rng.randrange(len(text))
            broken = text[:at] + rng.choice(_PIECES) * rng.randrange(3) + text[at + rng.randrange(6) :]
            try:
                for game in read(broken):
                    assert read(files.write_text([game]) if read is files.read_text else game.to_json()) == [game]
            except RecordError as error:
                code = error.code
                assert code.startswith("record.")


@settings(max_examples=300, deadline=None)
@given(st.text() | st.text('[Game "trol]{}()1.d5 \n$*"\\;%'))
def test_garbage_is_read_or_refused(text):
    for read in (files.read_text, files.read_json, lambda text: files.read_text('[Game "troll"]\n' + text)):
        try:
            read(text)
        except RecordError as error:
            known = error.fields.keys()
            assert known >= {"line", "column"} or "path" in known


N = 200_000
HOSTILE = {
    "opening": "(" * N,
    "variations": '[Game "troll"] d5 ' + "(d5 " * N,
    "variations closed": '[Game "troll"] d5 ' + "(d5 " * 10 + ")" * N,
    "comment": '[Game "troll"] {' + "a" * N,
    "escapes": '[Game "troll"] {' + "\\}" * N,
    "half escapes": '[Game "troll"] "' + "\\" * (N + 1),
    "tags": '[A "x"] ' * N,
    "tag names": "[" + "A " * N,
    "spaces": '[Game "troll"]' + " " * N + "d5" + "\n" * N + "}",
    "numbers": '[Game "troll"] ' + "1." * N + "1" * N,
    "dots": '[Game "troll"] ' + "1" + "." * N + "!",
    "marks": '[Game "troll"] d5 ' + "$1" * N + "}",
    "glyphs": '[Game "troll"] d5 ' + "!" * N,
    "word": '[Game "troll"] ' + "d" * N,
    "results": '[Game "troll"] ' + "white+" * N,
    "games": '[Game "troll"] * ' * N,
    "position": '[Game "troll"] [Position "' + "." * 19_000 + '"] *',
    "options": '[Game "troll"] [Options "' + "a=1 " * 4_000 + '"] *',
    "quotes": '[Game "troll"] [Options "' + '\\"' * 9_000 + '"] *',
    "escaped lines": "%\n" * N + "x",
    "carriage returns": "\r" * N + "x",
}


def _nested(depth: int) -> str:
    line = '{"turns":[{"turn":"d5","variations":['
    return '{"byways":1,"game":"troll","line":' + line * depth + "]}]}" * depth + "}"


HOSTILE_JSON = {
    "arrays": "[" * N,
    "objects": '{"a":' * N,
    **{f"{depth} deep": _nested(depth) for depth in (18, 400, 50_000)},
    "many games": json.dumps([{"byways": 1, "game": "troll"}] * 1_001),
}


@pytest.mark.parametrize("kind", HOSTILE | HOSTILE_JSON)
def test_what_is_hostile_is_refused_quickly(kind):
    before = time.process_time()
    with pytest.raises(RecordError):
        files.read_text(HOSTILE[kind]) if kind in HOSTILE else files.read_json(HOSTILE_JSON[kind])
    assert time.process_time() - before < 20  # quadratic reading takes minutes
