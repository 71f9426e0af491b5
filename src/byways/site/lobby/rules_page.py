"""Rules pages: Markdown from the games, in which a fenced `position` becomes figures.

A section of level two whose parts of level three all begin with figures is shown as numbered cards. On a page with
cards the sections after the first such one are folded, apart from those that are nothing but a series of figures.
"""

from __future__ import annotations

import functools
from collections.abc import Iterable, Mapping, MutableMapping, Sequence
from dataclasses import dataclass
from itertools import count
from typing import Any

from markdown_it import MarkdownIt
from markdown_it.renderer import RendererHTML
from markdown_it.token import Token
from markdown_it.utils import OptionsDict
from markupsafe import Markup

from byways import registry
from byways.draw import Scene, scene
from byways.draw.diagrams import DiagramError, DiagramFigure, figures
from byways.draw.scene import Names
from byways.errors import IllegalTurnError, PositionError
from byways.game import Game
from byways.site.i18n.languages import ENGLISH, LANGUAGES, current_language, render, typographic
from byways.site.plug_ins.processes import call_in_plug_in
from byways.site.web.templating import macros

FENCE = "position"


@dataclass(frozen=True)
class RuleCard:
    """A rule: its figures and what is said of them."""

    number: int
    title: Markup
    figures: Markup
    text: Markup


@dataclass(frozen=True)
class Section:
    """A part of level two."""

    id: str
    title: Markup
    body: Markup
    """Everything but the cards."""
    cards: tuple[RuleCard, ...]
    folded: bool


@dataclass(frozen=True)
class RulesText:
    """A game's rules in one language."""

    language: str
    title: Markup
    intro: Markup
    sections: tuple[Section, ...]
    definitions: Markup
    """The shapes that the figures refer to."""


@dataclass(frozen=True)
class Drawing:
    """A figure as the page shows it."""

    view_box: str
    markup: Markup
    label: str
    text: Markup
    possible: str
    """Where a turn can begin, if readers may ask for it."""


def rules_page(game: Game) -> RulesText:
    """Return the rules of a game in the present language, or else in English."""
    code = current_language().code
    brought = game.translation(code) if code != ENGLISH else None
    return _written(game.name, code if brought and brought.rules else ENGLISH, code)


@functools.cache
def _written(game: str, language: str, shown_in: str) -> RulesText:
    """Render a rules page for a page in `shown_in`; raw HTML in the text is escaped."""
    found = registry.find(game)
    brought = found.translation(language) if language != ENGLISH else None
    return written(found, brought.rules if brought else found.rules_page, language)


def written(game: Game, text: str, language: str = ENGLISH) -> RulesText:
    """Return a rules page that is Markdown in some language."""
    return _Page(game, language).render(text)


class _Page:
    """A rules page while it is rendered."""

    def __init__(self, game: Game, language: str) -> None:
        self._game = game
        self._language = language
        self._tell = functools.partial(render, into=LANGUAGES[language])
        self._definitions: dict[str, str] = {}
        self._numbers = count(1)
        self._markdown = MarkdownIt("commonmark", {"html": False}).enable("table")

        def fence(
            renderer: RendererHTML,
            tokens: Sequence[Token],
            index: int,
            options: OptionsDict,
            env: MutableMapping[str, Any],
        ) -> str:
            token = tokens[index]
            return self._diagram(token.content) if _is_fence(token) else renderer.fence(tokens, index, options, env)

        self._markdown.add_render_rule("fence", fence)

    def render(self, text: str) -> RulesText:
        """Return the page with its sections in order."""
        top, parts = _split(self._markdown.parse(typographic(text) if self._language == ENGLISH else text), "h2")
        title, intro = _titled(top)
        sections: list[Section] = []
        for number, (heading, inside) in enumerate(parts, 1):
            after_cards = any(section.cards for section in sections)
            sections.append(self._section(f"part-{number}", heading, inside, after_cards))
        definitions = Markup("".join(self._definitions.values()))  # drawn by Byways
        return RulesText(self._language, self._html(title), self._html(intro), tuple(sections), definitions)

    def _section(self, key: str, heading: Sequence[Token], inside: Sequence[Token], after_cards: bool) -> Section:
        head, parts = _split(inside, "h3")
        title = self._html(heading)
        if parts and all(_is_figures(part) for _, part in parts):
            cards = tuple(self._card(heading, part) for heading, part in parts)
            return Section(key, title, self._html(head), cards, after_cards)
        only_figures = all(map(_is_fence, inside))
        return Section(key, title, self._html(inside), (), after_cards and not only_figures)

    def _card(self, heading: Sequence[Token], inside: Sequence[Token]) -> RuleCard:
        return RuleCard(next(self._numbers), self._html(heading), self._html(inside[:1]), self._html(inside[1:]))

    def _html(self, tokens: Sequence[Token]) -> Markup:
        return Markup(self._markdown.renderer.render(tokens, self._markdown.options, {}))

    def _diagram(self, block: str) -> str:
        """Return a block's figures, or for its author the block as it is, with the mistake in it."""
        try:
            made = call_in_plug_in(self._game, figures, self._game, block)
        except (PositionError, IllegalTurnError, DiagramError) as error:
            return str(macros("lobby").mistaken(block, self._tell(error.sentence)))
        return str(macros("lobby").diagram(tuple(map(self._drawing, made))))

    def _drawing(self, figure: DiagramFigure) -> Drawing:
        drawn = scene(figure.picture, players=figure.state.players, legal=figure.legal, ids=False, tell=self._tell)
        self._definitions |= drawn.definitions
        text = Markup(self._markdown.renderInline(figure.text))
        possible = ", ".join(_points(figure)) if figure.asked else ""
        return Drawing(drawn.view_box, _drawn(drawn), figure.describe(self._tell), text, possible)


def _drawn(drawn: Scene) -> Markup:
    return Markup(drawn.markup(drawn.definitions))  # all of them stand in one place of the page


def _points(figure: DiagramFigure) -> Iterable[str]:
    """Return the points where a turn can begin, in the board's order."""
    for board in figure.picture.boards:
        legal = _of(figure.legal, board.key)
        yield from (point.name for point in board.points if point.name in legal)


def _of(names: Names | None, key: str) -> Iterable[str]:
    return names.get(key, ()) if isinstance(names, Mapping) else names or ()


def _split(tokens: Sequence[Token], tag: str) -> tuple[Sequence[Token], list[tuple[Sequence[Token], Sequence[Token]]]]:
    """Return the text before the first heading of a level, and of each part its heading's text and its contents."""
    starts = [
        i for i, token in enumerate(tokens) if token.type == "heading_open" and token.tag == tag and not token.level
    ]
    ends = [*starts, len(tokens)][1:]
    head = tokens[: starts[0]] if starts else tokens
    return head, [(tokens[at + 1 : at + 2], tokens[at + 3 : end]) for at, end in zip(starts, ends, strict=True)]


def _titled(tokens: Sequence[Token]) -> tuple[Sequence[Token], Sequence[Token]]:
    """Return the text of the heading of level one, and everything else."""
    head, parts = _split(tokens, "h1")
    return (parts[0][0], [*head, *parts[0][1]]) if parts else ([], head)


def _is_fence(token: Token) -> bool:
    return token.type == "fence" and token.info.strip() == FENCE


def _is_figures(tokens: Sequence[Token]) -> bool:
    return bool(tokens) and _is_fence(tokens[0])
