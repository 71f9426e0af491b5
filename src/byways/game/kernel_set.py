"""All kernels of a game as the library calls them: the game's own, those derived from them, and the pie rule."""

from __future__ import annotations

from dataclasses import dataclass, fields, replace
from typing import Any, TypeVar

from byways.game import wrappers
from byways.game.groups import BatchForm, Form, Rules, SearchKernels
from byways.game.wrappers import bound
from byways.kernels import signature_of, signature_text
from byways.kernels.signatures import (
    Allows,
    Apply,
    Chances,
    Choose,
    Evaluate,
    Key,
    LegalActions,
    Mask,
    Observe,
    Order,
    Outcome,
    Playout,
    PlayoutTrace,
    Setup,
    Symmetry,
)
from byways.rules import defaults


@dataclass(frozen=True)
class Kernels:
    """The kernels that searches and states call; what each does is said in `Rules` and `SearchKernels`."""

    setup: Setup
    legal_actions: LegalActions
    apply: Apply
    allows: Allows
    """-1: look in the list."""
    outcome: Outcome
    settle: Setup
    chances: Chances
    choose: Choose
    playout: Playout
    """0: play action by action."""
    playout_trace: PlayoutTrace
    """-1: there is none."""
    evaluate: Evaluate
    """0: no opinion."""
    order: Order
    forcing: LegalActions
    mask: Mask
    """-1: write what is listed."""
    observe: Observe
    key: Key
    symmetry: Symmetry


def kernels_of(rules: Rules, search: SearchKernels, *, moves: bool, observe: Observe) -> Kernels:
    """Return a game's kernels; with `moves` its first actions move pieces of the player to move."""
    legal = rules.legal_actions
    allows: Any = defaults.allows
    if rules.allows is not None:
        listed = wrappers.listed_moves if moves else wrappers.listed
        legal = legal or bound(listed, rules.allows)
        knows_the_end = signature_of(rules.allows) == signature_text(Allows)
        allows = rules.allows if knows_the_end else bound(wrappers.allowed, rules.allows)
    assert legal is not None, "checked when the game was made"
    groups = vars(rules) | vars(search)
    given = {field.name: groups[field.name] for field in fields(Kernels)}
    settle = rules.settle or (bound(wrappers.settled, rules.judge) if rules.judge else defaults.settle)
    return Kernels(**given | {"legal_actions": legal, "allows": allows, "settle": settle, "observe": observe})


T = TypeVar("T", Kernels, Form, BatchForm)
_AROUND: dict[str, Any] = {
    "legal_actions": wrappers.listed_or_swap,
    "allows": wrappers.allowed_or_swap,
    "apply": wrappers.applied_or_swap,
    "mask": wrappers.masked_or_swap,
    "order": wrappers.ordered_or_swap,
    "key": wrappers.keyed_with_swap,
    "symmetry": wrappers.mirrored_with_swap,
}
_RIGHT_ANYWAY = (defaults.allows, defaults.mask, defaults.order, defaults.key, defaults.symmetry)


def with_pie(kernels: T) -> T:
    """Return the same kernels with the pie rule around them."""
    given = {name: (template, getattr(kernels, name, None)) for name, template in _AROUND.items()}
    wrapped: dict[str, Any] = {
        name: bound(template, inner)
        for name, (template, inner) in given.items()
        if inner is not None and inner not in _RIGHT_ANYWAY
    }
    return replace(kernels, **wrapped)
