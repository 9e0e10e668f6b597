/** The lessons, in English. */

export const en = {
  "learn.count": "Step {n} of {of}",
  "learn.back": "Back",
  "learn.next": "Next",
  "learn.skip": "Skip this step",
  "learn.play": "Play a real round",
  "learn.scene": "The table",
  "learn.stock": "Draw pile",
  "learn.top": "On top: {card}",
  "learn.hand": "Your hand",
  "learn.theirs": "{name}: {n} cards",
  "learn.choose": "Which colour do you want?",
  "learn.no": "{card} does not fit: match the colour, the number or the symbol on top.",
  "learn.other": "{card} would fit too. Try the other one first.",
  "learn.fits": "You have a card that fits: play it.",
  "learn.match.title": "Colour or number",
  "learn.match.task":
    "You and the bot Bo have six cards each. The first to get rid of them all wins. A card fits if it matches the colour or the number on top. Which of yours fits?",
  "learn.match.yes": "Right: both are red.",
  "learn.action.title": "Cards that do something",
  "learn.action.task":
    "Bo answers with a green 2: the number fits too. Now play your skip. Bo misses a turn. There are also reverse, which changes direction, and draw two.",
  "learn.action.again": "Bo is skipped, so it is your turn again. The colour is still green.",
  "learn.action.yes": "Two cards in a row: that is what action cards are good for.",
  "learn.wild.title": "A wild always fits",
  "learn.wild.task":
    "Bo plays a blue 9, and you have no blue card and no 9. But a wild always fits: play it, and choose the colour you hold most of.",
  "learn.wild.better": "You may choose that, but you hold two yellow cards. Yellow is better.",
  "learn.wild.yes": "The colour is now yellow.",
  "learn.challenge.title": "A bluff?",
  "learn.challenge.task":
    "Bo plays a wild draw four, so you have to take four cards. It is only allowed without a card of the current colour, and that was yellow. If you think Bo has a yellow card, challenge. If you are right, Bo takes four. If not, you take six.",
  "learn.challenge.do": "Challenge",
  "learn.challenge.take": "Take four",
  "learn.challenge.no":
    "You may, and it is the safe choice. But here it pays to be brave: challenge.",
  "learn.challenge.yes":
    "Bo shows the cards: there is a yellow 4. It was a bluff, and Bo takes the four cards.",
  "learn.draw.title": "Nothing fits? Draw",
  "learn.draw.task":
    "Bo had chosen red, and you have no red card. Draw one from the pile. If it fits, you may play it at once.",
  "learn.draw.no": "{card} does not fit. Draw from the pile.",
  "learn.draw.drawn": "You drew {card}, and it fits. Play it!",
  "learn.draw.yes": "Lucky! If it hadn’t fitted, your turn would have been over.",
  "learn.uno.title": "Say “Uno”",
  "learn.uno.task":
    "Bo plays a blue 7. You have two cards: play the one that fits, then say “Uno” before Bo catches you.",
  "learn.uno.early": "Not yet: say it once you have one card left.",
  "learn.uno.now": "One card left: press “Uno!”",
  "learn.uno.yes": "Well done. If you forget and are caught, you take two cards.",
  "learn.out.title": "The last card",
  "learn.out.task": "Bo plays the yellow 4 you saw. Your last card is yellow: play it and win.",
  "learn.out.yes":
    "You win! Bo’s five cards are worth {n} points to you. In a match, the first to 500 wins.",
  "learn.points.number": "numbers",
  "learn.points.action": "actions",
  "learn.points.wild": "wilds",
} as const;
