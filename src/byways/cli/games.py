"""`byways games`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from byways.cli.common import Switch, game_named, print_json

if TYPE_CHECKING:
    from byways.game import Game


def games(game: str | None = None, /, *, json: Switch = False) -> None:
    """List the games, or the options of one game.

    The JSON array has for each game: game, title, designer, credit, summary, and
    options (name, default, allowed, help, variant: whether other values than the
    default change the game that its designer described).

    Try:

        byways games
        byways games whirlwind

    Args:
        game: Only this game, with its options.
        json: Print JSON.
    """
    from byways import registry

    found = [game_named(name) for name in ([game] if game else registry.names())]
    if json:
        print_json(list(map(_facts, found)))
    elif game:
        print(_described(found[0]))
    else:
        width = max(len(one.name) for one in found)
        print("\n".join(f"{one.name:<{width}}  {one.about.summary}" for one in found))


def _described(game: Game) -> str:
    options = [
        f"  --{option.name}: {option.help}\n      {option.allowed}; {option.write(option.default) or 'none'} by default"
        f"{', all else is a variant' if option.variant else ''}"
        for option in game.options
    ]
    return "\n".join(
        (f"{game.title}, by {game.about.designer}. {game.about.summary}", "", *options, "", game.about.credit)
    )


def _facts(game: Game) -> dict[str, object]:
    options = [
        {
            "name": option.name,
            "default": option.default,
            "allowed": option.allowed,
            "help": option.help,
            "variant": option.variant,
        }
        for option in game.options
    ]
    about = {
        "title": game.title,
        "designer": game.about.designer,
        "credit": game.about.credit,
        "summary": game.about.summary,
    }
    return {"game": game.name, **about, "options": options}
