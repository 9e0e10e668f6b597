/** Simulationen, auf Deutsch. */

import type { en } from "./en.simulation";

export const de: Record<keyof typeof en, string> = {
  "simulation.about":
    "Bots spielen Tausende Spiele, und du siehst zu, wie sich der Stand einpendelt.",
  "simulation.start": "Starten",
  "simulation.again": "Noch einmal",
  "simulation.stop": "Anhalten",
  "simulation.change": "Ändern",
  "simulation.running": "Es wird gespielt …",
  "simulation.done": "Endstand",
  "simulation.stopped": "Angehalten",
  "simulation.preparing": "Die Bots machen sich bereit …",
  "simulation.slow": "Beim ersten Mal dauert das bis zu einer halben Minute.",
  "simulation.broken": "Die Verbindung ist abgebrochen.",
  "simulation.progress": "Gespielte Spiele",
  "simulation.of": "von {n} Spielen",
  "simulation.all": "Spiele",
  "simulation.took": "gespielt in {time}",
  "simulation.who": "Wer gewinnt",
  "simulation.end": "dunkles Ende eines Balkens: 95-%-Intervall",
  "simulation.fair": "fairer Anteil {n}",
  "simulation.beatsAll": "{name} schlägt alle anderen.",
  "simulation.close": "{names} sind noch nicht zu unterscheiden.",
  "simulation.closeStill": "{names} sind nicht zu unterscheiden. Mehr Spiele könnten helfen.",
  "simulation.lengths": "Wie lange eine Runde dauert",
  "simulation.middle": "mittlere Hälfte",
  "simulation.quartiles":
    "Ein Viertel ist nach {a} Zügen vorbei, die Hälfte nach {b}, drei Viertel nach {c}.",
  "simulation.longer": "{n} dauerten länger als {turns} Züge.",
  "simulation.wrong.bots": "Eine Simulation braucht 2 bis {bots} Bots.",
  "simulation.wrong.games": "Wähle zwischen 1 und {games} Spielen.",
  "simulation.wrong.seed": "Der Startwert ist eine ganze Zahl ab 0.",
  "simulation.speed": "{n} Spiele je Sekunde",
  "simulation.games": "Spiele",
  "simulation.table": "Stand der Bots",
  "simulation.wins": "gewonnen",
  "simulation.range": "Intervall im Verlauf",
  "simulation.points": "Punkte je Spiel",
  "simulation.winner": "Sieger",
};
