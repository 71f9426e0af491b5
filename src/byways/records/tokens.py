"""The tokens of the text format. One pass, one regular expression without backtracking: linear in any text."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from byways.errors import RecordError
from byways.translatable import marked

_INSIDE = r"(?:[^\\{end}]|\\.)*+"  # a backslash keeps the closing character from closing

_TOKEN = re.compile(
    rf"""
      (?P<space>   [\s\ufeff]++ )
    | (?P<escape>  (?<![^\n\ufeff]) % [^\n]*+ )
    | ;  (?P<remark> [^\n]*+ )
    | \{{ (?P<comment> {_INSIDE.format(end="}")} ) \}}
    | "  (?P<quoted> {_INSIDE.format(end='"')} ) "
    | \[ \s*+ (?P<tag> [A-Za-z][\w\ ]{{0,99}}+ ) \s*+ " (?P<value> {_INSIDE.format(end='"')} ) " \s*+ \]
    | (?P<open>    \( )
    | (?P<close>   \) )
    | (?P<end>     \* )
    | \$ (?P<mark> [0-9]{{1,9}}+ )
    | (?P<glyph>   [!?]{{1,2}}+ ) (?! [!?] )
    | (?P<number>  [0-9]{{1,9}}+ (?: \.++ | … ) )
    | (?P<word>    [^\s\ufeff(){{}}\[\]";*$!?]++ )
    """,
    re.VERBOSE | re.DOTALL,
)
_MISNAMED = re.compile(r'\[\s*+(?P<name>[^\s"\[\]][^"\[\]]{0,99}+)"[^"\n]*+"\s*+\]')
_IGNORED = {"space", "escape", "number"}
_WRONG = {
    "{": "the comment that begins here is never closed",
    "}": "} closes no comment; within a comment write \\}",
    '"': "the quotation that begins here is never closed",
    "[": 'this is not a tag; expected one such as [White "Ada"]',
    "]": "] closes no tag",
    "$": "$ needs a number, such as $1",
    "!": "unknown mark; there are !, ?, !!, ??, !? and ?!",
    "?": "unknown mark; there are !, ?, !!, ??, !? and ?!",
}
GLYPHS = {"!": 1, "?": 2, "!!": 3, "??": 4, "!?": 5, "?!": 6}
_BARE = re.compile(r"[^\W_][^\s\ufeff(){}\[\]\";*$!?.…%]*+")


class Token(NamedTuple):
    """One token, and where it begins in the text."""

    kind: str
    """tag, remark, comment, quoted, open, close, end, mark, glyph or word."""
    text: str
    at: int
    value: str = ""
    """Of a tag."""


def tokens(text: str) -> Iterator[Token]:
    """Yield the tokens of a text whose lines end with a line feed. Raises RecordError."""
    at = 0
    while at < len(text):
        found = _TOKEN.match(text, at)
        if found is None:
            misnamed = _MISNAMED.match(text, at)
            wrong = bad_name(misnamed["name"].strip()) if misnamed else RecordError("record.syntax", _WRONG[text[at]])
            raise placed(wrong, text, at)
        kind = "tag" if found["tag"] else str(found.lastgroup)
        if kind == "tag":
            yield Token(kind, found["tag"], at, unescape(found["value"]))
        elif kind not in _IGNORED:
            yield Token(kind, unescape(found[kind]) if kind in ("quoted", "comment") else found[kind], at)
        at = found.end()


def bad_name(tag: str) -> RecordError:
    """Return the error for what is no name of a tag."""
    template = "a tag cannot be named {tag!r}; a name has letters from A to Z, digits and _, a letter first"
    return RecordError("record.tag.name", template, tag=tag[:40])


def placed(error: RecordError, text: str, at: int) -> RecordError:
    """Return the error with the line and column (both from 1) of the offset `at` in the text."""
    fields = {
        **error.fields,
        "problem": error.sentence,
        "line": text.count("\n", 0, at) + 1,
        "column": at - text.rfind("\n", 0, at),
    }
    return type(error)(error.code, marked("line {line}, column {column}: {problem}"), **fields)


def escape(text: str, end: str) -> str:
    """Escape a text that is closed by the character `end`."""
    return text.replace("\\", "\\\\").replace(end, "\\" + end)


def unescape(text: str) -> str:
    """Undo `escape`. A backslash before any other character means itself."""
    return re.sub(r'\\([\\}"])', r"\1", text)


def is_bare(turn: str) -> bool:
    """Return whether a turn's text is one word to this lexer, so that it needs no quotation marks."""
    return _BARE.fullmatch(turn) is not None
