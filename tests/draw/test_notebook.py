"""Notebooks: tables and charts that are well-formed, escaped, without scripts, and boards that show the last turn."""

import re
from xml.etree import ElementTree

import pytest
from contrast import contrast
from examples import breakthrough, hex

import byways
from byways.arena.game import Failure
from byways.arena.score import Score
from byways.draw import Bar, bar_chart, histogram
from byways.draw.page_tokens import PAGE
from byways.search.answer import Analysis, Choice

CHOICES = (
    Choice("d5", 0.625, 300, False, 0.031, ("d5", "e6", "f7")),
    Choice("<script>alert(1)</script> & so on", 0.5, 0, True, 0.0),
)
FOUND = Analysis("d5", 0.625, False, ("d5", "e6"), CHOICES, 1_234, 1.5, 7, 0.031)
OVER = Analysis(None, 1.0, True, (), (), 0, 0.0, 0)
SCORE = Score(31, 4, 25, (Failure("process:<x>", 1, 0, 3, "code", "hung & gone", ""),))
MARKS = {"last", "flipped", "move", "capture"}


def record(**tags):
    return byways.Record.from_state(byways.random_game("troll", 1, size=4), **tags)


def elements(markup):
    return [element.tag.rpartition("}")[2] for element in ElementTree.fromstring(f"<div>{markup}</div>").iter()]


@pytest.mark.parametrize("shown", [FOUND, OVER, SCORE, Score(), record(White="Ada <b>"), record()])
def test_everything_is_well_formed_and_has_no_scripts(shown):
    for markup in (shown._repr_html_(), shown._repr_svg_()):
        found = elements(markup)
        assert "svg" in found
        assert not {"script", "foreignObject", "image", "a", "link"} & set(found)
        assert not re.search(r"\bon\w+=|url\(h|href=.h", markup)
    assert shown._repr_svg_().startswith("<svg ")
    assert "table" in elements(shown._repr_html_()) or shown is OVER


def test_an_analysis_shows_its_turns_with_how_sure_they_are():
    text = "".join(ElementTree.fromstring(f"<div>{FOUND._repr_html_()}</div>").itertext())
    assert "Best: d5, 0.625, spread 0.031" in text
    assert "0.5, proved" in text
    assert "300" in text
    assert "e6 f7" in text
    assert "1,234 simulations in 1.50 s" in text
    assert "<script>alert(1)</script> & so on" in text
    assert "Value: 1, proved" in OVER._repr_html_()


def test_a_score_and_a_record_show_who_played_and_failed():
    text = "".join(ElementTree.fromstring(f"<div>{SCORE._repr_html_()}</div>").itertext())
    assert "60 games: 31 won, 4 drawn, 25 lost" in text
    assert "0.425–0.669" in text
    assert "process:<x>1hung & gone" in text
    shown = record(White="Ada <b>", Date="2026.11.26")
    text = "".join(ElementTree.fromstring(f"<div>{shown._repr_html_()}</div>").itertext())
    assert "whiteAda <b>" in text
    assert "Date2026.11.26" in text
    assert f"{len(shown.turns)} moves" in text
    assert all(turn in text for turn in shown.turns)


@pytest.mark.parametrize("game", [*map(byways.find, byways.games()), *(module.GAME for module in (hex, breakthrough))])
def test_a_picture_of_a_state_marks_the_last_turn(game):
    state = byways.State(game.variant(), game.variant().start())
    for _ in range(3 if game.dice else 1):  # its entrance, a roll, a tile
        state = state.play(state.legal_turns()[0])
    drawn = {item.kind for board in game.picture(state).boards for item in board.items} & MARKS
    assert drawn
    assert all(f'class="{kind}' in state._repr_svg_() for kind in drawn)


def test_bars_and_columns_are_where_their_values_are():
    chart = bar_chart("Some", [Bar("half", 0.5, (0.4, 0.6)), Bar("all", 1.0), Bar("beyond", 7.0)])
    ends = [float(x) for x in re.findall(r'class="bar" d="M190 [\d.]+H([\d.]+)', chart)]
    assert ends == [340, 490, 490]
    columns = histogram("Lengths", [3, 3, 5], "moves")
    assert re.findall("<title>(.*?)</title>", columns) == ["Lengths", "3: 2", "5: 1"]
    assert "moves · mean 3.7, 3 values" in columns
    assert histogram("Many", {0: 1, 599: 3}).count("<path") == 3
    assert elements(histogram("None", []))


@pytest.mark.parametrize("theme", [0, 1])
def test_charts_can_be_read(theme):
    for name, least in (("ink", 7), ("ink-2", 4.5), ("green", 3)):
        assert contrast(PAGE[name][theme], PAGE["surface"][theme]) >= least
