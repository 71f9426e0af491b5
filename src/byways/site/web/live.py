"""News over one WebSocket a page: of each topic that the page follows, what it does not show yet, then what changes."""

from __future__ import annotations

import asyncio
import functools
import hashlib
import json
import logging
import time
from abc import ABC, abstractmethod
from collections.abc import Awaitable, Callable, Coroutine, Iterable, Mapping
from contextlib import suppress
from http import HTTPStatus
from typing import Any, TypeAlias

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.websockets import WebSocket, WebSocketDisconnect

from byways.errors import BywaysError
from byways.incoming import decode_json
from byways.site.i18n.languages import to_json
from byways.site.web.rate_limits import RateLimits, address_of
from byways.site.web.requests import MissingError, status_of
from byways.site.web.routing import Router, service
from byways.site.web.sessions import same_origin

router = Router()
_log = logging.getLogger("byways")

MOST_TOPICS = 8  # of a page
LONGEST_MESSAGE = 4_000  # bytes that a page may send at once
SILENCE = 30.0  # seconds without a word from the page until its connection is given up
PACE = 0.05  # seconds until the next word of a page is read: it speaks every two seconds
GONE = 4404  # close code: do not try again
FOREIGN = 4403  # close code: the page is of another site, or a proxy hides the name of this one
FULL = 4429  # close code: too many pages of this address are connected; try again after a while
LATER = 1013  # close code: try again
UNREADABLE = 1007  # close code: what the page has sent is no JSON


class Alive(msgspec.Struct, frozen=True, tag_field="kind", tag="alive"):
    """A heartbeat."""


class Gone(msgspec.Struct, frozen=True, tag_field="kind", tag="gone"):
    """No more news of a topic."""

    topic: str


class Follow(msgspec.Struct, frozen=True):
    """A page wants news of a topic, of which it shows a tag."""

    follow: str
    has: str


class Leave(msgspec.Struct, frozen=True):
    """A page wants no more news of a topic."""

    leave: str


class Seated(msgspec.Struct, frozen=True):
    """Another player sits before a page, where several play at one screen."""

    seat: str | None


class Idle(msgspec.Struct, frozen=True):
    """A page is not looked at any more, or is again."""

    idle: bool


Word: TypeAlias = Follow | Leave | Seated | Idle
"""What a page may say; its kind is the name of its first field. Anything else is a heartbeat."""
_WORDS: Mapping[str, type[Word]] = {"follow": Follow, "leave": Leave, "seat": Seated, "idle": Idle}
_ALIVE = to_json(Alive())


class UpgradeError(BywaysError):
    """Raised for a request that has to be a WebSocket's."""

    status = 426


class Topic(ABC):
    """Something of which a page wants news, from when it is made until it is closed.

    A subclass sets `changed` when there may be some.
    """

    pause = 0.0
    """Seconds between news, at least."""

    def __init__(self) -> None:
        self.changed = asyncio.Event()

    @abstractmethod
    async def news(self, shown: str) -> tuple[str, bytes]:
        """Return the tag of what there is now, and a JSON object that leads a page from another tag to it.

        Raises BywaysError where there will be no more news, or not here.
        """

    def rest(self, *, idle: bool) -> None:  # noqa: B027  few topics are told of it
        """Note whether the page is not looked at any more, or is again."""

    @abstractmethod
    def close(self) -> None:
        """Stop setting `changed`."""


class Followers:
    """Those who want to be called when something of a name changes: their callbacks, by the name."""

    def __init__(self) -> None:
        self._callbacks: dict[str, set[Callable[[], None]]] = {}

    def __bool__(self) -> bool:
        return bool(self._callbacks)

    def add(self, name: str, changed: Callable[[], None]) -> None:
        """Call this whenever what has the name changes."""
        self._callbacks.setdefault(name, set()).add(changed)

    def discard(self, name: str, changed: Callable[[], None]) -> None:
        """Call it no more."""
        callbacks = self._callbacks.get(name, set())
        callbacks.discard(changed)
        if not callbacks:
            self._callbacks.pop(name, None)

    def tell(self, names: Iterable[str]) -> None:
        """Call those who follow one of the names."""
        for name in self._callbacks.keys() & set(names):
            for changed in tuple(self._callbacks[name]):
                changed()

    def tell_all(self) -> None:
        """Call everybody, where it is not known what has changed."""
        self.tell(tuple(self._callbacks))


class Followed(Topic):
    """A topic whose changes are told to the followers of its name."""

    def __init__(self, socket: WebSocket, followers: Followers, name: str) -> None:
        super().__init__()
        self._socket = socket
        self._followers = followers
        self._name = name
        followers.add(name, self.changed.set)

    def close(self) -> None:
        """Follow the name no more."""
        self._followers.discard(self._name, self.changed.set)


def tag_of(*parts: str) -> str:
    """Return a name of what is shown, by which pages say what they have."""
    return hashlib.blake2b("\0".join(parts).encode(), digest_size=9).hexdigest()


Open: TypeAlias = Callable[[WebSocket, str], Awaitable[Topic]]
"""Returns the topic of a name for a page. Raises BywaysError."""


class Topics:
    """The kinds of topics there are; a page calls for one as `KIND:NAME`."""

    def __init__(self, kinds: Mapping[str, Open]) -> None:
        self._kinds = kinds

    async def open(self, socket: WebSocket, topic: str) -> Topic:
        """Return a topic for a page. Raises BywaysError."""
        kind, _, name = topic.partition(":")
        if kind not in self._kinds:
            raise MissingError("live.topic", "there is no news about that")
        return await self._kinds[kind](socket, name)


@router.websocket("/api/live")
async def live(socket: WebSocket) -> None:
    """Send a page the news of its topics until it leaves, unless too many others share its address.

    The address has pairs of `topic` and `has`, the tag of what the page shows, and `idle` if it is not looked at. Later
    the page may send each `Word`; a message has its topic in `topic`.
    """
    await socket.accept()
    limits = service(socket, RateLimits)
    address = address_of(socket)
    if not limits.connections.take(address):
        await socket.close(FULL)
        return
    try:
        if same_origin(socket):
            await _Page(socket).serve()
        else:
            await socket.close(FOREIGN)
    finally:
        limits.connections.give_back(address)


@router.get("/api/live")
async def no_socket(request: Request) -> Response:
    """Answer what should have become a WebSocket: a proxy has not let it through."""
    if "sec-websocket-key" in request.headers:
        _warn_of_proxy()
    raise UpgradeError("live.upgrade", "game news comes over WebSocket only")


@functools.cache
def _warn_of_proxy() -> None:
    """Warn once that pages have to ask for news."""
    _log.warning("a proxy lets no WebSocket through, so pages ask every few seconds: it has to pass on Upgrade")


class _Page:
    """A page's connection; the page pings every few seconds and is answered, so that both notice a silent end."""

    def __init__(self, socket: WebSocket) -> None:
        self._socket = socket
        self._topics: dict[str, tuple[Topic, asyncio.Task[bool]]] = {}
        self._ended = asyncio.Event()

    async def serve(self) -> None:
        """Serve the page until it falls silent or no topic has any more news."""
        query = self._socket.query_params
        self._socket.state.seat = query.get("seat")
        self._socket.state.idle = "idle" in query
        hearing = None
        try:
            has = iter(query.getlist("has"))
            asked = {name: next(has, "") for name in query.getlist("topic")}
            if await self._follow(asked):
                hearing = self._start(self._hear())
                await self._ended.wait()
        finally:
            tasks = [task for _, task in self._topics.values()] + ([hearing] if hearing else [])
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
            for topic, _ in self._topics.values():
                topic.close()

    def _start(self, work: Coroutine[Any, Any, bool]) -> asyncio.Task[bool]:
        """Start something that returns whether the connection goes on without it; it does if it is cancelled."""
        task = asyncio.create_task(work)
        task.add_done_callback(self._end)
        return task

    def _end(self, task: asyncio.Task[bool]) -> None:
        if not task.cancelled() and (task.exception() or not task.result()):
            self._ended.set()

    async def _follow(self, asked: Mapping[str, str]) -> bool:
        """Begin to tell of topics, of which the page shows a tag each, and return whether the connection goes on."""
        refused: dict[str, BywaysError] = {}
        for name, shown in asked.items():
            try:
                topic = await self._open(name)
            except BywaysError as error:
                refused[name] = error
            else:
                self._topics[name] = topic, self._start(self._tell(name, topic, shown))
        for name, why in refused.items():
            if not await self._refuse(name, why):
                return False
        return True

    async def _open(self, name: str) -> Topic:
        self._leave(name)
        if len(self._topics) >= MOST_TOPICS:
            raise MissingError("live.topics", "a page can follow at most {most} topics", most=MOST_TOPICS)
        return await service(self._socket, Topics).open(self._socket, name)

    def _leave(self, name: str) -> None:
        if name in self._topics:
            topic, task = self._topics.pop(name)
            if task is not asyncio.current_task():
                task.cancel()
            topic.close()

    async def _refuse(self, name: str, error: BywaysError) -> bool:
        """Tell that there is no more news of a topic, and return whether the connection goes on.

        It does not where nothing is left, or where asking again may help.
        """
        self._leave(name)
        final = status_of(error) in {HTTPStatus.FORBIDDEN, HTTPStatus.NOT_FOUND}
        with suppress(WebSocketDisconnect, RuntimeError):  # the page has gone
            if final and self._topics:
                await self._socket.send_bytes(to_json(Gone(name)))
                return True
            await self._socket.close(GONE if final else LATER)
        return False

    async def _hear(self) -> bool:
        """Take heartbeats, who is before the page, and what it follows and leaves, until it falls silent."""
        heard = float("-inf")
        try:
            while True:
                async with asyncio.timeout(SILENCE):
                    message = decode_json(await self._socket.receive_text())
                if (rest := heard + PACE - time.monotonic()) > 0:
                    await asyncio.sleep(rest)
                heard = time.monotonic()
                if not await self._take(_word(message)):
                    return False
                await self._socket.send_bytes(_ALIVE)
        except (msgspec.DecodeError, RecursionError, KeyError):
            with suppress(WebSocketDisconnect, RuntimeError):  # the page has gone
                await self._socket.close(UNREADABLE)
            return False
        except (TimeoutError, WebSocketDisconnect, RuntimeError):
            return False

    async def _take(self, word: Word | None) -> bool:
        """Take what a page has sent, and return whether it goes on."""
        match word:
            case Seated(seat):
                self._socket.state.seat = seat
                for topic, _ in self._topics.values():
                    topic.changed.set()
            case Idle(idle):
                self._socket.state.idle = idle
                for topic, _ in self._topics.values():
                    topic.rest(idle=idle)
            case Follow(name, shown):
                return await self._follow({name: shown})
            case Leave(name):
                self._leave(name)
        return True

    async def _tell(self, name: str, topic: Topic, shown: str) -> bool:
        """Send what the page does not show yet, whenever that has changed."""
        head = b'{"topic":' + json.dumps(name).encode() + b","
        first = True
        told = float("-inf")
        try:
            while True:
                if (rest := told + topic.pause - time.monotonic()) > 0:
                    await asyncio.sleep(rest)
                topic.changed.clear()
                told = time.monotonic()
                tag, message = await topic.news(shown)
                if tag != shown:
                    await self._socket.send_bytes(head + message[1:])
                elif first:
                    await self._socket.send_bytes(_ALIVE)
                shown = tag
                first = False
                await topic.changed.wait()
        except BywaysError as error:
            return await self._refuse(name, error)
        except (WebSocketDisconnect, RuntimeError):
            return False


def _word(message: object) -> Word | None:
    """Return what a page has said; None for what it may not say, and for a heartbeat."""
    kind = next((word for word in _WORDS if isinstance(message, dict) and word in message), None)
    with suppress(msgspec.ValidationError):
        return msgspec.convert(message, _WORDS[kind]) if kind else None
    return None
