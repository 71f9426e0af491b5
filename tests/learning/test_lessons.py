"""Guided first games: every lesson of every game can be done and can be missed, and names only what is on the board."""

import itertools
import re

import pytest

from byways.errors import IllegalTurnError, UnreadableTurnError
from byways.games import BUILT_IN
from byways.learning import lessons
from byways.learning.lessons import LessonError, begin, judge, judge_refusal, lessons_of, read_lessons
from byways.registry import find

LESSONS = [
    pytest.param(find(name), lesson, id=f"{name}-{number}")
    for name in BUILT_IN
    for number, lesson in enumerate(lessons_of(find(name)), 1)
]
POINT = re.compile(r"(?<![\w(])[a-z]\d{1,2}[NESW]?\b")
MOST = 4_000  # legal turns that are looked at


def turns_of(state):
    """Legal turns, one after another: the list may be very long."""
    texts = state.variant.game.texts
    listed = (text for text, _ in texts.turns(state))
    return itertools.islice(itertools.chain(listed, texts.unlisted(state)), MOST)


@pytest.mark.parametrize("name", BUILT_IN)
def test_every_game_has_a_guided_first_game(name):
    found = lessons_of(find(name))
    assert 6 <= len(found) <= 10
    assert len({lesson.title for lesson in found}) == len(found)
    assert sum(bool(lesson.done.wins) for lesson in found), "winning is taught"


@pytest.mark.parametrize(("game", "lesson"), LESSONS)
def test_it_begins_where_a_person_moves_and_its_words_name_points_that_are_there(game, lesson):
    state = begin(game, lesson)
    assert state.to_move in state.players
    assert str(state) == lesson.position.strip(), "written as Byways writes it"
    points = {point.name for board in game.picture(state).boards for point in board.points}
    said = (lesson.text, lesson.hint, lesson.wrong, lesson.after)
    assert {name.rstrip("NESW") for name in POINT.findall(" ".join(said))} <= points
    assert {words.strip()[-1] for words in said} <= {*".!?"}
    assert POINT.search(lesson.hint) or lesson.done.like, "a hint says where to look"


@pytest.mark.parametrize(("game", "lesson"), LESSONS)
def test_it_can_be_missed_by_a_legal_turn(game, lesson):
    state = begin(game, lesson)
    missed = next(after for after in map(state.play, turns_of(state)) if not lesson.done.met(state, after))
    assert judge(lesson, state, missed) == lessons.LessonResponse(False, lesson.wrong)


@pytest.mark.parametrize(("game", "lesson"), LESSONS)
def test_what_is_asked_for_can_be_done(game, lesson):
    state = begin(game, lesson)
    for turn in lesson.done.turns:
        after = state.play(turn)
        assert after.turn == turn, "canonical"
        assert lesson.done.met(state, after)
    for turn in lesson.done.refused:
        with pytest.raises(IllegalTurnError) as refused:
            state.play(turn)
        assert not isinstance(refused.value, UnreadableTurnError)
    assert lesson.done.refused or any(lesson.done.met(state, state.play(turn)) for turn in turns_of(state))


def test_a_goal_of_several_things_wants_all_of_them():
    (lesson,) = read_lessons(_TROLL.replace("{ fewer = { X = 1 } }", '{ fewer = { X = 1 }, like = "a3" }'))
    state = begin(find("troll"), lesson)
    assert lesson.done.met(state, state.play("a3"))
    assert not lesson.done.met(state, state.play("c5")), "flips two, but is not a3"
    assert not lesson.done.met(state, state.play("d5"))


def test_what_is_refused_counts_only_where_it_was_to_be_tried():
    lesson, other = read_lessons(_TROLL.replace("{ fewer = { X = 1 } }", '{ refused = ["a1"] }') + _TROLL)
    state = begin(find("troll"), lesson)
    assert judge_refusal(lesson, state, ["a1"]).done
    assert not judge_refusal(lesson, state, ["f1"]).done
    assert not judge_refusal(other, state, ["a1"]).done
    assert not lesson.done.met(state, state.play("c5")), "no legal turn is what was to be refused"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("[[lesson]]\ntitle = 3", "Expected `str`, got `int`"),
        ("[[lesson]]\ntitle = 'x'", "missing required field"),
        ("[[lesson", "lessons: Expected"),
        ("lessons = []", "unknown field `lessons`"),
        ("lesson = " + "[" * 100_000, "recursion"),
    ],
)
def test_lessons_that_cannot_be_read_say_why(text, said):
    assert read_lessons("") == ()
    with pytest.raises(LessonError, match=said):
        read_lessons(text)


_TROLL = """
[[lesson]]
title = "Flip"
text = "Flip."
position = '''
troll size=5
   a b c d e
 1 . . . . .
 2 . . O . .
 3 . X X O .
 4 . . X . .
 5 . . . . .
to move: white
'''
done = { fewer = { X = 1 } }
hint = "h"
wrong = "w"
after = "a"
"""
