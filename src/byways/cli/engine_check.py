"""`byways engine-check`."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from byways.cli.common import Rest, Switch, game_named, pairs, plain_lines, print_json, usage

if TYPE_CHECKING:
    from byways.game import Game
    from byways.interop.engine_check import Finding


def engine_check(command: str, /, *options: Rest, game: str | None = None, json: Switch = False) -> int:
    """Check that a program speaks the engine protocol, so that it can play matches.

    The program is started and asked; each line says what was tried and, if it did
    not work, what the program did instead. What is only welcome is not needed for
    matches. docs/guides/engine.md describes the protocol, byways engine --schema
    prints its JSON Schema.

    The exit status is 1 if something that is needed does not work. The JSON object
    has ok and checks, a list with name, needed and problem, which is empty where
    all is well.

    Try:

        byways engine-check "python bot.py"
        byways engine-check "node bot.mjs" --game stride --side 4
        byways engine-check "byways engine" --json

    Args:
        command: The program's command line.
        options: The game's own options, such as --size 6 --swap.
        game: The game that is played; by default the first of two players without secrets.
        json: Print JSON.
    """
    from dataclasses import asdict

    from byways.arena.processes import words_of
    from byways.interop.engine_check import check

    with usage():
        words, variant = words_of(command), _game(game).variant(pairs(options))
    findings: list[Finding] = []
    heard = ""
    for finding, errors in check(words, variant):
        findings.append(finding)
        heard = errors
        if not json:
            print(_said(finding), flush=True)
    ok = not any(finding.problem for finding in findings if finding.needed)
    if json:
        print_json({"ok": ok, "checks": [asdict(finding) for finding in findings]})
    elif not ok and heard:
        print(f"the end of its error output:\n{plain_lines(heard)}", file=sys.stderr)
    return 0 if ok else 1


def _game(name: str | None) -> Game:
    """Return the game with this id, or the first that every program may know all about."""
    from byways.games import registry

    games = map(registry.find, registry.names())
    plain = (game for game in games if game.secrets.hide is None and not game.dice)
    return next(plain) if name is None else game_named(name)


def _said(finding: Finding) -> str:
    if not finding.problem:
        return f"ok       {finding.name}"
    return f"{'broken' if finding.needed else 'missing':8} {finding.name}: {finding.problem}"
