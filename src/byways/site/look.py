"""What one viewer sees of a room: the drawing in pieces, and everything said and offered around it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from byways.draw import Scene, changes, scene
from byways.game import Game, Variant
from byways.kernels import Ints
from byways.options import SWAP
from byways.site.rooms import Room
from byways.state import Outcome, State


@dataclass(frozen=True)
class Viewer:
    """Who looks: a browser, and the player whose secrets it may see at this moment."""

    holder: str | None
    player: str | None


@dataclass(frozen=True)
class Look:
    """What a viewer sees at one version of a room."""

    scene: Scene
    data: dict[str, Any]

    def whole(self) -> dict[str, Any]:
        """All of it as one message."""
        return {"kind": "whole", "box": self.scene.view_box, "markup": self.scene.markup(), **self.data}

    def since(self, before: Look) -> dict[str, Any]:
        """What a page that shows `before` has to change."""
        if self.scene.layers.keys() != before.scene.layers.keys():
            return self.whole()
        pieces = changes(before.scene, self.scene)
        return {
            "kind": "patch",
            "from": before.data["version"],
            "box": self.scene.view_box,
            "pieces": pieces,
            **self.data,
        }


def viewer_of(room: Room, holder: str | None, asked: str | None) -> Viewer:
    """The viewer that a browser is, where it asked to look as a player.

    A browser with one seat looks as that seat. One with several looks as whoever moves; but where turns are secret it
    sees what everybody sees until the player to move has taken the seat, which is what `asked` says.
    """
    mine = room.players_of(holder)
    if not mine:
        return Viewer(None, None)
    if len(mine) == 1:
        return Viewer(holder, mine[0])
    mover = room.state.to_move
    if mover in mine and (asked == mover or not room.state.variant.game.secret(room.state)):
        return Viewer(holder, mover)
    return Viewer(holder, None)


def look(room: Room, viewer: Viewer) -> Look:
    """What the viewer sees now."""
    stamp = (room.version, room.engine_task is None, room.engine_trouble)
    kept = room.looks.get(viewer)
    if kept is None or kept[0] != stamp:
        kept = room.looks[viewer] = (stamp, _look_now(room, viewer))
        for other in [other for other, (made, _) in room.looks.items() if made[0] != room.version]:
            del room.looks[other]
    found: Look = kept[1]
    return found


def _look_now(room: Room, viewer: Viewer) -> Look:
    state = room.state.view(viewer.player)
    may_move = viewer.player is not None and state.to_move == viewer.player
    return _look(room, viewer, state, _offers(state.variant, state.vector) if may_move else [])


def look_in_turn(room: Room, viewer: Viewer, vector: Ints, taken: Sequence[int]) -> Look:
    """What the player to move sees in the middle of a turn."""
    before = room.state.view(viewer.player)
    state = State(before.variant, vector.copy(), before)
    return _look(room, viewer, state, _offers(state.variant, state.vector), taken=[int(action) for action in taken])


def look_back(room: Room, viewer: Viewer, ply: int) -> Look:
    """What was to be seen after `ply` turns; nothing can be done there."""
    state = room.states[ply]
    shown = state.view(viewer.player) if state is room.state else state.view(_past_viewer(room, viewer, ply))
    return _look(room, viewer, shown, [], ply=ply, prompt="")


def _look(room: Room, viewer: Viewer, state: State, offers: Sequence[dict[str, Any]], **more: object) -> Look:
    game = state.variant.game
    picture = game.picture(state)
    points = {point.name for board in picture.boards for point in board.points}
    clicked = {click for offer in offers for click in offer["clicks"]} - points
    drawn = scene(picture, interactive=True, players=state.players, sides=clicked)
    sides = {control.name for control in drawn.controls}
    labels = {word: _label(game, word) for word in clicked - sides}
    said = {"offers": offers, "labels": labels, "prompt": game.prompt(state) if offers else "", "taken": []}
    return Look(drawn, {**_around(room, viewer), **said, **more})


def _label(game: Game, word: str) -> str:
    """What stands on a word's button."""
    return game.labels.get(word) or ("Swap colours" if word == SWAP.name else word.capitalize())


def _past_viewer(room: Room, viewer: Viewer, ply: int) -> str | None:
    """Secrets of the past that were revealed since may be seen by all; those of the present round by their owner."""
    revealed = len(room.states) - 1 - room.state.variant.game.secret_turns(room.state)
    return room.states[ply].to_move if ply < revealed else viewer.player


def _offers(variant: Variant, vector: Ints) -> list[dict[str, Any]]:
    """Every action that may follow, and what to point at for it."""
    writable = vector.copy()
    return [
        {"action": action, "clicks": variant.clicks(writable, action)} for action in variant.legal_actions(writable)
    ]


def _around(room: Room, viewer: Viewer) -> dict[str, Any]:
    """All but the board and the offers."""
    state = room.state
    mine = room.players_of(viewer.holder)
    moved = zip(state.view(viewer.player).turns, _movers(room), strict=True)
    return {
        "version": room.version,
        "ply": len(room.states) - 1,
        "toMove": state.to_move,
        "viewer": viewer.player,
        "mine": mine,
        "handover": state.to_move if viewer.player is None and state.to_move in mine else None,
        "thinking": room.engine_task is not None,
        "trouble": room.engine_trouble,
        "status": status(room),
        "turns": [{"text": text, "player": player} for text, player in moved],
        "outcome": _outcome(state, state.outcome),
        "undo": room.undo_ply(viewer.holder) is not None,
    }


def _movers(room: Room) -> list[str | None]:
    return [state.to_move for state in room.states[:-1]]


def status(room: Room) -> str:
    """One line that says how things stand."""
    state = room.state
    if state.outcome is not None:
        return result(state)
    mover = room.mover
    name = str(state.to_move).capitalize()
    if mover is not None and mover.engine is not None:
        return room.engine_trouble or f"{name} is thinking"
    return f"{name} to move"


def result(state: State) -> str:
    """How a finished game ended, in a few words."""
    outcome = state.outcome
    assert outcome is not None
    if outcome.winner:
        return f"{outcome.winner.capitalize()} wins by {outcome.reason}"
    if outcome.winners:
        return f"{' and '.join(name.capitalize() for name in outcome.winners)} share the first place"
    return "The game is lost" if len(state.players) == 1 else f"A draw by {outcome.reason}"


def _outcome(state: State, outcome: Outcome | None) -> dict[str, Any] | None:
    if outcome is None:
        return None
    explain = state.variant.game.explain
    return {
        "winner": outcome.winner,
        "winners": outcome.winners,
        "reason": outcome.reason,
        "scores": outcome.scores,
        "said": result(state),
        "why": explain(state) if explain else "",
    }
