/** Karten, Regeln und Bots auf Deutsch. */

import type { en } from "./en.rules";

export const de: Record<keyof typeof en, string> = {
  "color.R": "Rot",
  "color.Y": "Gelb",
  "color.G": "Grün",
  "color.B": "Blau",
  "face.S": "Aussetzen",
  "face.V": "Richtungswechsel",
  "face.D": "Zieh Zwei",
  "face.W": "Farbwahl",
  "face.F": "Farbwahl Zieh Vier",
  "card.plain": "{color} {face}",
  "card.wild": "{face}, {color}",
  "card.V.R": "Rot Richtungswechsel",
  "card.V.Y": "Gelb Richtungswechsel",
  "card.V.G": "Grün Richtungswechsel",
  "card.V.B": "Blau Richtungswechsel",
  "card.back": "eine verdeckte Karte",

  "preset.official": "Offiziell",
  "preset.stacking": "Stapeln",
  "preset.seven_zero": "Sieben-Null",
  "preset.jump_in": "Reinwerfen",
  "preset.party": "Party",
  "preset.duel": "Duell",
  "preset.lowscore": "Kleinste Summe",
  "preset.classic2001": "Klassisch 2001",
  "preset.swing": "Swing",
  "preset.kata": "Kata",
  "preset.nifty": "Nifty",
  "preset.unoai": "Uno AI",
  "preset.own": "Eigene",
  "preset.official.about":
    "Die gedruckten Regeln: eine Karte ziehen, bluffen und angezweifelt werden, bis 500 Punkte.",
  "preset.stacking.about":
    "Das offizielle Spiel, aber Zieh-Karten werden weitergereicht, und es gibt keinen Bluff.",
  "preset.seven_zero.about":
    "Das offizielle Spiel, aber Siebenen tauschen Hände und Nullen reichen sie weiter.",
  "preset.jump_in.about":
    "Das offizielle Spiel, aber genau dieselbe Karte darf man außer der Reihe spielen.",
  "preset.party.about":
    "Alles auf einmal: Stapeln, Reinwerfen, Sieben-Null, Gezogenes muss gespielt werden.",
  "preset.duel.about":
    "Ein Spiel für zwei: eine Runde, und Zieh Vier ist ein Bluff, wenn sonst etwas passt.",
  "preset.lowscore.about": "Das offizielle Spiel andersherum gezählt: Die kleinste Summe gewinnt.",
  "preset.classic2001.about":
    "Das offizielle Spiel mit der Strafe von etwa 2001: vier Karten für ein vergessenes Uno.",
  "preset.swing.about":
    "Ein Desktop-Spiel für vier: keine erste Karte, Zieh-Karten werden gestapelt, eine Runde.",
  "preset.kata.about":
    "Eine Programmierübung: Wer kann, muss spielen, und eine Zieh-Karte bringt noch einen Zug.",
  "preset.nifty.about":
    "Ein Turnier von Programmen im Unterricht: Wer kann, muss spielen, kein Uno-Ruf, eine Runde.",
  "preset.unoai.about":
    "Die Regeln, nach denen Bots verglichen wurden: kein Anzweifeln, kein Uno-Ruf, eine Runde.",

  "group.deal": "Das Austeilen",
  "group.draw": "Ziehen",
  "group.attack": "Zieh Zwei und Zieh Vier",
  "group.special": "Besondere Züge",
  "group.win": "Gewinnen",
  "group.other": "Weitere",

  "option.hand_size": "Karten für jeden zu Beginn",
  "option.hand_size.1": "Jeder beginnt mit 1 Karte.",
  "option.hand_size.n": "Jeder beginnt mit {n} Karten.",
  "option.opening": "Die erste aufgedeckte Karte",
  "option.opening.official":
    "Die erste Karte wirkt: Nach einer Farbwahl nennt der erste Spieler die Farbe, und eine Zieh Vier kommt zurück in den Stapel.",
  "option.opening.open_wild":
    "Eine Farbwahl als erste Karte hat keine Farbe, jede Karte darf folgen.",
  "option.opening.no_wilds":
    "Eine Farbwahl als erste Karte kommt zurück in den Stapel, wie eine Zieh Vier.",
  "option.opening.inert": "Die erste Karte wirkt nicht, und eine schwarze Karte kommt zurück.",
  "option.opening.none":
    "Es wird keine Karte aufgedeckt, der erste Spieler beginnt mit einer beliebigen.",
  "value.opening.official": "Wirkt",
  "value.opening.open_wild": "Farbwahl ist offen",
  "value.opening.no_wilds": "Keine Farbwahl",
  "value.opening.inert": "Wirkt nicht",
  "value.opening.none": "Keine Karte",
  "option.dealer": "Wer die nächste Runde gibt",
  "option.dealer.rotate":
    "Der letzte Platz gibt die erste Runde, danach geht das Geben im Uhrzeigersinn weiter.",
  "option.dealer.fixed": "Der letzte Platz gibt jede Runde, also beginnt immer der erste.",
  "option.dealer.random": "Wer gibt, wird für jede Runde ausgelost.",
  "value.dealer.rotate": "Reihum",
  "value.dealer.fixed": "Letzter Platz",
  "value.dealer.random": "Ausgelost",
  "option.draw_when_able": "Ziehen, obwohl eine Karte passt",
  "option.draw_when_able.false":
    "Wer eine Karte spielen kann, muss das tun; nur wer nicht kann, zieht.",
  "option.draw_when_able.true": "Man darf ziehen, auch wenn man spielen könnte.",
  "option.draw_until_playable": "Ziehen, bis eine Karte passt",
  "option.draw_until_playable.false": "Wer zieht, nimmt eine Karte.",
  "option.draw_until_playable.true": "Wer zieht, zieht weiter, bis eine spielbare Karte kommt.",
  "option.drawn_card": "Eine gezogene Karte, die passt",
  "option.drawn_card.may":
    "Eine gezogene Karte, die passt, darf man gleich spielen oder behalten.",
  "option.drawn_card.must": "Eine gezogene Karte, die passt, muss man gleich spielen.",
  "option.drawn_card.keep": "Gezogenes wird nie gleich gespielt: Ziehen beendet den Zug.",
  "value.drawn_card.may": "Darf gespielt werden",
  "value.drawn_card.must": "Muss gespielt werden",
  "value.drawn_card.keep": "Wird behalten",
  "option.stacking": "Eine Zieh-Karte mit einer anderen beantworten",
  "option.stacking.none": "Eine Zieh-Karte kann man nicht mit einer anderen beantworten.",
  "option.stacking.same":
    "Eine Zieh-Karte darf man mit einer gleichen beantworten; die Summe wandert weiter.",
  "option.stacking.up":
    "Eine Zieh-Karte darf man mit einer gleichen beantworten, Zieh Zwei auch mit Zieh Vier; die Summe wandert weiter.",
  "option.stacking.any":
    "Eine Zieh-Karte darf man mit jeder anderen beantworten; die Summe wandert weiter.",
  "value.stacking.none": "Nie",
  "value.stacking.same": "Gleiche",
  "value.stacking.up": "Gleiche oder höhere",
  "value.stacking.any": "Jede",
  "option.wd4": "Wann man Zieh Vier spielen darf",
  "option.wd4.challenge":
    "Zieh Vier darf man immer spielen, und der Nächste darf sie anzweifeln: Wer geblufft hat, zieht die 4 Karten, wer zu Unrecht zweifelt, zieht 6.",
  "option.wd4.strict":
    "Zieh Vier darf man nur spielen, wenn es kein Bluff ist; anzuzweifeln gibt es nichts.",
  "option.wd4.free": "Zieh Vier darf man immer spielen, und niemand darf sie anzweifeln.",
  "value.wd4.challenge": "Bluff und Zweifel",
  "value.wd4.strict": "Nur ehrlich",
  "value.wd4.free": "Immer",
  "option.wd4_test": "Was Zieh Vier zum Bluff macht",
  "option.wd4_test.color":
    "Zieh Vier ist ein Bluff, wenn man eine Karte der geltenden Farbe auf der Hand hat.",
  "option.wd4_test.playable":
    "Zieh Vier ist ein Bluff, wenn man irgendeine andere Karte hätte spielen können, weitere Zieh Vier ausgenommen.",
  "value.wd4_test.color": "Die Farbe auf der Hand",
  "value.wd4_test.playable": "Jede passende Karte",
  "option.two_player_reverse_skips": "Richtungswechsel zu zweit setzt aus",
  "option.two_player_reverse_skips.false": "Zu zweit bewirkt ein Richtungswechsel nichts.",
  "option.two_player_reverse_skips.true": "Zu zweit wirkt ein Richtungswechsel wie Aussetzen.",
  "option.draw_plays_again": "Eine Zieh-Karte bringt noch einen Zug",
  "option.draw_plays_again.false":
    "Nach einer Zieh-Karte ist der Spieler nach dem an der Reihe, der ziehen musste.",
  "option.draw_plays_again.true":
    "Wer einen anderen mit einer Zieh-Karte ziehen lässt, ist noch einmal an der Reihe.",
  "option.uno_penalty": "Karten für einen vergessenen Uno-Ruf",
  "option.uno_penalty.0": "Niemand muss Uno sagen.",
  "option.uno_penalty.1": "Wer ohne Uno-Ruf erwischt wird, zieht 1 Karte.",
  "option.uno_penalty.n": "Wer ohne Uno-Ruf erwischt wird, zieht {n} Karten.",
  "option.last_card_draws": "Zieh-Karte als letzte Karte wirkt noch",
  "option.last_card_draws.false": "Eine Zieh-Karte als letzte Karte lässt niemanden ziehen.",
  "option.last_card_draws.true":
    "Auch eine Zieh-Karte als letzte Karte lässt den Nächsten ziehen, und diese Karten zählen.",
  "option.jump_in": "Reinwerfen",
  "option.jump_in.false": "Gespielt wird nur der Reihe nach.",
  "option.jump_in.true":
    "Wer genau die Karte hat, die oben liegt (außer schwarzen), darf sie außer der Reihe spielen; von dort geht es weiter.",
  "option.seven_zero": "Sieben-Null",
  "option.seven_zero.false": "Siebenen und Nullen sind gewöhnliche Zahlen.",
  "option.seven_zero.true":
    "Wer eine 7 spielt, tauscht die Hand mit einem Spieler seiner Wahl; eine 0 reicht alle Hände einen Platz in Spielrichtung weiter.",
  "option.target": "Punkte, die die Partie beenden",
  "option.target.0": "Die Partie ist eine einzige Runde.",
  "option.target.1": "Die Partie endet, wenn jemand 1 Punkt erreicht.",
  "option.target.n": "Die Partie endet, wenn jemand {n} Punkte erreicht.",
  "option.low_score_wins": "Die kleinste Summe gewinnt",
  "option.low_score_wins.false":
    "Wer alle Karten los ist, bekommt die der anderen als Punkte, und die größte Summe gewinnt.",
  "option.low_score_wins.true":
    "Jeder zählt die eigenen restlichen Karten, und die kleinste Summe gewinnt.",
  "option.partners": "Partner",
  "option.partners.false": "Jeder spielt für sich.",
  "option.partners.true":
    "Vier Spieler bilden zwei Teams, Partner sitzen sich gegenüber; wird einer fertig, bekommt sein Team die Karten beider Gegner.",
  "option.turn_limit": "Züge, nach denen eine Runde ungültig ist",
  "option.turn_limit.0": "Eine Runde dauert, so lange sie dauert, höchstens 10.000 Züge.",
  "option.turn_limit.1": "Eine Runde ohne Sieger nach 1 Zug ist ungültig, niemand bekommt Punkte.",
  "option.turn_limit.n":
    "Eine Runde ohne Sieger nach {n} Zügen ist ungültig, niemand bekommt Punkte.",

  "house.hand_size.1": "je 1 Karte",
  "house.hand_size.n": "je {n} Karten",
  "house.opening.open_wild": "erste Farbwahl offen",
  "house.opening.no_wilds": "keine Farbwahl zu Beginn",
  "house.opening.inert": "erste Karte ohne Wirkung",
  "house.opening.none": "keine erste Karte",
  "house.draw_when_able.false": "Spielzwang",
  "house.draw_until_playable.true": "ziehen, bis etwas passt",
  "house.drawn_card.must": "Gezogenes muss gespielt werden",
  "house.drawn_card.keep": "Gezogenes wird behalten",
  "house.drawn_card.may": "Gezogenes darf gespielt werden",
  "house.stacking.none": "kein Stapeln",
  "house.stacking.same": "Stapeln",
  "house.stacking.up": "Stapeln aufwärts",
  "house.stacking.any": "Stapeln aller Zieh-Karten",
  "house.wd4.challenge": "Anzweifeln",
  "house.wd4.strict": "kein Bluff",
  "house.wd4.free": "kein Anzweifeln",
  "house.wd4_test.playable": "strengerer Bluff",
  "house.two_player_reverse_skips.false": "Richtungswechsel setzt nicht aus",
  "house.draw_plays_again.true": "Zieh-Karten bringen noch einen Zug",
  "house.uno_penalty.0": "kein Uno-Ruf",
  "house.uno_penalty.n": "{n} Karten für ein vergessenes Uno",
  "house.last_card_draws.false": "letzte Karte lässt nicht ziehen",
  "house.jump_in.false": "kein Reinwerfen",
  "house.jump_in.true": "Reinwerfen",
  "house.seven_zero.false": "kein Sieben-Null",
  "house.seven_zero.true": "Sieben-Null",
  "house.low_score_wins.true": "kleinste Summe gewinnt",
  "house.partners.true": "Partner",
  "house.turn_limit.n": "höchstens {n} Züge",

  "clash.stacking.wd4":
    "Bei einer weitergereichten Zieh Vier ist niemand mehr da, der sie anzweifeln könnte: Stapeln und Anzweifeln gehen nicht zusammen.",
  "clash.draw_plays_again.stacking":
    "Wenn die Summe von Spieler zu Spieler gewandert ist, weiß niemand, wem der zusätzliche Zug gehört.",
  "clash.draw_until_playable.drawn_card":
    "Man würde ziehen, bis eine Karte passt, und dürfte sie dann nicht spielen.",
  "clash.low_score_wins.partners":
    "Ein Team bekommt, was die Gegner halten; bei der kleinsten Summe zählen aber die eigenen Karten.",
  "clash.partners": "Partner brauchen genau vier Spieler, zwei auf jeder Seite.",

  "bot.random": "Irgendeine Karte, die passt, zufällig",
  "bot.greedy": "Die Karte mit den meisten Punkten",
  "bot.diversity": "Die Karte, nach der am meisten eigene passen",
  "bot.cardranking": "Die Art von Karte mit dem höchsten Rang",
  "bot.mixbot": "Mischt Farben, Ränge und Vielfalt; spart Farbwahl auf",
  "bot.mixbot2": "Mixbot mit Kartenzählen und besserem Endspiel",
  "bot.scorebot": "Die Hand mit der besten gewichteten Wertung; wünscht sich immer Rot",
  "bot.cardcounting": "Scorebot, der auch bedenkt, womit der Nächste folgen könnte",
  "bot.classes": "Zahlen vor Aktionen vor Farbwahl",
  "bot.ashtabna": "Aktionen gegen den, der vorn liegt, dann hohe Zahlen",
  "bot.neural": "Was ein trainiertes neuronales Netz für das Beste hält",
  "bot.expert": "Dasselbe Netz, das fremde Karten einschätzt und vorausschaut",
  "strength.easy": "Leicht",
  "strength.medium": "Mittel",
  "strength.hard": "Schwer",
  "strength.expert": "Experte",
  "strength.easy.about": "Spielt, was gerade passt, und vergisst manchmal den Uno-Ruf.",
  "strength.medium.about": "Achtet auf Farben und spart die starken Karten auf.",
  "strength.hard.about": "Zählt Karten und spielt das Endspiel mit Bedacht.",
  "strength.expert.about": "Ein trainiertes neuronales Netz, das fremde Karten einschätzt und vorausschaut: der stärkste Bot hier.",
};
