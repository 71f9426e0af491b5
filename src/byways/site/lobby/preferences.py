"""A person's preferences: theme, board, motion, sounds, name. The browser keeps them; the server lists choices."""

from __future__ import annotations

import functools
from collections.abc import Mapping
from dataclasses import replace

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from byways import registry
from byways.draw import Scene, scene
from byways.draw.sheet import PAGES
from byways.rules.boards.shapes import square
from byways.rules.picture import Item, Picture
from byways.site.play.multiplayer_api import Named
from byways.site.web.rate_limits import VISITS
from byways.site.web.requests import answer, decoded
from byways.site.web.routing import Router, service
from byways.site.web.signed_links import Signer, clean_name
from byways.site.web.templating import page, templates
from byways.translatable import marked

router = Router()

NAMES: Mapping[str, str] = {
    "designed": marked("As designed"),
    "paper": marked("Paper"),
    "wood": marked("Wood"),
    "slate": marked("Slate"),
    "ink": marked("Ink"),
    "contrast": marked("High contrast"),
}
"""What boards are called."""

_BOARD = square(3)
_PLAYERS = ("white", "black")
_SHOWN = (
    Item("stone", ("a1",), "white"),
    Item("stone", ("b1",), "black"),
    Item("stone", ("b2",), "white"),
    Item("last", ("b2",), "white"),
    Item("stack", ("c3",), "black", "2"),
    Item("sight", ("a1", "a3"), "white"),
    Item("stone", ("a3",), "white"),
)


class Naming(msgspec.Struct):
    """The name for future games."""

    text: str


@functools.cache
def preview(board: str) -> Scene:
    """Draw a small board, which the class `board-NAME` around it shows as one that may be chosen.

    Its gradients have ids of their own: they look as what is around them where they are defined.
    """
    shown = replace(_BOARD.board(_SHOWN, _BOARD.edges(_PLAYERS)), labels=())
    return scene(Picture((shown,)), ids=False, scope=f"{PAGES} {board}")


templates.env.globals |= {"preview": preview, "boards": NAMES}  # the dialog on the page of a game has the same choices


@router.get("/settings", checks=VISITS)
async def settings(request: Request) -> Response:
    """Serve the page of preferences, with a board that follows them."""
    signer = service(request, Signer)
    shown = registry.find(registry.names()[0])
    return await page(request, "lobby/settings.html", game=shown, called=signer.name_of(request) or "")


@router.post("/api/name")
async def rename(request: Request) -> Response:
    """Rename the player in future games."""
    wanted = await decoded(request, Naming)
    name = clean_name(wanted.text)
    said = answer(Named(name))
    signer = service(request, Signer)
    signer.give_name(request, said, name)
    return said
