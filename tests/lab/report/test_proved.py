"""What is said under "proved": of each rule set what follows from a proof that covers it, and nothing else."""

import itertools
from dataclasses import replace

import pytest

from byways import registry
from byways.errors import ProofError
from byways.lab.report.facts import ReportFacts, RuleSetFacts
from byways.lab.report.page.answers import answers
from byways.lab.report.proved import Holds, Proved, covers, of_others, of_variant, sentences
from byways.solve.proofs import stored

TROLL = registry.find("troll")
PROOF = next(proof for proof in stored() if proof.variant.game is TROLL)
VALUES = (0.0, 0.5, 1.0)
TRUE = {
    Holds.FIRST: lambda value: value == 1,
    Holds.SECOND: lambda value: value == 0,
    Holds.NOBODY: lambda value: value == 0.5,
    Holds.NOT_FIRST: lambda value: value < 1,
}
"""Whether a statement is true, by what perfect play gives to the person who begins."""


def told(game, options):
    """Return what a report says is proved of a rule set."""
    rules = RuleSetFacts("it", dict(options), ("black", "white"), (), (), ())
    facts = ReportFacts("1", game, game, "byways report", 1, True, {}, (rules,), (), {})
    return next((list(answer.sentences) for answer in answers(facts) if answer.question == "What is proved?"), [])


def test_a_statement_can_be_made_of_the_options_alone_that_the_proof_covers():
    choices = itertools.product(
        stored(), (4, 5, 6, 7), ("capture", "closed"), ("orthogonal", "diagonal"), (False, True)
    )
    for proof, size, edges, joins, swap in choices:
        variant = TROLL.variant({"size": size, "edges": edges, "joins": joins, "swap": swap})
        names = ("size", "edges", "joins")
        alike = proof.variant.game is TROLL and all(proof.variant.options[n] == variant.options[n] for n in names)
        assert covers(proof, variant) == alike
        if alike:
            assert Proved(proof, variant).holds is (Holds.NOT_FIRST if swap else Holds.FIRST)
        else:
            with pytest.raises(ProofError):
                Proved(proof, variant)


@pytest.mark.parametrize("first_turns", list(itertools.product(VALUES, repeat=3)))
def test_what_is_said_with_the_pie_rule_and_without_is_true_whatever_the_first_turns_are_worth(first_turns):
    players = PROOF.variant.players
    proof = replace(PROOF, winner={1.0: players[0], 0.5: None, 0.0: players[1]}[max(first_turns)])
    begins = {False: max(first_turns), True: max(min(value, 1 - value) for value in first_turns)}
    for swap, value in begins.items():
        variant = TROLL.variant({**PROOF.variant.options, "swap": swap})
        assert TRUE[Proved(proof, variant).holds](value)


def test_with_the_pie_rule_the_first_player_is_not_said_to_win_or_to_be_anybody_by_colour():
    (own, others) = told("troll", {"size": 6, "swap": True})
    assert own == (
        "Proved for this rule set: whoever begins cannot win against perfect play, since whoever replies may take the "
        "better side."
    )
    assert others == (
        "Of other rule sets without the pie rule, named by the options in which they differ, it is proved that with "
        "perfect play the player who begins wins: size=4; size=4 edges=closed; size=5; size=5 edges=closed; "
        "edges=closed."
    )
    for game in ("stroll", "troll", "whirlwind"):
        assert not any("white" in one or "black" in one for one in told(game, {"size": 6, "swap": True}))


def test_a_rule_set_of_its_own_is_told_apart_but_not_by_how_often_a_position_may_recur():
    assert told("troll", {"size": 6})[0] == "Proved for this rule set: with perfect play white, who begins, wins."
    assert told("whirlwind", {"size": 6})[0].endswith("with perfect play white, who replies, wins.")
    for options in ({"size": 7}, {"size": 6, "joins": "diagonal"}):
        variant = TROLL.variant(options)
        assert of_variant(variant) == []
        assert len(of_others(variant)) == 6
        assert next(sentences(variant)) == "nothing is proved for this rule set."
        assert all("joins=orthogonal" in one for one in told("troll", options)[1:]) == ("joins" in options)
    assert told("stride", {}) == []
    stride = registry.find("stride")
    proof = replace(PROOF, variant=stride.variant({"side": 4, "repetition": 3}))
    assert covers(proof, stride.variant({"side": 4, "repetition": 2, "swap": True}))
    assert not covers(proof, stride.variant({"side": 5, "repetition": 3}))
