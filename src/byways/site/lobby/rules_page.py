"""Rules pages: Markdown from the games, in which a fenced `position` becomes a picture."""

from __future__ import annotations

import functools
from collections.abc import Callable, MutableMapping, Sequence
from html import escape
from typing import Any

from markdown_it import MarkdownIt
from markdown_it.renderer import RendererHTML
from markdown_it.token import Token
from markdown_it.utils import OptionsDict
from markupsafe import Markup

from byways import registry
from byways.draw import Drawings, describe, scene
from byways.game import Game
from byways.position import read_position
from byways.site.i18n.languages import ENGLISH, LANGUAGES, current_language, render
from byways.state import State


def rules_page(game: Game) -> tuple[Markup, str]:
    """Return the rules of a game as HTML in the present language, or else in English, and the language's code."""
    code = current_language().code
    brought = game.translation(code) if code != ENGLISH else None
    if brought is None or not brought.rules:
        code = ENGLISH
    return Markup(_written(game.name, code)), code


@functools.cache
def _written(game: str, language: str) -> str:
    """Render a rules page as HTML; raw HTML in the text is escaped. The cache key includes the language."""
    markdown = MarkdownIt("commonmark", {"html": False}).enable("table")
    found = registry.find(game)
    brought = found.translation(language) if language != ENGLISH else None
    tell = functools.partial(render, into=LANGUAGES[language])
    drawings = Drawings()

    def fence(
        renderer: RendererHTML,
        tokens: Sequence[Token],
        index: int,
        options: OptionsDict,
        env: MutableMapping[str, Any],
    ) -> str:
        token = tokens[index]
        if token.info.strip() != "position":
            return renderer.fence(tokens, index, options, env)
        return figure(State(*read_position(found, token.content, {})), tell, drawings)

    markdown.add_render_rule("fence", fence)
    return str(markdown.render(brought.rules if brought else found.rules_page))


def figure(state: State, tell: Callable[[str], str], drawings: Drawings) -> str:
    """Draw a picture for a page that has the boards' style sheet."""
    picture = state.variant.game.picture(state)
    drawn = scene(picture, players=state.players, ids=False, tell=tell)
    attributes = f'class="byways" viewBox="{drawn.view_box}" role="img" aria-label="{escape(describe(picture, tell))}"'
    return f"<figure><svg {attributes}>{drawings.write(drawn)}</svg></figure>"
