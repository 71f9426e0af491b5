"""All that a game is declared with; its kernels are written with `byways.turns` and `byways.cells`."""

from byways.game.board_texts import BoardTexts as BoardTexts
from byways.game.definition import Game as Game
from byways.game.events import SHARE as SHARE, Event as Event
from byways.game.folder import Translation as Translation, read_beside as read_beside
from byways.game.groups import (
    About as About,
    Counter as Counter,
    Form as Form,
    Goal as Goal,
    Interface as Interface,
    Piece as Piece,
    Rules as Rules,
    SearchKernels as SearchKernels,
    Secrets as Secrets,
    Solving as Solving,
)
from byways.game.kernel_set import Kernels as Kernels
from byways.game.protocols import PositionSearch as PositionSearch, Puzzle as Puzzle
from byways.game.variant import Variant as Variant
from byways.rules.actions import (
    Actions as Actions,
    Cells as Cells,
    Coded as Coded,
    Columns as Columns,
    Dice as Dice,
    Pairs as Pairs,
    Steps as Steps,
    Words as Words,
)
from byways.rules.boards.layout import Layout as Layout
from byways.rules.boards.shapes import (
    Board as Board,
    Crossings as Crossings,
    Grid as Grid,
    Hexagon as Hexagon,
    Paper as Paper,
    Rhombus as Rhombus,
)
from byways.rules.options import SWAP as SWAP, Choice as Choice, File as File, Flag as Flag, Whole as Whole
from byways.search.engines import (
    AlphaBeta as AlphaBeta,
    Halving as Halving,
    KnownEnding as KnownEnding,
    Mcts as Mcts,
    Surrogate as Surrogate,
)
