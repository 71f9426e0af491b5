"""Game options: what they may be, how they are read from Python, a command line or a position's text."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeAlias

from byways.errors import OptionError
from byways.translatable import either, marked, say

Value: TypeAlias = int | bool | str


@dataclass(frozen=True)
class Option(ABC):
    """A named option. Subclasses say which values it may have."""

    name: str
    default: Value
    help: str
    label: str = field(default="", kw_only=True)
    """What pages call the option; empty for its name."""
    words: Mapping[Value, str] = field(default_factory=dict, kw_only=True, hash=False)
    """What pages write for some of its values, with the field {value}."""
    word: str = field(default="", kw_only=True)
    """What pages write for all other values, with the field {value}; empty for the value itself."""
    variant: bool = field(default=False, kw_only=True)
    """Whether all values but the default change the game that its designer described; then it is a variant."""

    def changes(self, value: Value) -> bool:
        """Return whether a value makes the game a variant of itself."""
        return self.variant and value != self.default

    def __post_init__(self) -> None:
        """Check the default. Raises OptionError."""
        found = self.parse(self.default)
        if found is None or found != self.default or type(found) is not type(self.default):
            raise OptionError(
                "option.default",
                "option {option}: its default is {value!r}; it must be {allowed}",
                option=self.name,
                value=self.default,
                allowed=self.allowed,
            )

    def word_for(self, value: Value) -> str:
        """Return what pages write for a value, with the field {value}."""
        return self.words.get(value) or self.word or self.write(value)

    @property
    @abstractmethod
    def allowed(self) -> str:
        """The values that the option may have, in words."""

    @abstractmethod
    def parse(self, value: object) -> Value | None:
        """Return the value that `value` (perhaps a text) denotes; None if it is not allowed."""

    def read(self, value: object) -> Value:
        """Return the value that `value` denotes. Raises OptionError, which names what is allowed."""
        parsed = self.parse(value)
        if parsed is None:
            raise OptionError(
                "option.value",
                "option {option}: {value!r} is not allowed; it must be {allowed}",
                option=self.name,
                value=value,
                allowed=self.allowed,
            )
        return parsed

    def write(self, value: Value) -> str:
        """Return the value as text that `read` understands."""
        return str(value).lower() if isinstance(value, bool) else str(value)


@dataclass(frozen=True)
class Whole(Option):
    """A whole number from `low` to `high` in steps of `step`; `extra` values are allowed besides."""

    low: int
    high: int
    step: int = 1
    extra: tuple[int, ...] = ()

    def __post_init__(self) -> None:
        """Check the range and the default. Raises OptionError."""
        if self.step < 1 or not self.values:
            raise OptionError(
                "option.range",
                "option {option}: there is no whole number from {low} to {high} in steps of {step}",
                option=self.name,
                low=self.low,
                high=self.high,
                step=self.step,
            )
        super().__post_init__()

    @property
    def allowed(self) -> str:
        template = marked("a whole number from {low} to {high}")
        if self.step == 2 and self.low % 2 == 0:
            template = marked("an even number from {low} to {high}")
        number = say(template, low=self.low, high=self.high)
        return either((*map(str, self.extra), number))

    @property
    def values(self) -> tuple[int, ...]:
        """All allowed values, ascending."""
        return tuple(sorted({*self.extra, *range(self.low, self.high + 1, self.step)}))

    def parse(self, value: object) -> Value | None:
        if isinstance(value, bool) or not isinstance(value, int | str):
            return None
        try:
            number = int(value)
        except ValueError:
            return None
        return number if number in self.values else None


@dataclass(frozen=True)
class Choice(Option):
    """One of several words."""

    choices: tuple[str, ...]

    @property
    def allowed(self) -> str:
        return either(f'"{choice}"' for choice in self.choices)

    def parse(self, value: object) -> Value | None:
        word = value.strip().lower() if isinstance(value, str) else None
        return word if word in self.choices else None


@dataclass(frozen=True)
class Flag(Option):
    """Yes or no."""

    @property
    def allowed(self) -> str:
        return say("true or false")

    def parse(self, value: object) -> Value | None:
        if isinstance(value, bool):
            return value
        words = {
            "true": True,
            "yes": True,
            "on": True,
            "1": True,
            "false": False,
            "no": False,
            "off": False,
            "0": False,
        }
        return words.get(value.strip().lower()) if isinstance(value, str) else None


@dataclass(frozen=True)
class File(Option):
    """The path of a file; empty for the one that Byways ships."""

    @property
    def allowed(self) -> str:
        return say("the path of a file")

    def parse(self, value: object) -> Value | None:
        return str(value) if isinstance(value, str | Path) else None


SWAP = Flag(
    "swap", False, "the second player may answer the first move by swapping colours (pie rule)", label="Pie rule"
)


def read_all(options: Sequence[Option], given: Mapping[str, object]) -> dict[str, Value]:
    """Return every option's value, by default its default. Raises OptionError for a bad name or value."""
    known = {option.name: option for option in options}
    for name in given:
        if name not in known:
            allowed = ", ".join(known)
            raise OptionError(
                "option.unknown",
                "there is no option {option!r}; the options are: {allowed}",
                option=name,
                allowed=allowed,
            )
    return {name: option.read(given[name]) if name in given else option.default for name, option in known.items()}
