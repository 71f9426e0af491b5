"""Options of games check their own range and default when they are made."""

import re

import pytest

from byways.errors import OptionError
from byways.registry import find
from byways.rules.options import Choice, Flag, Whole
from byways.testing import random_line

NO_DEFAULTS = [
    (Whole, ("size", 99, "cells", 3, 19), "option size: its default is 99; it must be a whole number from 3 to 19"),
    (Whole, ("size", "big", "cells", 3, 19), "its default is 'big'; it must be a whole number from 3 to 19"),
    (Whole, ("size", "5", "cells", 3, 19), "option size: its default is '5'"),
    (Whole, ("size", True, "cells", 0, 19), "option size: its default is True"),
    (Whole, ("size", 7, "cells", 6, 26, 2), "it must be an even number from 6 to 26"),
    (Whole, ("size", 19, "cells", 19, 3), "option size: there is no whole number from 19 to 3 in steps of 1"),
    (Whole, ("size", 3, "cells", 3, 19, 0), "there is no whole number from 3 to 19 in steps of 0"),
    (Choice, ("edges", "Open", "how", ("open", "closed")), "its default is 'Open'; it must be \"open\" or"),
    (Flag, ("misère", "no", "who loses"), "option misère: its default is 'no'; it must be true or false"),
]


@pytest.mark.parametrize(("kind", "given", "said"), NO_DEFAULTS)
def test_a_default_that_an_option_does_not_allow_is_refused(kind, given, said):
    with pytest.raises(OptionError) as caught:
        kind(*given)
    assert said in str(caught.value)
    assert "\n" not in str(caught.value)
    assert Whole("repetition", 0, "how often", 2, 9, extra=(0,)).default == 0, "values beside the range may be defaults"


# Turns are read however they are spaced and in capitals; what cannot be read is refused


GAMES = ("troll", "whirlwind", "stride", "stroll", "longway")


@pytest.mark.parametrize("game", GAMES)
def test_a_space_within_the_name_of_a_point_does_no_harm(game):
    apart = 0
    for state in random_line(find(game).variant({}), seed=5):
        for turn in state.legal_turns()[:20] if state.to_move else ():
            spaced = re.sub(r"\b([a-z])(\d)", r"\1 \2", turn).upper()
            assert state.actions(spaced) == state.actions(turn), spaced
            apart += spaced != turn.upper()
    assert apart > 30
