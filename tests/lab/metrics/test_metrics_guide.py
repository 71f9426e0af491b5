"""The guide lists every metric as it is registered, and its example runs."""

import re
from pathlib import Path

from shared_games import FIVE

from byways.lab.metrics.catalogue import catalogue

GUIDE = (Path(__file__).parents[3] / "docs/guides/metrics.md").read_text(encoding="utf-8")


def test_the_guide_has_the_registered_metrics():
    begin, end = "<!-- the metrics, by scripts/setup/metrics -->\n", "<!-- end of the metrics -->"
    assert GUIDE.partition(begin)[2].partition(end)[0] == catalogue(), "run scripts/setup/metrics"


def test_the_example_runs(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    Path("games.txt").write_text("\n".join(FIVE), encoding="utf-8")
    (example,) = re.findall(r"```python\n(.*?)```", GUIDE, re.DOTALL)
    exec(example, {})
    assert "AdvantageP1 4 0.625 Interval(low=" in capsys.readouterr().out
