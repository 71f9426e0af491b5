"""What a turn did is shown in motion, over a board that is right at once, and only for who wants that."""

from browser_world import Table, expect
from page_objects import Board, BoardPage, ReviewPage
from review_browser_world import upload

import byways
from byways.kernels.rng import seeded
from byways.search.random_game import random_turn

# Animations stand still at their beginning, so that they can be looked at however slow the machine is.
HOLD = """
const animate = Element.prototype.animate;
Element.prototype.animate = function (...given) {
  const animation = animate.apply(this, given);
  animation.pause();
  return animation;
};
"""
MOVING = """() => document.getAnimations().filter((a) => !(a instanceof CSSAnimation)).map((a) => {
  const {delay, duration} = a.effect.getTiming();
  const target = a.effect.target;
  const frames = a.effect.getKeyframes();
  return {id: target.id, kind: target.firstElementChild?.classList[0], delay, ends: delay + duration,
          frames: frames.map((f) => f.transform ?? `opacity ${f.opacity}`)};
})"""


def opening(page, server, game, **form):
    page.add_init_script(HOLD)
    return Table(page, server.address, game, **form)


def moving(page, *, copies=False):
    """What moves after the last turn, by its id; or the copies of what is not there any more."""
    found = page.evaluate(MOVING)
    assert all(one["ends"] <= 250 for one in found)
    return [one for one in found if not one["id"]] if copies else {one["id"]: one for one in found if one["id"]}


def copies(page):
    return Board(page).on_the_way.count()


def random_line(game, kind, count=1, seed=4, **options):
    """A random game up to the turn that shows so many marks of a kind: the state before the turn, and after it."""
    rng, state = seeded(seed), byways.start(game, **options)
    while state.to_move is not None:
        before, state = state, state.apply_unchecked(random_turn(state, rng))
        if len(marked(state, kind)) >= count:
            return before, state
    raise AssertionError(f"no {kind} in this game")


def marked(state, kind):
    return [item.at[0] for item in state.variant.game.picture(state).boards[0].items if item.kind == kind]


def review(page, server, state):
    """The review of a game, at its last turn but one."""
    turns = " ".join(f"{i // 2 + 1}. {turn}" if i % 2 == 0 else turn for i, turn in enumerate(state.turns))
    options = " ".join(f"{name}={value}" for name, value in state.options.items())
    address = upload(page, server, f'[Game "{state.variant.game.name}"]\n[Options "{options}"]\n\n{turns} *')
    page.goto(f"{address}?ply={len(state.turns) - 1}")


def step(page, button="Next position"):
    """Show another position, and wait until it is there."""
    said = ReviewPage(page).said.inner_text()
    page.get_by_role("link", name=button).click()
    expect(ReviewPage(page).said).not_to_have_text(said)


def distance(one, other):
    return max(abs(ord(one[0]) - ord(other[0])), abs(int(one[1:]) - int(other[1:])))


def test_a_placed_disc_appears_and_discs_turn_over_outwards(page, server):
    page.add_init_script(HOLD)
    _, state = random_line("troll", "flipped", 3)
    review(page, server, state)
    step(page)
    found = moving(page)
    assert found[f"pieces.{state.turn}"]["frames"][0].startswith("scale")
    flipped = marked(state, "flipped")
    delays = {distance(name, state.turn): found[f"pieces.{name}"]["delay"] for name in flipped}
    assert len(delays) > 1
    assert [delays[far] for far in sorted(delays)] == sorted(set(delays.values()))
    assert copies(page) == len(flipped), "their old sides, for the first half"
    assert Board(page).pieces.count() == len(marked(state, "stone")), "what is, is there at once"

    step(page, "Previous position")
    assert copies(page) == len(flipped) + 1, "they turn back, and what was placed goes"
    assert Board(page).pieces.count() == len(marked(state, "stone")) - 1


def test_a_jump_travels_and_what_comes_next_breaks_in(page, server):
    page.add_init_script(HOLD)
    before, state = random_line("stride", "capture")
    review(page, server, state)
    step(page)
    hit, traveller = moving(page, copies=True)
    assert hit["frames"][-1] == "opacity 0", "what is captured stays until it is hit"
    assert [frame.partition("(")[0] for frame in traveller["frames"]] == ["translate"] * 3
    assert traveller["frames"][0] != traveller["frames"][-1]
    step(page, "Previous position")
    assert not any("translate" in one["frames"][0] for one in moving(page, copies=True)), "what travelled is gone"
    pieces = "() => [...document.querySelectorAll('#stage .layer.pieces > g[id]')].map((g) => g.outerHTML).sort()"
    shown = page.evaluate(pieces)
    page.reload()
    assert page.evaluate(pieces) == shown
    assert len(shown) == len(marked(before, "stack"))


def test_nothing_is_left_when_all_has_moved(page, server):
    table = Table(page, server.address, "stride")
    for _ in range(3):
        table.play(table.state.legal_turns()[0])
    expect(Board(page).on_the_way).to_have_count(0)
    page.wait_for_function("() => document.getAnimations().length === 0")


def test_a_projected_stone_slides_from_the_placed_one_and_two_stones_drop_one_after_the_other(visitor, server):
    page = visitor().page()
    table = opening(page, server, "stroll")
    turn = table.state.legal_turns()[5]
    table.play(turn)
    placed, sent = turn.split(">")
    found = moving(page)
    assert f"pieces.{placed}" not in found, "it has dropped at the first click already"
    assert found[f"pieces.{sent}"]["frames"][0] == "opacity 0"
    (traveller,) = moving(page, copies=True)
    assert traveller["frames"][0].startswith("translate")

    page = visitor().page()
    table = opening(page, server, "whirlwind", size="8")
    table.play(table.state.legal_turns()[0])
    first, second = table.two_stones()
    table.click(first)
    table.settled()
    assert moving(page)[f"pieces.{first}"]["frames"][0].startswith("scale")
    table.click(second)
    table.settled()
    found = moving(page)
    assert found[f"pieces.{second}"]["frames"][0].startswith("scale")
    assert f"pieces.{first}" not in found


def test_a_tile_is_laid_with_its_walls(page, server):
    table = opening(page, server, "longway", people=False, players="1")
    table.click("a1N")
    table.click("g7S")
    expect(BoardPage(page).hand).to_be_visible(timeout=120_000)
    turn = table.state.legal_turns()[0]
    table.point_at(table.clicks(table.state, turn)[0])
    table.settled()
    kinds = [one["kind"] for one in moving(page).values()]
    assert "tile" in kinds
    assert "wall" in kinds


def test_motion_is_as_the_system_or_the_setting_says(page, server):
    table = opening(page, server, "troll", size="4")
    for count, (turn, system, setting, moves) in enumerate((
        ("b3", "no-preference", None, True),
        ("a2", "reduce", None, False),
        ("c3", "reduce", "on", True),
        ("b2", "no-preference", "off", False),
    ), 1):  # fmt: skip
        page.emulate_media(reduced_motion=system)
        if setting:
            page.evaluate(f"() => (localStorage['byways-motion'] = '{setting}')")
        page.reload()
        table.play(turn)
        assert bool(moving(page)) is moves, (system, setting)
        expect(Board(page).stones).to_have_count(count)
