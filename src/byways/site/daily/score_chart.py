"""The scores of a day as a drawing: a bar for each score, one's own marked by more than its colour."""

from __future__ import annotations

from collections.abc import Mapping

from byways.site.i18n.languages import number

WIDTH, HEIGHT = 640, 220
_LEFT, _RIGHT, _TOP, _BOTTOM = 8, 8, 30, 46
_WIDEST = 44
_MOST_BARS = 40


def chart(scores: Mapping[int, int], own: int | None) -> str:
    """Draw the chart as SVG markup; its colours come from the page's style sheet, and the page repeats it in words."""
    low, high = min(scores), max(scores)
    step = 1 + (high - low) // _MOST_BARS
    bars = [
        (at, sum(scores.get(score, 0) for score in range(at, at + step)), own is not None and at <= own < at + step)
        for at in range(low, high + 1, step)
    ]
    most = max(count for _, count, _ in bars)
    wide = min(_WIDEST, (WIDTH - _LEFT - _RIGHT) / len(bars))
    left = (WIDTH - wide * len(bars)) / 2
    ground = HEIGHT - _BOTTOM
    every = 1 + len(bars) // 20
    parts = [f'<line class="ground" x1="{_LEFT}" y1="{ground}" x2="{WIDTH - _RIGHT}" y2="{ground}"/>']
    for i, (at, count, mine) in enumerate(bars):
        x = left + i * wide
        tall = (ground - _TOP) * count / most
        kind = "bar own" if mine else "bar"
        if count:
            place = f'x="{x + 2:.1f}" y="{ground - tall:.1f}" width="{wide - 4:.1f}" height="{tall:.1f}"'
            parts.append(f'<rect class="{kind}" {place}/>')
            if wide > 20:
                parts.append(f'<text x="{x + wide / 2:.1f}" y="{ground - tall - 6:.1f}">{count}</text>')
        if i % every == 0 or mine:
            parts.append(f'<text class="score" x="{x + wide / 2:.1f}" y="{ground + 18}">{number(at)}</text>')
        if mine:
            parts.append(f'<path class="mark" d="M{x + wide / 2:.1f} {ground + 24}l6 12h-12z"/>')
    return f'<svg class="chart" viewBox="0 0 {WIDTH} {HEIGHT}" aria-hidden="true">{"".join(parts)}</svg>'


def better_than(scores: Mapping[int, int], own: int) -> tuple[int, int]:
    """Return (the percentage of other sheets with a lower score, the number of all sheets)."""
    total = sum(scores.values())
    lower = sum(count for score, count in scores.items() if score < own)
    return (round(100 * lower / (total - 1)) if total > 1 else 0), total
