"""What docs/guides/matches.md shows is so."""

import re
import shlex
import tomllib
from pathlib import Path

import msgspec

from byways.arena.tournament import Description, Tournament
from byways.cli import main

GUIDE = (Path(__file__).parents[2] / "docs/guides/matches.md").read_text(encoding="utf-8")


def test_the_match_ends_as_shown(capsys):
    (block,) = re.findall(r"^```console\n\$ byways (.*?)^```", GUIDE, re.M | re.S)
    command, _, expected = block.partition("\n")
    assert main(shlex.split(command)) == 0
    assert capsys.readouterr().out == expected


def test_the_files_describe_tournaments():
    files = re.findall(r"^```toml\n(.*?)^```", GUIDE, re.M | re.S)
    assert len(files) == 2
    made = [Tournament(msgspec.convert(tomllib.loads(text), Description)) for text in files]
    assert [len(one.schedule.pairings) for one in made] == [6, 1]


def test_the_code_runs(capsys):
    (code,) = re.findall(r"^```python\n(.*?)^```", GUIDE, re.M | re.S)
    exec(code, {})
    assert capsys.readouterr().out.startswith("0.95 Interval(")
