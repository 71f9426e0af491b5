"""Ablation of a rule: the rule set beside those in which one option, the knob, has its other values."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from byways.errors import OptionError
from byways.game import Game
from byways.rules.options import Choice, Flag, Option, Value, Whole

MOST_VALUES = 8
"""Values of a knob; those of one with more are to be named."""


def values_of_knobs(game: Game, knobs: Iterable[str], options: Mapping[str, str]) -> dict[str, list[str]]:
    """Return all values of some options as texts, the one in force first. Raises OptionError for what is no knob."""
    variant = game.variant(options)
    every = {option.name: option for option in game.options}
    found = {}
    for name in knobs:
        values = _values(every[name]) if name in every else ()
        if not 1 < len(values) <= MOST_VALUES:
            known = [one.name for one in game.options if 1 < len(_values(one)) <= MOST_VALUES]
            template = "--{option} takes {allowed}, not {given!r}; name values of others by --compare, as in size=6,8"
            allowed = " or ".join(known) or "nothing in this game"
            raise OptionError("report.ablate", template, option="ablate", allowed=allowed, given=name)
        now = variant.options[name]
        found[name] = [every[name].write(value) for value in (now, *(one for one in values if one != now))]
    return found


def _values(option: Option) -> tuple[Value, ...]:
    if isinstance(option, Whole):
        return option.values
    if isinstance(option, Choice):
        return option.choices
    return (False, True) if isinstance(option, Flag) else ()
