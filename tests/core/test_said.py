"""Texts that can be said in another language: strings to everybody who does not ask."""

import copy
import json
import pickle

import pytest

from byways.said import Said, capital, from_data, joined, listed, say, say_many, to_data

WORDS = {
    "{player} joins {edges} with {discs}.": "{player} une {edges} con {discs}.",
    "{count} disc": "{count} ficha",
    "{count} discs": "{count} fichas",
    "top and bottom": "arriba y abajo",
    "white": "blanco",
    "{several} and {last}": "{several} y {last}",
}


def spanish(text):
    one = lambda template: WORDS.get(template, template)  # noqa: E731 - short
    return text.translated(one, lambda single, many, number: one(single if number == 1 else many))


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


@pytest.mark.parametrize(("discs", "said"), [(1, "1 ficha"), (3, "3 fichas"), (0, "0 fichas")])
def test_its_parts_are_translated_too(discs, said):
    assert spanish(sentence(discs)) == f"Blanco une arriba y abajo con {said}."


def test_what_somebody_typed_is_not_translated():
    assert spanish(say("{text} is no cell", text="white")) == "white is no cell"


def test_a_text_without_fields_may_hold_braces():
    assert say("{not a field}") == spanish(say("{not a field}")) == "{not a field}"


@pytest.mark.parametrize(
    ("parts", "english", "translated"),
    [(["a"], "a", "a"), (["a", "b"], "a and b", "a y b"), ("abc", "a, b and c", "a, b y c")],
)
def test_lists(parts, english, translated):
    said = listed(parts)
    assert said == english
    assert (spanish(said) if isinstance(said, Said) else said) == translated


def test_sentences_after_one_another():
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
