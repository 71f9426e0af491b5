"""The wire: every message between a page with a board and the server.

`scripts/setup/wire-types` writes these structs for the scripts, as `static/wire.d.ts`.
"""

from __future__ import annotations

from typing import Literal, TypeAlias

import msgspec

from byways.draw.effects import Effect
from byways.site.timeline import commands

# What is shown


class Choices(msgspec.Struct, frozen=True):
    """The actions that may follow, which a script narrows down click by click."""

    offers: list[tuple[int, list[str]]] = []
    """Every action with the clicks that mean it."""
    labels: dict[str, str] = {}
    """The buttons for clicks that are not on the board."""
    next: dict[str, str] = {}
    """Asked for in the middle of an action, by the word that began it; under "" where a click on the board did."""
    sure: dict[str, str] = {}
    """Asked back before a word is played."""


class Clocks(msgspec.Struct, frozen=True):
    """The clocks of a game, in seconds."""

    left: dict[str, float]
    """By player, when `since` began."""
    running: str | None
    """The player whose clock runs."""
    since: float | None
    now: float
    """When this was sent."""


class Preparing(msgspec.Struct, frozen=True):
    """How long an engine is still being compiled."""

    seconds: float
    share: float
    """Of the work that is done."""


class Asked(msgspec.Struct, frozen=True):
    """An offer that waits for an answer of the viewer."""

    number: int
    said: str


class GameView(msgspec.Struct, frozen=True):
    """What the page of a game decides by, beside the board."""

    status: str
    """For the title and for notifications."""
    mine: list[str]
    """The players at this browser."""
    names: dict[str, str]
    """Theirs, as far as they have any."""
    mover: str | None
    last: str | None
    """Who made the last turn."""
    clocks: Clocks | None
    thinking: bool
    """Whether an engine thinks that may be told to move."""
    preparing: Preparing | None
    messages: int | None
    """How much was said in the chat; None where it cannot be read."""
    chats: bool
    """Whether another person is there to talk to."""
    waiting: bool
    links: bool
    """Whether the viewer may send out the links to open seats."""
    handover: str | None
    """The player who has to take the seat at this screen."""
    asks: Asked | None
    tries: bool
    """Whether lines may be tried on the board."""
    next: str | None
    """The id of the rematch."""
    won: bool | None
    """Whether the viewer has won; None without an end, without a winner, or in a game of others."""
    coach: bool = False
    """Whether the viewer may ask the coach."""
    coach_preparing: Preparing | None = None
    """How long it cannot answer yet."""
    keeps: bool = False
    """Whether lines that were tried can be kept."""


class PuzzleView(msgspec.Struct, frozen=True):
    """What the page of a puzzle decides by, beside the board."""

    open: bool
    """Whether the answer is still to be found."""
    hints: int
    """How many there are."""
    result: str
    share: str
    """What can be shown to others."""


class NodeView(msgspec.Struct, frozen=True):
    """What the page of a review decides by, beside the board."""

    address: str
    tried: list[str]
    """The turns that were tried from there."""
    said: str
    """The place in the game, in one line."""
    line: str
    """The name of the variation, or of all."""
    comments: list[str]
    mark: int
    own: bool
    """Whether it is a position of the game itself, not of a variation."""
    chance: bool
    """Whether dice come next."""
    strikable: bool
    promotable: bool
    """Whether its variation can be the main line."""
    goes_on: bool
    """Whether a note here would go on with an unfinished game."""
    position: str
    """As text; empty as long as the game goes on."""
    valued: bool
    """Whether the engine has a value for it."""


class BoardView(msgspec.Struct, frozen=True, kw_only=True):
    """What a script decides by; everything else is markup."""

    tag: str = ""
    """Names all that is shown, the same in every process."""
    board: str = ""
    """Names the drawing alone."""
    box: str = ""
    """The value of `viewBox`."""
    sheets: dict[str, str] = {}
    """The `viewBox` of each board, where there are several."""
    worth: dict[str, str] = {}
    """What each of them is worth so far, where that is known."""
    query: str = ""
    """The part of an address that names this position, to be sent with every request."""
    back: str | None = None
    """The query of the position before, where a step back may lead there."""
    version: int = 0
    """Of the position: a half-made turn does not outlive it."""
    number: int = 0
    """How many public events there were."""
    ply: int = 0
    player: str | None = None
    """Whose secrets are seen."""
    home: str | None = None
    """The key of the board to be played on, where there are several."""
    acts: bool = False
    """Whether the next turn may be made here."""
    plans: bool = False
    """Whether a reply may be planned here: then the choices are those of one's next turn."""
    planned: str | None = None
    """What the viewer has planned, drawn over the board; None for nothing."""
    over: bool = False
    """Whether the result is known."""
    choices: Choices = Choices()
    game: GameView | None = None
    puzzle: PuzzleView | None = None
    node: NodeView | None = None


class Patch(msgspec.Struct, frozen=True, omit_defaults=True):
    """Markup by the id of its element, None for an element that goes.

    An element that is not there yet is appended to the one whose id is the part before the dot.
    """

    markup: dict[str, str | None]
    base: str | None = None
    """The tag that the page must show, or the board where the patch is drawn over it; None if all is in it."""
    box: str = ""
    """The `viewBox` that goes with it, where that is another one."""
    effects: list[Effect] = []
    spoken: str = ""
    """For screen readers."""


# What is answered


class Verdict(msgspec.Struct, frozen=True):
    """What a lesson, a puzzle or an engine says of a turn."""

    right: bool
    done: bool
    """Whether nothing is left to be found."""
    said: str


class News(msgspec.Struct, frozen=True, tag_field="kind", tag="news"):
    """What is shown now; where another place was asked for, the patch is drawn over it."""

    view: BoardView
    patch: Patch


class Incomplete(msgspec.Struct, frozen=True, tag_field="kind", tag="incomplete"):
    """The beginning of a turn; the patch is drawn over the board until the turn is whole or dropped."""

    actions: list[int]
    choices: Choices
    patch: Patch


class Pending(msgspec.Struct, frozen=True, tag_field="kind", tag="pending"):
    """A whole turn that waits for a confirmation, with what it would put on the board."""

    actions: list[int]
    preview: str
    text: str
    """In words where lists have it so."""
    warning: str = ""
    """What the coach says of it."""


class Accepted(msgspec.Struct, frozen=True, tag_field="kind", tag="accepted"):
    """It happened. A turn that is only judged is drawn over the position, whose tag stays."""

    view: BoardView
    patch: Patch
    verdict: Verdict | None = None
    own: Patch | None = None
    """The turn without its reply, to lie over the board before."""


class Refused(msgspec.Struct, frozen=True, tag_field="kind", tag="refused"):
    """It did not happen; what is shown now comes along."""

    code: str
    why: str
    view: BoardView
    patch: Patch


Answer: TypeAlias = Incomplete | Pending | Accepted | Refused


class Preview(msgspec.Struct, frozen=True):
    """What actions would put on the board, and in words where that was asked for."""

    markup: str = ""
    says: str = ""
    values: dict[str, str] = {}
    """What they would change in the panel, by the key of each number and line."""


class Gallery(msgspec.Struct, frozen=True):
    """Everything that dice may bring."""

    markup: str


class Why(msgspec.Struct, frozen=True):
    """The actions that clicks mean although no offer has them, or else why they are no turn."""

    actions: list[int] | None = None
    why: str = ""
    verdict: Verdict | None = None
    markup: str = ""
    """What is in the way, to be drawn over the board."""


class Tried(msgspec.Struct, frozen=True):
    """A position after turns that are tried, or planned as replies, to be laid over the board."""

    line: str
    """The turns with the number of those before, as a question has them."""
    turns: int
    """How many are tried."""
    actions: list[int]
    """The beginning of one more."""
    choices: Choices
    patch: Patch


class Advice(msgspec.Struct, frozen=True):
    """What is said of a position, such as a threat or a hint."""

    said: str = ""
    markup: str = ""
    """To be drawn over the board."""
    places: list[str] = []
    """The points to be lit up."""


class Hint(Advice, frozen=True, kw_only=True):
    """A hint for a puzzle."""

    puzzle: PuzzleView


class Solution(msgspec.Struct, frozen=True):
    """The lines of a puzzle's solution."""

    lines: tuple[tuple[str, ...], ...]
    puzzle: PuzzleView


# What is sent


class Hurry(msgspec.Struct, frozen=True, tag_field="kind", tag="hurry"):
    """Let the engine that thinks play the best that it has found."""


class Retry(msgspec.Struct, frozen=True, tag_field="kind", tag="retry"):
    """Let an engine that failed try again."""


class SetPace(msgspec.Struct, frozen=True, tag_field="kind", tag="pace"):
    """Let engines that play each other go on at a pace, or not for now."""

    speed: Literal["slow", "normal", "fast"]
    paused: bool


class Step(msgspec.Struct, frozen=True, tag_field="kind", tag="step"):
    """Let engines that play each other play one turn, and then no more for now."""


PageCommand: TypeAlias = commands.GameCommand | Hurry | Retry | SetPace | Step


class LineQuestion(msgspec.Struct, frozen=True):
    """A line that is tried, and what is asked of the position after it, in the words of an address."""

    line: str
    """The turns with the number of those before, as in "12;c4;d5"."""
    actions: str = ""
    clicks: str = ""
    typed: str = ""
    aloud: bool = False
    planning: bool = False


class Act(msgspec.Struct, frozen=True):
    """A command of a page."""

    command: PageCommand
    shown: str
    """The tag of what the page shows."""
    key: str | None = None
    """Chosen by the page for each command, so that sending it again is safe; at most 64 characters."""
