"""The parts of the site's pages as a person finds them: by role and name, and by markup only where they have none.

Tests in a browser find things through these, so that pages may be drawn anew: what changes then is here.
"""

import re

from byways.site.i18n.languages import LANGUAGES


def named(text):
    """Match a name or a text in whatever language the page speaks."""
    plain = text.replace("’", "'")  # as catalogues have it
    texts = [text, *(form for code in LANGUAGES for form in LANGUAGES[code].catalogue().texts.get(plain, ())[:1])]
    return re.compile(f"^({'|'.join(map(re.escape, texts))})$")


class Board:
    """The board: its points by their names, what lies on it, and what is shown over it beforehand."""

    def __init__(self, page):
        self.area = page.get_by_role("application")
        self.sending = self.area.and_(page.locator(".sending"))
        self.legal = self.area.locator(".point.legal")
        self.chosen = self.area.locator(".point.chosen")
        self.aimed = self.area.locator(".point.aimed")
        self.focused = self.area.locator(".point:focus")
        self.hinted = self.area.locator(".point.where")
        self.first_by_keys = self.area.locator('.point[tabindex="0"]')
        self.ghost = self.area.locator("#ghost")
        self.before = self.ghost.locator("> *")
        self.pieces = self.area.locator("[id] > .stone")
        self.stones = self.drawn("stone")
        self.on_the_way = self.area.locator(".layer > g:not([id])")

    def point(self, name):
        """Find a point or a side, whether it may be chosen or not; there is one on each sheet."""
        return self.area.locator(f'[data-point="{name}"]')

    def legal_point(self, name):
        """Find a point that may be chosen now."""
        return self.area.locator(f'.legal[data-point="{name}"]')

    def chosen_point(self, name):
        """Find a point that has been chosen for the turn that is being made."""
        return self.area.locator(f'.chosen[data-point="{name}"]')

    def drawn(self, kind):
        """Find everything of a kind that is there, whatever is shown over it beforehand: stones, paths, tiles."""
        return self.area.locator(f".{kind}:not(#ghost *)")

    def shown_before(self, kind):
        """Find everything of a kind that is shown over the board beforehand."""
        return self.ghost.locator(f".{kind}")

    def colour(self):
        """Return the colour of the board itself."""
        return self.drawn("at-cells").first.evaluate("(stop) => getComputedStyle(stop).stopColor")


class Page:
    """The parts that every page has."""

    def __init__(self, page):
        self.page = page
        self.theme = page.get_by_role("banner").get_by_role("button")
        self.waiting_turns = page.locator("[data-turns]")
        self.say = page.locator("#say")

    def button(self, text):
        """Find a button by its words in whatever language, also while it is hidden."""
        return self.page.get_by_role("button", name=named(text), include_hidden=True)


class Sheets:
    """The tabs by which one of several sheets is shown, or all of them."""

    def __init__(self, page):
        self.group = page.get_by_role("group", name=named("Sheets shown"), include_hidden=True)
        self.pressed = self.group.get_by_role("button", pressed=True)

    def tab(self, name):
        """Find a sheet's tab, which has its points as well."""
        return self.group.get_by_role("button", name=re.compile(f"^{re.escape(name)}"))


class Facts:
    """What a game has to tell beside its board."""

    def __init__(self, page):
        self.area = page.locator("#facts")
        self.dice = self.area.locator(".dice .die")
        self.rolling = self.dice.and_(page.locator(".rolling"))
        self.rolls = page.get_by_role("list", name=named("Earlier rolls"))
        self.total = self.area.locator(".total .now")
        self.then = self.area.locator(".total .then")
        self.coins = self.area.locator(".count-block .now")
        self.open_displays = self.area.locator(".legend-block .open")
        self.gallery = page.get_by_role("dialog").filter(has=page.locator(".samples"))
        self.samples = self.gallery.locator(".samples").get_by_role("listitem")

    def source(self, name):
        """Find the row of the points from one source."""
        return self.area.get_by_role("row", name=re.compile(f"^{re.escape(name)}"))


class NewGamePage(Page):
    """The page of a new game."""

    def __init__(self, page):
        super().__init__(page)
        self.start = self.button("Start game")
        self.brief = page.locator("#brief")
        self.clock = page.get_by_label(named("Clock"), exact=True)
        self.board = page.get_by_role("img", name=named("The board at the start"))
        self.games = page.get_by_role("navigation", name=named("Choose a game"))

    def choose(self, name):
        """Find a radio button by its words, whatever it is about: an opponent, a level, a side."""
        return self.page.get_by_role("radio", name=named(name))

    def fold(self, name):
        """Find the line that unfolds what is folded away."""
        return self.page.locator("summary").filter(has_text=name)

    def unfold(self, name):
        """Open what is folded away."""
        self.fold(name).click()


class HomePage(Page):
    """The first page."""

    def __init__(self, page):
        super().__init__(page)
        self.games = page.locator(".five > li")
        self.boards = self.games.locator(".thumbnail svg")
        self.own = page.locator("#lists")
        self.own_rows = self.own.locator("a[href*='/play/']")
        self.live = page.get_by_role("region", name=named("Watch live"))
        self.live_board = self.live.locator("svg.byways")
        self.watch = self.live.get_by_role("link")

    def game(self, title):
        """Find the card of a game."""
        return self.games.filter(has=self.page.get_by_role("heading", name=title, exact=True))

    def play(self, title):
        """Find the button that begins a game."""
        return self.game(title).locator(".btn[name=game]")


class MyGamesPage(Page):
    """The page of one's games."""

    def __init__(self, page):
        super().__init__(page)
        self.rows = page.locator("#lists li")
        self.links = self.rows.get_by_role("link")
        self.yours = self.rows.locator(".your-turn")
        self.left = self.rows.locator(".left")
        self.boards = self.rows.locator("svg")
        self.delete = self.rows.locator("form button")
        self.undo = page.locator("#undelete")


class BoardPage(Page):
    """A page with a board on which turns are made."""

    def __init__(self, page):
        super().__init__(page)
        self.prompt = page.locator(".prompt:not([hidden])")
        self.choices = page.get_by_role("group", name=named("Choices"), include_hidden=True)
        self.why = page.locator("#why")
        self.foretold = page.locator("#foretold")
        self.verdict = page.locator(".verdict")
        self.right = self.verdict.locator(".right")
        self.wrong = self.verdict.locator(".wrong")
        self.hand = page.locator(".hand")
        self.foot = page.locator(".foot")
        self.sheets = Sheets(page)
        self.facts = Facts(page)
        self.turns = page.get_by_role("list", name=named("Moves"))
        self.turn = self.turns.locator(".turn")
        self.current_turn = self.turns.locator("[aria-current]")
        self.undo = self.button("Take back")
        self.yes = page.get_by_role("dialog").locator("[value=yes]")
        self.confirm_dialog = page.get_by_role("dialog").filter(has=page.locator("[value=yes]"))


class PlayPage(BoardPage):
    """The page of a game."""

    def __init__(self, page):
        super().__init__(page)
        self.status = page.locator(".status [tabindex='-1']")
        self.players = page.get_by_role("list", name=named("Players"))
        self.player_rows = self.players.get_by_role("listitem")
        self.result = page.locator(".result")
        self.result_said = self.result.get_by_role("heading")
        self.result_why = self.result.locator("p").first
        self.next_steps = self.result.locator(".acts .btn:visible")
        self.first = self.button("First position")
        self.pointed = page.locator("#pointed")
        self.present = self.button("Back to the game")
        self.hurry = self.button("Move now")
        self.plan = page.locator(".plans")
        self.planned = page.locator(".planned-turns")
        self.cancel_plan = self.planned.get_by_role("button", name=named("Cancel"))
        self.plan_replies = self.button("Plan replies")
        self.replies = self.plan.get_by_role("listitem")
        self.try_a_line = self.button("Try a line")
        self.keep_line = self.button("Save this line")
        self.kept_line = page.get_by_role("link", name=named("Open the saved line"))
        self.commands = page.get_by_role("group", name=named("Game actions"), include_hidden=True)
        self.trouble = page.locator("#trouble")
        self.trouble_text = page.locator("#trouble-text")
        self.offer = page.locator(".offer")
        self.offer_said = self.offer.locator("p")
        self.toast = page.locator("#toast")
        self.elapsed = page.locator(".elapsed")
        self.preparing = page.locator("#preparing")
        self.preparing_said = self.preparing.locator("span")
        self.prepared = page.locator("#preparing-told")
        self.link = page.locator("#link")
        self.waiting = page.locator(".waiting > p")
        self.seat_links = page.locator(".waiting").get_by_role("listitem")
        self.chat = page.locator("details.chat")
        self.chat_heading = self.chat.locator("summary")
        self.chat_text = page.get_by_role("textbox", name=named("Message"))
        self.chat_lines = page.get_by_role("list", name=named("Messages"), include_hidden=True).locator("li")
        self.coach_switch = page.get_by_role("checkbox", name=named("Coach"))
        self.coach_preparing = page.locator("#coach-preparing")
        self.coach_hint = page.locator("#coach-hint")
        self.coach_said = page.locator("#coach-said")
        self.handover = page.get_by_role("dialog").filter(has=page.get_by_role("button", name=named("I am ready")))

    def of_players(self, kind):
        """Find everything of a kind in the rows of the players: clocks, names, scores."""
        return self.players.locator(f".{kind}")

    def seat_link(self, player):
        """Find the field with the address that leads to a seat."""
        return self.page.get_by_label(f"Link for {player}", exact=True)


class LinkPage(Page):
    """The page to which a link to a seat leads, or to this player on another device."""

    def __init__(self, page):
        super().__init__(page)
        self.said = page.get_by_role("main").get_by_role("status")
        self.go_on_too = self.button("Play this side too")


class ReviewPage(BoardPage):
    """The page of a review."""

    def __init__(self, page):
        super().__init__(page)
        self.said = page.locator("#said")
        self.value = page.locator("p.value")
        self.comments = page.locator(".comments")
        self.comment = self.turns.locator(".comment")
        self.report = page.locator("#report")
        self.progress = page.get_by_role("progressbar", name=named("Positions analysed"), include_hidden=True)
        self.mistakes = page.get_by_role("list", name=named("Mistakes"), include_hidden=True)
        self.unseen = page.locator(".unseen")
        self.graph = page.locator(".course > svg")
        self.curve = self.graph.locator(".curve")
        self.slider = page.get_by_role("slider", name=named("Position"))
        self.line = page.locator("#line")
        self.insight = page.locator(".insight > span")
        self.trial = page.locator(".trial")
        self.trying = page.locator("#try")
        self.back = self._step("Previous position", "Back")
        self.forth = self._step("Next position", "Forward")
        self.caption = page.locator(".course > figcaption")
        self.cards = self.mistakes.locator(".opened")
        self.panel = page.locator(".review > .panel")
        self.reading = page.locator(".reading")
        self.best = self.button("Best move")
        self.heat = self.button("Heat map")
        self.tally = page.get_by_role("table", name=named("What each player lost"))
        self.keys = page.get_by_role("dialog", name=named("Keys"))
        self.permalink = page.get_by_label("Link to this position")
        self.share_heading = page.locator("#share summary")
        self.notebook = page.locator("details.notebook")
        self.note_about = self.notebook.locator("form > p")
        self.note_said = self.notebook.locator("[role=alert]")
        self.dice = page.locator("details").filter(has=page.get_by_role("heading", name=named("With the same dice")))
        self.replay_said = self.dice.locator("[role=status]")
        self.replay_stop = self.dice.get_by_role("button", name=named("Stop"), include_hidden=True)
        self.replayed = page.get_by_role("progressbar", name=named("Rolls played"), include_hidden=True)
        self.replay_board = page.get_by_role("img", name=named("The engine’s board"), include_hidden=True)

    def _step(self, name, short):
        """Find a link beside the board, or in a narrow window below it."""
        return self.page.get_by_role("link", name=named(name)).or_(self.page.get_by_role("link", name=named(short)))

    def turn_at(self, address):
        """Find a turn of the list by where it stands in the tree."""
        return self.turns.locator(f'[data-address="{address}"]')


class PuzzlePage(BoardPage):
    """The page of a lesson or of a puzzle."""

    def __init__(self, page):
        super().__init__(page)
        self.done = page.locator("ol.dots .done")
        self.again = self.button("Try again")
        self.hint = self.button("Hint")
        self.hinted = self.verdict.locator(".hint")
        self.solution = page.get_by_role("main").get_by_role("button", name=named("Show the solution")).first
        self.answer = page.locator(".answer")
        self.answer_turn = self.answer.locator(".turn[aria-pressed=true]")
        self.result = page.locator(".result-line")
        self.share = page.locator("pre.share")


class ExercisePage(PuzzlePage):
    """The page of a mistake of one's own."""

    def __init__(self, page):
        super().__init__(page)
        self.question = page.locator("#question")
        self.show = self.button("Show it")
        self.next = page.get_by_role("link", name=named("Next"))


class RunPage(BoardPage):
    """The page of puzzle runs: a puzzle with the clock, or how the last run went."""

    def __init__(self, page):
        super().__init__(page)
        self.start = self.button("Start")
        self.clock = page.get_by_role("timer")
        self.next = page.get_by_role("link", name=named("Next puzzle"))
        self.score = page.locator("#score")
        self.solutions = page.locator("summary").filter(has_text="Solution")


class RulesPage(Page):
    """The page of a game's rules."""

    def __init__(self, page):
        super().__init__(page)
        self.rules = page.locator("li.rule")
        self.figures = self.rules.locator("figure svg")
        self.asked = page.locator("figure.asked")
        self.steps = page.locator(".stepper").get_by_role("listitem", include_hidden=True)
        self.place = page.locator(".stepper").get_by_role("status")
        self.next = self.button("Next")
        self.previous = self.button("Previous")

    def rule(self, title):
        """Find a rule by the words of its title."""
        return self.rules.filter(has=self.page.get_by_role("heading", name=title))

    def part(self, title):
        """Find the line that unfolds a part."""
        return self.page.locator("summary").filter(has_text=title)

    def link(self, title):
        """Find the cover's link to a part."""
        return self.page.get_by_role("navigation", name=named("On this page")).get_by_role("link", name=title)
