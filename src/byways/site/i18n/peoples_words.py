"""What people write, within the site's own sentences: names, messages, comments, titles."""

from __future__ import annotations

import re
import unicodedata

FIRST, LAST = "\u2068", "\u2069"
"""First strong isolate and its end, Unicode's `<bdi>` for texts without markup."""
_ISOLATES = dict.fromkeys(range(0x2066, 0x206A))
_TURNS = frozenset(("R", "AL", "AN", "RLE", "RLO", "LRE", "LRO", "PDF", "LRI", "RLI", "FSI", "PDI"))
"""Kinds of characters that give a direction to the text beside them; the site's languages run from left to right."""
_JOINERS = "\u200c\u200d"
_BLANK = frozenset("\u115f\u1160\u3164\uffa0\u2800\U0001d159\u034f\u17b4\u17b5\U00016fe4")
"""Invisible letters, signs and marks."""
_MARKS = 2  # on one letter: more cover what is above and below


def isolated(words: str) -> str:
    """Return what a person wrote, isolated where its direction would change the order of the sentence around it."""
    turns = any(unicodedata.bidirectional(c) in _TURNS for c in words)
    return f"{FIRST}{words.translate(_ISOLATES)}{LAST}" if turns else words


def clean_name(text: str, most: int) -> str | None:
    """Return a name of at most so many characters on one line, as typed but for what cannot be seen.

    None where no letter is left.
    """
    kept = ""
    marks = 0
    for c in re.sub(r"\s+", " ", unicodedata.normalize("NFC", text)).strip():
        kind = unicodedata.category(c)
        if c in _BLANK or (kind[0] == "C" and c not in _JOINERS):
            continue
        if kind[0] == "M":
            marks += _marks_of(c)
            if marks > _MARKS or kept[-1:] in ("", " "):
                continue
        elif c in _JOINERS:
            if kept[-1:] in ("", " ", *_JOINERS):
                continue
        else:
            marks = _marks_of(c)
        kept += c
    kept = re.sub(rf"[{_JOINERS}]+(?= |$)", "", re.sub(" +", " ", kept)[:most]).strip()
    return kept if any(unicodedata.category(c)[0] == "L" for c in kept) else None


def _marks_of(c: str) -> int:
    """Return how many combining marks a character consists of, beside its letter."""
    return sum(unicodedata.category(part)[0] == "M" for part in unicodedata.normalize("NFD", c))
