"""A game whose turns are hard to write down, and records of random games with everything a record can hold."""

import re

from hypothesis import strategies as st

import byways
from byways.errors import IllegalTurnError, PositionError, UnreadableTurnError
from byways.game import About, Coded, Counter, Game, Interface, Rules
from byways.kernels import Ints, kernel
from byways.kernels.rng import seeded
from byways.position.state import State
from byways.records import TERMINATIONS, Builder
from byways.records.tags import Claims
from byways.rules.options import Whole
from byways.rules.picture import Picture
from byways.rules.state_vector import HEADER, TO_MOVE, finish, next_turn
from byways.rules.texts import Texts
from byways.search.random_game import random_turn
from byways.turns import option

ODD_TURNS = (
    *("4", "4.", "1...", "white", "draw", "*", "player-1", "a b", "tile c3 d3=5 door d4e", 'say "x"', "back\\slash"),
    *("%x", "{", "}", "(", ")", "[", "]", ";", "$1", "!?", "d5!", "…", "\\", '"', "\\}", "é", "_", "."),
)


@kernel
def _allows(geometry: Ints, state: Ints, action: int) -> bool:
    return True


@kernel
def _apply(geometry: Ints, state: Ints, action: int) -> None:
    """Whoever plays turn 40 wins if it is "white"; else the game is drawn."""
    state[HEADER] += 1
    player = int(state[TO_MOVE])
    next_turn(state, (player + 1) % option(geometry, 0))
    if state[HEADER] == 40:
        finish(state, 1, player if action == 3 else -1)


class OddTexts(Texts):
    def parse(self, state, text):
        if text not in ODD_TURNS:
            raise UnreadableTurnError("odd.turn", "{text!r} is not an odd turn", text=text[:40])
        return (ODD_TURNS.index(text),)

    def write(self, variant, state, actions):
        return ODD_TURNS[actions[0]]

    def refusal(self, state, actions):
        return IllegalTurnError("odd.never", "never refused")

    def body(self, variant, state):
        return [f"turns: {state[HEADER]}"]

    def read_body(self, variant, lines):
        found = re.fullmatch(r"turns: ([0-9]{1,2})", "".join(lines))
        if found is None:
            raise PositionError("odd.position", "position: expected a count", option="position", allowed="a count")
        state = variant.blank()
        state[HEADER] = int(found[1])
        return state


ODD_PLAYERS = {2: ("white", "black"), **{n: tuple(f"player {i}" for i in range(1, n + 1)) for n in (1, 3, 4, 5, 6)}}
ODD = byways.register(
    Game(
        about=About(name="oddwords", title="Odd Words", designer="nobody", credit="Of the tests.", summary="Say it."),
        options=(Whole("players", 2, "how many", 1, 6),),
        players=lambda options: ODD_PLAYERS[options["players"]],
        reasons=("enough",),
        actions=Coded(len(ODD_TURNS)),
        counters=(Counter("turns"),),
        rules=Rules(allows=_allows, apply=_apply),
        ui=Interface(texts=OddTexts, picture=lambda state: Picture(())),
    )
)

VARIANTS = [
    ("troll", {"size": 4}),
    ("troll", {"size": 5, "edges": "closed", "swap": True}),
    ("troll", {"size": 4, "joins": "diagonal"}),
    ("whirlwind", {"size": 6}),
    ("whirlwind", {"size": 6, "stones": 1}),
    ("stride", {"side": 4, "repetition": 3}),
    ("stride", {"side": 4, "goal": "arrive"}),
    ("stroll", {"size": 5, "ending": "claim"}),
    ("stroll", {"size": 5, "counting": "stones"}),
    ("longway", {"players": 1}),
    ("longway", {"players": 3}),
    ("longway", {"players": 2, "rows": 5}),
    ("oddwords", {}),
    ("oddwords", {"players": 3}),
    ("oddwords", {"players": 1}),
]

_PROSE = st.text(st.characters(exclude_categories=("Cs",)), max_size=30) | st.text(
    '{}()[]"\\;%$*!?\n\r 1.d', max_size=30
)
_NAMES = st.from_regex(r"[A-Z][A-Za-z0-9_]{0,8}", fullmatch=True)


@st.composite
def records(draw, variants=VARIANTS):
    """Records of random games, some from the middle of a game, with marks, comments, variations and tags."""
    game, options = draw(st.sampled_from(variants))
    rng = seeded(draw(st.integers(0, 10_000)))
    variant = byways.find(game).variant(options)
    start = State(variant, variant.start())
    for _ in range(draw(st.integers(0, 3)) * draw(st.integers(0, 1))):
        if start.to_move:  # a game may be over in fewer turns
            start = start.apply_unchecked(random_turn(start, rng))
    builder = Builder(State(variant, start.vector.copy()))
    steps = draw(st.lists(st.sampled_from("pppppppcmoox"), min_size=draw(st.sampled_from((0, 12, 40))), max_size=60))
    played = False  # something in the open line
    for step in steps:
        if step == "c":
            builder.comment(draw(_PROSE))
        elif step == "m" and played:
            builder.mark(draw(st.integers(0, 8) | st.integers(0, 255)))
        elif step == "o" and played and builder.depth < 4:
            builder.open()
            played = False
        elif step == "x" and builder.depth and played:
            builder.close()
        elif step == "p" and builder.state.to_move:
            _play(builder, rng)
            played = True
    while builder.depth:
        _play(builder, rng)
        builder.close()
    for _ in range(draw(st.sampled_from((0, 0, 0, 50)))):
        _play(builder, rng)
    return builder.record(*draw(_ends(builder.state)), *draw(_tags(builder.start)))


def _play(builder, rng):
    if builder.state.to_move:
        builder.play(builder.state.write(random_turn(builder.state, rng)))


@st.composite
def _ends(draw, state):
    if state.outcome or draw(st.booleans()):
        return None, ""
    winners = draw(st.sets(st.sampled_from(state.players)))
    return tuple(player for player in state.players if player in winners), draw(st.sampled_from(TERMINATIONS))


@st.composite
def _tags(draw, start):
    claims = Claims(start.players)
    for player in draw(st.sets(st.sampled_from(start.players))):
        claims.name(player, draw(_PROSE))
    for name, value in draw(st.dictionaries(st.sampled_from(("Date", "Seed")) | _NAMES, _PROSE, max_size=3)).items():
        if name.lower() not in ("game", "options", "data", "position", "result", "termination", "white", "black"):
            claims.keep(name if name in ("Date", "Seed") else f"X{name}", value)
    return claims.people, claims.tags
