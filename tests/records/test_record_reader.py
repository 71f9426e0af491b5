"""The text format: what is read, how leniently, and what is refused where and why."""

import pytest
from record_samples import ODD  # registers the game

import byways
from byways import records
from byways.errors import LimitError, RecordError
from byways.records import Limits, Line, Record, Turn

# Black joins a2 to d2 on a board of four: the game is over after eight turns.
WON = '[Game "troll"] [Options "size=4"] b3 a2 c3 b2 b4 c2 c4 d2'
HEAD = '[Game "troll"]\n[Options "size=4"]\n\n'
assert ODD


def refusal(text: str, limits: Limits = records.LIMITS) -> RecordError:
    with pytest.raises(RecordError) as caught:
        records.read_text(text, limits)
    return caught.value


def test_a_whole_record():
    record = Record.from_text(
        """\
[Game "troll"]
[Options "size=5 swap=true"]
[White "Ada"]
[Black "Ben \\"B\\" Beck"]
[Date "2026.11.21"]
[Seed "7"]
[Result "*"]

{A first try.} 1. c3! b2 $10 {too far out} (1... swap {rather} 2. b3) (1... d4) 2. d3 *
"""
    )
    assert record.turns == ("c3", "b2", "d3")
    assert record.line == Line(
        ("A first try.",),
        (
            Turn("c3", marks=(1,)),
            Turn(
                "b2",
                (10,),
                ("too far out",),
                (Line(turns=(Turn("swap", comments=("rather",)), Turn("b3"))), Line(turns=(Turn("d4"),))),
            ),
            Turn("d3"),
        ),
    )
    assert record.people == {"white": "Ada", "black": 'Ben "B" Beck'}
    assert record.tags == {"Date": "2026.11.21", "Seed": "7"}
    assert record.start.options == {"size": 5, "edges": "capture", "joins": "orthogonal", "swap": True}
    assert record.final().turns == ("c3", "b2", "d3")
    assert [len(state.turns) for state in record.states()] == [0, 1, 2, 3]
    assert record.result == "*"


def test_a_record_is_written_like_this():
    record = Record.from_text(
        '[game "troll"] [options "size=4"] B3 a2 {good} c3 b2 ? $3 b4 c2 (a3 c2 ; for instance\n) c4!! d2'
    )
    assert record.to_text() == (
        '[Game "troll"]\n'
        '[Options "size=4"]\n'
        '[Result "black"]\n'
        "\n"
        "1. b3 a2 {good} 2. c3 b2? $3 3. b4 c2 (3... a3 4. c2 {for instance}) 4. c4!! d2 black\n"
    )


def test_notebooks_show_a_record_with_its_last_position():
    record = Record.from_text(WON)
    assert record._repr_svg_() == record.final()._repr_svg_()
    assert "<summary>8 moves</summary>" in record._repr_html_()


def test_turns_that_are_not_plain_words_stand_in_quotes():
    text = '[Game "oddwords"]\n[Options "players=3"]\n[Result "*"]\n\n1. "a b"\n2. 4\n3. "4."\n4. white\n5. draw *\n'
    assert Record.from_text(text.replace("5. draw", '5. "draw"')).turns == ("a b", "4", "4.", "white", "draw")
    assert "only comments" in str(refusal(text))  # a bare word that is a result is the result


@pytest.mark.parametrize(
    "text",
    [
        "b3 a2 c3 b2 b4 c2 c4 d2",
        "1. b3 a2 2. c3 b2 3. b4 c2 4. c4 d2 black",
        "1.b3 1...a2 2.c3 b2 3.b4 c2 4… c4 d2 *",
        "B3\tA2\r\nc3\xa0b2 b4\n\n\n%a line that nobody reads\nc2 c4 d2 BLACK",
        '"b3" "a2" "C3 " b2 b4 c2 c4 d2',
        "7. b3 3. a2 c3 b2 b4 c2 c4 d2",
    ],
)
def test_the_layout_is_free(text):
    assert Record.from_text(HEAD + text) == Record.from_text(WON)


def test_the_tags_are_read_leniently():
    free = '\ufeff[ GAME "Troll" ][white\n"Ada"]\n\n\n[OPTIONS "size=4"] [date "2026"] [Event "x"] *'
    strict = '[Game "troll"]\n[Options "size=4"]\n[White "Ada"]\n[Date "2026"]\n[Event "x"]\n\n*'
    assert Record.from_text(free) == Record.from_text(strict)
    numbered = Record.from_text('[Game "oddwords"] [Options "players=3"] [Player 2 "Ben"] [player3 "Cy"]')
    assert numbered.people == {"player 2": "Ben", "player 3": "Cy"}
    assert '[Player2 "Ben"]\n[Player3 "Cy"]' in numbered.to_text()


@pytest.mark.parametrize("between", ["", "\n", "\n\n", "\n%x\n"])
def test_files_that_begin_with_byte_order_marks_may_be_joined(between):
    one = '\ufeff[Game "troll"]\n[Options "size=4"]\n\n{a\ufeffb} b2 *'
    assert records.read_text(one + between + one + between) == [Record.from_text(one)] * 2
    assert Record.from_text(one).line.comments == ("a\ufeffb",)


def test_a_comment_may_hold_anything_and_a_line_that_begins_with_a_percent_sign_is_skipped_elsewhere():
    record = Record.from_text(HEAD + 'b2 {a \\} b \\\\ c \\n { (c4) [x] $1\n ; % "} {} b3 ;the } rest \\}\n*')
    assert record.line.turns[0].comments == ('a } b \\ c \\n { (c4) [x] $1\n ; % "',)
    assert record.line.turns[1].comments == ("the } rest \\}",)
    record = Record.from_text(HEAD + "%\n% (((\nb2 {\n% kept\n}\n%end")
    assert record.line.turns == (Turn("b2", comments=("% kept",)),)


def test_a_variation_replaces_the_turn_before_it_and_must_be_legal_too():
    first, second, third = Record.from_text(HEAD + "b2 b3 (c3 (a2 b1) c2) c3 (c2)").line.turns
    begun = [[line.turns[0] for line in turn.variations] for turn in (first, second, third)]
    assert [[turn.turn for turn in turns] for turns in begun] == [[], ["c3"], ["c2"]]
    assert [line.turns[0].turn for line in begun[1][0].variations] == ["a2"]
    assert str(refusal(HEAD + "b2 b3 (a3 c2 (b2) c4)")) == "line 4, column 15: b2 is occupied"


def test_a_game_may_begin_anywhere():
    record = Record.from_text(
        """\
[Game "troll"]
[Options "size=4"]
[Position "
     a b c d
   1 . . . .
   2 . O X .
   3 . X O .
   4 . . . .
  to move: black"]

1. b1 c1 *"""
    )
    assert record.start.to_move == "black"
    assert record.final().to_move == "black"
    assert Record.from_text(record.to_text()) == record
    assert "\n 2 . O X .\n" in record.to_text()


def test_a_position_may_bring_its_own_heading_which_must_agree_and_refusals_keep_the_code_of_the_rule():
    position = str(byways.start("troll", size=4).play("b2"))
    assert Record.from_text(f'[Game "troll"] [Position "{position}"]').start.options["size"] == 4
    error = refusal(f'[Game "troll"]\n[Options "size=5"]\n[Position "{position}"]')
    assert error.fields["line"] == 3
    assert "differs from the options given" in str(error)
    error = refusal(HEAD + "b2 a1")
    assert (error.code, error.fields["cause"]) == ("record.rules", "troll.corner")


def test_many_games_in_one_text():
    text = f'{HEAD} b2 *\n{WON}\n[Game "oddwords"]\n[Date "x"]'
    games = records.read_text(text)
    assert [game.turns[:1] for game in games] == [("b2",), ("b3",), ()]
    assert records.read_text(records.write_text(games)) == games
    with pytest.raises(RecordError, match="expected one game, found 3"):
        Record.from_text(text)
    assert records.read_text(" \n") == []


NAMED_SO = "a name has letters from A to Z, digits and _, a letter first"
# What is refused, where, and why. Line 4 is the line after HEAD.
REFUSED = {
    "b2 b3 b2": (4, 7, "b2 is occupied"),
    "b2 a1": (4, 4, "a1 is a corner and flips nothing"),
    "b2 {\n} z9": (5, 3, "'z9' is not a cell"),
    "b2\r\n b3\r\n  b2": (6, 3, "b2 is occupied"),
    'b2 "b3 b4"': (4, 4, "'b3 b4' is not a cell"),
    "b2 pass": (4, 4, "you may pass only when you cannot place a disc"),
    "b2 swap": (4, 4, "swap is possible only with the pie rule"),
    "$1 b2": (4, 1, "a mark needs a move before it"),
    "!": (4, 1, "a mark needs a move before it"),
    "b2 $256": (4, 4, "a mark is a number from 0 to 255"),
    "b2 $ 1": (4, 4, "$ needs a number"),
    "b2!!!": (4, 3, "unknown mark"),
    "(b2)": (4, 1, "a variation needs a move before it"),
    "b2 ()": (4, 5, "a variation needs a move"),
    "b2 ({so} )": (4, 10, "a variation needs a move"),
    "b2 b3 (a3": (4, 7, "the variation that begins here is never closed"),
    "b2 b3)": (4, 6, "no variation is open here"),
    "b2 {b3": (4, 4, "the comment that begins here is never closed"),
    "b2 {b3 \\} b4": (4, 4, "the comment that begins here is never closed"),
    "b2 b3}": (4, 6, "} closes no comment"),
    '"b2 b3': (4, 1, "the quotation that begins here is never closed"),
    "b2 ]": (4, 4, "] closes no tag"),
    "b2 [b3]": (4, 4, "this is not a tag"),
    '[1 "x"]': (4, 1, "a tag cannot be named '1'; a name has letters"),
    '[White "x" "y"]': (4, 1, "this is not a tag"),
    '[Ä "x"]': (4, 1, "a tag cannot be named 'Ä'; a name has letters"),
    '[Aä "x"]': (4, 1, f"a tag cannot be named 'Aä'; {NAMED_SO}"),
    '[Opt-ions "size=4"]': (4, 1, f"a tag cannot be named 'Opt-ions'; {NAMED_SO}"),
    '[1x "x"]': (4, 1, f"a tag cannot be named '1x'; {NAMED_SO}"),
    'b2\n[Game "troll"]\n[Options "size=5 size=6"]': (6, 1, "the option size is given twice"),
    '[White "x"]\n[WHITE "y"]': (5, 1, "the tag WHITE appears twice"),
    "b2 (b3 *)": (4, 8, "a variation has no result"),
    "b2 * b3": (4, 6, "only comments and the tags of the next game may follow a result"),
    "b2 * (b3)": (4, 6, "only comments and the tags of the next game may follow a result"),
    "b2 white": (4, 4, "the game is not over after its last move"),
    '[Result "white"] b2': (4, 1, "the game is not over after its last move"),
    '[Result "green"] b2': (4, 1, "'green' is not a result; expected white, black, several joined by +, draw, *"),
    '[Result "lost"] b2': (4, 1, "'lost' is not a result"),
    '[Termination "boredom"] b2': (4, 1, "'boredom' is not a termination; expected resignation, time"),
    '[Termination "time"] b2': (4, 1, "a game that ended by time needs a result"),
    '[Data "x"] b2': (4, 1, "the game was played with the data 'x'; its options name '' here"),
    '[Position "...."] b2': (4, 1, "position:"),
    "b3 a2 c3 b2 b4 c2 c4 d2 white": (4, 25, "the result is white by the record, but black by the rules (connection)"),
    "b3 a2 c3 b2 b4 c2 c4 d2 draw": (4, 25, "the result is draw by the record, but black by the rules (connection)"),
    '[Result "draw"] b3 a2 c3 b2 b4 c2 c4 d2 black': (4, 41, "the Result tag says otherwise"),
    '[Result "white"] b3 a2 c3 b2 b4 c2 c4 d2': (4, 1, "the result is white by the record, but black by the rules"),
    "b3 a2 c3 b2 b4 c2 c4 d2 b1": (4, 25, "the game is over"),
    '[Termination "time"] b3 a2 c3 b2 b4 c2 c4 d2': (4, 1, "the rules ended the game (connection)"),
    'b2\n[Game "troll"]\n[Options "size=99"]': (6, 1, "option size: '99' is not allowed"),
}


AT_THE_START = {
    "hello": (1, 1, 'a game begins with tags such as [Game "troll"]'),
    "{so}\n d5": (2, 2, 'a game begins with tags such as [Game "troll"]'),
    '[White "x"]\n\nd5': (1, 1, 'a game begins with tags such as [Game "troll"]'),
    '\n [Game "chess"] d5': (2, 2, "there is no game 'chess'; the games are: stroll, troll"),
    '[Game "troll"]\n[Options "sice=4"]': (2, 1, "there is no option 'sice'; the options are: size"),
    '[Game "troll"]\n[Options "size"]': (2, 1, "expected option=value"),
    '[Game "troll"] {\ud800} d5': (1, 17, "this is not a character"),
}


@pytest.mark.parametrize(("text", "what"), [*AT_THE_START.items(), *((HEAD + text, REFUSED[text]) for text in REFUSED)])
def test_refused_with_line_and_column(text, what):
    line, column, reason = what
    error = refusal(text)
    assert reason in str(error)
    assert str(error).startswith(f"line {line}, column {column}: ")
    assert (error.fields["line"], error.fields["column"]) == (line, column)
    assert error.sentence.template.format(**error.fields) == str(error)


@pytest.mark.parametrize(
    ("limit", "limits", "text"),
    [
        ("size", Limits(size=20), '[Game "troll"] d5 e5 d4'),
        ("games", Limits(games=2), '[Game "troll"] * ' * 3),
        ("turns", Limits(turns=4), '[Game "troll"] d5 e5 (e4 d4) d3'),
        ("depth", Limits(depth=2), '[Game "troll"] d5 (d4 (d3 (d6)))'),
        ("comment", Limits(comment=5), '[Game "troll"] d5 {123456}'),
        ("tags", Limits(tags=2), '[Game "troll"] [White "x"] [Date "y"] d5'),
        ("tag", Limits(tag=5), '[Game "troll"] [White "123456"] d5'),
        ("size", records.LIMITS, '[Game "troll"] {' + "ä" * 2_000_000),
        ("turns", records.LIMITS, '[Game "oddwords"] ' + "4 (4) " * 0 + "4 " + "(4) " * 10_000),
        ("depth", records.LIMITS, '[Game "oddwords"] 4' + "(4 " * 17 + ")" * 17),
        ("comment", records.LIMITS, '[Game "troll"] ;' + "x" * 10_001),
        ("tags", records.LIMITS, '[Game "troll"]' + "".join(f'[X{i} ""]' for i in range(100))),
        ("tag", records.LIMITS, '[Game "troll"] [X "' + "x" * 20_001 + '"]'),
    ],
)
def test_limits_are_named(limit, limits, text):
    error = refusal(text, limits)
    assert isinstance(error, LimitError)
    assert error.fields["limit"] == limit
    assert str(error.fields["most"]) in str(error)


def test_at_the_limits_records_are_read():
    deep = '[Game "oddwords"] 4 ' + "(4 " * 16 + ")" * 16
    assert Record.from_text(deep).to_text().count("(") == 16
    wide = '[Game "oddwords"] 4 ' + "(4) " * 9_999
    assert len(Record.from_text(wide).line.turns[0].variations) == 9_999


@pytest.mark.parametrize(
    ("players", "written", "winners"),
    [
        (1, "lost", ()),
        (1, "player-1", ("player 1",)),
        (2, "draw", ()),
        (2, "black", ("black",)),
        (3, "player-2", ("player 2",)),
        (3, "player-1+player-3", ("player 1", "player 3")),
        (3, "draw", ()),
    ],
)
def test_results_of_any_number_of_players(players, written, winners):
    head = f'[Game "oddwords"] [Options "players={players}"] [Termination "adjudication"] 4 '
    record = Record.from_text(head + written)
    assert record.winners == winners
    assert record.result == written
    assert f'[Result "{written}"]\n[Termination "adjudication"]\n' in record.to_text()
    spaced = written.replace("-", " ").replace("+", " + ").upper()
    assert Record.from_text(head.replace("4", f'[Result "{spaced}"] 4')) == record


def test_the_rules_supply_a_result_that_is_missing_and_abandoned_games_need_none():
    for end in ("", "*", "black"):
        assert Record.from_text(f"{WON} {end}").winners == ("black",)
    assert Record.from_text('[Game "troll"] [Termination "Abandoned"] d5 *').termination == "abandoned"


def test_a_record_of_a_state():
    state = byways.start("troll", size=4, swap=True).play("B2").play("swap").play("b3")
    record = Record.from_state(state, White="Ada", black="Ben", date="2026.11.21", Result="white", Termination="time")
    assert record.turns == ("b2", "swap", "b3")
    assert record.people == {"white": "Ada", "black": "Ben"}  # who began so; by now they have exchanged colours
    assert record.tags == {"Date": "2026.11.21"}
    assert record.final() == state
    assert Record.from_text(record.to_text()) == record
    with pytest.raises(RecordError, match="not over"):
        Record.from_state(state, Result="white")
    with pytest.raises(RecordError, match="a tag cannot be named 'Game'; records use this name for something else"):
        Record.from_state(state, Game="troll")


def test_a_builder_stays_as_it_was_when_it_refuses():
    builder = records.Builder(byways.start("troll", size=4))
    for step in (builder.open, builder.close, lambda: builder.mark(1), lambda: builder.play("a1")):
        with pytest.raises(byways.BywaysError):
            step()
    builder.play("b2")
    builder.open()
    with pytest.raises(RecordError, match="a variation needs a move"):
        builder.close()
    with pytest.raises(RecordError, match="not closed"):
        builder.record()
    builder.play("c2")
    builder.close()
    assert builder.record().to_text().endswith("\n1. b2 (1. c2) *\n")


def test_a_view_with_secret_turns_makes_no_record():
    state = byways.start("longway", players=2).play("setup d1N g7S")
    assert Record.from_state(state).turns == ("setup d1N g7S",)
    assert Record.from_state(state.view("player 1")).turns == ("setup d1N g7S",)
    with pytest.raises(RecordError, match="secret"):
        Record.from_state(state.view("player 2"))
