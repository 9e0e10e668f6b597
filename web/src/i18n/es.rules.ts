/** Cartas, reglas y bots en español. */

import type { en } from "./en.rules";

export const es: Record<keyof typeof en, string> = {
  "color.R": "rojo",
  "color.Y": "amarillo",
  "color.G": "verde",
  "color.B": "azul",
  "face.S": "salto",
  "face.V": "reversa",
  "face.D": "roba dos",
  "face.W": "comodín",
  "face.F": "comodín roba cuatro",
  "card.plain": "{face} {color}",
  "card.wild": "{face}, {color}",
  "card.V.R": "reversa roja",
  "card.V.Y": "reversa amarilla",
  "card.V.G": "reversa verde",
  "card.V.B": "reversa azul",
  "card.back": "una carta boca abajo",

  "preset.official": "Oficiales",
  "preset.stacking": "Acumular",
  "preset.seven_zero": "Siete-cero",
  "preset.jump_in": "Colarse",
  "preset.party": "Fiesta",
  "preset.duel": "Duelo",
  "preset.lowscore": "Total más bajo",
  "preset.classic2001": "Clásico 2001",
  "preset.swing": "Swing",
  "preset.kata": "Kata",
  "preset.nifty": "Nifty",
  "preset.unoai": "Uno AI",
  "preset.own": "Personalizadas",
  "preset.official.about":
    "Las reglas impresas: robar una, farolear y ser desafiado, hasta 500 puntos.",
  "preset.stacking.about": "El juego oficial, pasando las cartas de robar y sin faroles.",
  "preset.seven_zero.about":
    "El juego oficial, pero los sietes intercambian manos y los ceros las pasan.",
  "preset.jump_in.about":
    "El juego oficial, pero la carta idéntica se puede jugar fuera de turno.",
  "preset.party.about": "Todo a la vez: acumular, colarse, siete-cero y jugar lo que se roba.",
  "preset.duel.about":
    "Un juego para dos: una ronda, y el roba cuatro es un farol si encaja otra carta.",
  "preset.lowscore.about": "El juego oficial contado al revés: gana el total más bajo.",
  "preset.classic2001.about":
    "El juego oficial con la penalización de hacia 2001: cuatro cartas por no decir Uno.",
  "preset.swing.about":
    "Un juego de escritorio para cuatro: sin primera carta, se acumula, una ronda.",
  "preset.kata.about":
    "Un ejercicio de programación: quien puede, debe jugar, y una carta de robar da otro turno.",
  "preset.nifty.about":
    "Un torneo de programas en clase: quien puede, debe jugar, sin decir Uno, una ronda.",
  "preset.unoai.about":
    "Las reglas con que se compararon bots: sin desafíos ni decir Uno, una ronda.",

  "group.deal": "El reparto",
  "group.draw": "Robar",
  "group.attack": "Roba dos y roba cuatro",
  "group.special": "Jugadas especiales",
  "group.win": "Ganar",
  "group.other": "Otras",

  "option.hand_size": "Cartas para cada jugador",
  "option.hand_size.1": "Cada jugador empieza con 1 carta.",
  "option.hand_size.n": "Cada jugador empieza con {n} cartas.",
  "option.opening": "La primera carta descubierta",
  "option.opening.official":
    "La primera carta surte efecto: tras un comodín, el primer jugador elige el color, y un roba cuatro vuelve al mazo.",
  "option.opening.open_wild":
    "Un comodín como primera carta no tiene color: puede seguirlo cualquier carta.",
  "option.opening.no_wilds":
    "Un comodín como primera carta vuelve al mazo, igual que un roba cuatro.",
  "option.opening.inert": "La primera carta no surte efecto, y un comodín vuelve al mazo.",
  "option.opening.none":
    "No se descubre ninguna carta: el primer jugador empieza con la que quiera.",
  "value.opening.official": "Con efecto",
  "value.opening.open_wild": "Comodín abierto",
  "value.opening.no_wilds": "Sin comodines",
  "value.opening.inert": "Sin efecto",
  "value.opening.none": "Ninguna",
  "option.dealer": "Quién reparte la siguiente ronda",
  "option.dealer.rotate":
    "El último asiento reparte la primera ronda, y después se reparte por turno en el sentido de las agujas del reloj.",
  "option.dealer.fixed":
    "El último asiento reparte todas las rondas, así que siempre empieza el primero.",
  "option.dealer.random": "Quien reparte cada ronda se decide por sorteo.",
  "value.dealer.rotate": "Por turno",
  "value.dealer.fixed": "Último asiento",
  "value.dealer.random": "Por sorteo",
  "option.draw_when_able": "Robar aunque encaje una carta",
  "option.draw_when_able.false":
    "Quien puede jugar una carta debe hacerlo; solo roba quien no puede.",
  "option.draw_when_able.true": "Se puede robar aunque se pueda jugar.",
  "option.draw_until_playable": "Robar hasta que encaje una carta",
  "option.draw_until_playable.false": "Quien roba toma una carta.",
  "option.draw_until_playable.true": "Quien roba sigue hasta que salga una carta jugable.",
  "option.drawn_card": "Una carta robada que encaja",
  "option.drawn_card.may": "Una carta robada que encaja se puede jugar al momento o guardar.",
  "option.drawn_card.must": "Una carta robada que encaja debe jugarse al momento.",
  "option.drawn_card.keep": "La carta robada nunca se juega al momento: robar termina el turno.",
  "value.drawn_card.may": "Puede jugarse",
  "value.drawn_card.must": "Debe jugarse",
  "value.drawn_card.keep": "Se guarda",
  "option.stacking": "Responder a una carta de robar con otra",
  "option.stacking.none": "A una carta de robar no se puede responder con otra.",
  "option.stacking.same":
    "A una carta de robar se puede responder con otra igual; la suma pasa al siguiente.",
  "option.stacking.up":
    "A una carta de robar se puede responder con otra igual, y a un roba dos también con un roba cuatro; la suma pasa al siguiente.",
  "option.stacking.any":
    "A una carta de robar se puede responder con cualquier otra; la suma pasa al siguiente.",
  "value.stacking.none": "Nunca",
  "value.stacking.same": "Igual",
  "value.stacking.up": "Igual o mayor",
  "value.stacking.any": "Cualquiera",
  "option.wd4": "Cuándo se puede jugar un roba cuatro",
  "option.wd4.challenge":
    "El roba cuatro se puede jugar siempre, y el siguiente puede desafiarlo: si era un farol, quien lo jugó roba las 4 cartas; si no, el que desafía roba 6.",
  "option.wd4.strict":
    "El roba cuatro solo se puede jugar si no es un farol: no hay nada que desafiar.",
  "option.wd4.free": "El roba cuatro se puede jugar siempre y nadie puede desafiarlo.",
  "value.wd4.challenge": "Farol y desafío",
  "value.wd4.strict": "Solo sin farol",
  "value.wd4.free": "Siempre",
  "option.wd4_test": "Qué convierte un roba cuatro en farol",
  "option.wd4_test.color":
    "El roba cuatro es un farol si su jugador tiene una carta del color en juego.",
  "option.wd4_test.playable":
    "El roba cuatro es un farol si su jugador podía jugar cualquier otra carta, salvo otros roba cuatro.",
  "value.wd4_test.color": "El color en la mano",
  "value.wd4_test.playable": "Cualquier carta que encaje",
  "option.two_player_reverse_skips": "Entre dos, la reversa salta",
  "option.two_player_reverse_skips.false": "Con dos jugadores, una reversa no hace nada.",
  "option.two_player_reverse_skips.true": "Con dos jugadores, una reversa vale como un salto.",
  "option.draw_plays_again": "Una carta de robar da otro turno",
  "option.draw_plays_again.false":
    "Tras una carta de robar, el turno pasa al jugador siguiente al que robó.",
  "option.draw_plays_again.true":
    "Quien hace robar a otro con una carta de robar juega otra vez.",
  "option.uno_penalty": "Cartas por no decir Uno",
  "option.uno_penalty.0": "Nadie tiene que decir Uno.",
  "option.uno_penalty.1": "Si te pillan sin haber dicho Uno, robas 1 carta.",
  "option.uno_penalty.n": "Si te pillan sin haber dicho Uno, robas {n} cartas.",
  "option.last_card_draws": "La carta de robar como última aún cuenta",
  "option.last_card_draws.false": "Una carta de robar jugada la última no hace robar a nadie.",
  "option.last_card_draws.true":
    "Una carta de robar jugada la última aún hace robar al siguiente, y esas cartas cuentan.",
  "option.jump_in": "Colarse",
  "option.jump_in.false": "Solo se juega por turno.",
  "option.jump_in.true":
    "Quien tiene exactamente la carta de arriba, salvo comodines, puede jugarla fuera de turno, y el juego sigue desde ahí.",
  "option.seven_zero": "Siete-cero",
  "option.seven_zero.false": "Los sietes y los ceros son números corrientes.",
  "option.seven_zero.true":
    "Quien juega un 7 cambia su mano con el jugador que elija; un 0 pasa todas las manos un asiento en el sentido del juego.",
  "option.target": "Puntos que terminan la partida",
  "option.target.0": "La partida es una sola ronda.",
  "option.target.1": "La partida termina cuando un total llega a 1 punto.",
  "option.target.n": "La partida termina cuando un total llega a {n} puntos.",
  "option.low_score_wins": "Gana el total más bajo",
  "option.low_score_wins.false":
    "Quien se queda sin cartas se apunta las de las demás manos, y gana el total más alto.",
  "option.low_score_wins.true":
    "Cada uno se apunta las cartas que le quedan, y gana el total más bajo.",
  "option.partners": "Parejas",
  "option.partners.false": "Cada uno juega por su cuenta.",
  "option.partners.true":
    "Cuatro jugadores forman dos equipos, sentados enfrente; el equipo del que se queda sin cartas se apunta las de ambos rivales.",
  "option.turn_limit": "Turnos tras los que una ronda es nula",
  "option.turn_limit.0": "Una ronda dura lo que haga falta, hasta 10.000 turnos.",
  "option.turn_limit.1": "Una ronda sin ganador tras 1 turno es nula, y nadie puntúa.",
  "option.turn_limit.n": "Una ronda sin ganador tras {n} turnos es nula, y nadie puntúa.",

  "house.hand_size.1": "1 carta cada uno",
  "house.hand_size.n": "{n} cartas cada uno",
  "house.opening.open_wild": "primer comodín abierto",
  "house.opening.no_wilds": "sin comodín al empezar",
  "house.opening.inert": "primera carta sin efecto",
  "house.opening.none": "sin primera carta",
  "house.draw_when_able.false": "obligatorio jugar",
  "house.draw_until_playable.true": "robar hasta que encaje",
  "house.drawn_card.must": "la robada se juega",
  "house.drawn_card.keep": "la robada se guarda",
  "house.drawn_card.may": "la robada se puede jugar",
  "house.stacking.none": "sin acumular",
  "house.stacking.same": "acumular",
  "house.stacking.up": "acumular hacia arriba",
  "house.stacking.any": "acumular cualquiera",
  "house.wd4.challenge": "desafíos",
  "house.wd4.strict": "sin faroles",
  "house.wd4.free": "sin desafíos",
  "house.wd4_test.playable": "farol más estricto",
  "house.two_player_reverse_skips.false": "la reversa no salta",
  "house.draw_plays_again.true": "las de robar repiten turno",
  "house.uno_penalty.0": "sin decir Uno",
  "house.uno_penalty.n": "{n} cartas por olvidar Uno",
  "house.last_card_draws.false": "la última no hace robar",
  "house.jump_in.false": "sin colarse",
  "house.jump_in.true": "colarse",
  "house.seven_zero.false": "sin siete-cero",
  "house.seven_zero.true": "siete-cero",
  "house.low_score_wins.true": "gana el total más bajo",
  "house.partners.true": "parejas",
  "house.turn_limit.n": "como mucho {n} turnos",

  "clash.stacking.wd4":
    "Si un roba cuatro se ha pasado, ya no queda a quién desafiar: acumular y desafiar no van juntos.",
  "clash.draw_plays_again.stacking":
    "Cuando la suma ha pasado de jugador en jugador, nadie sabe de quién es el turno extra.",
  "clash.draw_until_playable.drawn_card":
    "Se robaría hasta que encaje una carta, y entonces no se podría jugar.",
  "clash.low_score_wins.partners":
    "Un equipo se apunta lo que tienen los rivales, pero con el total más bajo cuentan las cartas propias.",
  "clash.partners": "Las parejas necesitan exactamente cuatro jugadores, dos por lado.",

  "bot.random": "Cualquier carta que encaje, al azar",
  "bot.greedy": "La carta que más puntos vale",
  "bot.diversity": "La carta que deja más cartas jugables en la mano",
  "bot.cardranking": "El tipo de carta de mayor rango",
  "bot.mixbot": "Mezcla colores, rangos y variedad; reserva los comodines",
  "bot.mixbot2": "Mixbot que cuenta cartas y juega mejor los finales",
  "bot.scorebot": "La mano con mejor puntuación ponderada; siempre pide rojo",
  "bot.cardcounting": "Scorebot que además piensa con qué podría seguir el siguiente",
  "bot.classes": "Números antes que acciones, y comodines al final",
  "bot.ashtabna": "Acciones contra quien va ganando, luego números altos",
  "bot.neural": "Lo que una red neuronal entrenada cree mejor",
  "bot.expert": "La misma red, que deduce las cartas ajenas y se anticipa",
  "strength.easy": "Fácil",
  "strength.medium": "Medio",
  "strength.hard": "Difícil",
  "strength.expert": "Experto",
  "strength.easy.about": "Juega lo que encaje y a veces olvida decir Uno.",
  "strength.medium.about": "Piensa en los colores y reserva las cartas fuertes.",
  "strength.hard.about": "Cuenta las cartas y juega con cuidado el final de la ronda.",
  "strength.expert.about": "Una red neuronal entrenada, que deduce las cartas ajenas y se anticipa: el bot más fuerte.",
};
