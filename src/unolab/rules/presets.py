"""The presets: rules that are known by a name."""

from typing import Final

from unolab.rules.options import OptionValue

CHANGES: Final[dict[str, dict[str, OptionValue]]] = {
    "official": {},
    "swing": {
        "opening": "none",
        "draw_when_able": False,
        "drawn_card": "keep",
        "stacking": "same",
        "wd4": "free",
        "uno_penalty": 0,
        "last_card_draws": False,
        "target": 0,
        "dealer": "fixed",
    },
    "kata": {"draw_when_able": False, "wd4": "free", "draw_plays_again": True, "uno_penalty": 0},
    "unoai": {
        "opening": "open_wild",
        "wd4": "free",
        "uno_penalty": 0,
        "target": 0,
        "turn_limit": 1000,
    },
    "nifty": {
        "opening": "inert",
        "draw_when_able": False,
        "wd4": "free",
        "two_player_reverse_skips": False,
        "uno_penalty": 0,
        "last_card_draws": False,
        "target": 0,
    },
    "duel": {"wd4_test": "playable", "last_card_draws": False, "target": 0},
    "classic2001": {"uno_penalty": 4},
    "lowscore": {"low_score_wins": True},
    "stacking": {"stacking": "same", "wd4": "strict"},
    "party": {
        "stacking": "same",
        "wd4": "strict",
        "drawn_card": "must",
        "jump_in": True,
        "seven_zero": True,
    },
}
"""What every preset changes in the official game; ties in the text form go to the earlier one."""

ABOUT: Final[dict[str, str]] = {
    "official": "The printed rules: draw one, bluff and be challenged, first to 500 points.",
    "swing": "A desktop game for four: no first card, draw cards stack, one round.",
    "kata": "A programming exercise: if you can play you must, and a draw card earns another turn.",
    "unoai": "The rules under which bots were compared: no challenges, no Uno calls, one round.",
    "nifty": "A classroom tournament of programs: if you can play you must, no calls, one round.",
    "duel": "A game for two: one round, and a draw four is a bluff if anything else fits.",
    "classic2001": "The official game with the penalty of about 2001: four cards for a missed Uno.",
    "lowscore": "The official game scored the other way round: the lowest total wins.",
    "stacking": "The official game with draw cards passed on, and no bluffing.",
    "party": "Everything at once: stacking, jump-in, seven-zero, forced play of a drawn card.",
}
"""One line about every preset."""
