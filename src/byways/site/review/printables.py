"""Printable sheets for playing on paper."""

from __future__ import annotations

import asyncio
import functools

from markupsafe import Markup
from starlette.requests import Request
from starlette.responses import Response

from byways.draw import Drawings, describe, scene
from byways.draw.svg_markup import escape, num
from byways.errors import OptionError
from byways.game import Game, Variant
from byways.incoming import named_once
from byways.position.state import State
from byways.rules.picture import Handout, Picture
from byways.site.i18n import phrases
from byways.site.i18n.languages import current_language, render
from byways.site.play import new_game_form
from byways.site.plug_ins.processes import awaited
from byways.site.web.rate_limits import VISITS
from byways.site.web.requests import find_game
from byways.site.web.routing import Router
from byways.site.web.templating import page

router = Router()

_KEPT = 64  # sets of sheets
_CELL = 7.5  # millimetres of a cell on a table of small pictures
_WIDEST = 180.0  # millimetres that fit on a sheet


@router.get("/print/{name}", checks=VISITS)
async def paper(request: Request, name: str) -> Response:
    """Serve the printable sheets of a game with the given options."""
    game = find_game(name)
    form = named_once(request.query_params.multi_items())
    error = ""
    try:
        variant = await awaited(game, game.variant, new_game_form.read_options(game, form))
    except OptionError as wrong:
        error = render(wrong.sentence)
        variant = await awaited(game, game.variant)
    fields = new_game_form.option_fields(game, form)
    count = phrases.players_option(game)
    if count is not None:
        fields = [new_game_form.option_field(count, game, form), *fields]
    sheets = await asyncio.to_thread(_sheets, variant, current_language().code)
    status = 422 if error else 200
    return await page(request, "review/print.html", status, game=game, sheets=sheets, options=fields, error=error)


@functools.lru_cache(maxsize=_KEPT)
def _sheets(variant: Variant, language: str) -> tuple[tuple[str, int, list[tuple[Markup, str]]], ...]:
    """Return every sheet of a game's, with its title and columns, in the language of the request."""
    drawings = Drawings()
    handouts = _handouts(variant.game, variant)
    return tuple((sheet.title, sheet.columns, _drawn(sheet, variant, drawings)) for sheet in handouts)


def _handouts(game: Game, variant: Variant) -> tuple[Handout, ...]:
    if game.ui.handouts is not None:
        return game.ui.handouts(variant)
    return (Handout("", (game.picture(State(variant, variant.start())),)),)


def _drawn(sheet: Handout, variant: Variant, drawings: Drawings) -> list[tuple[Markup, str]]:
    """Return every picture as an SVG with its caption; pictures of a table have the same scale."""
    captions = sheet.captions or ("",) * len(sheet.pictures)
    return [
        (_figure(picture, variant, drawings, small=sheet.columns > 1), caption)
        for picture, caption in zip(sheet.pictures, captions, strict=True)
    ]


def _figure(picture: Picture, variant: Variant, drawings: Drawings, *, small: bool) -> Markup:
    """Draw a picture of a page; all its texts are escaped when they are drawn."""
    drawn = scene(picture, players=variant.players, ids=False, tell=render)
    wide = drawn.size[0] / 100 * _CELL if small else _WIDEST
    says = f'role="img" aria-label="{escape(describe(picture, render))}"'
    size = f'width="{num(wide)}mm" height="{num(wide * drawn.size[1] / drawn.size[0])}mm"'
    return Markup(f'<svg class="byways" viewBox="{drawn.view_box}" {size} {says}>{drawings.write(drawn)}</svg>')
