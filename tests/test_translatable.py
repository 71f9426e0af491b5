"""Texts that can be said in another language: strings to everybody who does not ask."""

import copy
import json
import pickle
import re
from pathlib import Path

import pytest

from byways import games, translatable
from byways.errors import IllegalTurnError
from byways.translatable import (
    BYWAYS,
    Catalogue,
    Text,
    capital,
    from_data,
    joined,
    listed,
    say,
    say_many,
    text_of,
    to_data,
)

WORDS = {
    "{player} joins {edges} with {discs}.": "{player} une {edges} con {discs}.",
    "{count} disc": "{count} ficha",
    "{count} discs": "{count} fichas",
    "top and bottom": "arriba y abajo",
    "white": "blanco",
    "{several} and {last}": "{several} y {last}",
}


def spanish(text):
    def find(one):
        template = one.template if one.number == 1 or not one.many else one.many
        return WORDS.get(template, template)

    return text.translated(find)


def sentence(discs=3):
    counted = say_many("{count} disc", "{count} discs", discs)
    return say(
        "{player} joins {edges} with {discs}.", player=capital("white"), edges=say("top and bottom"), discs=counted
    )


def test_it_is_an_english_string():
    assert sentence() == "White joins top and bottom with 3 discs."
    assert isinstance(sentence(), str)
    assert {sentence(): 1}["White joins top and bottom with 3 discs."] == 1
    assert json.dumps(sentence()) == '"White joins top and bottom with 3 discs."'


def test_its_parts_are_translated_too_but_not_what_somebody_typed():
    for discs, said in ((1, "1 ficha"), (3, "3 fichas"), (0, "0 fichas")):
        assert spanish(sentence(discs)) == f"Blanco une arriba y abajo con {said}."
    assert spanish(say("{text} is not a cell", text="white")) == "white is not a cell"
    assert say("{not a field}") == spanish(say("{not a field}")) == "{not a field}", "braces without fields"


def test_lists_and_sentences_after_one_another():
    for parts, english, translated in (
        (["a"], "a", "a"),
        (["a", "b"], "a and b", "a y b"),
        ("abc", "a, b and c", "a, b y c"),
    ):
        said = listed(parts)
        assert (said, spanish(said) if isinstance(said, Text) else said) == (english, translated)
    both = joined([sentence(1), "", sentence(2)])
    assert both == f"{sentence(1)} {sentence(2)}"
    assert spanish(both) == f"{spanish(sentence(1))} {spanish(sentence(2))}"
    assert joined([]) == ""


@pytest.mark.parametrize(
    "way",
    [
        copy.deepcopy,
        lambda said: pickle.loads(pickle.dumps(said)),
        lambda said: from_data(json.loads(json.dumps(to_data(said)))),
    ],
)
def test_it_can_be_sent_and_kept(way):
    again = way(joined([sentence(), say("white")]))
    assert again == joined([sentence(), say("white")])
    assert spanish(again) == "Blanco une arriba y abajo con 3 fichas. blanco"


def test_a_text_belongs_to_one_catalogue():
    ours = Catalogue("ours")
    for says in (ours, Catalogue(), translatable):
        said = (says.say("white"), says.say_many("disc", "discs", 2), says.capital("white"))
        assert {text.catalogue for text in said} == {"ours" if says is ours else BYWAYS}
    assert IllegalTurnError("a", "b").sentence.catalogue == BYWAYS
    assert IllegalTurnError("a", ours.say("b {cell}", cell="c")).sentence.catalogue == "ours"
    assert IllegalTurnError("a", ours.say("b {cell}", cell="c")).fields == {"cell": "c"}
    assert capital(text_of("troll", "white")).catalogue == "troll"


def test_errors_of_games_are_texts_of_their_own_catalogues():
    plain = re.compile(r"""Error\(\s*f?"[^"]*",\s*(f?"|template)""")
    files = sorted(Path(games.__file__).parent.glob("*/**/*.py"))
    assert [path.name for path in files if plain.search(path.read_text(encoding="utf-8"))] == []


def test_texts_of_older_versions_name_no_catalogue():
    old = ["{player} wins", {"player": ["white", {}, "", 1, True]}, "", 1, False]
    text = from_data(old, "troll")
    assert (text, text.catalogue, text.fields["player"].catalogue) == ("White wins", "troll", "troll")
    assert to_data(text)[:2] == ["{player} wins", {"player": [*old[1]["player"], "troll"]}]
