"""Sources of positions: where turns are made on a board, what a page hears of them, and the routes of every board."""

from __future__ import annotations

import asyncio
from abc import ABC, abstractmethod
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Sequence
from typing import Any, Protocol, TypeAlias

from starlette.requests import Request
from starlette.responses import Response

from byways.draw import fragment
from byways.errors import BywaysError, IllegalTurnError, OptionError, UnreadableTurnError
from byways.game import Game
from byways.position.state import State
from byways.rules.picture import Item, Picture
from byways.site.board import panel, wire
from byways.site.board.future import Planned
from byways.site.board.rendering import (
    Drawing,
    Markup,
    Rendering,
    board_regions,
    clicks_for,
    draw,
    draw_with,
    offers_of,
    overlay,
    patch,
    turn_in_words,
)
from byways.site.i18n import phrases
from byways.site.i18n.languages import render
from byways.site.plug_ins.processes import awaited
from byways.site.timeline import commands, events, refusals
from byways.site.timeline.commands import TakeTurn
from byways.site.timeline.decisions import Accepted, Decision, Incomplete, Pending, Refused
from byways.site.timeline.timeline import Timeline
from byways.site.web.rate_limits import QUERIES
from byways.site.web.requests import answer, decoded, status_of
from byways.site.web.routing import Router
from byways.site.web.templating import region
from byways.translatable import say, text_of


class PositionSource(Protocol):
    """A position, as one browser may see it and act on it."""

    @property
    def seen(self) -> State:
        """The position as the viewer may know it, in which turns are pointed out."""

    def ahead(self, actions: Sequence[int]) -> Planned | None:
        """Return planned turns, the last of which actions make or begin in `seen`; None where they would be played."""

    @property
    def open(self) -> bool:
        """Whether turns may be pointed out in it."""

    @property
    def cookies(self) -> Sequence[tuple[bytes, bytes]]:
        """The headers with which a browser is given what it must keep."""

    def rendering(self) -> Rendering:
        """Return what is shown now."""

    def current(self, shown: str) -> wire.News:
        """Return what is shown now, for a page that shows the tag `shown`."""

    def look(self, at: str) -> wire.Patch:
        """Return another place, to be laid over what is shown now. Raises MissingError."""

    async def act(self, command: wire.PageCommand, key: str | None) -> Decision:
        """Decide a command and store the events. Raises StoreError, RateError."""

    def accepted(self, decision: Accepted, shown: str) -> wire.Accepted:
        """Return what a page that shows `shown` hears of what happened."""

    def verdict(self, clicks: Sequence[str]) -> wire.Verdict | None:
        """Return what is to be said of clicks that the rules refuse."""


class SinglePosition(ABC):
    """A position whose turns are not kept, as in lessons, puzzles and exercises: what they lead to is drawn over it."""

    @property
    @abstractmethod
    def state(self) -> State:
        """The position, with all secrets."""

    @abstractmethod
    def rendering(self) -> Rendering:
        """Return the position as it is shown."""

    async def judge(self, then: State, key: str | None) -> None:  # noqa: B027 - lessons judge without waiting
        """Judge the state to which a legal turn leads. Raises StoreError, RateError."""

    @property
    def seen(self) -> State:
        """The position without the opponents' secrets."""
        return self.state.view(self.state.to_move)

    @property
    def open(self) -> bool:
        """Whether turns may be made."""
        return self.rendering().view.acts

    def current(self, shown: str) -> wire.News:
        """Return the position, for a page that shows a tag."""
        now = self.rendering()
        return wire.News(now.view, patch(self.known(shown), now))

    def known(self, tag: str) -> Rendering | None:
        """Return what a page shows, if that can be told from its tag."""
        now = self.rendering()
        return now if tag == now.view.tag else None

    async def act(self, command: wire.PageCommand, key: str | None) -> Decision:
        """Decide a turn and judge it."""
        if not isinstance(command, TakeTurn):
            return Refused(refusals.turns_only())
        decision = await asyncio.to_thread(lambda: commands.take_turn(Timeline(self.state), command))
        if isinstance(decision, Accepted):
            await self.judge(after(self.state, decision), key)
        return decision

    def ahead(self, actions: Sequence[int]) -> Planned | None:
        """Plan nothing."""
        return None

    def verdict(self, clicks: Sequence[str]) -> wire.Verdict | None:
        """Say nothing beside the rules."""
        return None

    def laid(self, seen: State, picture: Picture) -> wire.Patch:
        """Return another position, to be laid over this one."""
        now = self.rendering()
        return overlay(now, draw(seen, picture, known=[now.drawing]), board_regions(seen, picture))


def answer_to(source: PositionSource, decision: Decision, shown: str) -> wire.Answer:
    """Return a decision as a page that shows `shown` hears it."""
    match decision:
        case Incomplete(actions, between):
            return _incomplete(source, actions, between)
        case Pending(actions, warning):
            seen = source.seen
            said = turn_in_words(seen.variant.game, seen.write(actions))
            ahead = source.ahead(actions)
            drawn = ahead.markup(len(actions) - 1) if ahead else preview(seen, actions).markup
            return wire.Pending(list(actions), drawn, said, render(warning))
        case Accepted():
            return source.accepted(decision, shown)
        case Refused(error):
            now = source.current(shown)
            return wire.Refused(error.code, why(error), now.view, now.patch)


def news(source: PositionSource, shown: str, at: str = "") -> wire.News:
    """Return what is to be seen now, or what is drawn over it at another place."""
    return wire.News(source.rendering().view, source.look(at)) if at else source.current(shown)


def why(error: BywaysError) -> str:
    """Return an error as a sentence."""
    return render(phrases.sentence(phrases.upper(error.sentence)))


def explain(source: PositionSource, clicks: Sequence[str]) -> wire.Why:
    """Return the actions that clicks mean although they begin no offer, or why they are no turn."""
    if not source.open:
        return wire.Why()
    state = source.seen
    try:
        return wire.Why(list(_meant(state, clicks)))
    except IllegalTurnError as error:
        return wire.Why(None, phrases.sentence(error.sentence), source.verdict(clicks), _in_the_way(state, clicks))


def read_turn(source: PositionSource, text: str) -> wire.Why:
    """Return the actions of a turn in the game's notation, or why it is none."""
    if not source.open:
        return wire.Why(None, render(say("It is not your turn.")))
    try:
        return wire.Why(list(source.seen.actions(text)))
    except IllegalTurnError as error:
        return wire.Why(None, why(error))


def preview_for(source: PositionSource, actions: Sequence[int], *, aloud: bool) -> wire.Preview:
    """Return the preview for a browser that may point out a turn; nothing for others."""
    return preview(source.seen, actions, aloud=aloud) if source.open else wire.Preview()


def gallery_for(source: PositionSource) -> wire.Gallery:
    """Return everything that dice may bring, as it is for the viewer."""
    return wire.Gallery(panel.gallery(source.seen, source.rendering().view.player))


def preview(state: State, actions: Sequence[int], *, aloud: bool = False) -> wire.Preview:
    """Return what legal actions would put on the board; nothing if they are not legal.

    Only the last action is drawn: the board already shows the others, and the end of a turn adds nothing.
    """
    game = state.variant.game
    if state.follow(actions) is None and state.follow(actions := game.texts.ordered(state, actions)) is None:
        return wire.Preview()
    items = game.preview(state, tuple(actions))
    if len(actions) > 1 and items == game.preview(state, tuple(actions[:-1])):
        return wire.Preview()
    says = text_of(game.name, game.ui.describe_preview(state, tuple(actions))) if aloud else ""
    return wire.Preview(_over(state, items), says, panel.changed(state, actions))


def _in_the_way(state: State, clicks: Sequence[str]) -> str:
    """Return what forbids the turn that clicks mean, drawn over the board, where its game can show that."""
    game = state.variant.game
    if game.ui.in_the_way is None:
        return ""
    try:
        actions = game.texts.meant(state, clicks)
    except IllegalTurnError:
        return ""
    return _over(state, game.ui.in_the_way(state, tuple(actions)))


def _over(state: State, items: Sequence[Item]) -> str:
    """Return items drawn over the board of the player to move."""
    if not items:
        return ""
    picture = state.variant.game.picture(state)
    keys = [board.key for board in picture.boards]
    board = str(state.to_move) if state.to_move in keys else keys[0]
    return fragment(items, picture, board=board, players=state.players)


def after(state: State, decision: Accepted) -> State:
    """Return the state to which the turns lead that are accepted in a state."""
    if decision.move is not None and decision.move.after.previous is state:
        return decision.move.after
    for event in decision.events:
        if isinstance(event, events.Turn):
            state = state.play(event.turn)
    return state


class Recent:
    """The latest renderings, one of which a page most probably shows, by their tags."""

    def __init__(self, most: int) -> None:
        self._kept: OrderedDict[str, Rendering] = OrderedDict()
        self._most = most

    def keep(self, rendering: Rendering) -> Rendering:
        """Keep a rendering as the latest one, and return it."""
        self._kept[rendering.view.tag] = rendering
        self._kept.move_to_end(rendering.view.tag)
        while len(self._kept) > self._most:
            self._kept.popitem(last=False)
        return rendering

    def find(self, tag: str) -> Rendering | None:
        """Return the rendering with a tag, if it is still kept."""
        return self._kept.get(tag)

    def drawings(self) -> list[Drawing]:
        """Return the drawings of what is kept, the latest first, from which others are drawn."""
        return [rendering.drawing for rendering in reversed(list(self._kept.values()))]  # other threads may keep more


def _incomplete(source: PositionSource, actions: Sequence[int], between: State) -> wire.Incomplete:
    now = source.rendering()
    ahead = source.ahead(actions)
    picture = ahead.picture if ahead else between.variant.game.picture(between)
    drawing, choices = draw_with(between, picture, offers_of(between), [now.drawing])
    regions = _prompted(source.seen, actions) if ahead else board_regions(between, picture, asks=True)
    return wire.Incomplete(list(actions), choices, overlay(now, drawing, regions))


def _prompted(state: State, actions: Sequence[int]) -> Markup:
    """Return the prompt of a turn that is planned and not whole yet: no player is asked to move."""
    places = ", ".join(clicks_for(state, actions))
    said = say("You are planning {places}. Choose the rest of the move.", places=places)
    return {"prompt": region("board", "prompt", render(said))}


def _meant(state: State, clicks: Sequence[str]) -> Sequence[int]:
    """Return the legal actions meant by clicks: a whole turn, or the beginning of one. Raises IllegalTurnError."""
    texts = state.variant.game.texts
    try:
        actions: Sequence[int] = texts.meant(state, clicks)
    except UnreadableTurnError as error:
        raise IllegalTurnError("turn.place", "{place} cannot be chosen now", place=clicks[-1][:40]) from error
    if state.follow(actions) is None:
        chosen = actions
        actions = texts.ordered(state, actions)
        if state.follow(actions) is None:
            raise texts.refusal(state, chosen)
    return [int(action) for action in actions]


# The routes: view, act, preview, gallery, why

Find: TypeAlias = Callable[[Request], Awaitable[PositionSource]]
"""Returns the source that a request's address names. Raises MissingError."""

LONGEST_QUERY = 2_000  # characters of what is pointed out in an address
LONGEST_PLACE = 100  # characters of the name of another place


def board_routes(
    prefix: str, find: Find, *, visit: Find | None = None, live: Callable[[Any], Game] | None = None
) -> Router:
    """Return the five routes under an address. Drawing takes long, and others must not wait for it: threads do it.

    `visit` finds the source for who comes to see it, where that is to be noted.
    With `live`, which returns a source's game, pages are told of what is accepted as it happens. Unless the game lives
    in another process the event loop draws it for them, and the answer too: a thread would draw the same once more.
    """
    router = Router(prefix)

    @router.get("/view", checks=QUERIES)
    async def get_view(request: Request, shown: str = "", at: str = "") -> Response:
        """Return what is to be seen now, or at another place."""
        source = await (visit or find)(request)
        return answer(await asyncio.to_thread(news, source, shown, at[:LONGEST_PLACE]), cookies=source.cookies)

    @router.post("/act")
    async def act(request: Request) -> Response:
        """Do something. What is accepted is on disk before this answers."""
        wanted = await decoded(request, wire.Act)
        source = await find(request)
        decision = await source.act(wanted.command, wanted.key)
        status = status_of(decision.error) if isinstance(decision, Refused) else 200
        if live and isinstance(decision, Accepted):
            told = await awaited(live(source), answer_to, source, decision, wanted.shown)
            return answer(told, status, source.cookies)
        return answer(await asyncio.to_thread(answer_to, source, decision, wanted.shown), status, source.cookies)

    @router.get("/preview", checks=QUERIES)
    async def get_preview(request: Request, actions: str, aloud: bool = False) -> Response:
        """Return what the actions (comma-separated numbers) would put on the board; with `aloud`, in words too."""
        source = await find(request)
        return await answer_preview(source, actions, aloud=aloud)

    @router.get("/gallery", checks=QUERIES)
    async def get_gallery(request: Request) -> Response:
        """Return everything that dice may bring, as it is for the viewer now."""
        source = await find(request)
        return answer(await asyncio.to_thread(gallery_for, source))

    @router.get("/why", checks=QUERIES)
    async def get_why(request: Request, clicks: str = "", typed: str = "") -> Response:
        """Explain why clicks (comma-separated), or a turn that was typed, are no turn; or return the actions meant."""
        return await answer_why(await find(request), clicks, typed)

    return router


async def answer_preview(source: PositionSource, actions: str, *, aloud: bool) -> Response:
    """Return what actions would put on the board."""
    return answer(await asyncio.to_thread(preview_for, source, read_actions(actions), aloud=aloud))


async def answer_why(source: PositionSource, clicks: str, typed: str) -> Response:
    """Return why clicks, or a turn that was typed, are no turn; or the actions meant. Raises OptionError."""
    if not (typed or clicks):
        raise OptionError("request.nothing", "clicks, or a move that was typed, must be given", option="clicks")
    if typed:
        return answer(await asyncio.to_thread(read_turn, source, typed[:LONGEST_QUERY]))
    return answer(await asyncio.to_thread(explain, source, clicks[:LONGEST_QUERY].split(",")))


def read_actions(text: str) -> list[int]:
    """Parse actions from an address, as numbers with commas between. Raises OptionError."""
    words = [word for word in text[:LONGEST_QUERY].split(",") if word]
    if not all(word.isascii() and word.isdigit() for word in words):
        raise OptionError("request.actions", "actions must be numbers with commas between", option="actions")
    return [int(word) for word in words]
