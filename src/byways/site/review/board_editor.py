"""The board editor: clicks cycle the piece on a point, and the rules judge the position."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence

import msgspec
from markupsafe import Markup
from starlette.requests import Request
from starlette.responses import Response

from byways.draw import scene
from byways.errors import BywaysError, OptionError
from byways.game import Game
from byways.incoming import named_once
from byways.kernels import Ints
from byways.position.notation import heading_options, read_board, write_position
from byways.position.state import State
from byways.records.begin import refuse_files
from byways.rules.state_vector import NOBODY, TO_MOVE
from byways.site.i18n import phrases
from byways.site.i18n.languages import render
from byways.site.play import new_game_form
from byways.site.play.rooms import NO_FILES, begin
from byways.site.review.palette import palette, put
from byways.site.web import lengths
from byways.site.web.rate_limits import QUERIES, VISITS
from byways.site.web.requests import TooLongError, answer, decoded, find_game
from byways.site.web.routing import Router
from byways.site.web.templating import json_markup, page
from byways.translatable import say

router = Router()


class Edit(msgspec.Struct):
    """One edit of a position: a point takes the next thing or the previous one, or another player is to move.

    With `thing` the point takes that of the palette.
    """

    text: str
    point: str | None = None
    step: int = 1
    thing: int | None = None
    mover: str | None = None


@router.get("/setup/{name}", checks=VISITS)
async def setup(request: Request, name: str) -> Response:
    """Set up a position, beginning with one that is given or with the start of a game with the options given."""
    game = find_game(name)
    form = named_once(request.query_params.multi_items())
    shown, status = await asyncio.to_thread(_beginning, game, form)
    things = await asyncio.to_thread(
        lambda: palette(game.variant() if shown.error else read_board(game, shown.text)[0])
    )
    markup = Markup(shown.markup)  # drawn by us; every text in it was escaped there
    data = json_markup(msgspec.structs.replace(shown, markup=""))
    return await page(
        request,
        "review/board_editor.html",
        status,
        game=game,
        view=shown,
        markup=markup,
        data=data,
        palette=things if shown.editable else [],
        options=new_game_form.option_fields(game, form),
    )


@router.post("/api/setup/{name}", checks=QUERIES)
async def edit(request: Request, name: str) -> Response:
    """Return a position after an edit, with its errors."""
    wanted = await decoded(request, Edit)
    return answer(await asyncio.to_thread(board, find_game(name), wanted.text, wanted))


class EditorView(msgspec.Struct, frozen=True):
    """A position as the editor shows it, legal or not."""

    text: str
    error: str
    """The verdict of the rules; empty for a legal position."""
    over: bool
    box: str
    markup: str
    mover: str | None
    movers: Sequence[tuple[str, str]]
    """Players and their names."""
    editable: bool
    says: str
    """The point that was edited, for screen readers."""


def _beginning(game: Game, form: Mapping[str, str]) -> tuple[EditorView, int]:
    """Return the editor's first board and the HTTP status."""
    text = form.get("position", "")
    try:
        if not text:
            variant = game.variant(new_game_form.read_options(game, form))
            text = write_position(variant, variant.start())
        return board(game, text), 200
    except OptionError as wrong:  # what is sent is kept, so that it can be mended
        variant = game.variant()
        start = board(game, write_position(variant, variant.start()))
        return msgspec.structs.replace(start, text=text, error=_said(wrong, game)), 422


def board(game: Game, text: str, edit: Edit | None = None) -> EditorView:
    """Return a position as the page shows it, legal or not, with the verdict of the rules.

    Raises OptionError for what cannot even be read as a board, TooLongError.
    """
    if len(text) > lengths.POSITION:
        raise TooLongError("setup.size", "a position has at most {most} characters here", most=lengths.POSITION)
    refuse_files(game, heading_options(game, text), NO_FILES)
    variant, vector = read_board(game, text)
    if edit is not None:
        vector, text = _edited(State(variant, vector.copy()), edit, text)
    error = ""
    over = False
    try:
        over = begin(game.name, {}, text).to_move is None
    except BywaysError as wrong:
        error = _said(wrong, game)
    if vector[TO_MOVE] == NOBODY:  # how it ended would be costly to show, and is not what is being set up
        vector = vector.copy()
        vector[TO_MOVE] = 0
    state = State(variant, vector.copy())
    drawn = scene(game.picture(state), interactive=True, players=variant.players, tell=render)
    said = {control.name: control.label for control in drawn.controls}
    return EditorView(
        text,
        error,
        over,
        drawn.view_box,
        drawn.markup(),
        state.to_move,
        [(player, phrases.player(game, player)) for player in variant.players],
        editable=game.texts.edited(variant, state.vector, "", 0) is not None,
        says=said.get(edit.point or "", "") if edit else "",
    )


def _said(error: BywaysError, game: Game) -> str:
    return phrases.sentence(phrases.upper(render(error.sentence).removeprefix(render(say("position:"))).lstrip()))


def _edited(state: State, edit: Edit, text: str) -> tuple[Ints, str]:
    """Return the state vector after an edit, and its text."""
    variant = state.variant
    vector = state.vector.copy()
    if edit.point is None and edit.mover is None:
        return vector, text
    if edit.point is not None:
        if edit.thing is not None:
            changed = put(variant, vector, edit.point, edit.thing)
        else:
            changed = variant.game.texts.edited(variant, vector, edit.point, 1 if edit.step > 0 else -1)
        vector = vector if changed is None else changed
    if edit.mover in variant.players:
        vector[TO_MOVE] = variant.players.index(edit.mover)
    if vector[TO_MOVE] == NOBODY:
        vector[TO_MOVE] = 0
    return vector, write_position(variant, vector)
