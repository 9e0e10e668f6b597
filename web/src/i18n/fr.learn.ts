/** Les leçons, en français. */

import type { en } from "./en.learn";

export const fr: Record<keyof typeof en, string> = {
  "learn.count": "Étape {n} sur {of}",
  "learn.back": "Retour",
  "learn.next": "Suivant",
  "learn.skip": "Passer",
  "learn.play": "Jouer une vraie manche",
  "learn.scene": "La table",
  "learn.stock": "La pioche",
  "learn.top": "Sur le dessus : {card}",
  "learn.hand": "Ta main",
  "learn.theirs": "{name} : {n} cartes",
  "learn.choose": "Quelle couleur veux-tu ?",
  "learn.no": "{card} ne convient pas : il faut la couleur, le nombre ou le symbole du dessus.",
  "learn.other": "{card} conviendrait aussi. Essaie d’abord l’autre.",
  "learn.fits": "Tu as une carte qui convient : joue-la.",
  "learn.match.title": "Couleur ou nombre",
  "learn.match.task":
    "Le bot Bo et toi avez six cartes chacun. Le premier à s’en débarrasser gagne. Une carte convient si elle a la couleur ou le nombre de celle du dessus. Laquelle des tiennes convient ?",
  "learn.match.yes": "Bravo : les deux sont rouges.",
  "learn.action.title": "Des cartes qui agissent",
  "learn.action.task":
    "Bo répond par le 2 vert : le nombre convient aussi. Joue maintenant ton passe-tour : Bo perd son tour. Il y a aussi l’inversion, qui change le sens, et le +2.",
  "learn.action.again": "Bo passe son tour, c’est encore à toi. Le vert est toujours en cours.",
  "learn.action.yes": "Deux cartes de suite : voilà à quoi servent les cartes action.",
  "learn.wild.title": "Le joker convient toujours",
  "learn.wild.task":
    "Bo joue le 9 bleu, et tu n’as ni bleu ni 9. Mais un joker convient toujours : joue-le et choisis la couleur dont tu as le plus.",
  "learn.wild.better": "C’est permis, mais tu as deux cartes jaunes. Le jaune est mieux.",
  "learn.wild.yes": "Le jaune est maintenant en cours.",
  "learn.challenge.title": "Un bluff ?",
  "learn.challenge.task":
    "Bo joue un joker +4 : tu dois prendre quatre cartes. C’est permis seulement sans carte de la couleur en cours, et c’était le jaune. Si tu crois que Bo a du jaune, conteste : si c’est vrai, Bo prend quatre cartes. Sinon, tu en prends six.",
  "learn.challenge.do": "Contester",
  "learn.challenge.take": "Prendre quatre",
  "learn.challenge.no": "C’est permis, et plus sûr. Ici, le courage paie : conteste.",
  "learn.challenge.yes":
    "Bo montre ses cartes : il y a un 4 jaune. C’était un bluff, et Bo prend les quatre cartes.",
  "learn.draw.title": "Rien ne convient ? Pioche",
  "learn.draw.task":
    "Bo avait choisi le rouge, et tu n’as rien de rouge. Prends une carte dans la pioche. Si elle convient, tu peux la jouer aussitôt.",
  "learn.draw.no": "{card} ne convient pas. Pioche une carte.",
  "learn.draw.drawn": "Tu as pioché {card}, et elle convient. Joue-la !",
  "learn.draw.yes": "Quelle chance ! Sinon, ton tour était fini.",
  "learn.uno.title": "Dis « Uno »",
  "learn.uno.task":
    "Bo joue le 7 bleu. Il te reste deux cartes : joue celle qui convient, puis dis « Uno » avant que Bo te surprenne.",
  "learn.uno.early": "Pas encore : dis-le quand il ne te reste qu’une carte.",
  "learn.uno.now": "Plus qu’une carte : appuie sur « Uno ! »",
  "learn.uno.yes": "Bien joué. Si tu l’oublies et qu’on te surprend, tu prends deux cartes.",
  "learn.out.title": "La dernière carte",
  "learn.out.task":
    "Bo joue le 4 jaune, la carte que tu as vue. Ta dernière carte est jaune : joue-la et gagne.",
  "learn.out.yes":
    "Gagné ! Les cinq cartes de Bo te rapportent {n} points. Dans une partie, le premier à 500 gagne.",
  "learn.points.number": "nombres",
  "learn.points.action": "actions",
  "learn.points.wild": "jokers",
};
