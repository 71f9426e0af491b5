"""What docs/guides/statistics.md shows runs, and prints the numbers that stand beside it."""

import re
from pathlib import Path

GUIDE = (Path(__file__).parents[2] / "docs/guides/statistics.md").read_text(encoding="utf-8")


def test_the_code_on_the_page_runs_and_gives_its_numbers(capsys):
    names = {}
    for block in re.findall(r"^```python\n(.*?)^```", GUIDE, re.M | re.S):
        exec(block, names)
    said = capsys.readouterr().out
    assert "low=0.4622" in said  # 0.462 to 0.653
    assert "high=0.6532" in said
    assert "low=0.538" in said  # 0.538 to 0.582
    assert "high=0.5816" in said
    assert "0.0984" in said
    assert round(names["by_player"].effective_games) == 333
    assert abs(names["shares"].interval.low + 0.061) < 1e-3
    assert abs(names["shares"].interval.high - 0.001) < 1e-3
