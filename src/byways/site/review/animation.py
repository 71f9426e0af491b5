"""A whole game as one animated SVG: every piece is drawn once and shown while it is on the board.

CSS animates it, so that a reader who wants no motion sees the last position instead.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from byways.draw import describe, scene
from byways.draw.scene import defs, layer_of
from byways.draw.svg_markup import escape, num, rectangle
from byways.draw.themes import scope, standalone
from byways.rules.picture import Picture, Tell

STEP = 0.9  # seconds that a position is shown
REST = 3.0  # that the last one stays longer
LONGEST = 180.0  # seconds of a film; in long games positions pass faster
_WIDE = 640


@dataclass
class _Spell:
    """A piece of drawing and the positions, from first to before, in which it looks like that."""

    key: str
    markup: str
    first: int
    before: int


def film(
    pictures: Sequence[Picture], players: Sequence[str], *, theme: str = "auto", title: str, tell: Tell = str
) -> str:
    """Return an animation that shows the pictures one after another, in a loop."""
    name = scope(theme)
    drawn = [scene(picture, players=players, ids=False, scope=name, tell=tell) for picture in pictures]
    spells: list[_Spell] = []
    shown: dict[str, _Spell] = {}
    for at, one in enumerate(drawn):
        for key, markup in one.fragments.items():
            spell = shown.get(key)
            if spell is not None and spell.before == at and spell.markup == markup:
                spell.before = at + 1
            else:
                shown[key] = _Spell(key, markup, at, at + 1)
                spells.append(shown[key])
    count = len(drawn)
    step = min(STEP, (LONGEST - REST) / count)
    seconds = count * step + REST
    inside: dict[str, list[str]] = {layer: [] for one in drawn for layer in one.layers}
    for spell in spells:
        inside[layer_of(spell.key)].append(_shown(spell, count))
    tags = {layer: tag for one in drawn for layer, tag in one.layers.items()}
    wide, high = max(one.size[0] for one in drawn), max(one.size[1] for one in drawn)
    style = standalone(theme) + _rules(spells, count, step, seconds)
    shared = defs({key: made for one in drawn for key, made in one.definitions.items()}.values())
    body = shared + "".join(f"{tags[layer]}{''.join(pieces)}</g>" for layer, pieces in inside.items())
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="{name}" viewBox="0 0 {num(wide)} {num(high)}" '
        f'width="{_WIDE}" height="{num(_WIDE * high / wide)}" role="img"><title>{escape(title)}</title>'
        f"<desc>{escape(describe(pictures[-1], tell))}</desc><style>{style}</style>"
        f'<path class="page" d="{rectangle((0, 0), wide, high)}"/>{body}</svg>\n'
    )


def _shown(spell: _Spell, count: int) -> str:
    """Return a piece with the class that times it."""
    if spell.first == 0 and spell.before == count:
        return spell.markup
    return f'<g class="{_name(spell)}">{spell.markup}</g>'


def _name(spell: _Spell) -> str:
    return f"t{spell.first}-{spell.before}"


def _rules(spells: Sequence[_Spell], count: int, step: float, seconds: float) -> str:
    """Return a style rule for every span of positions that some piece needs."""
    spans = {_name(spell): spell for spell in spells if (spell.first, spell.before) != (0, count)}
    rules = [f"[class^=t]{{animation:{seconds:.2f}s step-end infinite}}"]
    for name, spell in spans.items():
        begin, end = (100 * at * step / seconds for at in (spell.first, spell.before))
        frames = [(0.0, "hidden")] if spell.first else []
        frames.append((begin, "visible"))
        frames += [(end, "hidden")] if spell.before < count else []
        inner = "".join(f"{at:.3f}%{{visibility:{state}}}" for at, state in frames)
        rules.append(f"@keyframes {name}{{{inner}}}.{name}{{animation-name:{name}}}")
    still = f"[class^=t]{{animation-play-state:paused;animation-delay:-{seconds - REST / 2:.2f}s}}"
    rules.append(f"@media (prefers-reduced-motion:reduce){{{still}}}")
    return "".join(rules)
