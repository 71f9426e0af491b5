"""Every number of a drawing is as in the drawings of `golden/`, which can be looked at."""

import pytest
from golden import DRAWINGS, FOLDER, lines


@pytest.mark.parametrize("name", DRAWINGS)
def test_a_drawing_is_the_kept_one(name):
    kept = FOLDER.joinpath(name).read_text(encoding="utf-8").splitlines()
    assert lines(DRAWINGS[name]()) == kept, "if it is meant to look so: python tests/draw/golden.py"


def test_no_other_drawing_is_kept():
    assert {path.name for path in FOLDER.iterdir()} == set(DRAWINGS)
