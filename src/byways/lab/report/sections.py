"""The sections of a report: their titles, and a sentence that tells a designer what they answer."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct


class Section(Struct, frozen=True):
    """A section of a report."""

    title: str
    about: str
    """What it tells a designer, in a sentence or two; empty where the title says it."""


(
    RULES, ENDINGS, LENGTH, COMPLEXITY, BALANCE, COURSE, CALIBRATION, SPACE, DEPTH, EVENTS, SIMPLE
) = (
    "rules", "endings", "length", "complexity", "balance", "course", "calibration", "space", "depth", "events",
    "strategies",
)  # fmt: skip
SECTIONS: Mapping[str, Section] = {
    RULES: Section("Rules and options", ""),
    BALANCE: Section(
        "Balance",
        "Is the first player ahead, and by how much? If the whole interval of the share lies above 50 %, the first "
        "player is ahead at that strength. If it contains 50 %, neither is shown to be ahead.",
    ),
    ENDINGS: Section("How games end", "How often each way of ending comes."),
    LENGTH: Section("Length", "How many moves games take, and how much that varies."),
    COMPLEXITY: Section(
        "Complexity", "How many moves there are to choose from, and how large the game is for whoever searches it."
    ),
    COURSE: Section(
        "Course",
        "When games are decided, how often the lead changes, and how far behind winners once were, by the values that "
        "the engine noted while it played.",
    ),
    CALIBRATION: Section(
        "How well the engine foretells results",
        "The engine's values against the results of its games. Where they are far apart, the figures of the course "
        "cannot be trusted.",
    ),
    DEPTH: Section(
        "Depth",
        "How much there is to learn: what twice the search gains, and how many levels of play fit between random and "
        "strong play. The longer the gains last, the deeper the game.",
    ),
    SPACE: Section("Space", "Which parts of the board games use, and how first moves fare."),
    EVENTS: Section(
        "What each rule does",
        "How often the rules' events come, by the strength of the players. A rule that hardly ever matters could be "
        "left out; one that matters only among the strong is hard to see.",
    ),
    SIMPLE: Section(
        "Simple strategies",
        "What simple strategies achieve against players that search, and how soon a game can be won. One that does "
        "well against the level makes a game dull.",
    ),
}
"""The sections of a report, in their order."""
