"""One viewer's view of a room: a drawing shared by all who see the same of it, and the sidebar."""

from __future__ import annotations

import threading
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import NamedTuple

import numpy as np
from msgspec import structs

from byways.position.state import State
from byways.rules.picture import Picture, with_items
from byways.site.board import wire
from byways.site.board.rendering import (
    Drawing,
    Offers,
    Rendering,
    board_regions,
    choices_of,
    draw,
    offers_of,
    overlay,
    patch,
    rendered,
    sides_of,
    turn_in_words,
)
from byways.site.board.source import Recent
from byways.site.i18n.languages import current_language, spoken, to_json
from byways.site.play import attendance
from byways.site.play.page import pending, sidebar, wording
from byways.site.play.room import Room
from byways.site.timeline import clocks, offers, plans
from byways.site.timeline.timeline import Timeline
from byways.site.web.requests import MissingError
from byways.site.web.templating import region, rendered_macro

_RECENT = 6  # renderings of a room that pages may still show
_NEWS = 16  # messages of a room that several pages hear
_KEPT = 4  # times as many listed turns are kept as there are: in several languages, and before they are known to all
Position = tuple[int, bool]
"""A version of a game, and whether its expensive end has been judged."""


class ListedTurn(NamedTuple):
    """A turn in the list."""

    number: int
    """Of the turns before it and itself: its address."""
    text: str
    """As records have it."""
    player: str
    round: int | None
    """The number of the round that begins with it."""
    column: str


@dataclass(frozen=True)
class Viewer:
    """A viewer: a browser, the player whose secrets it may see at this moment, and its language."""

    holder: str | None
    player: str | None
    language: str = field(default_factory=lambda: current_language().code)
    """In which it is spoken to: drawings have texts for screen readers."""


def viewer_of(room: Room, holder: str | None, asked: str | None) -> Viewer:
    """Return the viewer of a browser that asked to look as a player.

    A browser with one seat looks as that seat. One with several looks as the mover; but where turns are secret it
    sees what everybody sees until the player to move has taken the seat, which is what `asked` says.
    """
    game = room.timeline
    mine = game.players_of(holder)
    if not mine:
        directs = holder == game.creator and (game.waiting or game.unmanned)
        return Viewer(holder if directs else None, None)
    if len(mine) == 1:
        return Viewer(holder, mine[0])
    if game.to_move in mine and (asked == game.to_move or not game.state.variant.game.secrets.next(game.state)):
        return Viewer(holder, game.to_move)
    return Viewer(holder, None)


@dataclass
class CachedNews:
    """What pages hear that show one tag and are to show another."""

    news: wire.News
    packed: bytes = b""
    """As a message, unless a clock runs: then it says what time it is."""


class Views:
    """The views of one room: each is rendered once for all viewers who see the same, in whatever thread they ask."""

    def __init__(self) -> None:
        self._lock = threading.RLock()
        self._position: Position | None = None
        self._recent = Recent(_RECENT)
        self._drawn: dict[tuple[object, ...], tuple[Picture, Drawing]] = {}
        self._kept: dict[Viewer, tuple[tuple[object, ...], Rendering]] = {}
        self._news: dict[tuple[str, str], CachedNews] = {}
        self._turns = TurnRegions()

    def now(self, room: Room, viewer: Viewer) -> Rendering:
        """Return what a viewer sees now."""
        found = self._latest(room, viewer)
        view = _at_this_moment(found.view)
        return found if view is found.view else replace(found, view=view)

    def current(self, room: Room, viewer: Viewer, shown: str) -> wire.News:
        """Return what a viewer sees now, for a page that shows a tag."""
        news = self._news_for(room, viewer, shown).news
        return wire.News(_at_this_moment(news.view), news.patch)

    def news(self, room: Room, viewer: Viewer, shown: str) -> tuple[str, bytes]:
        """Return the tag of what a viewer sees now, and it as a message for a page that shows a tag."""
        found = self._news_for(room, viewer, shown)
        view = _at_this_moment(found.news.view)
        if view is not found.news.view:
            return view.tag, to_json(wire.News(view, found.news.patch))
        found.packed = found.packed or to_json(found.news)
        return view.tag, found.packed

    def _news_for(self, room: Room, viewer: Viewer, shown: str) -> CachedNews:
        with self._lock:
            now = self._latest(room, viewer)
            before = self.known(room, viewer.holder, shown)
            key = before.view.tag if before else "", now.view.tag
            if key not in self._news:
                found = CachedNews(wire.News(now.view, patch(before, now)))
                self._news = {**dict(list(self._news.items())[1 - _NEWS :]), key: found}
            return self._news[key]

    def _latest(self, room: Room, viewer: Viewer) -> Rendering:
        """Return what a viewer sees, with clocks that do not say what time it is."""
        with self._lock:
            game = room.timeline
            job = room.job
            position = game.version, job.ending is not None
            if position != self._position:
                self._position = position
                self._drawn = {}
                self._kept = {}
                self._news = {}
            pace = job.pace.speed, job.pace.paused
            depends = (
                position,
                game.heard,
                job.working,
                job.trouble,
                room.messages,
                room.notice,
                room.here,
                job.preparing(game),
                offers.may_ask_coach(game, viewer.holder) and job.preparing_coach(game),
                pace,
                attendance.claimants(room) if game.clocks else None,
                plans.planned_by(game, viewer.holder),
            )
            kept = self._kept.get(viewer)
            if kept is None or kept[0] != depends:
                kept = depends, self._recent.keep(self._rendered(room, viewer, position))
                if room.timeline is not game:  # it has gone on while it was drawn
                    return self._latest(room, viewer)
                self._kept[viewer] = kept
            return kept[1]

    def known(self, room: Room, holder: str | None, tag: str) -> Rendering | None:
        """Return what a page shows. Where turns are secret it must be what the browser may have seen: patches tell."""
        found = self._recent.find(tag)
        if found is None or room.timeline.state.variant.game.secrets.hide is None:
            return found
        return found if found.view.player in (None, *room.timeline.players_of(holder)) else None

    def at(self, room: Room, viewer: Viewer, ply: int) -> wire.Patch:
        """Return the position after `ply` turns, as far as the viewer may know it by now. Raises MissingError."""
        game = room.timeline
        if not 0 <= ply <= game.ply:
            raise MissingError("turn.missing", "the game has no such move")
        state = game.states[ply]
        revealed = game.ply - game.state.variant.game.secrets.turns(game.state)
        shown = state if ply < revealed else state.view(viewer.player)
        now = self.now(room, viewer)
        picture = picture_of(room, shown)
        regions = {**board_regions(shown, picture, player=viewer.player), "status": sidebar.place(game, ply, shown)}
        return overlay(now, draw(shown, picture, known=[now.drawing]), regions)

    def _rendered(self, room: Room, viewer: Viewer, position: Position) -> Rendering:
        game = room.timeline
        state = game.state if game.end else game.state.view(viewer.player)
        acts = viewer.player is not None and game.to_move == viewer.player
        ahead = plans.where_next(game, viewer.holder)
        offers = offers_of(ahead or state) if acts or ahead else []
        picture, drawing = self._drawing(room, viewer, state, offers, position)
        beside = sidebar.Sidebar(room, viewer.holder, viewer.player, state)
        view = wire.BoardView(
            query=beside.query,
            version=game.version,
            number=game.heard,
            ply=game.ply,
            player=viewer.player,
            home=viewer.player,
            acts=acts,
            plans=ahead is not None,
            planned=pending.drawn(game, viewer.holder) if game.plans else None,
            over=beside.ending is not None,
            choices=choices_of(state.variant.game, offers, drawing) if offers else wire.Choices(),
            game=beside.view(),
        )
        regions = {**board_regions(state, picture, asks=acts, player=viewer.player), **beside.regions()}
        regions |= self._turns.of(game, state)
        if ahead:
            regions["prompt"] = region("board", "prompt", pending.prompt(game, viewer.holder))
        return rendered(drawing, view, regions, beside.said())

    def _drawing(
        self, room: Room, viewer: Viewer, state: State, offers: Offers, position: Position
    ) -> tuple[Picture, Drawing]:
        """Return the board, drawn once for all who know the same and may point at the same sides."""
        seen = position, viewer.player if state is not room.timeline.state else ""
        picture = next((drawn[0] for key, drawn in list(self._drawn.items()) if key[0] == seen), None)
        picture = picture or picture_of(room, state)
        sides = sides_of(picture, offers)
        key = seen, sides, viewer.language
        found = self._drawn.get(key)
        if found is None:
            found = self._drawn[key] = picture, draw(state, picture, sides, self._recent.drawings())
        return found


def listed_turns(
    rows: wording.Rows, row: wording.Row, before: int, turns: Sequence[str], states: Sequence[State]
) -> Iterator[tuple[ListedTurn, wording.Row]]:
    """Yield turns that come after so many `before`, the last of which is in `row`, each with its own row."""
    for number, (text, state) in enumerate(zip(turns, states[before:], strict=False), before + 1):
        last = row
        player = state.to_move or ""
        row = rows.after(last, player, text)
        anew = rows.layout != "" and row.number > last.number
        yield ListedTurn(number, text, player, row.number if anew else None, rows.columns[player]), row


class TurnList(NamedTuple):
    """The turns that led to a position as it is seen, as markup by the ids of their elements."""

    seen: State
    row: wording.Row
    """Of the last turn."""
    regions: Mapping[str, str]


class TurnRegions:
    """The list of turns of one game as regions: each is rendered once for all who see the same of it."""

    def __init__(self) -> None:
        self._kept: dict[tuple[str, ListedTurn], str] = {}
        self._lists: dict[str, TurnList] = {}
        """By the language, the list that was rendered last."""
        self._rows: wording.Rows | None = None

    def of(self, game: Timeline, seen: State) -> Mapping[str, str]:
        """Return the turns as `seen` knows them, as markup by the ids of their elements."""
        language = spoken.get().code
        last = self._lists.get(language)
        if last is None or last.seen is not seen:
            known = last is not None and last.seen is seen.previous and len(last.regions) + 1 == game.ply
            last = self._listed(game, seen, language, last if known else None)
            self._lists[language] = last
        return last.regions

    def _listed(self, game: Timeline, seen: State, language: str, before: TurnList | None) -> TurnList:
        rules = game.state.variant.game
        self._rows = rows = self._rows or wording.Rows(game.states[0])
        row = before.row if before else rows.before
        regions = dict(before.regions) if before else {}
        if len(self._kept) > _KEPT * game.ply + _KEPT:  # turns were taken back, or were secrets
            self._kept = {}
        turns = (str(seen.turn),) if before else seen.turns
        listed = list(listed_turns(rows, row, len(regions), turns, game.states))
        for entry, _ in listed:
            if (language, entry) not in self._kept:
                self._kept[language, entry] = rendered_macro("play", "turn", entry, turn_in_words(rules, entry.text))
            regions[f"turns.{entry.number}"] = self._kept[language, entry]
        return TurnList(seen, listed[-1][1] if listed else row, regions)


def views_of(room: Room) -> Views:
    """Return the views of a room."""
    views = room.shown
    if not isinstance(views, Views):
        views = room.shown = Views()
    return views


def forget(room: Room) -> None:
    """Forget the views of a room: they take more room than the game itself."""
    room.shown = None


def picture_of(room: Room, state: State) -> Picture:
    """Return the picture of a state.

    For an expensive end it comes from a worker; until then the last turn is only hinted at.
    """
    game = state.variant.game
    if state.to_move is not None or not state.variant.costly_end:
        return game.picture(state)
    if room.job.ending is not None and np.array_equal(state.vector, room.timeline.state.vector):
        return room.job.ending.picture
    before = state.previous
    assert before is not None, "no game begins with its end"
    return with_items(game.picture(before), game.preview(before, before.actions(str(state.turn))))


def _at_this_moment(view: wire.BoardView) -> wire.BoardView:
    """Return a view whose clock, if one runs, says what time it is."""
    clock = view.game and view.game.clocks
    if view.game is None or not clock or clock.since is None:
        return view
    present = structs.replace(clock, now=clocks.now().timestamp())
    return structs.replace(view, game=structs.replace(view.game, clocks=present))
