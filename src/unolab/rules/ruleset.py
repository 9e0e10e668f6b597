"""Rules: what a table agrees on before the cards are dealt, as a value with a short text form."""

from dataclasses import dataclass, replace
from typing import Any

from unolab.errors import NotationError, show, suggestion
from unolab.rules.options import CLASHES, OPTIONS, Option, OptionValue
from unolab.rules.presets import CHANGES

_LONGEST = 1_000  # characters of a rules text; naming all options takes about half of it


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class Rules:
    """The nineteen options of the game; every default is the official game.

    What each value means stands in ``OPTIONS`` and in docs/rules.md.
    """

    hand_size: int = 7
    opening: str = "official"
    draw_when_able: bool = True
    draw_until_playable: bool = False
    drawn_card: str = "may"
    stacking: str = "none"
    wd4: str = "challenge"
    wd4_test: str = "color"
    two_player_reverse_skips: bool = True
    draw_plays_again: bool = False
    uno_penalty: int = 2
    last_card_draws: bool = True
    jump_in: bool = False
    seven_zero: bool = False
    target: int = 500
    low_score_wins: bool = False
    partners: bool = False
    turn_limit: int = 0
    dealer: str = "rotate"

    def __post_init__(self) -> None:
        """Refuse values out of range and settings that clash, with a sentence that says why."""
        for name, option in OPTIONS.items():
            option.check(getattr(self, name))
        for clash in CLASHES:
            if sentence := clash.find(self._value):
                raise ValueError(sentence)

    @classmethod
    def preset(cls, name: str) -> "Rules":
        """Return the rules known by a name, such as ``official`` or ``party``."""
        if name in PRESETS:
            return PRESETS[name]
        hint = suggestion(name, PRESETS)
        raise NotationError(f"unknown preset {show(name)}{hint}; known are {', '.join(PRESETS)}")

    @classmethod
    def parse(cls, text: str) -> "Rules":
        """Read a preset and what differs from it: ``official+stacking=same+wd4=strict``."""
        if not isinstance(text, str):
            raise NotationError(f"rules are written as text, not as {type(text).__name__}")
        if not text:
            raise NotationError(f"the rules are empty; name a preset: {', '.join(PRESETS)}")
        if len(text) > _LONGEST:
            raise NotationError(
                f"a rules text of {len(text)} characters is over the limit, {_LONGEST}"
            )
        name, *parts = text.split("+")
        if "=" in name:
            raise NotationError(f"rules begin with a preset: write {show('official+' + name)}")
        base = cls.preset(name)
        if not parts:
            return base
        changes: dict[str, Any] = {}
        for part in parts:
            option, value = _read_difference(part)
            if option in changes:
                raise NotationError(f"{option} is set twice in {show(text)}")
            changes[option] = value
        try:
            return replace(base, **changes)
        except ValueError as error:
            raise NotationError(str(error)) from None

    @classmethod
    def of(cls, rules: "Rules | str") -> "Rules":
        """Return rules that may be given as text."""
        return rules if isinstance(rules, Rules) else cls.parse(rules)

    def __str__(self) -> str:
        """Name the nearest preset and what differs from it, the inverse of :meth:`parse`."""
        # min keeps the first of equals, so the official game wins a tie.
        name = min(PRESETS, key=lambda name: len(self._differences(PRESETS[name])))
        changed = self._differences(PRESETS[name])
        return "+".join([name, *(f"{o.name}={o.text(self._value(o.name))}" for o in changed)])

    def __repr__(self) -> str:
        """Write the code that makes these rules again."""
        return f"Rules.parse({str(self)!r})"

    def describe(self) -> list[str]:
        """Tell a player what differs from the official game, one sentence for each difference."""
        changed = self._differences(PRESETS["official"])
        return [option.meaning(self._value(option.name)) for option in changed]

    def codes(self) -> tuple[int, ...]:
        """Return every option as a small integer, in the order of the fields.

        A choice is its place among the values of its option, a yes or no is 1 or 0.
        """
        return tuple(option.code(self._value(option.name)) for option in OPTIONS.values())

    def check_players(self, players: int) -> None:
        """Raise ValueError unless that many players can sit down to these rules."""
        if type(players) is not int or not 2 <= players <= 10:
            raise ValueError(f"Uno is for 2 to 10 players, not {show(players)}")
        if self.partners and players != 4:
            raise ValueError(f"partners=true needs 4 players, two on each side, not {players}")

    def _value(self, name: str) -> OptionValue:
        value: OptionValue = getattr(self, name)
        return value

    def _differences(self, other: "Rules") -> list[Option]:
        return [o for o in OPTIONS.values() if self._value(o.name) != other._value(o.name)]


def _read_difference(part: str) -> tuple[str, OptionValue]:
    """Read ``stacking=same``."""
    if not part:
        raise NotationError("nothing follows a '+' in the rules; write option=value after it")
    name, equals, text = part.partition("=")
    if name not in OPTIONS:
        hint = suggestion(name, OPTIONS)
        raise NotationError(f"unknown option {show(name)}{hint}; known are {', '.join(OPTIONS)}")
    if not equals:
        raise NotationError(f"{name} has no value; after {name}= comes {OPTIONS[name].expected}")
    return name, OPTIONS[name].read(text)


PRESETS: dict[str, Rules] = {name: Rules(**changes) for name, changes in CHANGES.items()}  # type: ignore[arg-type]
"""Every preset by name."""
