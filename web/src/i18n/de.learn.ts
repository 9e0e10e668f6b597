/** Die Lektionen, auf Deutsch. */

import type { en } from "./en.learn";

export const de: Record<keyof typeof en, string> = {
  "learn.count": "Schritt {n} von {of}",
  "learn.back": "Zurück",
  "learn.next": "Weiter",
  "learn.skip": "Überspringen",
  "learn.play": "Eine echte Runde spielen",
  "learn.scene": "Der Tisch",
  "learn.stock": "Ziehstapel",
  "learn.top": "Oben liegt: {card}",
  "learn.hand": "Deine Hand",
  "learn.theirs": "{name}: {n} Karten",
  "learn.choose": "Welche Farbe wünschst du dir?",
  "learn.no": "{card} passt nicht: Farbe, Zahl oder Zeichen müssen stimmen.",
  "learn.other": "{card} würde auch passen. Nimm erst die andere.",
  "learn.fits": "Du hast eine Karte, die passt: Spiel sie.",
  "learn.match.title": "Farbe oder Zahl",
  "learn.match.task":
    "Du und der Bot Bo habt je sechs Karten. Wer alle los ist, gewinnt. Eine Karte passt, wenn sie die Farbe oder die Zahl der obersten hat. Welche von deinen passt?",
  "learn.match.yes": "Richtig: Beide sind rot.",
  "learn.action.title": "Karten, die etwas tun",
  "learn.action.task":
    "Bo antwortet mit Grün 2: Auch die Zahl passt. Spiel jetzt Aussetzen. Das nimmt Bo den Zug. Es gibt auch Richtungswechsel und Zieh Zwei.",
  "learn.action.again": "Bo setzt aus, also bist du wieder dran. Grün gilt noch.",
  "learn.action.yes": "Zwei Karten hintereinander: Dafür sind Aktionskarten gut.",
  "learn.wild.title": "Farbwahl passt immer",
  "learn.wild.task":
    "Bo spielt Blau 9, und du hast weder Blau noch eine 9. Aber Farbwahl passt immer: Spiel sie und wähl die Farbe, von der du am meisten hast.",
  "learn.wild.better": "Das geht, aber du hast zwei gelbe Karten. Gelb ist besser.",
  "learn.wild.yes": "Jetzt gilt Gelb.",
  "learn.challenge.title": "Ein Bluff?",
  "learn.challenge.task":
    "Bo spielt Farbwahl Zieh Vier: Du sollst vier Karten nehmen. Erlaubt ist das nur ohne Karte der geltenden Farbe, und das war Gelb. Glaubst du, dass Bo Gelb hat, dann zweifle es an: Stimmt es, nimmt Bo vier. Wenn nicht, nimmst du sechs.",
  "learn.challenge.do": "Anzweifeln",
  "learn.challenge.take": "Vier nehmen",
  "learn.challenge.no": "Das darfst du, und es ist sicher. Hier lohnt sich Mut: Zweifle es an.",
  "learn.challenge.yes":
    "Bo zeigt die Karten: Da ist eine gelbe 4. Es war ein Bluff, und Bo nimmt die vier Karten.",
  "learn.draw.title": "Nichts passt? Zieh",
  "learn.draw.task":
    "Bo hatte Rot gewählt, und du hast nichts Rotes. Nimm eine Karte vom Stapel. Passt sie, darfst du sie gleich spielen.",
  "learn.draw.no": "{card} passt nicht. Zieh vom Stapel.",
  "learn.draw.drawn": "Du hast {card} gezogen, und das passt. Spiel sie!",
  "learn.draw.yes": "Glück gehabt! Hätte sie nicht gepasst, wäre dein Zug vorbei.",
  "learn.uno.title": "Sag „Uno“",
  "learn.uno.task":
    "Bo spielt Blau 7. Du hast zwei Karten: Spiel die passende, und sag dann „Uno“, bevor Bo dich erwischt.",
  "learn.uno.early": "Noch nicht: Sag es, wenn du nur noch eine Karte hast.",
  "learn.uno.now": "Eine Karte übrig: Drück „Uno!“",
  "learn.uno.yes": "Gut gemacht. Wer es vergisst und erwischt wird, nimmt zwei Karten.",
  "learn.out.title": "Die letzte Karte",
  "learn.out.task":
    "Bo spielt Gelb 4, die Karte, die du gesehen hast. Deine letzte Karte ist gelb: Spiel sie und gewinn.",
  "learn.out.yes":
    "Gewonnen! Für Bos fünf Karten bekommst du {n} Punkte. In einer Partie gewinnt, wer zuerst 500 hat.",
  "learn.points.number": "Zahlen",
  "learn.points.action": "Aktionen",
  "learn.points.wild": "Farbwahl",
};
