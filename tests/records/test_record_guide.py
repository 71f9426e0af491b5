"""The guide's examples are records."""

import re
from pathlib import Path

import pytest

import byways
from byways.records import LIMITS, TERMINATIONS, Record, schema

GUIDE = (Path(__file__).parents[2] / "docs/guides/records.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("text", re.findall(r"```record\n(.*?)```", GUIDE, re.DOTALL))
def test_text_examples_are_written_as_byways_writes_them(text):
    record = Record.from_text(text)
    rewritten = record.to_text()
    assert Record.from_text(rewritten) == record
    assert rewritten.partition("\n\n")[2] == text.partition("\n\n")[2]


@pytest.mark.parametrize("text", re.findall(r"```json\n(.*?)```", GUIDE, re.DOTALL))
def test_json_examples(text):
    assert Record.from_json(text).people == {"white": "Ada", "black": "Ben"}


def test_the_diagram_is_a_position():
    (text,) = re.findall(r"```diagram\n(.*?)```", GUIDE, re.DOTALL)
    assert byways.start("troll", position=text).to_move == "black"


def test_the_guide_names_every_limit_and_every_field():
    for limit, most in vars(LIMITS).items():
        assert re.search(rf"^\| {limit} \| {'yes' if most is True else f'{most:,}'} \|", GUIDE, re.MULTILINE), limit
    for field in schema()["$defs"]["Document"]["properties"]:
        assert field in GUIDE


def test_the_guide_has_the_terminations_that_the_reader_accepts():
    (row,) = re.findall(r"^\| Termination \|.*$", GUIDE, re.MULTILINE)
    assert tuple(re.findall(r"`([^`]+)`", row)) == TERMINATIONS
