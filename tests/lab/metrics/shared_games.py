"""Small games whose figures are worked out by hand."""

from byways.lab.metrics import GameSample, Settings, find
from byways.lab.metrics.metric import figure_of
from byways.records import Record

HEAD = '[Game "troll"] [Options "size=4"] '
CONNECTED = HEAD + "b3 a2 c3 b2 b4 c2 c4 d2"
"""Black wins by a2 b2 c2 d2. White may enter Black's columns a and d, and Black White's rows 1 and 4, only to flip:

    before b3: b1 c1 b2 c2 b3 c3 b4 c4                                8
    before a2: a2 b2 c2 d2 a3 c3 d3                                   7
    before c3: b1 c1 b2 c2 c3 b4 c4                                   7
    before b2: b2 c2 d2 a3 d3, and c4, which flips b3                 6
    before b4: b1 c1 c2 b4 c4, and a1, which flips b2                 6
    before c2: c2 d2 a3 d3, c4, which flips b3, and d4, which flips c3  6
    before c4: b1 c1 c4, a1, which flips b2, and d1, which flips c2   5
    before d2: d2 a3 d3, a4, which flips b3, and d4, which flips c3   5
"""
RESIGNED = HEAD + '[Result "white"] [Termination "resignation"] b3 a2 c3'
AGREED = HEAD + '[Result "draw"] [Termination "agreement"] b3 a2'
ABANDONED = HEAD + '[Termination "abandoned"] b3'
ON_TIME = HEAD + '[Result "white"] [Termination "time"] c3 d3'
FIVE = (CONNECTED, RESIGNED, AGREED, ABANDONED, ON_TIME)

SWAPPED = '[Game "troll"] [Options "size=4 swap=true"] [Result "white"] [Termination "resignation"] b3 swap a2'
"""The person who began as White plays Black since the second turn, and White wins."""
DICE = '[Game "longway"] [Options "players=2"] "setup d1N g7S" "setup a1W g7E" "roll 3-5" "cafe c3 d3" stop *'


def sample(text):
    return GameSample.of(Record.from_text(text))


def samples(*texts):
    return [sample(text) for text in texts]


def figure(name, games, **settings):
    """The figure of some samples for one metric."""
    metric = find(name)
    values = [value for game in games if (value := metric.per_game(game, Settings(**settings))) is not None]
    return figure_of(metric, values)


def value(name, games, **settings):
    return figure(name, games, **settings).value
