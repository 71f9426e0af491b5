"""What a page with a board shows, read from its markup: what a person would see there."""

import re
from html import unescape
from html.parser import HTMLParser

BUTTONS = {"resign": "resign", "draw": "draw", "takeback": "takeback", "call-off": "call off", "rematch": "rematch"}
BUTTONS |= {"claim-win": "claim win", "claim-draw": "claim draw"}
BUTTONS |= {"offer-yes": "yes", "offer-no": "no", "offer-back": "withdraw"}


def text_of(markup):
    """The words in some markup."""
    return " ".join(unescape(re.sub(r"<[^>]*>", " ", markup or "")).split())


def inside(markup, mark):
    """The words in the element that has a mark, an id or a class; None if there is none."""
    found = re.search(rf"<(\w+)[^>]*{re.escape(mark)}[^>]*>(.*?)</\1>", markup or "", re.DOTALL)
    return text_of(found[2]) if found else None


def filled_in(page):
    """What a browser would send of a page's form as it comes: field names and values."""
    parser = Form()
    parser.feed(page)
    return parser.sent


class Form(HTMLParser):
    """Reads the fields of a page with one form."""

    def __init__(self):
        super().__init__()
        self.sent, self.select = {}, None

    def handle_starttag(self, tag, attrs):
        given = dict(attrs)
        if tag == "select":
            self.select = given["name"]
        elif tag == "option" and (self.select not in self.sent or "selected" in given):
            self.sent[self.select] = given["value"]
        elif tag == "input" and (given.get("type") not in ("radio", "checkbox") or "checked" in given):
            self.sent[given["name"]] = given["value"]


def rows(markup, region):
    return [made for key, made in markup.items() if key.startswith(f"{region}.") and made]


def turn_of(row):
    """A turn as records have it: lists say some in words."""
    written = re.search(r'title="([^"]*)"', row)
    return unescape(written[1]) if written else text_of(row)


def player(row):
    seen = {"player": unescape(re.search(r'data-player="([^"]*)"', row)[1]), "who": inside(row, 'class="who"')}
    seen["here"] = None if "data-room" not in row else 'class="here"' in row
    return seen | {"score": inside(row, 'class="score"'), "mover": ' mover"' in row}


def offer(markup):
    said = inside(markup, 'id="offer-said"') or inside(markup, 'id="toast-said"')
    number = re.search(r"number&#34;: ?(\d+)", markup or "")
    stands = said and {"said": said, "number": int(number[1])} if number else None
    return {"offer": stands, "declined": {"said": said} if said and not number else None}


def result(markup):
    if 'id="result-said"' not in (markup or ""):
        return None
    return {"said": inside(markup, 'id="result-said"'), "why": inside(markup, 'id="result-why"')}


def facts(said):
    """What an answer that carries everything lets a person see, beside what scripts read."""
    if "view" not in said:
        return said
    view, markup = said["view"], said["patch"]["markup"]
    game = view["game"] or {}
    drawn = "".join(filter(None, (markup.get(key) for key in ("offer", "toast", "commands", "result"))))
    ids = [re.sub(r"^offer-\d+", "offer", one) for one in re.findall(r'id="([\w-]+)" data-do', drawn)]
    may = [BUTTONS[one] for one in ids if one in BUTTONS]
    left = (game.get("clocks") or {}).get("left", {})
    turns = [(turn_of(row), unescape(re.search(r'data-player="([^"]*)"', row)[1])) for row in rows(markup, "turns")]
    shown = {key: text_of(markup.get(key)) for key in ("prompt", "notes", "sheet-foot")}
    shown |= offer("".join(filter(None, (markup.get("offer"), markup.get("toast")))))
    shown |= {
        "kind": said["kind"],
        "may": may,
        "offers": view["choices"]["offers"],
        "turns": [list(turn) for turn in turns],
        "players": [player(row) | {"left": left.get(player(row)["player"])} for row in rows(markup, "players")],
        "outcome": result(markup.get("result")),
        "undo": "data-do" in (markup.get("undoing") or ""),
        "hurry": "data-do" in (markup.get("hurrying") or ""),
        "trouble": inside(markup.get("trouble"), 'id="trouble-text"') or "",
        "toMove": game.get("mover"),
        "viewer": view["player"],
        "rematch": game.get("next"),
        "markup": markup,
    }
    error = {"error": {"code": said["code"], "message": said["why"]}} if said["kind"] == "refused" else {}
    return {**view, **game, **(game.get("clocks") or {}), **shown, **error}


def turn_body(version, actions, key=None, **more):
    """The body of a request that makes a turn."""
    return {"command": {"kind": "turn", "version": version, "actions": actions, **more}, "shown": "", "key": key}


class Page:
    """What a page shows that only hears patches."""

    def __init__(self):
        self.tag, self.markup = None, {}

    def hear(self, said):
        """Show some news; what a person then sees."""
        if "view" not in said:
            return said
        base = said["patch"].get("base")
        assert base in (None, self.tag), "a patch is for what the page shows"
        markup = ({} if base is None else self.markup) | said["patch"]["markup"]
        self.markup = {key: made for key, made in markup.items() if made is not None}
        self.tag = said["view"]["tag"]
        return facts({**said, "patch": {**said["patch"], "markup": self.markup}}) | {"patch": said["patch"]}


class Told:
    """An answer of the board's routes, as a person reads it."""

    def __init__(self, answer):
        self.answer = answer
        self.status_code, self.text, self.headers = answer.status_code, answer.text, answer.headers

    def json(self):
        said = self.answer.json()
        if said.get("kind") == "incomplete":
            return said | {"taken": said["actions"], "offers": said["choices"]["offers"]}
        return facts(said)
