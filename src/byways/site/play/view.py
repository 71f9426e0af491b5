"""One viewer's view of a room: a drawing shared by all who see the same of it, and the panel beside it."""

from __future__ import annotations

import threading
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, field, replace
from weakref import WeakKeyDictionary

import numpy as np

from byways.picture import Picture, with_items
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
    timed,
)
from byways.site.board.source import Recent
from byways.site.i18n.languages import current_language, to_json
from byways.site.play import panel
from byways.site.play.room import Room
from byways.site.plug_ins.processes import lives_elsewhere
from byways.site.timeline import clocks
from byways.site.web.requests import MissingError
from byways.state import State

_RECENT = 6  # renderings of a room that pages may still show
_PACKED = 16  # messages of a room that several pages hear
Position = tuple[int, bool]
"""A version of a game, and whether its expensive end has been judged."""


@dataclass(frozen=True)
class Viewer:
    """A viewer: a browser, the player whose secrets it may see at this moment, and its language."""

    holder: str | None
    player: str | None
    language: str = field(default_factory=lambda: current_language().code)
    """In which it is spoken to: drawings have texts for screen readers."""


def viewer_of(room: Room, holder: str | None, asked: str | None) -> Viewer:
    """Return the viewer of a browser that asked to look as a player.

    A browser with one seat looks as that seat. One with several looks as whoever moves; but where turns are secret it
    sees what everybody sees until the player to move has taken the seat, which is what `asked` says.
    """
    game = room.timeline
    mine = game.players_of(holder)
    if not mine:
        return Viewer(holder if game.waiting and holder == game.creator else None, None)
    if len(mine) == 1:
        return Viewer(holder, mine[0])
    if game.to_move in mine and (asked == game.to_move or not game.state.variant.game.secrets.next(game.state)):
        return Viewer(holder, game.to_move)
    return Viewer(holder, None)


class Views:
    """The views of one room: each is rendered once for all viewers who see the same, in whatever thread they ask."""

    def __init__(self) -> None:
        self._lock = threading.RLock()
        self._position: Position | None = None
        self._recent = Recent(_RECENT)
        self._drawn: dict[tuple[object, ...], tuple[Picture, Drawing]] = {}
        self._kept: dict[Viewer, tuple[tuple[object, ...], Rendering]] = {}
        self._packed: dict[tuple[str, str], bytes] = {}

    def now(self, room: Room, viewer: Viewer) -> Rendering:
        """Return what a viewer sees now."""
        with self._one_at_a_time(room):
            game, position = room.timeline, (room.timeline.version, room.job.ending is not None)
            if position != self._position:
                self._position = position
                self._drawn, self._kept, self._packed = {}, {}, {}
            around = (room.job.working, room.job.trouble, room.messages, room.here, room.job.preparing(game))
            depends = (position, game.heard, *around)
            kept = self._kept.get(viewer)
            if kept is None or kept[0] != depends:
                kept = depends, self._recent.keep(self._rendered(room, viewer, position))
                if room.timeline is not game:  # it has gone on while it was drawn
                    return self.now(room, viewer)
                self._kept[viewer] = kept
            return _at_this_moment(kept[1])

    def _one_at_a_time(self, room: Room) -> AbstractContextManager[object]:
        """Let one thread render, for all. A game in another process is waited for, which is to hold up nobody."""
        return nullcontext() if lives_elsewhere(room.timeline.state.variant.game) else self._lock

    def known(self, room: Room, viewer: Viewer, tag: str) -> Rendering | None:
        """Return what a page shows. Where turns are secret it must be what the browser may have seen: patches tell."""
        found = self._recent.find(tag)
        if found is None or room.timeline.state.variant.game.secrets.hide is None:
            return found
        return found if found.view.player in (None, *room.timeline.players_of(viewer.holder)) else None

    def at(self, room: Room, viewer: Viewer, ply: int) -> wire.Patch:
        """Return the position after `ply` turns, as far as the viewer may know it by now. Raises MissingError."""
        game = room.timeline
        if not 0 <= ply <= game.ply:
            raise MissingError("turn.missing", "the game has no such turn")
        state = game.states[ply]
        revealed = game.ply - game.state.variant.game.secrets.turns(game.state)
        shown = state if ply < revealed else state.view(viewer.player)
        now, picture = self.now(room, viewer), picture_of(room, shown)
        regions = {**board_regions(shown, picture), "status": panel.place(ply, game.ply)}
        return overlay(now, draw(shown, picture, known=[now.drawing]), regions)

    def news(self, room: Room, viewer: Viewer, shown: str) -> tuple[str, bytes]:
        """Return the tag of what a viewer sees now, and it as a message for a page that shows a tag."""
        with self._one_at_a_time(room):
            now = self.now(room, viewer)
            before = self.known(room, viewer, shown)
            key = before.view.tag if before else "", now.view.tag
            if key in self._packed:
                return now.view.tag, self._packed[key]
            message = to_json(wire.News(now.view, patch(before, now)))
            if not _runs(now.view):  # else it says what time it is
                self._packed = {**dict(list(self._packed.items())[1 - _PACKED :]), key: message}
            return now.view.tag, message

    def _rendered(self, room: Room, viewer: Viewer, position: Position) -> Rendering:
        game = room.timeline
        state = game.state if game.end else game.state.view(viewer.player)
        acts = viewer.player is not None and game.to_move == viewer.player
        offers = offers_of(state) if acts else []
        picture, drawing = self._drawing(room, viewer, state, offers, position)
        view = wire.BoardView(
            query=panel.query(room, viewer.holder, viewer.player),
            version=game.version,
            number=game.heard,
            ply=game.ply,
            player=viewer.player,
            home=viewer.player,
            acts=acts,
            over=room.outcome is not None,
            choices=choices_of(state.variant.game, offers, drawing) if acts else wire.Choices(),
            game=panel.game_view(room, viewer.holder, viewer.player),
        )
        regions = {**board_regions(state, picture, asks=acts), **panel.regions(room, viewer.holder, state)}
        return rendered(drawing, view, regions, panel.said(room, viewer.holder, viewer.player, state))

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
            known = [kept[1].drawing for kept in list(self._kept.values())] or self._recent.drawings()
            found = self._drawn[key] = picture, draw(state, picture, sides, known)
        return found


_views: WeakKeyDictionary[Room, Views] = WeakKeyDictionary()


def views_of(room: Room) -> Views:
    """Return the views of a room."""
    return _views.setdefault(room, Views())


def forget(room: Room) -> None:
    """Forget the views of a room: they take more room than the game itself."""
    _views.pop(room, None)


def picture_of(room: Room, state: State) -> Picture:
    """Return the picture of a state.

    For an expensive end it comes from a worker; until then the last turn is only hinted at.
    """
    game = state.variant.game
    if state.to_move is not None or not game.solving.costly_end(state.variant):
        return game.picture(state)
    if room.job.ending is not None and np.array_equal(state.vector, room.timeline.state.vector):
        return room.job.ending.picture
    before = state.previous
    assert before is not None, "no game begins with its end"
    return with_items(game.picture(before), game.preview(before, before.actions(str(state.turn))))


def _at_this_moment(rendering: Rendering) -> Rendering:
    """Return a rendering whose running clock says what time it is."""
    if not _runs(rendering.view):
        return rendering
    return replace(rendering, view=timed(rendering.view, clocks.now().timestamp()))


def _runs(view: wire.BoardView) -> bool:
    """Return whether a clock runs in a view."""
    return bool(view.game and view.game.clocks and view.game.clocks.since is not None)
