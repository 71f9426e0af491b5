"""A node of a review as a source of positions: the game, its variations, and turns that are tried."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from urllib.parse import urlencode

import msgspec
from starlette.requests import Request

from byways.position.state import Move, State
from byways.search.answer import Analysis
from byways.site.board import wire
from byways.site.board.rendering import Rendering, board_regions, draw, draw_with, offers_of, patch, prompt_of, rendered
from byways.site.board.source import Recent, board_routes
from byways.site.i18n import phrases
from byways.site.i18n.languages import render
from byways.site.i18n.peoples_words import isolated
from byways.site.play.page.views import picture_of
from byways.site.review import annotations as notes, findings
from byways.site.review.judging import judge
from byways.site.review.review import Address, Review, find_review, read_address, write_address
from byways.site.review.sentences import place_of, remark_of
from byways.site.storage.analysis_store import AnalysisStore
from byways.site.timeline import commands, events, refusals
from byways.site.timeline.commands import TakeTurn
from byways.site.timeline.decisions import Accepted, Decision, Refused
from byways.site.web.requests import MissingError
from byways.site.web.routing import service
from byways.site.web.templating import region

_recent = Recent(64)


@dataclass
class NodeSource:
    """A position of a review, after turns that are tried."""

    review: Review
    address: Address
    tried: tuple[str, ...] = ()
    trying: bool = False
    """Whether turns may be tried."""
    still: bool = False
    """Whether nothing may be pointed at."""
    request: Request | None = None
    analyses: Mapping[int, Analysis] = field(default_factory=dict)
    """What the engine thinks of the game, by ply."""
    judged: wire.Verdict | None = None
    cookies: Sequence[tuple[bytes, bytes]] = ()

    @cached_property
    def seen(self) -> State:
        """The position. Raises MissingError, IllegalTurnError."""
        return self.review.state(self.address, self.tried)

    @property
    def value(self) -> str:
        """The engine's value of a position of the game itself, in words."""
        if not self._valued or self.seen.to_move is None:  # the result says it all
            return ""
        return render(findings.told_values(self.review.states, self.analyses, self.address[0]))

    @property
    def _valued(self) -> bool:
        return len(self.address) == 1 and not self.tried and self.address[0] in self.analyses

    @property
    def open(self) -> bool:
        """Whether turns may be made."""
        return self.rendering().view.acts

    def rendering(self) -> Rendering:
        """Return the node."""
        state = self.seen
        picture = picture_of(self.review.room, self.seen)
        known = _recent.drawings()
        acts = self.trying and state.to_move is not None
        if self.still:
            drawing = draw(state, picture, known=known, still=True)
            choices = wire.Choices()
        else:
            drawing, choices = draw_with(state, picture, offers_of(state) if acts else [], known)
        view = wire.BoardView(
            query=self._query(self.tried),
            back=self._query(self.tried[:-1]) if acts and self.tried else None,
            ply=len(state.turns),
            acts=acts,
            over=state.to_move is None,
            home=state.to_move if len(picture.boards) > 1 else None,
            choices=choices,
            node=self._node(),
        )
        regions = {**board_regions(state, picture, asks=acts), **self._regions()}
        return _recent.keep(rendered(drawing, view, regions, {view.query: (0, self._spoken())}))

    def current(self, shown: str) -> wire.News:
        """Return the node, for a page that shows a tag."""
        now = self.rendering()
        return wire.News(now.view, patch(_recent.find(shown), now))

    def look(self, at: str) -> wire.Patch:
        """Raise MissingError: a page goes to other nodes, and lays none over this one."""
        raise MissingError("turn.missing", "the game has no such move")

    async def act(self, command: wire.PageCommand, key: str | None) -> Decision:
        """Try a turn, which is judged and not kept."""
        if not isinstance(command, TakeTurn):
            return Refused(refusals.turns_only())
        decision = await asyncio.to_thread(self._judged, command.actions)
        ply = self.address[0]
        own = len(self.address) == 1 and not self.tried and self.seen.to_move != "chance"
        if isinstance(decision, Accepted) and self.request and own and ply in self.analyses:
            assert decision.move is not None
            self.judged = await judge(self.request, self.review, self.analyses[ply], ply, decision.move.text)
        return decision

    def _judged(self, actions: Sequence[int]) -> Decision:
        move = commands.judge(self.seen, actions)  # which may be a roll of dice
        return Accepted([events.Turn(move.text)], move) if isinstance(move, Move) else move

    def accepted(self, decision: Accepted, shown: str) -> wire.Accepted:
        """Return the node to which a tried turn leads, with what the engine says of it."""
        assert decision.move is not None
        then = replace(self, tried=(*self.tried, decision.move.text))
        now = then.current(shown)
        found = now.patch
        if self.judged:
            found = msgspec.structs.replace(found, spoken=f"{self.judged.said} {then._spoken()}")
        return wire.Accepted(now.view, found, self.judged)

    def ahead(self, actions: Sequence[int]) -> None:
        """Plan nothing."""

    def verdict(self, clicks: Sequence[str]) -> None:
        """Say nothing beside the rules."""

    def _query(self, tried: Sequence[str]) -> str:
        """Return the part of an address that names a node."""
        named = {"node": write_address(self.address)}
        named |= {"tried": ";".join(tried)} if tried else {}
        named |= {"trying": "1"} if self.trying else {}
        return urlencode(named | ({"still": "1"} if self.still else {}))

    def _node(self) -> wire.NodeView:
        review = self.review
        line = self.review.line
        state = self.seen
        return wire.NodeView(
            address=write_address(self.address),
            tried=list(self.tried),
            said=self._place(),
            line=notes.line_name(line, self.address) if len(self.address) > 1 else review.title,
            comments=list(notes.comments(line, self.address)),
            mark=0 if self.tried else notes.marked(line, self.address),
            own=len(self.address) == 1,
            chance=state.to_move == "chance",
            strikable=not self.tried and notes.strikable(line, self.address, endless=review.endless),
            promotable=not self.tried and notes.promotable(self.address, endless=review.endless),
            goes_on=review.unfinished and self.address == (len(review.states) - 1,),
            position=str(state) if review.over else "",
            valued=self._valued,
        )

    def _regions(self) -> dict[str, str]:
        comments = () if self.tried else tuple(notes.comments(self.review.line, self.address))
        regions = {
            "said": region("review", "place", self._place()),
            "value": region("review", "value", self.value),
            "comments": region("review", "comments", comments),
            "insight-text": region("review", "insight", remark_of(self.seen)),
        }
        return regions | ({"prompt": region("board", "prompt", self._prompt())} if self.trying else {})

    def _place(self) -> str:
        return render(place_of(self.review, self.address, self.seen, len(self.tried), result=self.still))

    def _prompt(self) -> str:
        """Return what is asked, with who is to move."""
        state = self.seen
        game = self.seen.variant.game
        if state.to_move is None:
            return ""
        asked = prompt_of(state)
        if state.to_move == "chance":
            return asked
        return f"{phrases.upper(phrases.player(game, state.to_move))}: {render(asked)}"

    def _spoken(self) -> str:
        """Return what a screen reader hears of the node."""
        comments = () if self.tried else notes.comments(self.review.line, self.address)
        prompt = render(self._prompt()) if self.trying else ""
        return ". ".join(filter(None, [self._place(), self.value, *map(isolated, comments), prompt]))


async def find_source(request: Request) -> NodeSource:
    """Return the node that an address names. Raises MissingError, HiddenError, IllegalTurnError."""
    review = await find_review(request, request.path_params["game_id"])
    asked = request.query_params
    tried = tuple(filter(None, asked.get("tried", "").split(";")))
    address = read_address(asked.get("node") or "0")
    return await node_of(request, review, address, tried, trying="trying" in asked, still="still" in asked)


async def node_of(
    request: Request,
    review: Review,
    address: Address,
    tried: tuple[str, ...] = (),
    *,
    trying: bool = False,
    still: bool = False,
) -> NodeSource:
    """Return a node of a review, with what the engine thinks of the game."""
    analyses = findings.known(review.states, await service(request, AnalysisStore).of_game(review.room.id))
    source = NodeSource(review, address, tried, trying, still, request, analyses)
    await asyncio.to_thread(getattr, source, "seen")
    return source


router = board_routes("/api/reviews/{game_id}", find_source)
