"""A ladder for one person: the ten levels of each game, and those that a browser has beaten in its games here."""

from __future__ import annotations

import contextlib
from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import Any

import msgspec
from sqlalchemy import select
from starlette.requests import HTTPConnection, Request
from starlette.responses import Response

from byways import registry
from byways.errors import BywaysError
from byways.search.levels import LEVELS
from byways.site.lobby.begin import quick_of
from byways.site.play.rooms import find_room
from byways.site.storage.game_store import Store
from byways.site.storage.tables import games, occupants
from byways.site.timeline.events import End
from byways.site.web.routing import Router, service
from byways.site.web.sessions import holder_of
from byways.site.web.templating import page
from byways.state import Outcome

MOST = 2_000
"""Finished games that count, newest first."""

router = Router()


@router.get("/ladder")
async def ladder(request: Request) -> Response:
    """Serve the page of all ladders."""
    holder = holder_of(request)
    beaten = await beaten_levels(request, holder) if holder else {}
    found = [registry.find(name) for name in registry.names()]
    rows = [(game, beaten.get(game.name, frozenset())) for game in found]
    return page(request, "lobby/ladder.html", rows=rows, levels=LEVELS, quick=quick_of(request))


async def beaten_levels(connection: HTTPConnection, holder: str) -> Mapping[str, frozenset[int]]:
    """Return the levels over which a browser has won, by game. Raises StoreError."""
    found: dict[str, set[int]] = defaultdict(set)
    for row, sitting in await _finished(service(connection, Store), holder):
        levels = [level for seat in sitting if (level := (seat["engine"] or {}).get("level"))]
        mine = [seat["player"] for seat in sitting if seat["holder"] == holder and not seat["engine"]]
        if len(mine) != 1 or len(levels) != len(sitting) - 1 or not levels:
            continue
        if row["options"].get("swap"):  # the seat may have changed its colour since
            with contextlib.suppress(BywaysError):
                mine = list((await find_room(connection, row["id"])).timeline.players_of(holder))
        if _winners(row["result"]) == mine:
            found[row["game"]].add(min(levels))
    return {game: frozenset(levels) for game, levels in found.items()}


async def _finished(store: Store, holder: str) -> list[tuple[Mapping[str, Any], Sequence[Mapping[str, Any]]]]:
    """Return the finished games of a browser with those who sit there."""
    mine = select(occupants.c.game_id).where(occupants.c.holder == holder)
    over = select(games.c.id, games.c.game, games.c.options, games.c.result).where(games.c.id.in_(mine), games.c.over)
    newest = over.order_by(games.c.created.desc()).limit(MOST)
    rows = await store.read(lambda connection: connection.execute(newest).mappings().all())
    seats = select(occupants).where(occupants.c.game_id.in_(mine))
    sitting: dict[str, list[Mapping[str, Any]]] = defaultdict(list)
    for seat in await store.read(lambda connection: connection.execute(seats).mappings().all()):
        sitting[seat["game_id"]].append(dict(seat))
    return [(dict(row), sitting[row["id"]]) for row in rows]


def _winners(result: Mapping[str, Any] | None) -> list[str]:
    """Return who won a game; nobody where it is not known."""
    if not result:
        return []
    if "end" in result:
        return list(msgspec.convert(result["end"], End).winners or ())
    outcome = msgspec.convert(result["outcome"], Outcome)
    return [outcome.winner] if outcome.winner else []
