/** Cards, rules and bots in English. */

export const en = {
  "color.R": "red",
  "color.Y": "yellow",
  "color.G": "green",
  "color.B": "blue",
  "face.S": "skip",
  "face.V": "reverse",
  "face.D": "draw two",
  "face.W": "wild",
  "face.F": "wild draw four",
  "card.plain": "{color} {face}",
  "card.wild": "{face}, {color}",
  "card.V.R": "red reverse",
  "card.V.Y": "yellow reverse",
  "card.V.G": "green reverse",
  "card.V.B": "blue reverse",
  "card.back": "a card face down",

  "preset.official": "Official",
  "preset.stacking": "Stacking",
  "preset.seven_zero": "Seven-zero",
  "preset.jump_in": "Jump-in",
  "preset.party": "Party",
  "preset.duel": "Duel",
  "preset.lowscore": "Low score",
  "preset.classic2001": "Classic 2001",
  "preset.swing": "Swing",
  "preset.kata": "Kata",
  "preset.nifty": "Nifty",
  "preset.unoai": "Uno AI",
  "preset.own": "Own",
  "preset.official.about":
    "The printed rules: draw one, bluff and be challenged, first to 500 points.",
  "preset.stacking.about": "The official game with draw cards passed on, and no bluffing.",
  "preset.seven_zero.about": "The official game, but sevens swap hands and zeros pass them on.",
  "preset.jump_in.about": "The official game, but the very same card may be played out of turn.",
  "preset.party.about": "Everything at once: stacking, jump-in, swapped hands, drawn cards played.",
  "preset.duel.about":
    "A game for two: one round, and a draw four is a bluff when anything else fits.",
  "preset.lowscore.about": "The official game counted the other way round: the lowest total wins.",
  "preset.classic2001.about":
    "The official game with the dearer Uno call of about 2001: four cards.",
  "preset.swing.about": "A desktop game for four: no first card, draw cards pile up, one round.",
  "preset.kata.about":
    "A programming exercise: whoever can play must, and a draw card earns another turn.",
  "preset.nifty.about":
    "A classroom tournament of programs: whoever can play must, no calls, one round.",
  "preset.unoai.about":
    "The table on which bots were compared: no challenges, no Uno calls, one round.",

  "group.deal": "The deal",
  "group.draw": "Drawing",
  "group.attack": "Draw two and draw four",
  "group.special": "Special moves",
  "group.win": "Winning",
  "group.other": "Other",

  "option.hand_size": "Cards dealt to each player",
  "option.hand_size.1": "Each player starts with 1 card.",
  "option.hand_size.n": "Each player starts with {n} cards.",
  "option.opening": "The first card turned up",
  "option.opening.official":
    "The first card takes effect: after a Wild the first player names the colour, and a Wild Draw Four goes back into the deck.",
  "option.opening.open_wild": "A Wild turned up first has no colour, so any card may follow it.",
  "option.opening.no_wilds":
    "A Wild turned up first goes back into the deck, as a Wild Draw Four does.",
  "option.opening.inert":
    "The first card has no effect, and a wild card turned up first goes back.",
  "option.opening.none": "No card is turned up, and the first player may begin with any card.",
  "value.opening.official": "Takes effect",
  "value.opening.open_wild": "Wild is open",
  "value.opening.no_wilds": "No wilds",
  "value.opening.inert": "No effect",
  "value.opening.none": "No card",
  "option.draw_when_able": "Drawing although a card fits",
  "option.draw_when_able.false":
    "Whoever can play a card must play one; only those who cannot play draw.",
  "option.draw_when_able.true": "A player may draw even when able to play.",
  "option.draw_until_playable": "Draw until a card fits",
  "option.draw_until_playable.false": "A player who draws takes one card.",
  "option.draw_until_playable.true":
    "A player who draws goes on until a card comes that can be played.",
  "option.drawn_card": "A drawn card that fits",
  "option.drawn_card.may": "A drawn card that can be played may be played at once or kept.",
  "option.drawn_card.must": "A drawn card that can be played must be played at once.",
  "option.drawn_card.keep": "A drawn card is never played at once: drawing ends the turn.",
  "value.drawn_card.may": "May be played",
  "value.drawn_card.must": "Must be played",
  "value.drawn_card.keep": "Is kept",
  "option.stacking": "Answering a draw card with another",
  "option.stacking.none": "A draw card cannot be answered with another.",
  "option.stacking.same":
    "A draw card may be answered with another of the same kind; the sum passes on.",
  "option.stacking.up":
    "A draw card may be answered with another of the same kind, and a Draw Two also with a Wild Draw Four; the sum passes on.",
  "option.stacking.any": "A draw card may be answered with any other draw card; the sum passes on.",
  "value.stacking.none": "Never",
  "value.stacking.same": "Same kind",
  "value.stacking.up": "Same or higher",
  "value.stacking.any": "Any",
  "option.wd4": "When a Wild Draw Four may be played",
  "option.wd4.challenge":
    "A Wild Draw Four may always be played, and the next player may challenge it as a bluff.",
  "option.wd4.strict":
    "A Wild Draw Four may be played only when it is not a bluff, so there is nothing to challenge.",
  "option.wd4.free": "A Wild Draw Four may always be played, and nobody may challenge it.",
  "value.wd4.challenge": "Bluff and challenge",
  "value.wd4.strict": "Only honestly",
  "value.wd4.free": "Always",
  "option.wd4_test": "What makes a Wild Draw Four a bluff",
  "option.wd4_test.color":
    "A Wild Draw Four is a bluff if its player holds a card of the colour in force.",
  "option.wd4_test.playable":
    "A Wild Draw Four is a bluff if its player could have played any other card, more draw fours aside.",
  "value.wd4_test.color": "The colour in hand",
  "value.wd4_test.playable": "Any card that fits",
  "option.two_player_reverse_skips": "Reverse skips between two",
  "option.two_player_reverse_skips.false": "With two players a Reverse does nothing.",
  "option.two_player_reverse_skips.true": "With two players a Reverse works like a Skip.",
  "option.draw_plays_again": "A draw card earns another turn",
  "option.draw_plays_again.false":
    "After a draw card the turn goes to the player after the one who drew.",
  "option.draw_plays_again.true":
    "Whoever makes another player draw with a draw card takes one more turn.",
  "option.uno_penalty": "Cards for a missed Uno call",
  "option.uno_penalty.0": "Nobody needs to call Uno.",
  "option.uno_penalty.1": "A player caught without having called Uno draws 1 card.",
  "option.uno_penalty.n": "A player caught without having called Uno draws {n} cards.",
  "option.last_card_draws": "A draw card played last still counts",
  "option.last_card_draws.false": "A draw card played as the last card makes nobody draw.",
  "option.last_card_draws.true":
    "A draw card played as the last card still makes the next player draw, and those cards count.",
  "option.jump_in": "Jump-in",
  "option.jump_in.false": "Cards are played in turn only.",
  "option.jump_in.true":
    "Whoever holds the very card that lies on top, wild cards excepted, may play it out of turn, and play goes on from there.",
  "option.seven_zero": "Seven-zero",
  "option.seven_zero.false": "Sevens and zeros are ordinary numbers.",
  "option.seven_zero.true":
    "Whoever plays a 7 swaps hands with a player of their choice; a 0 moves every hand one seat on in the direction of play.",
  "option.target": "Points that end the match",
  "option.target.0": "The match is a single round.",
  "option.target.1": "The match ends when a total reaches 1 point.",
  "option.target.n": "The match ends when a total reaches {n} points.",
  "option.low_score_wins": "The lowest score wins",
  "option.low_score_wins.false":
    "Whoever goes out scores the cards left in the other hands, and the highest total wins.",
  "option.low_score_wins.true":
    "Everyone scores the cards left in their own hand, and the lowest total wins.",
  "option.partners": "Partners",
  "option.partners.false": "Everyone plays alone.",
  "option.partners.true":
    "Four players form two teams, partners sitting opposite; a team whose player goes out scores both opponents’ cards.",
  "option.turn_limit": "Turns after which a round is void",
  "option.turn_limit.0": "A round may last as long as it takes, up to 10,000 turns.",
  "option.turn_limit.1": "A round that is not won after 1 turn is void, and nobody scores.",
  "option.turn_limit.n": "A round that is not won after {n} turns is void, and nobody scores.",

  "clash.stacking.wd4":
    "A draw four that was passed on leaves nobody to challenge, so stacking and challenges don’t go together.",
  "clash.draw_plays_again.stacking":
    "When the sum has passed from player to player, nobody can say whose extra turn it is.",
  "clash.draw_until_playable.drawn_card":
    "The drawing would go on until a card can be played, and then that card could not be.",
  "clash.low_score_wins.partners":
    "A team scores what its opponents hold, but a low score counts one’s own cards.",
  "clash.partners": "Partners need exactly four players, two on each side.",

  "bot.random": "Any card that fits, all alike",
  "bot.greedy": "The card that costs most points",
  "bot.diversity": "The card on which most of the hand could follow",
  "bot.cardranking": "The kind of card that ranks highest",
  "bot.mixbot": "Colours, ranks and diversity mixed; holds wilds back",
  "bot.mixbot2": "Mixbot with card counting and a better end game",
  "bot.scorebot": "The hand that is worth most by weights; wilds are always red",
  "bot.cardcounting": "Scorebot that also weighs what the next player could follow with",
  "bot.classes": "Numbers before actions before wilds",
  "bot.ashtabna": "Commands that hit whoever is ahead, then high numbers",
  "strength.easy": "Easy",
  "strength.medium": "Medium",
  "strength.hard": "Hard",
  "strength.easy.about": "Plays anything that fits, and sometimes forgets to say Uno.",
  "strength.medium.about": "Thinks about colours and holds the strong cards back.",
  "strength.hard.about": "Counts cards and plays the end of a round with care.",
} as const;
