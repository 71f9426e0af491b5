"""Positions rendered: a drawing and the regions around it, as markup by id, and the patches between two of them."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from weakref import ref

import msgspec

from byways.draw import Scene, changes, scene
from byways.draw.effects import Effect, Standing, effects
from byways.draw.layout import DrawnLayout
from byways.draw.scene import redrawn
from byways.game import Game
from byways.position import turn_text
from byways.position.state import State
from byways.rules.options import SWAP
from byways.rules.picture import Picture
from byways.site.board import panel, wire
from byways.site.i18n import phrases
from byways.site.i18n.languages import render, spoken, to_json
from byways.site.plug_ins.processes import call_in_plug_in
from byways.site.web.live import tag_of
from byways.site.web.templating import region
from byways.translatable import marked, say, text_of

Offers = Sequence[tuple[int, list[str]]]
"""Every action that may follow with its clicks, in every notation."""
Markup = Mapping[str, str]
"""Elements by their ids."""
_NAMES = 1 << 72
"""How many names of drawings there are."""
Said = Mapping[str, tuple[int, str]]
"""Sentences for screen readers by what each is about, with numbers that grow: a page hears what is new or newer."""


@dataclass(frozen=True)
class Drawing:
    """A board, drawn for all viewers who see the same of it and may point at the same."""

    kind: tuple[object, ...]
    """The players, what can be pointed at beside points, the language, and whether nothing can be pointed at."""
    digest: int
    """Follows from the markup alone, so that every process gives the same."""
    scene: Scene
    targets: frozenset[str]
    """The names of what can be pointed at."""
    sheets: Mapping[str, tuple[str, str]]
    """The `viewBox` of each board by its key, with its notes and without; none if there is only one board."""
    worth: Mapping[str, str]
    """What each of several boards is worth so far, where that is known."""
    _asked: tuple[ref[Drawing], dict[str, str | None], list[Effect]] | None = field(default=None, compare=False)

    @property
    def name(self) -> str:
        """The name of what is drawn."""
        return f"{self.digest:018x}"

    def since(self, before: Drawing) -> tuple[dict[str, str | None], list[Effect]]:
        """Return the markup that differs from a former drawing, and what happened in between.

        It is kept for the next who asks the same: nearly all pages show the position before.
        """
        asked = self._asked
        if asked is None or asked[0]() is not before:
            markup = changes(before.scene, self.scene)
            same = before.digest == self.digest
            happened = [] if same else effects(Standing.of(before.scene), Standing.of(self.scene))
            asked = ref(before), markup, happened
            object.__setattr__(self, "_asked", asked)
        return dict(asked[1]), asked[2]


@dataclass(frozen=True)
class Rendering:
    """All that a page with a board shows at one moment."""

    view: wire.BoardView
    drawing: Drawing
    regions: Markup
    said: Said

    def rows(self, region: str) -> str:
        """Return all rows of a region."""
        return "".join(markup for key, markup in self.regions.items() if key.startswith(f"{region}."))


def draw(
    state: State, picture: Picture, sides: Iterable[str] = (), known: Iterable[Drawing] = (), *, still: bool = False
) -> Drawing:
    """Draw a position with a control for every point and for `sides`, or `still`, with none.

    What is the same on the first known drawing of the same kind is not drawn anew.
    """
    picture = panel.without_notes(state, picture)
    kind = state.players, frozenset(sides), spoken.get().code, still
    worth = {board.key: render(board.worth) for board in picture.boards if board.key and board.worth}
    for before in known:
        drawn = redrawn(before.scene, picture, sides=kind[1], tell=render) if before.kind == kind else None
        if drawn is not None:
            return replace(before, digest=_digest(drawn, before), scene=drawn, worth=worth, _asked=None)
    drawn = scene(picture, interactive=not still, players=state.players, sides=kind[1], tell=render)
    targets = frozenset(control.name for control in drawn.controls)
    slim = replace(drawn, controls=())  # their markup is among the pieces
    return Drawing(kind, _digest(slim), slim, targets, _boxes(drawn.layout), worth)


def _digest(drawn: Scene, before: Drawing | None = None) -> int:
    """Return the sum of the digests of all layers and pieces, perhaps by what differs from a former drawing."""
    pieces = drawn.fragments
    if before is None:
        return sum(map(_number, (*drawn.layers.values(), *pieces.values()))) % _NAMES
    former = before.scene.fragments
    came = sum(_number(piece) for _, piece in pieces.items() - former.items())
    went = sum(_number(piece) for _, piece in former.items() - pieces.items())
    return (before.digest + came - went) % _NAMES


def _number(markup: str) -> int:
    return int.from_bytes(hashlib.blake2b(markup.encode(), digest_size=9).digest())


def rendered(drawing: Drawing, view: wire.BoardView, regions: Markup, said: Said) -> Rendering:
    """Return a rendering with its tag, which follows from all that is shown; clocks do not say yet what time it is."""
    shown = msgspec.structs.replace(
        view,
        board=drawing.name,
        box=drawing.scene.view_box,
        # What is noted on a player's own board stands in their panel.
        sheets={key: boxes[key == view.player] for key, boxes in drawing.sheets.items()},
        worth=dict(drawing.worth),
        tag="",
    )
    tag = tag_of(to_json(shown).decode(), *regions.values())
    return Rendering(msgspec.structs.replace(shown, tag=tag), drawing, regions, said)


def patch(before: Rendering | None, after: Rendering) -> wire.Patch:
    """Return what a page that shows `before` lacks of `after`: all of it if it is not known what the page shows."""
    drawn = after.drawing.scene
    whole: dict[str, str | None] = {**drawn.definitions, **drawn.fragments, **after.regions}
    if before is None or before.drawing.scene.layers.keys() != drawn.layers.keys():
        return wire.Patch(whole, box=after.view.box)
    drawing, happened = after.drawing.since(before.drawing)
    markup = drawing | _changes(before.regions, after.regions)
    heard = {about: number for about, (number, _) in before.said.items()}
    said = " ".join(text for about, (number, text) in after.said.items() if number > heard.get(about, -1))
    return wire.Patch(markup, before.view.tag, _box(before, after.drawing), happened, said)


def overlay(under: Rendering, drawing: Drawing, regions: Markup, spoken: str = "") -> wire.Patch:
    """Return what a page that shows `under` lays over it, and may take off again without asking."""
    around: dict[str, str | None] = {key: markup for key, markup in regions.items() if under.regions.get(key) != markup}
    markup, happened = drawing.since(under.drawing)
    return wire.Patch({**markup, **around}, under.view.board, _box(under, drawing), happened, spoken)


def offers_of(state: State) -> Offers:
    """Return every action that may follow a state, which may be in the middle of a turn."""
    return call_in_plug_in(state.variant.game, turn_text.offers, state)


def clicks_of(state: State, turn: str) -> list[str]:
    """Return all that is clicked in a legal turn, in order."""
    return clicks_for(state, state.actions(turn))


def clicks_for(state: State, actions: Sequence[int]) -> list[str]:
    """Return all that is clicked in legal actions, in order."""
    clicks: list[str] = []
    vector = state.vector
    for action in actions:
        clicks += state.variant.clicks(vector, action)
        vector = state.variant.apply(vector, action)
    return clicks


def clicked(offers: Offers) -> frozenset[str]:
    """Return everything that can be clicked in any of the offers."""
    return frozenset(click for _, clicks in offers for click in clicks)


def sides_of(picture: Picture, offers: Offers) -> frozenset[str]:
    """Return what is clicked besides points."""
    return clicked(offers) - {point.name for board in picture.boards for point in board.points}


def choices_of(game: Game, offers: Offers, drawing: Drawing) -> wire.Choices:
    """Return the offers, with labelled buttons for what cannot be pointed at."""
    words = clicked(offers) - drawing.targets
    labels = {word: render(label_of(game, word)) for word in words}
    after = {word: told for word in ("", *words) if (told := _labelled(game, f"next {word}".strip()))}
    sure = {word: told for word in words if (told := _labelled(game, f"sure {word}"))}
    return wire.Choices(list(offers), labels, after, sure)


def draw_with(
    state: State, picture: Picture, offers: Offers, known: Iterable[Drawing] = ()
) -> tuple[Drawing, wire.Choices]:
    """Draw a position in which something may be chosen."""
    drawing = draw(state, picture, sides_of(picture, offers), known)
    return drawing, choices_of(state.variant.game, offers, drawing)


def board_regions(state: State, picture: Picture, *, asks: bool = False, player: str | None = None) -> Markup:
    """Return the regions that every page has beside a board.

    With `asks` it is asked what to do. The panel is for `player`, else for the player to move.
    """
    notes = panel.without_notes(state, picture).notes
    foot = phrases.upper(" · ".join(map(render, notes)))  # for a page that shows one sheet without it
    return {
        **panel.regions(state, player),
        "prompt": region("board", "prompt", render(prompt_of(state)) if asks else ""),
        "notes": region("board", "notes", notes_of(picture)),
        "sheet-foot": region("board", "foot", foot),
        "hand": region("board", "hand", _hand(state)),
    }


def notes_of(picture: Picture) -> str:
    """Describe the texts written about the boards in sentences, for screen readers."""
    noted = [(render(board.title), [render(note) for note in board.notes if note]) for board in picture.boards]
    lines = [render(note) for note in picture.notes]
    lines += [f"{title}: {', '.join(notes)}" if title else ", ".join(notes) for title, notes in noted if notes]
    return " ".join(phrases.sentence(phrases.upper(line)) for line in lines)


def prompt_of(state: State) -> str:
    """Return what is asked of the player to move, or of the person who chooses what the dice show."""
    if state.to_move == "chance":
        return say("Choose the roll.")
    game = state.variant.game
    return phrases.sentence(text_of(game.name, game.ui.prompt(state)))


def _labelled(game: Game, key: str) -> str:
    """Return what a game says under a key of its labels, if anything."""
    return render(text_of(game.name, game.ui.labels[key])) if key in game.ui.labels else ""


def label_of(game: Game, word: str) -> str:
    """Return the label of the button for a word."""
    if word in game.ui.labels:
        return text_of(game.name, game.ui.labels[word])
    return say("Swap colours") if word == SWAP.name else phrases.upper(text_of(game.name, word))


def turn_in_words(game: Game, turn: str) -> str:
    """Return a turn as lists of turns have it: what names no cells alone in words, the rest as it is written."""
    said = game.ui.say_turn(turn) if game.ui.say_turn else turn
    if said != turn:
        return render(said)
    return render(label_of(game, turn)) if turn.isalpha() else turn


def turn_named(game: Game, turn: str) -> str:
    """Return a turn as sentences name it."""
    said = turn_in_words(game, turn)
    return said if said != turn else phrases.turn(turn)


def turn_by(state: State, player: str | None, turn: str) -> str:
    """Return a turn and whose it is, as in "White c3" or "Player 2: Sofa on d3"; of dice or a sole player, itself."""
    game = state.variant.game
    if player not in state.players or len(state.players) == 1:
        return turn_named(game, turn)
    spelled = turn_in_words(game, turn) == turn
    template = marked("{player} {turn}") if spelled else marked("{player}: {turn}")
    return render(say(template, player=phrases.player(game, player), turn=turn_named(game, turn)))


def _hand(state: State) -> panel.Small | None:
    picture = state.variant.game.ui.to_place(state)
    return panel.small(picture, state.players) if picture else None


def _boxes(layout: DrawnLayout) -> dict[str, tuple[str, str]]:
    """Return the `viewBox` of each board by its key, with its notes and without; none if there is only one board."""
    if len(layout.places) == 1:
        return {}
    return {place.sheet.board.key: (_view_box(place.frame), _view_box(place.box)) for place in layout.places}


def _view_box(box: tuple[float, float, float, float]) -> str:
    left, top, right, bottom = box
    return f"{left:.0f} {top:.0f} {right - left:.0f} {bottom - top:.0f}"


def _changes(before: Markup, after: Markup) -> dict[str, str | None]:
    gone: dict[str, str | None] = {key: None for key in before if key not in after}
    return gone | {key: markup for key, markup in after.items() if before.get(key) != markup}


def _box(before: Rendering, after: Drawing) -> str:
    box = after.scene.view_box
    return box if box != before.view.box else ""
