"""What reports answer: verdicts follow from intervals, and every sentence has its figure."""

from types import MappingProxyType

from byways.lab.report.facts import ReportFacts, RuleSetFacts
from byways.lab.report.figures import Figure
from byways.lab.report.page.answers import answers
from byways.statistics.intervals import Share, newcombe


def figure(name, value, low=None, high=None, *, label="", section="balance", n=100, unit="share", source="level 10"):
    return Figure(section, name, label, value, low, high, n, unit, source)


def told(*figures, players=("black", "white"), strongest="level 10", game="stride", options=MappingProxyType({})):
    """Return the sentences by their questions."""
    rules = RuleSetFacts("size=8", dict(options), players, (), (), figures, strongest=strongest)
    facts = ReportFacts("1", game, game.title(), f"byways report {game}", 1, True, {}, (rules,), (), {})
    return {answer.question: list(answer.sentences) for answer in answers(facts)}


UNCLEAR = "the shares are not shown to differ: by 1.0 points (−4.0 to 6.0) (100 games of the latter)"
POINTS = "50.0 % (45.0 to 55.0) of the points in 100 games"


def test_who_is_ahead_follows_from_the_interval_at_each_strength_and_size():
    found = told(
        figure("AdvantageP1", 0.56, 0.51, 0.61, source="random"),
        figure("AdvantageP1", 0.4, 0.35, 0.45, source="level 3"),
        figure("AdvantageP1", 0.5, 0.45, 0.55),
        figure("EnginesAgree", 1.0, source="level 10 and alpha-beta"),
        figure("EngineDifference", 0.01, -0.04, 0.06, source="level 10 and alpha-beta"),
    )
    assert found["Is the first player ahead?"] == [
        "Random players: the first player is ahead, with 56.0 % (51.0 to 61.0) of the points in 100 games.",
        "Level 3: the first player is behind, with 40.0 % (35.0 to 45.0) of the points in 100 games.",
        f"Level 10: neither player is shown to be ahead: the first player has {POINTS}.",
        "The first player's share is not shown to change from random play to level 10: by −6.0 points (−19.4 to 7.7).",
        f"Level 10 and alpha-beta: neither shows a player to be ahead; {UNCLEAR}.",
    ]
    found = told(
        figure("ShareBySize", 0.6, 0.55, 0.65, label="4", source="random"),
        figure("ShareBySize", 0.5, 0.45, 0.55, label="6", source="random"),
        figure("ShareBySize", 0.59, 0.52, 0.66, label="5", source="random"),
    )
    apart, together = found["And on boards of other sizes?"]
    sizes = "size 4 (60.0 % (55.0 to 65.0), 100 games) and 5 (59.0 % (52.0 to 66.0), 100 games)"
    assert apart == f"Random players: the first player is ahead on {sizes}."
    assert together.startswith("Random players: the first player is not shown to be ahead or behind on size 6 (50.0 %")


def test_two_engines_that_agree_on_who_is_ahead_may_still_be_shown_to_differ():
    def said(*figures):
        return told(*figures)["Is the first player ahead?"][-1].removeprefix("Level 10 and plain: ")

    differ = figure("EngineDifference", 0.13, 0.07, 0.19, source="level 10 and plain")
    both = figure("EnginesAgree", 1.0, source="level 10 and plain")
    tail = "; the shares differ by 13.0 points (7.0 to 19.0) (100 games of the latter)."
    ahead = figure("AdvantageP1", 0.79, 0.77, 0.81)
    assert said(ahead, both, differ) == "both show the first player to be ahead" + tail
    apart = figure("EnginesAgree", 0.0, source="level 10 and plain")
    assert said(ahead, apart, differ) == "they do not show the same of the first player" + tail


def test_the_pie_rule_is_said_to_change_what_it_is_shown_to_change():
    shares = (
        figure("PieRuleShare", 0.5, 0.45, 0.55, label="with the pie rule"),
        figure("PieRuleShare", 0.62, 0.57, 0.67, label="without the pie rule"),
    )
    found = told(*shares, figure("PieRuleDifference", -0.12, -0.19, -0.05))["Does the pie rule mend it?"]
    assert found[0].startswith("Level 10, without the pie rule: the first player is ahead")
    assert found[1].startswith("Level 10, with it: neither player is shown to be ahead")
    changed = "In these games the pie rule changes the share of whoever begins: by −12.0 points (−19.0 to −5.0)."
    assert found[2:] == [changed]
    unclear = told(*shares, figure("PieRuleDifference", -0.12, -0.25, 0.01))["Does the pie rule mend it?"]
    assert "is not shown to change" in unclear[2]


def test_two_rule_sets_that_differ_by_the_pie_rule_give_one_answer_by_the_games_of_both():
    def rules(swap, having, lacking):
        shares = (("with the pie rule", having), ("without the pie rule", lacking))
        lines = (figure("PieRuleShare", value, 0.0, 1.0, label=label, n=n) for label, (value, n) in shares)
        found = (*lines, figure("PieRuleDifference", having[0] - lacking[0], -0.5, -0.1))
        return RuleSetFacts(f"swap={swap}", {"swap": swap}, ("black", "white"), (), (), found, strongest="level 10")

    both = (rules(False, (0.3, 6), (0.7, 24)), rules(True, (0.5, 24), (0.4, 6)))
    facts = ReportFacts("1", "stride", "Stride", "byways report stride", 1, True, {}, both, (), {})
    (said,) = (answer.sentences for answer in answers(facts) if answer.question == "Does the pie rule mend it?")
    expected = newcombe(Share(12, 24), Share(0.7 * 24, 24))
    points = " to ".join(f"{100 * end:.1f}".replace("-", "−") for end in expected.interval)
    (change,) = (sentence for sentence in said if "the pie rule" in sentence and "points (" in sentence)
    assert change.endswith(f"by −20.0 points ({points}).")
    assert "is not shown to change" in change
    assert all(sentence.startswith("swap=False: ") for sentence in said)


def test_games_with_the_pie_rule_are_told_apart_from_what_the_rule_can_do():
    figures = (
        figure("PieRuleShare", 0.62, 0.57, 0.67, label="with the pie rule"),
        figure("PieRuleShare", 0.79, 0.77, 0.81, label="without the pie rule"),
        figure("PieRuleDifference", -0.17, -0.22, -0.12),
        figure("FirstTurnValue", 0.66, label="g4", n=0, source="level 10, 9 simulations"),
        figure("FirstTurnValue", 0.49, label="b1", n=0, source="level 10, 9 simulations"),
    )
    *_, better_side, fair = told(*figures)["Does the pie rule mend it?"]
    assert "more than half for the first player, 62.0 % (57.0 to 67.0), shows that the engine misjudges" in better_side
    assert fair.endswith("b1 is the fairest: 49.0 % for the first player.")


def test_the_fairest_first_turns_are_those_nearest_to_even():
    values = {"a1": 0.3, "b2": 0.52, "c3": 0.7, "d4": 0.49, "e5": 0.55}
    lines = [figure("FirstTurnValue", value, label=turn, n=0) for turn, value in values.items()]
    found = told(*lines)["Which first move is fair?"]
    assert found[0].endswith("of 5 first moves that were searched: d4 (49.0 %), b2 (52.0 %) and e5 (55.0 %).")
    assert found[1] == "The best for the first player is c3 (70.0 %), the worst a1 (30.0 %)."


def test_a_first_turn_that_is_proved_to_win_or_to_lose_is_not_called_fair():
    def line(turn, value, proved):
        return figure("FirstTurnValue", value, *((value, value) if proved else ()), label=turn, n=0)

    shares = (
        figure("PieRuleShare", 0.5, 0.45, 0.55, label="with the pie rule"),
        figure("PieRuleShare", 0.62, 0.57, 0.67, label="without the pie rule"),
        figure("PieRuleDifference", -0.12, -0.19, -0.05),
    )
    decided = [line("b1", 1.0, True), line("b2", 0.0, True), *(line(f"c{i}", 0.0, True) for i in range(4))]
    found = told(*shares, *decided, options={"swap": True})
    lost = "b2, c0, c1 and 2 more lose for the first player"
    none = f"no first move is fair: b1 wins for the first player and {lost}, all by proof."
    (said,) = found["Which first move is fair?"]
    assert said.endswith(none)
    assert found["Does the pie rule mend it?"][-1].endswith(none)
    mixed = [*decided, line("d1", 0.9, False), line("d2", 0.5, True)]
    found = told(*shares, *mixed, options={"swap": True})
    assert found["Which first move is fair?"][0].endswith("were searched: d2 (50.0 %) and d1 (90.0 %).")
    assert found["Does the pie rule mend it?"][-1].endswith("d2 is the fairest: 50.0 % for the first player.")


def test_with_the_pie_rule_no_first_turn_is_called_the_best_for_its_player():
    assert told() == {}, "questions without figures are left out"
    lines = [figure("FirstTurnValue", value, label=turn, n=0) for turn, value in (("a1", 0.9), ("b2", 0.5))]
    for swap in (False, True):
        found = told(*lines, game="troll", options={"swap": swap})["Which first move is fair?"]
        assert "b2 (50.0 %)" in found[0]
        assert any("best" in sentence for sentence in found) == (not swap)


def test_first_turns_are_told_unless_noise_or_the_best_of_many_by_chance():
    value = figure("FirstTurnValue", 0.0, label="h3", n=0)
    (said,) = told(value, figure("Brier", 0.42, 0.40, 0.44, unit="share²"))["Which first move is fair?"]
    assert said.startswith("The values of level 10 are not shown to foretell results better than ½ (Brier score 0.420")
    assert said.endswith("100 games), so nothing is said of first moves by them.")
    noise = [figure("FirstTurnShare", 0.5, label=f"a{i}", source="random") for i in range(49)]
    lucky = figure("FirstTurnShare", 0.62, label="b1", source="random")  # by itself its interval would exclude ½
    assert told(*noise, lucky)["Which first move is fair?"] == [
        "No first move is shown to favour anybody in random games, with intervals that hold for all 50 together."
    ]
    strong = figure("FirstTurnShare", 0.8, label="b1", source="random")
    (found,) = told(*noise, strong)["Which first move is fair?"]
    assert found.startswith("1 of 50 first moves leave the first player ahead in random games, most of all b1")


def test_depth_luck_and_strategies_are_told_with_their_figures():
    found = told(
        figure("Levels6075", 5.2, 4.8, 5.6, section="depth", unit="levels", n=900, source="ladder to 64 simulations"),
        figure("DoublingGain", 0.6, 0.55, 0.65, label="16 to 32", section="depth", source="ladder to 64 simulations"),
        figure("DoublingGain", 0.52, 0.47, 0.57, label="32 to 64", section="depth", source="ladder to 64 simulations"),
        figure("StrategyShare", 0.02, 0.01, 0.05, label="mirror", section="strategies", source="level 3"),
        figure("ScoreVariance", 0.7, 0.6, 0.8, label="players", section="events", n=40, source="same dice"),
    )  # fmt: skip
    levels, last, split = found["Does it reward skill?"]
    assert levels.startswith("5.20 (4.80 to 5.60) levels fit between random play and the top of the ladder to 64")
    assert last == (
        "The last doubling of the search that was tried, 32 to 64 simulations, is not shown to gain: "
        "a share of 52.0 % (47.0 to 57.0) in 100 games."
    )
    assert "players 70.0 % (60.0 to 80.0) (40 throws)" in split
    assert found["Do simple strategies work?"] == ["Against level 3: mirror 2.0 % (1.0 to 5.0), in 100 games each."]


def test_when_games_are_decided_is_told_with_the_error_of_the_values_unless_they_are_noise():
    found = told(
        figure("DecidedAt", 0.8, 0.77, 0.83), figure("LeadChanges", 1.5, 1.0, 2.0, unit="changes"),
        figure("DramaMax", 0.2, 0.15, 0.25), figure("CalibrationError", 0.07),
    )  # fmt: skip
    decided, lead, error = found["When is a game decided?"]
    assert decided == "Level 10: games are decided after 80.0 % (77.0 to 83.0) of their moves on average (100 games)."
    assert lead.startswith("The lead changes 1.50 (1.00 to 2.00) times a game, and winners had been behind by 20.0 %")
    assert error == "The engine's values, which say so, are off by 7.0 % on average (100 games)."
    course = (figure("DecidedAt", 1.0, 0.99, 1.0), figure("LeadChanges", 79.8, 70.0, 89.0, unit="changes"))
    (said,) = told(*course, figure("Brier", 0.42, 0.40, 0.44, unit="share²"))["When is a game decided?"]
    assert said == (
        "The values of level 10 are not shown to foretell results better than ½ for every position: their Brier score "
        "is 0.420 (0.400 to 0.440) in 100 games, that of ½ 0.25. So nothing is said of it."
    )
    assert len(told(*course, figure("Brier", 0.22, 0.18, 0.26, unit="share²"))["When is a game decided?"]) == 1
    assert "decided after" in told(*course, figure("Brier", 0.2, 0.16, 0.24))["When is a game decided?"][0]
