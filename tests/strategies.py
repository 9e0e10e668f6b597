"""Hypothesis strategies: random values of the game, always valid."""

from hypothesis import strategies as st

from unolab.rules import Rules


@st.composite
def rules(draw: st.DrawFn, *, turn_limit: int | None = None, players: int | None = None) -> Rules:
    """Any valid rules; with a given turn limit, and fit for a given number of players."""
    wd4 = draw(st.sampled_from(["challenge", "strict", "free"]))
    draw_plays_again = draw(st.booleans())
    can_stack = wd4 != "challenge" and not draw_plays_again
    draw_until_playable = draw(st.booleans())
    low_score_wins = draw(st.booleans())
    can_team = players in (None, 4) and not low_score_wins
    return Rules(
        hand_size=draw(st.integers(1, 10)),
        opening=draw(st.sampled_from(["official", "open_wild", "no_wilds", "inert", "none"])),
        draw_when_able=draw(st.booleans()),
        draw_until_playable=draw_until_playable,
        drawn_card=draw(
            st.sampled_from(["may", "must", "keep"][: 2 if draw_until_playable else 3])
        ),
        stacking=draw(st.sampled_from(["none", "same", "up", "any"][: 4 if can_stack else 1])),
        wd4=wd4,
        wd4_test=draw(st.sampled_from(["color", "playable"])),
        two_player_reverse_skips=draw(st.booleans()),
        draw_plays_again=draw_plays_again,
        uno_penalty=draw(st.integers(0, 10)),
        last_card_draws=draw(st.booleans()),
        jump_in=draw(st.booleans()),
        seven_zero=draw(st.booleans()),
        target=draw(st.integers(0, 1_000_000)),
        low_score_wins=low_score_wins,
        partners=can_team and draw(st.booleans()),
        turn_limit=draw(st.integers(0, 1_000_000)) if turn_limit is None else turn_limit,
        dealer=draw(st.sampled_from(["rotate", "fixed", "random"])),
    )
