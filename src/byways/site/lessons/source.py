"""A lesson as a source of positions: it begins anew with every turn, and the rules judge what is done."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache

from starlette.requests import Request

from byways.game import Game
from byways.learning.lessons import Lesson, begin, judge, judge_refusal, lessons_of
from byways.position.state import State
from byways.site.board import wire
from byways.site.board.rendering import Rendering, board_regions, draw_with, offers_of, rendered
from byways.site.board.source import SinglePosition, after, board_routes
from byways.site.i18n import phrases
from byways.site.i18n.languages import current_language, render
from byways.site.play.page import wording
from byways.site.timeline.decisions import Accepted
from byways.site.web.requests import MissingError, find_game
from byways.translatable import joined, text_of

_KEPT = 32  # beginnings of lessons
_DIGITS = 9  # of a lesson's number


@dataclass
class LessonSource(SinglePosition):
    """A lesson at its start."""

    game: Game
    number: int
    lesson: Lesson
    cookies: Sequence[tuple[bytes, bytes]] = ()

    @cached_property
    def state(self) -> State:
        """The position of the lesson."""
        return begin(self.game, self.lesson)

    def rendering(self) -> Rendering:
        """Return the lesson at its start."""
        return _rendering(self.game.name, self.number, current_language().code)

    def look(self, at: str) -> wire.Patch:
        """Raise MissingError: there is nothing else to be seen."""
        raise MissingError("lesson.place", "there is no such position")

    def accepted(self, decision: Accepted, shown: str) -> wire.Accepted:
        """Return what a turn leads to, laid over the start, and whether it is what was asked for."""
        then = after(self.state, decision)
        judged = judge(self.lesson, self.state, then)
        seen = then.view(self.state.to_move)
        laid = self.laid(seen, self.game.picture(seen))
        said = render(joined((_ended(then), text_of(self.game.name, judged.said))))
        return wire.Accepted(self.rendering().view, laid, wire.Verdict(judged.done, judged.done, said))

    def verdict(self, clicks: Sequence[str]) -> wire.Verdict:
        """Return whether the lesson was about what the rules refuse."""
        judged = judge_refusal(self.lesson, self.seen, clicks)
        return wire.Verdict(judged.done, judged.done, render(text_of(self.game.name, judged.said)))


def find_lesson(game: Game, number: int) -> Lesson:
    """Return a lesson by its number, from 1. Raises MissingError."""
    lessons = lessons_of(game)
    if not 1 <= number <= len(lessons):
        raise MissingError("lesson.missing", "{title} has no such lesson", title=game.title)
    return lessons[number - 1]


def source_of(name: str, number: int) -> LessonSource:
    """Return the source of a lesson. Raises MissingError."""
    game = find_game(name)
    return LessonSource(game, number, find_lesson(game, number))


async def _find(request: Request) -> LessonSource:
    number = str(request.path_params["number"])[:_DIGITS]
    return source_of(request.path_params["name"], int(number) if number.isdecimal() else 0)


router = board_routes("/api/lessons/{name}/{number}", _find)


@lru_cache(maxsize=_KEPT)
def _rendering(name: str, number: int, language: str) -> Rendering:
    source = source_of(name, number)
    seen = source.seen
    picture = source.game.picture(source.seen)
    drawing, choices = draw_with(seen, picture, offers_of(seen))
    view = wire.BoardView(player=seen.to_move, acts=True, home=seen.to_move, choices=choices)
    return rendered(drawing, view, board_regions(seen, picture, asks=True), {})


def _ended(state: State) -> str:
    """Describe how a game has just ended; "" if it goes on."""
    explain = state.variant.game.ui.explain
    outcome = state.outcome
    if outcome is None:
        return ""
    if explain:
        return text_of(state.variant.game.name, explain(state))
    return phrases.sentence(wording.result(state.variant.game, outcome))
