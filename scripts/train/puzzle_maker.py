"""Making puzzles "win in N turns": positions near the end of engine games in which one turn only wins in time.

Everything a puzzle says is proved by `byways.solve.wins`: that the turn wins against every reply, that no other first
turn does, and the reply to each of those.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from byways.game import Variant
from byways.kernels import Ints
from byways.kernels.rng import draw, seeded
from byways.learning.puzzles import Found
from byways.position.state import State
from byways.rules.state_vector import NOBODY, TO_MOVE
from byways.search.random_game import mean_values, random_turn
from byways.solve.analysis import analyse
from byways.solve.wins import Moves, Successor, Wins

DEEPEST = 4
"""Turns of the winner that a puzzle asks for at most."""
BUDGET = 2_000_000  # positions that may be looked at for one answer
_LOOKS = 40  # random games by which a greedy player judges a turn
_STRENGTH = 300  # simulations a turn of the games in which puzzles are looked for
_REPLIES = 60  # of the best defences compared
_VARIATIONS = 5


class Unfit(Exception):  # noqa: N818 - it is no error, but the end of looking at a position
    """The position makes no good puzzle."""


class Maker:
    """Looks at positions of one variant."""

    def __init__(self, variant: Variant) -> None:
        self.variant = variant
        self.moves = Moves(variant)
        self.wins = [Wins(variant, player) for player in range(2)]

    def soonest(self, state: State, most: int = DEEPEST) -> int:
        """Return the fewest turns in which the player to move wins; 0: not in `most`, or not found out."""
        return self._wins(state).soonest(state.vector, most, BUDGET) or 0

    def puzzle(self, state: State, turns: int) -> Found | None:
        """Return a position as a puzzle; None where several first turns do it, or it is no good otherwise.

        Its player to move wins in `turns` turns and no fewer.
        """
        wins = self._wins(state)
        if turns < 2:
            return None
        try:
            line, refuted, variations = self._lines(wins, state, turns)
        except Unfit:
            return None
        grade = min(5, 2 * turns - 3 + self._hidden(state, line[0]))
        return Found(str(state), grade, turns, tuple(line), tuple(refuted), tuple(variations))

    def _wins(self, state: State) -> Wins:
        return self.wins[state.players.index(str(state.to_move))]

    def _lines(
        self, wins: Wins, state: State, turns: int
    ) -> tuple[list[str], list[tuple[tuple[str, tuple[str, ...]], ...]], list[tuple[str, ...]]]:
        """The main line, the refutations along it, and variations. Raises Unfit."""
        every = self.moves.every(state.vector)
        if turns == 1:
            return [_text(state, self._winning(wins, _shortest(every), 0)[0])], [], []
        right = self._winning(wins, every, turns - 1, 2)
        if len(right) != 1:
            raise Unfit
        refuted = self._refuted(wins, state, [turn for turn in every if turn is not right[0]], turns - 1)
        after = state.apply_unchecked(right[0].actions)
        replies = self.moves.every(after.vector)
        reply, rest = self._defence(wins, after, replies, turns - 1)
        line = [str(after.turn), _text(after, reply), *rest[0]]
        variations = [(str(after.turn), *more) for more in self._variations(wins, after, replies, turns - 1)]
        variations = [more for more in variations if more[1] != line[1]][:_VARIATIONS]
        return line, [refuted, *rest[1]], variations

    def _winning(self, wins: Wins, every: list[Successor], left: int, most: int = 1) -> list[Successor]:
        """The first `most` turns after which the player wins with `left` more."""
        found: list[Successor] = []
        for turn in every:
            if self._holds(wins, turn.after, left):
                found.append(turn)
                if len(found) == most:
                    break
        return found

    def _holds(self, wins: Wins, vector: Ints, left: int) -> bool:
        """Whether the player wins with `left` more turns after their own turn led to a state. Raises Unfit."""
        if left == 0 and not self.moves.any_reply_ends(vector):
            return False
        found = wins.within(vector, left, BUDGET)
        if found is None:
            raise Unfit
        return found

    def _refuted(
        self, wins: Wins, state: State, wrong: list[Successor], left: int
    ) -> tuple[tuple[str, tuple[str, ...]], ...]:
        """Replies to turns that do not win in time, as `Found.refuted` has them."""
        known: Counter[tuple[int, ...]] = Counter()
        chosen: dict[str, tuple[int, ...]] = {}
        texts: dict[tuple[int, ...], str] = {}
        for turn in wrong:
            if turn.after[TO_MOVE] == NOBODY:
                continue
            for reply, _ in known.most_common():
                after = self.moves.after(turn.after, reply)
                if after is not None and not self._holds(wins, after, left):
                    break
            else:
                reply = next(r.actions for r in self._best_first(turn.after) if not self._holds(wins, r.after, left))
                texts[reply] = self.variant.game.texts.write(self.variant, turn.after, reply)
            known[reply] += 1
            chosen[_text(state, turn)] = reply
        if not chosen:
            raise Unfit
        first, *others = (reply for reply, _ in known.most_common())
        rest = ((texts[reply], tuple(t for t, given in chosen.items() if given == reply)) for reply in others)
        return ((texts[first], ()), *rest)

    def _best_first(self, vector: Ints) -> list[Successor]:
        """Replies, those first that end the game."""
        return sorted(self.moves.every(vector), key=lambda turn: turn.after[TO_MOVE] != NOBODY)

    def _defence(
        self, wins: Wins, after: State, replies: list[Successor], left: int
    ) -> tuple[Successor, tuple[list[str], list[tuple[tuple[str, tuple[str, ...]], ...]]]]:
        """The reply that lasts longest and leaves the fewest ways to win, with what follows. Raises Unfit."""
        lasting = [reply for reply in replies if left == 1 or not self._holds(wins, reply.after, left - 1)]
        lasting = [reply for reply in lasting if reply.after[TO_MOVE] != NOBODY]
        if len(lasting) > _REPLIES:
            step = len(lasting) / _REPLIES
            lasting = [lasting[int(i * step)] for i in range(_REPLIES)]
        ways: list[tuple[int, int, int]] = []
        for reply in lasting:
            every = self.moves.every(reply.after)
            count = len(self._winning(wins, every, left - 1, 2 if left > 1 else 1_000))
            ways.append((count, -len(every), len(ways)))
        for count, _, i in sorted(ways):
            if count > 1 and left > 1:
                break
            try:
                line, refuted, _ = self._lines(wins, after.apply_unchecked(lasting[i].actions), left)
            except Unfit:
                continue
            return lasting[i], (line, refuted)
        raise Unfit

    def _variations(self, wins: Wins, after: State, replies: list[Successor], left: int) -> Iterator[list[str]]:
        """Replies with the wins against them, each win once."""
        seen = set()
        for reply in replies[:_REPLIES]:
            if reply.after[TO_MOVE] == NOBODY:
                continue
            line, state = [_text(after, reply)], after.apply_unchecked(reply.actions)
            soonest = next(n for n in range(1, left + 1) if self._holds(wins, reply.after, n))
            for n in range(soonest, 0, -1):
                turn = self._winning(wins, _shortest(self.moves.every(state.vector)), n - 1)[0]
                line.append(_text(state, turn))
                state = state.apply_unchecked(turn.actions)
                if n > 1:
                    answers = self.moves.every(state.vector)
                    answer = next((a for a in answers if not self._holds(wins, a.after, n - 2)), None)
                    if answer is None or answer.after[TO_MOVE] == NOBODY:
                        break
                    line.append(_text(state, answer))
                    state = state.apply_unchecked(answer.actions)
            if line[1] not in seen:
                seen.add(line[1])
                yield line

    def _hidden(self, state: State, right: str) -> int:
        """Grade how hidden the turn is: 0 if random games after each find it best, 1 if among the best five, 2 else."""
        player = state.players.index(str(state.to_move))
        mean = [
            (-float(mean_values(self.variant, turn.after, _LOOKS, 1)[player]), _text(state, turn) == right)
            for turn in self.moves.every(state.vector)
        ]
        rank = next(i for i, (_, is_right) in enumerate(sorted(mean)) if is_right)
        return 0 if rank == 0 else 1 if rank < 5 else 2


def played(variant: Variant, seed: int) -> State:
    """Return the last position of an engine's game with itself after two random turns."""
    rng = seeded(seed)
    state = State(variant, variant.start())
    for _ in range(2):
        state = state.apply_unchecked(random_turn(state, rng))
    while state.to_move is not None and len(state.turns) < 200:
        found = analyse(state, None, simulations=_STRENGTH, seed=draw(rng, 1 << 30))
        state = state.play(str(found.best))
    return state


def positions(end: State) -> Iterator[State]:
    """Yield the positions of a game in which its winner was to move, from the end back."""
    winner = end.outcome.winner if end.outcome else None
    before = end.previous
    for _ in range(2 * DEEPEST + 2):
        if before is None or winner is None:
            return
        if before.to_move == winner and len(before.turns) > 2:
            yield State(end.variant, before.vector.copy())
        before = before.previous


def _text(state: State, turn: Successor) -> str:
    return state.write(turn.actions)


def _shortest(turns: list[Successor]) -> list[Successor]:
    """Turns of a single stone before pairs."""
    return sorted(turns, key=lambda turn: len(turn.actions))
