/** Cartes, règles et bots en français. */

import type { en } from "./en.rules";

export const fr: Record<keyof typeof en, string> = {
  "color.R": "rouge",
  "color.Y": "jaune",
  "color.G": "vert",
  "color.B": "bleu",
  "face.S": "passe-tour",
  "face.V": "inversion",
  "face.D": "+2",
  "face.W": "joker",
  "face.F": "joker +4",
  "card.plain": "{face} {color}",
  "card.wild": "{face}, {color}",
  "card.V.R": "inversion rouge",
  "card.V.Y": "inversion jaune",
  "card.V.G": "inversion verte",
  "card.V.B": "inversion bleue",
  "card.back": "une carte face cachée",

  "preset.official": "Officielles",
  "preset.stacking": "Cumul",
  "preset.seven_zero": "Sept-zéro",
  "preset.jump_in": "Interception",
  "preset.party": "Fête",
  "preset.duel": "Duel",
  "preset.lowscore": "Petit total",
  "preset.classic2001": "Classique 2001",
  "preset.swing": "Swing",
  "preset.kata": "Kata",
  "preset.nifty": "Nifty",
  "preset.unoai": "Uno AI",
  "preset.own": "Personnalisées",
  "preset.official.about":
    "Les règles imprimées : piocher une carte, bluffer, être contesté, jusqu’à 500 points.",
  "preset.stacking.about": "Le jeu officiel où les +2 et +4 se transmettent, sans bluff.",
  "preset.seven_zero.about":
    "Le jeu officiel, mais les sept échangent les mains et les zéros les font tourner.",
  "preset.jump_in.about":
    "Le jeu officiel, mais une carte identique peut se jouer hors de son tour.",
  "preset.party.about": "Tout à la fois : cumul, interception, sept-zéro, carte piochée à jouer.",
  "preset.duel.about":
    "Un jeu à deux : une manche, et un +4 est un bluff dès qu’une autre carte convient.",
  "preset.lowscore.about": "Le jeu officiel compté à l’envers : le plus petit total gagne.",
  "preset.classic2001.about":
    "Le jeu officiel avec la pénalité en usage vers 2001 : quatre cartes pour un Uno oublié.",
  "preset.swing.about": "Un jeu de bureau à quatre : pas de première carte, cumul, une manche.",
  "preset.kata.about":
    "Un exercice de programmation : qui peut jouer le doit, un +2 fait rejouer.",
  "preset.nifty.about":
    "Un tournoi de programmes en classe : qui peut jouer le doit, sans Uno, une manche.",
  "preset.unoai.about":
    "Les règles qui ont servi à comparer des bots : ni contestation ni Uno, une manche.",

  "group.deal": "La donne",
  "group.draw": "La pioche",
  "group.attack": "Les +2 et les +4",
  "group.special": "Coups spéciaux",
  "group.win": "La victoire",
  "group.other": "Autres",

  "option.hand_size": "Cartes distribuées à chacun",
  "option.hand_size.1": "Chacun commence avec 1 carte.",
  "option.hand_size.n": "Chacun commence avec {n} cartes.",
  "option.opening": "La première carte retournée",
  "option.opening.official":
    "La première carte agit : après un joker, le premier joueur choisit la couleur, et un +4 retourne dans la pioche.",
  "option.opening.open_wild":
    "Un joker retourné en premier n’a pas de couleur : toute carte peut suivre.",
  "option.opening.no_wilds":
    "Un joker retourné en premier retourne dans la pioche, comme un +4.",
  "option.opening.inert": "La première carte n’agit pas, et un joker retourne dans la pioche.",
  "option.opening.none":
    "Aucune carte n’est retournée : le premier joueur commence avec celle qu’il veut.",
  "value.opening.official": "Agit",
  "value.opening.open_wild": "Joker ouvert",
  "value.opening.no_wilds": "Pas de joker",
  "value.opening.inert": "N’agit pas",
  "value.opening.none": "Aucune",
  "option.dealer": "Qui donne la manche suivante",
  "option.dealer.rotate":
    "La dernière place donne la première manche, puis la donne tourne dans le sens des aiguilles d’une montre.",
  "option.dealer.fixed":
    "La dernière place donne chaque manche, donc la première commence toujours.",
  "option.dealer.random": "Le donneur de chaque manche est tiré au sort.",
  "value.dealer.rotate": "À tour de rôle",
  "value.dealer.fixed": "Dernière place",
  "value.dealer.random": "Au sort",
  "option.draw_when_able": "Piocher alors qu’une carte convient",
  "option.draw_when_able.false":
    "Qui peut jouer une carte doit le faire ; seul pioche celui qui ne peut pas.",
  "option.draw_when_able.true": "On peut piocher même si l’on peut jouer.",
  "option.draw_until_playable": "Piocher jusqu’à ce qu’une carte convienne",
  "option.draw_until_playable.false": "Qui pioche prend une carte.",
  "option.draw_until_playable.true":
    "Qui pioche continue jusqu’à obtenir une carte qui peut être jouée.",
  "option.drawn_card": "Une carte piochée qui convient",
  "option.drawn_card.may":
    "Une carte piochée qui convient peut être jouée aussitôt ou gardée.",
  "option.drawn_card.must": "Une carte piochée qui convient doit être jouée aussitôt.",
  "option.drawn_card.keep": "Une carte piochée ne se joue jamais aussitôt : piocher finit le tour.",
  "value.drawn_card.may": "Peut être jouée",
  "value.drawn_card.must": "Doit être jouée",
  "value.drawn_card.keep": "Est gardée",
  "option.stacking": "Répondre à un +2 ou un +4 par un autre",
  "option.stacking.none": "On ne peut pas répondre à un +2 ou un +4 par un autre.",
  "option.stacking.same":
    "On peut répondre par une carte de même sorte ; la somme passe au suivant.",
  "option.stacking.up":
    "On peut répondre par une carte de même sorte, et à un +2 aussi par un +4 ; la somme passe au suivant.",
  "option.stacking.any":
    "On peut répondre par n’importe quel +2 ou +4 ; la somme passe au suivant.",
  "value.stacking.none": "Jamais",
  "value.stacking.same": "Même sorte",
  "value.stacking.up": "Même sorte ou plus",
  "value.stacking.any": "Toutes",
  "option.wd4": "Quand un +4 peut être joué",
  "option.wd4.challenge":
    "Un +4 peut toujours être joué, et le suivant peut le contester : qui a bluffé pioche les 4 cartes, qui conteste à tort en pioche 6.",
  "option.wd4.strict":
    "Un +4 ne peut être joué que si ce n’est pas un bluff : il n’y a rien à contester.",
  "option.wd4.free": "Un +4 peut toujours être joué et personne ne peut le contester.",
  "value.wd4.challenge": "Bluff et contestation",
  "value.wd4.strict": "Sans bluff",
  "value.wd4.free": "Toujours",
  "option.wd4_test": "Ce qui fait d’un +4 un bluff",
  "option.wd4_test.color":
    "Un +4 est un bluff si son joueur a une carte de la couleur en cours.",
  "option.wd4_test.playable":
    "Un +4 est un bluff si son joueur pouvait jouer une autre carte, les autres +4 mis à part.",
  "value.wd4_test.color": "La couleur en main",
  "value.wd4_test.playable": "Toute carte qui convient",
  "option.two_player_reverse_skips": "À deux, l’inversion fait passer",
  "option.two_player_reverse_skips.false": "À deux joueurs, une inversion ne fait rien.",
  "option.two_player_reverse_skips.true":
    "À deux joueurs, une inversion agit comme un passe-tour.",
  "option.draw_plays_again": "Un +2 ou un +4 fait rejouer",
  "option.draw_plays_again.false":
    "Après un +2 ou un +4, le tour passe au joueur qui suit celui qui a pioché.",
  "option.draw_plays_again.true":
    "Qui fait piocher un autre joueur avec un +2 ou un +4 rejoue une fois.",
  "option.uno_penalty": "Cartes pour un Uno oublié",
  "option.uno_penalty.0": "Personne n’a besoin de dire Uno.",
  "option.uno_penalty.1": "Un joueur surpris sans avoir dit Uno pioche 1 carte.",
  "option.uno_penalty.n": "Un joueur surpris sans avoir dit Uno pioche {n} cartes.",
  "option.last_card_draws": "Un +2 ou un +4 en dernier agit encore",
  "option.last_card_draws.false": "Un +2 ou un +4 joué en dernier ne fait piocher personne.",
  "option.last_card_draws.true":
    "Un +2 ou un +4 joué en dernier fait encore piocher le suivant, et ces cartes comptent.",
  "option.jump_in": "Interception",
  "option.jump_in.false": "On ne joue qu’à son tour.",
  "option.jump_in.true":
    "Celui qui a exactement la carte du dessus, hormis les jokers, peut la jouer hors de son tour, et le jeu continue à partir de là.",
  "option.seven_zero": "Sept-zéro",
  "option.seven_zero.false": "Les sept et les zéros sont des nombres ordinaires.",
  "option.seven_zero.true":
    "Qui joue un 7 échange sa main avec le joueur de son choix ; un 0 fait avancer toutes les mains d’une place dans le sens du jeu.",
  "option.target": "Points qui terminent la partie",
  "option.target.0": "La partie se joue en une seule manche.",
  "option.target.1": "La partie se termine quand un total atteint 1 point.",
  "option.target.n": "La partie se termine quand un total atteint {n} points.",
  "option.low_score_wins": "Le plus petit total gagne",
  "option.low_score_wins.false":
    "Qui n’a plus de cartes marque celles des autres mains, et le plus grand total gagne.",
  "option.low_score_wins.true":
    "Chacun marque les cartes qui lui restent, et le plus petit total gagne.",
  "option.partners": "Par équipes",
  "option.partners.false": "Chacun joue pour soi.",
  "option.partners.true":
    "Quatre joueurs forment deux équipes, partenaires face à face ; l’équipe de celui qui finit marque les cartes des deux adversaires.",
  "option.turn_limit": "Tours après lesquels une manche est nulle",
  "option.turn_limit.0": "Une manche dure aussi longtemps qu’il faut, jusqu’à 10 000 tours.",
  "option.turn_limit.1": "Une manche sans vainqueur après 1 tour est nulle, personne ne marque.",
  "option.turn_limit.n":
    "Une manche sans vainqueur après {n} tours est nulle, personne ne marque.",

  "house.hand_size.1": "1 carte chacun",
  "house.hand_size.n": "{n} cartes chacun",
  "house.opening.open_wild": "premier joker ouvert",
  "house.opening.no_wilds": "pas de joker au début",
  "house.opening.inert": "première carte sans effet",
  "house.opening.none": "pas de première carte",
  "house.draw_when_able.false": "obligation de jouer",
  "house.draw_until_playable.true": "piocher jusqu’à pouvoir jouer",
  "house.drawn_card.must": "la carte piochée se joue",
  "house.drawn_card.keep": "la carte piochée se garde",
  "house.drawn_card.may": "la carte piochée peut se jouer",
  "house.stacking.none": "pas de cumul",
  "house.stacking.same": "cumul",
  "house.stacking.up": "cumul vers le haut",
  "house.stacking.any": "cumul de tous les +2 et +4",
  "house.wd4.challenge": "contestations",
  "house.wd4.strict": "pas de bluff",
  "house.wd4.free": "pas de contestation",
  "house.wd4_test.playable": "bluff plus strict",
  "house.two_player_reverse_skips.false": "l’inversion ne fait pas passer",
  "house.draw_plays_again.true": "les +2 et +4 font rejouer",
  "house.uno_penalty.0": "sans annonce Uno",
  "house.uno_penalty.n": "{n} cartes pour un Uno oublié",
  "house.last_card_draws.false": "la dernière ne fait pas piocher",
  "house.jump_in.false": "pas d’interception",
  "house.jump_in.true": "interception",
  "house.seven_zero.false": "pas de sept-zéro",
  "house.seven_zero.true": "sept-zéro",
  "house.low_score_wins.true": "le plus petit total gagne",
  "house.partners.true": "équipes",
  "house.turn_limit.n": "{n} tours au plus",

  "clash.stacking.wd4":
    "Un +4 transmis ne laisse plus personne à contester : le cumul et la contestation ne vont pas ensemble.",
  "clash.draw_plays_again.stacking":
    "Quand la somme est passée de joueur en joueur, nul ne sait à qui revient le tour de plus.",
  "clash.draw_until_playable.drawn_card":
    "On piocherait jusqu’à ce qu’une carte convienne, sans pouvoir alors la jouer.",
  "clash.low_score_wins.partners":
    "Une équipe marque ce que tiennent ses adversaires, mais un petit score compte ses propres cartes.",
  "clash.partners": "Les équipes demandent exactement quatre joueurs, deux de chaque côté.",

  "bot.random": "N’importe quelle carte qui convient, au hasard",
  "bot.greedy": "La carte qui vaut le plus de points",
  "bot.diversity": "La carte qui laisse le plus de cartes jouables en main",
  "bot.cardranking": "La sorte de carte au rang le plus haut",
  "bot.mixbot": "Couleurs, rangs et variété mêlés ; garde les jokers",
  "bot.mixbot2": "Mixbot qui compte les cartes et finit mieux",
  "bot.scorebot": "La main au meilleur score pondéré ; demande toujours le rouge",
  "bot.cardcounting": "Scorebot qui pense aussi à ce que le suivant pourrait jouer",
  "bot.classes": "Les nombres avant les actions, les jokers en dernier",
  "bot.ashtabna": "Des actions contre celui qui mène, puis les grands nombres",
  "bot.neural": "Ce qu’un réseau de neurones entraîné juge le meilleur",
  "bot.expert": "Le même réseau, qui devine les mains et anticipe",
  "strength.easy": "Facile",
  "strength.medium": "Moyen",
  "strength.hard": "Difficile",
  "strength.expert": "Expert",
  "strength.easy.about": "Joue ce qui convient et oublie parfois de dire Uno.",
  "strength.medium.about": "Pense aux couleurs et garde les cartes fortes.",
  "strength.hard.about": "Compte les cartes et soigne la fin de la manche.",
  "strength.expert.about": "Un réseau de neurones entraîné, qui devine les mains et anticipe : le plus fort des bots.",
};
