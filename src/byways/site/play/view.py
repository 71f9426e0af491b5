"""One viewer's view of a room: the drawing in pieces, with the texts, offers and players around it."""

from __future__ import annotations

import hashlib
import secrets
import weakref
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Any

import numpy as np

import byways
from byways.draw import Scene, changes, describe, scene
from byways.draw.layout import lay_out
from byways.game import Variant
from byways.games import BUILT_IN
from byways.kernels import Ints
from byways.picture import Picture, with_items
from byways.site.i18n import phrases
from byways.site.i18n.languages import current_language, render, to_json
from byways.site.play import wording
from byways.site.play.room import Room
from byways.site.plug_ins.processes import at_home
from byways.site.timeline import clocks
from byways.site.timeline.commands import may, undo_ply
from byways.state import Outcome, State
from byways.translatable import text_of

_KEPT = 3  # messages of one look: the whole of it, and from the looks before it that most pages show
_PROCESS = secrets.token_hex(4)  # another process may draw games of plug-ins otherwise


def _edition() -> str:
    """Return a name for the code of this process: those in which it is the same draw the same."""
    files = sorted(path for path in Path(byways.__file__).parent.rglob("*") if path.suffix in {".py", ".po", ".toml"})
    return hashlib.sha256(b"".join(path.read_bytes() for path in files)).hexdigest()[:8]


_EDITION = _edition()  # now: the files may be replaced while this runs


@dataclass(frozen=True)
class Viewer:
    """A viewer: a browser, the player whose secrets it may see at this moment, and its language."""

    holder: str | None
    player: str | None
    language: str = field(default_factory=lambda: current_language().code)
    """In which it is spoken to: drawings have texts for screen readers."""


@dataclass(frozen=True)
class Look:
    """A viewer's view of one version of a room."""

    scene: Scene
    data: dict[str, Any]
    _packed: list[tuple[weakref.ref[Look] | None, bytes]] = field(
        default_factory=list, init=False, repr=False, compare=False
    )

    def whole(self) -> dict[str, Any]:
        """Return the whole view as one message."""
        return {"kind": "whole", "box": self.scene.view_box, "markup": self.scene.markup(), **self._said}

    def since(self, before: Look) -> dict[str, Any]:
        """Return the changes for a page that shows `before`."""
        if self.scene.layers.keys() != before.scene.layers.keys():
            return self.whole()
        return {
            "kind": "patch",
            "from": before.data["tag"],
            "box": self.scene.view_box,
            "pieces": changes(before.scene, self.scene),
            **self._said,
        }

    def packed(self, before: Look | None) -> bytes:
        """Return the encoded message for a page that shows `before`; encoded once for all pages that show the same."""
        if self.data["since"] is not None:  # with the time, which goes on
            return to_json(self.since(before) if before else self.whole())
        for shown, message in self._packed:
            if (shown and shown()) is before and (shown is None) == (before is None):
                return message
        message = to_json(self.since(before) if before else self.whole())
        self._packed[:] = [*self._packed[-_KEPT:], (weakref.ref(before) if before else None, message)]
        return message

    @property
    def _said(self) -> dict[str, Any]:
        """The data as it is sent: where a clock runs, with the server's time."""
        return self.data if self.data["since"] is None else {**self.data, "now": clocks.now().timestamp()}


def viewer_of(room: Room, holder: str | None, asked: str | None) -> Viewer:
    """Return the viewer of a browser that asked to look as a player.

    A browser with one seat looks as that seat. One with several looks as whoever moves; but where turns are secret it
    sees what everybody sees until the player to move has taken the seat, which is what `asked` says.
    """
    mine = room.timeline.players_of(holder)
    if not mine:
        return Viewer(holder if room.timeline.waiting and holder == room.timeline.creator else None, None)
    if len(mine) == 1:
        return Viewer(holder, mine[0])
    mover = room.timeline.to_move
    if mover in mine and (asked == mover or not room.timeline.state.variant.game.secrets.next(room.timeline.state)):
        return Viewer(holder, mover)
    return Viewer(holder, None)


@dataclass(frozen=True)
class Drawing:
    """A drawn board with its texts, shared by all viewers with the same view and the same offers."""

    state: State
    points: frozenset[str]
    sides: frozenset[str]
    """The clickable sides and words, besides the points."""
    scene: Scene
    controls: frozenset[str]
    """The names of what can be pointed at."""
    said: dict[str, Any]


@dataclass(frozen=True)
class _Kept:
    """A view, and the values it depends on."""

    version: int
    around: tuple[object, ...]
    look: Look
    drawing: Drawing


_LOOKS: weakref.WeakKeyDictionary[Room, dict[Viewer, _Kept]] = weakref.WeakKeyDictionary()
"""The present views of each room."""


def look(room: Room, viewer: Viewer) -> Look:
    """Return the viewer's current view.

    It is drawn once per version of the room, however many look; where nothing is hidden, once for all viewers with the
    same offers and the same language.
    """
    version = room.timeline.version
    game, job = room.timeline, room.job
    around = (job.working, job.trouble, game.heard, room.messages, room.here, job.preparing(game), job.ending)
    looks = _LOOKS.setdefault(room, {})
    kept = looks.get(viewer)
    if kept is None or kept.version != room.timeline.version or kept.around[-1] is not room.job.ending:
        known = tuple(other.look.scene for other in looks.values())
        looks = _LOOKS[room] = {who: other for who, other in looks.items() if other.version == version}
        kept = looks[viewer] = _look_now(room, viewer, around, known)
        if room.timeline.version != version:  # a plug-in's game has gone on while it was asked
            return look(room, viewer)
    elif kept.around != around:
        fresh = replace(kept.look, data={**kept.look.data, **_around(room, viewer)})
        kept = looks[viewer] = replace(kept, around=around, look=fresh)
    return kept.look


def forget(room: Room) -> None:
    """Forget a room's views: they take more room than the game itself."""
    _LOOKS.pop(room, None)


def slim(drawn: Scene, known: Sequence[Scene]) -> Scene:
    """Return a scene to keep, which shares equal pieces with others.

    It is without the controls, whose markup is among its pieces. Of two looks at a game most pieces are the
    same, and a whole one weighs as much as 150 turns.
    """
    pieces = dict(drawn.fragments)
    for other in known:
        pieces |= {key: piece for key, piece in other.fragments.items() if pieces.get(key) == piece}
    return replace(drawn, fragments=pieces, controls=())


def _look_now(room: Room, viewer: Viewer, around: tuple[object, ...], known: Sequence[Scene]) -> _Kept:
    state = _known(room, viewer)
    may_move = viewer.player is not None and room.timeline.to_move == viewer.player
    offers = offers_of(state.variant, state.vector) if may_move else []
    drawing = _drawn_before(room, viewer, state, offers)
    if drawing is None:
        drawing = drawing_of(state, picture_of(room, state), offers)
        drawing = replace(drawing, scene=slim(drawing.scene, known))
    data = {**_around(room, viewer), **drawing.said, **said_of(drawing, offers)}
    return _Kept(room.timeline.version, around, Look(drawing.scene, data), drawing)


def _drawn_before(room: Room, viewer: Viewer, state: State, offers: Sequence[list[Any]]) -> Drawing | None:
    """Return the drawing made for another viewer if this one sees the same, else None."""
    chosen = clicked(offers)
    for other, kept in _LOOKS.get(room, {}).items():
        drawing: Drawing = kept.drawing
        same = (
            kept.version == room.timeline.version
            and kept.around[-1] is room.job.ending
            and other.language == viewer.language
        )
        if same and drawing.state is state and drawing.sides == chosen - drawing.points:
            return drawing
    return None


def look_in_turn(room: Room, viewer: Viewer, vector: Ints, taken: Sequence[int]) -> Look:
    """Return the view of the player to move in the middle of a turn."""
    before = room.timeline.state.view(viewer.player)
    state = State(before.variant, vector.copy(), before)
    picture = state.variant.game.picture(state)
    offers = offers_of(state.variant, vector)
    return _look(room, viewer, state, picture, offers, taken=[int(action) for action in taken])


def look_back(room: Room, viewer: Viewer, ply: int) -> Look:
    """Return the view after `ply` turns, as far as its secrets are revealed to the viewer by now."""
    state = room.timeline.states[ply]
    revealed = len(room.timeline.states) - 1 - room.timeline.state.variant.game.secrets.turns(room.timeline.state)
    shown = state if ply < revealed else state.view(viewer.player)
    return _look(room, viewer, shown, picture_of(room, shown), [], ply=ply, prompt="")


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


def _look(
    room: Room, viewer: Viewer, state: State, picture: Picture, offers: Sequence[list[Any]], **more: object
) -> Look:
    drawn, said = board_of(state, picture, offers)
    return Look(drawn, {**_around(room, viewer), **said, **more})


def board_of(state: State, picture: Picture, offers: Sequence[list[Any]]) -> tuple[Scene, dict[str, Any]]:
    """Return a state's drawing, and the texts beside it for a viewer who may choose from the offers."""
    drawing = drawing_of(state, picture, offers)
    return drawing.scene, {**drawing.said, **said_of(drawing, offers)}


def drawing_of(state: State, picture: Picture, offers: Sequence[list[Any]]) -> Drawing:
    """Draw a state with a control for every point and for every side that is among the offers."""
    points = frozenset(point.name for board in picture.boards for point in board.points)
    sides = clicked(offers) - points
    drawn = scene(picture, interactive=True, players=state.players, sides=sides, tell=render)
    foot = phrases.upper(" · ".join(map(render, picture.notes)))  # for a page that shows one sheet without it
    notes = notes_of(picture)
    said = {"hand": _hand(state), "sheets": sheets_of(state, picture), "notes": notes, "foot": foot}
    return Drawing(state, points, sides, drawn, frozenset(control.name for control in drawn.controls), said)


def said_of(drawing: Drawing, offers: Sequence[list[Any]]) -> dict[str, Any]:
    """Return the texts beside a drawing for a viewer who may choose from the offers."""
    game = drawing.state.variant.game
    return {
        "offers": offers,
        "labels": {word: wording.label(game, word) for word in clicked(offers) - drawing.controls},
        "prompt": phrases.sentence(text_of(game.name, game.ui.prompt(drawing.state))) if offers else "",
        "next": text_of(game.name, game.ui.labels.get("next", "")),
        "taken": [],
    }


def clicked(offers: Sequence[list[Any]]) -> frozenset[str]:
    """Return everything that can be clicked in any of the offers."""
    return frozenset(click for _, *clicks in offers for click in clicks)


def notes_of(picture: Picture) -> str:
    """Describe the texts written about the boards in sentences, for screen readers."""
    noted = [(render(board.title), [render(note) for note in board.notes]) for board in picture.boards]
    lines = [render(note) for note in picture.notes]
    lines += [f"{title}: {', '.join(notes)}" if title else ", ".join(notes) for title, notes in noted if notes]
    return " ".join(phrases.sentence(phrases.upper(line)) for line in lines)


def sheets_of(state: State, picture: Picture) -> dict[str, str]:
    """Return the viewBox of each board in the drawing by its key; empty if there is only one board."""
    if len(picture.boards) == 1:
        return {}
    frames = {place.sheet.board.key: place.frame for place in lay_out(picture, state.players).places}
    return {key: f"{x:.0f} {y:.0f} {right - x:.0f} {low - y:.0f}" for key, (x, y, right, low) in frames.items()}


def _hand(state: State) -> dict[str, str] | None:
    """Return a small drawing of the piece about to be placed, if the game has one."""
    picture = state.variant.game.ui.to_place(state)
    if picture is None:
        return None
    drawn = scene(picture, players=state.players, prefix="hand-", tell=render)
    return {"box": drawn.view_box, "markup": drawn.markup(), "says": describe(picture, render)}


def offers_of(variant: Variant, vector: Ints) -> list[list[Any]]:
    """Return every action that may follow with its clicks, [action, click, …], in every possible notation."""
    return at_home(variant.game, _offers, variant, vector.copy())


def _offers(variant: Variant, writable: Ints) -> list[list[Any]]:
    legal = variant.legal_actions(writable)
    offers = [[action, *variant.clicks(writable, action)] for action in legal]
    ours = (action for action in legal if action != variant.swap_action)
    more = ((action, variant.game.texts.other_clicks(variant, writable, action)) for action in ours)
    return offers + [[action, *clicks] for action, ways in more for clicks in ways]


def _known(room: Room, viewer: Viewer) -> State:
    """Return the present state as far as the viewer may know it: all of it if the game has ended early."""
    return room.timeline.state if room.timeline.end else room.timeline.state.view(viewer.player)


def _around(room: Room, viewer: Viewer) -> dict[str, Any]:
    """Return everything in a view except the board and the offers."""
    game, job = room.timeline, room.job
    mine = game.players_of(viewer.holder)
    movers = (before.to_move for before in game.states[:-1])
    edition = _EDITION if game.state.game in BUILT_IN else _PROCESS
    preparing = job.preparing(game)
    return {
        # It names a drawing.
        "tag": f"{edition}.{game.version}.{job.ending is not None:d}.{viewer.player or ''}.{viewer.language}",
        "version": game.version,
        "number": game.heard,
        "ply": game.ply,
        "toMove": game.to_move,
        "viewer": viewer.player,
        "handover": game.to_move if viewer.player is None and game.to_move in mine else None,
        "working": job.working,
        "preparing": preparing and asdict(preparing),
        "trouble": job.trouble,
        "status": wording.status(room, mine[0] if len(mine) == 1 else None),
        "players": _players(room, viewer, mine),
        "turns": list(zip(_known(room, viewer).turns, movers, strict=True)),
        "outcome": outcome_of(room, room.outcome),
        "undo": undo_ply(game, viewer.holder) is not None,
        **company(room, viewer.holder),
    }


def _players(room: Room, viewer: Viewer, mine: Sequence[str]) -> list[dict[str, Any]]:
    """List the players with their seats, clocks and scores."""
    scores = room.outcome.scores if room.outcome and room.timeline.state.variant.game.ui.tally else {}
    seated = ((player, room.timeline.seat(player)) for player in room.timeline.state.players)
    return [
        {
            "player": player,
            "who": wording.who(seat, viewer.holder, len(mine)),
            "yours": player in mine,
            "here": None if seat.engine or seat.open or player in mine else seat.holder in room.here,
            "left": room.timeline.clocks.left[seat.player] if room.timeline.clocks and not seat.engine else None,
            "name": seat.name if player in mine else None,
            "score": scores.get(player),
        }
        for player, seat in seated
        if seat is not None
    ]


def outcome_of(room: Room, outcome: Outcome | None) -> dict[str, Any] | None:
    """Describe the result of a finished game and the reason for it; None while it goes on."""
    if outcome is None:
        return None
    end, game = room.timeline.end, room.timeline.state.variant.game
    if end is not None:
        return {"winners": outcome.winners, "said": wording.ended(game, end), "why": ""}
    why = room.job.ending.why if room.job.ending else game.ui.explain(room.timeline.state) if game.ui.explain else ""
    return {"winners": outcome.winners, "said": wording.result(game, outcome), "why": text_of(game.name, why)}


def company(room: Room, holder: str | None) -> dict[str, Any]:
    """Return the parts of a view about other people: offers, links, clock, messages, the rematch."""
    game = room.timeline
    offer, declined, mover = game.offer, game.declined, game.mover
    players = room.timeline.players_of(holder)
    since = game.clocks and game.clocks.since
    return {
        "may": may(game, holder),
        "offer": offer and {"number": offer.number, "what": offer.what, "said": wording.offer(game, offer, holder)},
        "declined": declined and {"number": declined.number, "said": wording.declined(game, declined, holder)},
        "links": bool(game.revocable(holder)),
        "waiting": bool(game.waiting) and game.end is None,
        "hurry": bool(
            mover and mover.engine and room.job.working and players and not room.job.preparing(room.timeline)
        ),
        "running": game.clocks and game.clocks.running and game.player_of(game.clocks.running),
        "since": since and since.timestamp(),
        "messages": room.messages if players else None,
        "rematch": game.rematch,
    }
