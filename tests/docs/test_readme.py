"""What the README shows runs, and prints what stands there."""

import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"^```python\n(.*?)^```", README, re.M | re.S)


def test_the_first_example_prints_its_board(capsys):
    exec(BLOCKS[0], {})
    shown = re.search(r"```\n\n((?: {4}.*\n)+)", README)[1]
    assert capsys.readouterr().out == re.sub(r"^ {4}", "", shown, flags=re.M)


def test_the_whole_game_is_the_example_in_fifty_lines():
    (game,) = (block for block in BLOCKS if "GAME = Game(" in block)
    assert game == (ROOT / "examples/hex.py").read_text(encoding="utf-8")
    assert len(game.splitlines()) <= 50


def test_the_other_examples_run(capsys):
    for block in BLOCKS[1:]:
        exec(block, {})
    said = capsys.readouterr().out
    assert "(1024, 4, 8, 8)" in said
    assert "a1 is a corner and flips nothing" in said
    assert '[White "Ada"]' in said


def test_every_link_leads_to_a_file():
    links = re.findall(r"\]\(([^)#]+)(?:#[^)]*)?\)", README)
    assert [link for link in links if "//" not in link and not (ROOT / link).exists()] == []
