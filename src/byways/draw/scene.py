"""A picture as named pieces of SVG in layers, so that a page can replace only what changed."""

from __future__ import annotations

from collections.abc import Collection, Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from byways.draw import ground, kinds, shapes
from byways.draw.controls import Control, controls, hints
from byways.draw.layout import DrawnLayout, Place, lay_out
from byways.draw.sheet import OPENINGS, Sheet
from byways.draw.svg_markup import escape, num
from byways.rules.picture import Board, Item, Picture, Tell
from byways.translatable import say

Names = Collection[str] | Mapping[str, Collection[str]]
"""Points and sides, by the board's key where there are several boards."""
EVERY_SIDE = (*ground.SIDES, "right", "top")
"""Sides with coordinates of a board that may be turned: those at the right and the top are seen when it is."""


CONTROLS = "controls"


@dataclass(frozen=True)
class Scene:
    """A drawing in pieces. The id of a piece is its layer's id, a dot, and what is unique there: "pieces.d5".

    Shared definitions lie in a layer of their own, which only grows.
    """

    layout: DrawnLayout
    layers: Mapping[str, str]
    """From a layer's id to its opening tag, from the bottom up. Where there are several boards each has its own
    layers, with its number at the end of their ids: "pieces-2"."""
    fragments: Mapping[str, str]
    """From a piece's id to its markup: one <g id="…"> each, or without ids what would be in it."""
    definitions: Mapping[str, str]
    """From the id of a shape to its markup: all that pieces refer to, and on a page all that may come."""
    ids: bool = True
    """Whether layers and pieces have ids, so that a page can exchange them."""
    controls: tuple[Control, ...] = ()
    """The clickable controls, in the order of the boards' points; empty unless interactive."""
    items: Mapping[str, tuple[Item, ...]] = field(default_factory=dict)
    """What the pieces on the boards show, by their ids; texts are as the picture has them."""

    @property
    def view_box(self) -> str:
        """The value of the attribute `viewBox`."""
        return f"0 0 {num(self.size[0])} {num(self.size[1])}"

    @property
    def size(self) -> tuple[float, float]:
        """Width and height in user units; the top left corner is (0, 0)."""
        return self.layout.size

    @property
    def unpointed(self) -> Scene:
        """The same without controls, where it is only looked at and still exchanged piece by piece."""
        layers = {key: tag for key, tag in self.layers.items() if not key.startswith(CONTROLS)}
        fragments = {key: markup for key, markup in self.fragments.items() if not key.startswith(CONTROLS)}
        return replace(self, layers=layers, fragments=fragments, controls=())

    @property
    def points(self) -> list[dict[str, str | float]]:
        """The controls' names, boards and places, as JSON can hold them.

        A page moves between them by arrow keys.
        """
        return [{"name": c.name, "board": c.board, "x": c.x, "y": c.y} for c in self.controls]

    def markup(self, defined: Container[str] = ()) -> str:
        """Return the markup between <svg> and </svg>, with the definitions that the document does not have yet."""
        inside: dict[str, list[str]] = {layer: [] for layer in self.layers}
        for key, fragment in self.fragments.items():
            inside[layer_of(key)].append(fragment)
        layers = (
            f"{tag}{''.join(inside[layer])}</g>" for layer, tag in self.layers.items() if inside[layer] or self.ids
        )
        return defs((made for key, made in self.definitions.items() if key not in defined), self.ids) + "".join(layers)


class Drawings:
    """The drawings of one document: each definition is in the first drawing that needs it."""

    def __init__(self) -> None:
        self._defined: set[str] = set()

    def write(self, drawn: Scene) -> str:
        """Return the markup between <svg> and </svg> of the next drawing."""
        markup = drawn.markup(self._defined)
        self._defined.update(drawn.definitions)
        return markup


def layer_of(key: str) -> str:
    """Return the id of the layer in which a piece is."""
    return key.partition(".")[0]


def changes(before: Scene, after: Scene) -> dict[str, str | None]:
    """Return the new markup of every piece that differs, by id, None for pieces that are gone, and new definitions."""
    gone: dict[str, str | None] = {key: None for key in before.fragments if key not in after.fragments}
    defined = {key: made for key, made in after.definitions.items() if key not in before.definitions}
    return gone | defined | {key: new for key, new in after.fragments.items() if before.fragments.get(key) != new}


def scene(
    picture: Picture,
    *,
    interactive: bool = False,
    players: Sequence[str] = (),
    legal: Names | None = None,
    sides: Names = (),
    ids: bool = True,
    scope: str = shapes.SCOPE,
    tell: Tell = str,
) -> Scene:
    """Draw a picture as a scene.

    `players` fixes the owners' colours; `tell` translates texts. `scope` is the class of the document, see
    `byways.draw.shapes`. Without `ids` several drawings can lie in one document, and nothing can be exchanged.

    `legal` is what may be chosen now; None says nothing about it. An interactive board has a control for every point,
    for the sides in `sides`, and for sides that are legal.
    """
    layout = lay_out(picture if tell is str else _titled(picture, tell), players, scope)
    layers: dict[str, str] = {}
    fragments: dict[str, str] = {}
    shown: dict[str, tuple[Item, ...]] = {}
    groups: dict[str, str] = {}
    found: list[Control] = []
    for i, place in enumerate(layout.places):
        tail = f"-{i + 1}" if len(layout.places) > 1 else ""
        key = place.sheet.board.key
        allowed = None if legal is None else _on_board(legal, key)
        keys = {name: f"{name}{tail}" for name in (*kinds.LAYERS, CONTROLS)}
        layers |= {keys[name]: _layer(keys[name] * ids, name, place.sheet) for name in kinds.LAYERS}
        beside = EVERY_SIDE if interactive else ground.SIDES
        fragments |= {f"{keys[name]}.{rest}": made for (name, rest), made in ground.bare(place.sheet, beside).items()}
        on_it = _grouped(place.sheet.board.items, tail)
        shown |= on_it
        fragments |= {key: _drawn(place.sheet, items) for key, items in on_it.items()}
        fragments |= {f"{keys['labels']}.{name}": made for name, made in _around(place)}
        if interactive:
            groups[keys[CONTROLS]] = _group(keys[CONTROLS], place.sheet, tell)
            found += controls(place.sheet, keys[CONTROLS], allowed, _on_board(sides, key), tell)
        if allowed:
            fragments[f"{keys['hints']}.legal"] = hints(place.sheet, allowed)
    for name in ("foot", "ghost"):
        layers[name] = f'<g{_id(name * ids)} class="layer {name}s{" turns" * (name == "ghost")}" aria-hidden="true">'
    if layout.notes:
        fragments["foot.notes"] = layout.notes
    definitions = (_common(layout, scope) if ids else {}) | shapes.used("".join(fragments.values()), scope)
    if ids:
        fragments = {key: f"<g{_id(key)}>{inner}</g>" for key, inner in fragments.items()}
    fragments |= {control.key: control.markup for control in found}
    return Scene(layout, layers | groups, fragments, definitions, ids, tuple(found), shown)


def redrawn(before: Scene, picture: Picture, *, sides: Names = (), tell: Tell = str) -> Scene | None:
    """Return the scene of a picture that differs from a drawn one in items and notes alone; None where it is another.

    What stayed is not drawn anew. The former scene has ids, and says of nothing whether it is legal; `sides` and `tell`
    are those that it was drawn with. Its definitions are kept, and its `controls` are among the pieces alone.
    """
    layout = _with_items(before.layout, picture, tell)
    if layout is None:
        return None
    fragments = {key: piece for key, piece in before.fragments.items() if key not in before.items}
    shown: dict[str, tuple[Item, ...]] = {}
    drawn = ""
    for i, place in enumerate(layout.places):
        tail = f"-{i + 1}" if len(layout.places) > 1 else ""
        on_it = _grouped(place.sheet.board.items, tail)
        former = _grouped(before.layout.places[i].sheet.board.items, tail) if tail else before.items
        touched = {name for key in former.keys() - on_it.keys() for item in former[key] for name in item.at}
        for key, items in on_it.items():
            stays = former.get(key, ())
            if stays != items:
                touched.update(name for item in (*stays, *items) for name in item.at)
            else:
                on_it[key] = stays  # what is compared next need not be looked into
                if items[0].kind in kinds.ALONE and (len(items) == 1 or kinds.ALONE.issuperset(i.kind for i in items)):
                    fragments[key] = before.fragments[key]
                    continue
            piece = f"<g{_id(key)}>{_drawn(place.sheet, items)}</g>"
            fragments[key] = before.fragments[key] if before.fragments.get(key) == piece else piece
            drawn += piece
        shown |= on_it
        notes = f"labels{tail}.notes"
        fragments.pop(notes, None)
        if place.notes:
            piece = f"<g{_id(notes)}>{place.notes}</g>"
            fragments[notes] = before.fragments[notes] if before.fragments.get(notes) == piece else piece
        layer = f"{CONTROLS}{tail}"
        if touched and layer in before.layers:
            around = _on_board(sides, place.sheet.board.key)
            anew = controls(place.sheet, layer, None, around, tell, touched)
            fragments |= {control.key: control.markup for control in anew}
    definitions = {**before.definitions, **shapes.used(drawn, layout.places[0].sheet.scope)}
    return Scene(layout, before.layers, fragments, definitions, items=shown)


def _with_items(layout: DrawnLayout, picture: Picture, tell: Tell) -> DrawnLayout | None:
    """Return boards that are laid out, with the items and the notes of others; None where these need other room."""
    noted = any(place.sheet.board.notes for place in layout.places)
    if picture.notes or layout.notes or any(board.notes for board in picture.boards) != noted:
        return None
    if len(picture.boards) != len(layout.places):
        return None
    places = []
    for place, board in zip(layout.places, picture.boards, strict=True):
        old = place.sheet.board
        told = _titled_board(board, tell)
        same = replace(old, items=told.items, worth=told.worth, notes=told.notes) == told
        owners = {item.owner for item in board.items} - {""}
        openings = [[item for item in one.items if item.kind in OPENINGS] for one in (old, board)]
        if not same or not owners <= place.sheet.classes.keys() or openings[0] != openings[1]:
            return None
        places.append(replace(place, sheet=place.sheet.holding(told)))
    return replace(layout, places=tuple(places))


def _titled(picture: Picture, tell: Tell) -> Picture:
    """Return a picture with the texts around its boards told; controls tell what is on them."""
    boards = tuple(_titled_board(board, tell) for board in picture.boards)
    return replace(picture, boards=boards, notes=tuple(map(tell, picture.notes)))


def _titled_board(board: Board, tell: Tell) -> Board:
    return replace(board, title=tell(board.title), notes=tuple(map(tell, board.notes)))


def fragment(items: Iterable[Item], picture: Picture, *, board: str = "", players: Sequence[str] = ()) -> str:
    """Draw only some items, in their places on one of a picture's boards.

    They are the contents of the layer `ghost` during a hover preview, upon a scene of the picture. Raises KeyError for
    a board that the picture does not have.
    """
    layout = lay_out(picture, players)
    sheets = {place.sheet.board.key: place.sheet for place in layout.places}
    shown = tuple(items)
    sheet = replace(sheets[board], board=replace(sheets[board].board, items=sheets[board].board.items + shown))
    ordered = sorted(shown, key=lambda item: kinds.LAYERS.index(kinds.layer(item)))
    markup = "".join(kinds.markup(sheet, item) for item in ordered)
    there = _common(layout)
    return defs(made for key, made in shapes.used(markup).items() if key not in there) + markup


def common(picture: Picture, players: Sequence[str] = ()) -> Mapping[str, str]:
    """Return the definitions that a page with a scene of a picture has from the beginning, by id."""
    return _common(lay_out(picture, players))


def _common(layout: DrawnLayout, scope: str = shapes.SCOPE) -> dict[str, str]:
    names = dict.fromkeys(name for place in layout.places for name in shapes.common(place.sheet))
    return shapes.definitions(names, scope)


def defs(definitions: Iterable[str], ids: bool = False) -> str:
    """Return an element of definitions; with `ids` one that takes more, else nothing for none."""
    inside = "".join(definitions)
    return f"<defs{_id(shapes.SCOPE * ids)}>{inside}</defs>" if inside or ids else ""


def _around(place: Place) -> Iterator[tuple[str, str]]:
    """Yield the texts around a board by their names."""
    if place.title:
        yield "title", f'<g class="title">{place.title}</g>'
    if place.notes:
        yield "notes", place.notes


def _drawn(sheet: Sheet, items: Iterable[Item]) -> str:
    return "".join(kinds.markup(sheet, item) for item in items)


def _grouped(items: Sequence[Item], tail: str) -> dict[str, tuple[Item, ...]]:
    """Group items by the ids of their pieces: layer, number of the board where there are several, first point."""
    grouped: dict[str, list[Item]] = {}
    for item in items:
        grouped.setdefault(f"{kinds.DRAWERS[item.kind][0]}{tail}.{item.at[0]}", []).append(item)
    return {key: tuple(group) for key, group in grouped.items()}


def _on_board(names: Names, key: str) -> frozenset[str]:
    return frozenset(names.get(key, ()) if isinstance(names, Mapping) else names)


def _layer(key: str, name: str, sheet: Sheet) -> str:
    names = f"layer {name}" if name in ("board", "labels") else f"layer {name} turns"  # light stays where it is
    return f'<g{_id(key)} class="{names}" stroke-width="{num(2.2 * sheet.weight)}" aria-hidden="true">'


def _id(key: str) -> str:
    return f' id="{escape(key)}"' if key else ""


def _group(key: str, sheet: Sheet, tell: Tell) -> str:
    title = escape(sheet.board.title or tell(sheet.board.key or say("board")))
    return f'<g id="{key}" class="controls turns" role="group" aria-label="{title}">'
