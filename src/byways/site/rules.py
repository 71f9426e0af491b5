"""Rules pages: Markdown from the games, in which a fenced `position` becomes a picture."""

from __future__ import annotations

import functools
import re
from collections.abc import MutableMapping, Sequence
from html import escape
from typing import Any

from markdown_it import MarkdownIt
from markdown_it.renderer import RendererHTML
from markdown_it.token import Token
from markdown_it.utils import OptionsDict

from byways import registry
from byways.draw import describe, scene
from byways.position import read_position
from byways.state import State


@functools.cache
def rules_page(game: str) -> str:
    """The rules of a game as HTML. Raw HTML in the text is shown as text."""
    markdown = MarkdownIt("commonmark", {"html": False}).enable("table")
    found = registry.find(game)

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
        return figure(State(*read_position(found, token.content, {})))

    markdown.add_render_rule("fence", fence)
    return str(markdown.render(found.rules))


def figure(state: State) -> str:
    """A drawing for a page that has the boards' style sheet; without ids, for there may be several on a page."""
    picture = state.variant.game.picture(state)
    drawn = scene(picture, players=state.players)
    markup = re.sub(r' id="[^"]*"', "", drawn.markup())
    attributes = f'class="byways" viewBox="{drawn.view_box}" role="img" aria-label="{escape(describe(picture))}"'
    return f"<figure><svg {attributes}>{markup}</svg></figure>"
