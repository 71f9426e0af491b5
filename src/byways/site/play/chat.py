"""Chat between the seats of one game: short messages, rate-limited, readable by the players only."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial

from sqlalchemy import func, insert, select
from sqlalchemy.engine import Connection
from sqlalchemy.exc import IntegrityError

from byways.errors import BywaysError
from byways.site.storage.game_store import GoneError, Store
from byways.site.storage.tables import messages
from byways.site.timeline.clocks import now
from byways.site.timeline.refusals import used_before
from byways.site.web import lengths
from byways.site.web.rate_limits import Limiter, RateError
from byways.site.web.requests import MissingError

MOST = 500  # messages in a game
PAGE = 100  # messages at once, the newest


@dataclass(frozen=True)
class Message:
    """Something that a seat has said; the number counts from 1."""

    number: int
    player: str
    text: str


class Chat:
    """The messages in a store."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._limiter = Limiter(0.4, 6)

    async def since(self, game_id: str, number: int) -> list[Message]:
        """Return the messages after number `number`, oldest first, at most the latest PAGE.

        Raises MissingError for a number that no message can have, and StoreError.
        """
        if not 0 <= number <= MOST:
            raise MissingError("chat.number", "there is nothing at this address")
        query = select(messages).where((messages.c.game_id == game_id) & (messages.c.number > number))
        query = query.order_by(messages.c.number.desc()).limit(PAGE)
        rows = await self._store.rows(query)
        return [Message(row.number, row.player, row.text) for row in reversed(rows)]

    async def say(self, game_id: str, player: str, holder: str, text: str, key: str | None) -> Message:
        """Keep a message; sent again with the same key it is kept once.

        Raises BywaysError, RateError, StoreError, GoneError where the game has been removed, and ConflictError for the
        key of another message.
        """
        text = " ".join("".join(c if c.isprintable() else " " for c in text).split())
        if not 0 < len(text) <= lengths.MESSAGE:
            raise BywaysError("chat.length", "a message has between 1 and {most} characters", most=lengths.MESSAGE)
        if (before := await self._kept(game_id, key)) is not None:
            return _again(before, player, text)
        self._limiter.take(holder)
        find_last = partial(_last, game_id=game_id)
        last = await self._store.read(find_last)
        while True:
            try:
                return await self._keep(game_id, player, text, key)
            except IntegrityError as error:  # somebody said something at the same moment, or this was sent twice
                if (before := await self._kept(game_id, key)) is not None:
                    return _again(before, player, text)
                said = last
                last = await self._store.read(find_last)
                if said == last:
                    raise GoneError("game.missing", "this game has been removed") from error

    async def _keep(self, game_id: str, player: str, text: str, key: str | None) -> Message:
        def keep(connection: Connection) -> int:
            number = _last(connection, game_id) + 1
            if number > MOST:
                raise RateError("chat.full", "this game has reached its limit of messages")
            row = {"game_id": game_id, "number": number, "player": player, "text": text, "at": now(), "key": key}
            connection.execute(insert(messages).values(**row))
            self._store.announce(connection, game_id, message=number)
            return number

        return Message(await self._store.write(keep), player, text)

    async def _kept(self, game_id: str, key: str | None) -> Message | None:
        if key is None:
            return None
        query = select(messages).where((messages.c.game_id == game_id) & (messages.c.key == key))
        row = await self._store.read(lambda connection: connection.execute(query).first())
        return None if row is None else Message(row.number, row.player, row.text)


def _again(kept: Message, player: str, text: str) -> Message:
    """Return a message that is sent again. Raises ConflictError where it is another one."""
    if (kept.player, kept.text) != (player, text):
        raise used_before()
    return kept


def _last(connection: Connection, game_id: str) -> int:
    """Return the number of the last message; 0 if there is none."""
    last = select(func.max(messages.c.number)).where(messages.c.game_id == game_id)
    return int(connection.execute(last).scalar() or 0)
