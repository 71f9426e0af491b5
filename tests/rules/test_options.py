"""Options of games check their own range and default when they are made."""

import pytest

from byways.errors import OptionError
from byways.rules.options import Choice, Flag, Whole


@pytest.mark.parametrize(
    ("make", "said"),
    [
        (
            lambda: Whole("size", 99, "cells", 3, 19),
            "option size: its default is 99; it must be a whole number from 3 to 19",
        ),
        (
            lambda: Whole("size", "big", "cells", 3, 19),
            "option size: its default is 'big'; it must be a whole number from 3 to 19",
        ),
        (lambda: Whole("size", "5", "cells", 3, 19), "option size: its default is '5'"),
        (lambda: Whole("size", True, "cells", 0, 19), "option size: its default is True"),
        (lambda: Whole("size", 7, "cells", 6, 26, 2), "it must be an even number from 6 to 26"),
        (lambda: Whole("size", 19, "cells", 19, 3), "option size: there is no whole number from 19 to 3 in steps of 1"),
        (lambda: Whole("size", 3, "cells", 3, 19, 0), "there is no whole number from 3 to 19 in steps of 0"),
        (lambda: Choice("edges", "Open", "how", ("open", "closed")), "its default is 'Open'; it must be \"open\" or"),
        (lambda: Flag("misère", "no", "who loses"), "option misère: its default is 'no'; it must be true or false"),
    ],
)
def test_a_default_that_an_option_does_not_allow_is_refused(make, said):
    with pytest.raises(OptionError) as caught:
        make()
    assert said in str(caught.value)
    assert "\n" not in str(caught.value)


def test_values_beside_the_range_may_be_defaults():
    assert Whole("repetition", 0, "how often", 2, 9, extra=(0,)).default == 0
