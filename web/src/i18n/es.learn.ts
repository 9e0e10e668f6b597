/** Las lecciones, en español. */

import type { en } from "./en.learn";

export const es: Record<keyof typeof en, string> = {
  "learn.count": "Paso {n} de {of}",
  "learn.back": "Atrás",
  "learn.next": "Siguiente",
  "learn.skip": "Saltar este paso",
  "learn.play": "Jugar una ronda de verdad",
  "learn.scene": "La mesa",
  "learn.stock": "Mazo",
  "learn.top": "Arriba: {card}",
  "learn.hand": "Tu mano",
  "learn.theirs": "{name}: {n} cartas",
  "learn.choose": "¿Qué color quieres?",
  "learn.no": "{card} no encaja: hace falta el color, el número o el símbolo de arriba.",
  "learn.other": "{card} también encaja. Prueba antes la otra.",
  "learn.fits": "Tienes una carta que encaja: juégala.",
  "learn.match.title": "Color o número",
  "learn.match.task":
    "Tú y el bot Bo tenéis seis cartas cada uno. Gana quien se libra de todas. Una carta encaja si tiene el color o el número de la de arriba. ¿Cuál de las tuyas encaja?",
  "learn.match.yes": "Bien: las dos son rojas.",
  "learn.action.title": "Cartas con efecto",
  "learn.action.task":
    "Bo responde con el 2 verde: el número también vale. Juega ahora el salto: le quita el turno a Bo. También hay reversa, que cambia el sentido, y roba dos.",
  "learn.action.again": "Bo pierde su turno y vuelves a jugar. El verde sigue en juego.",
  "learn.action.yes": "Dos cartas seguidas: para eso sirven las cartas de acción.",
  "learn.wild.title": "El comodín siempre encaja",
  "learn.wild.task":
    "Bo juega el 9 azul, y no tienes nada azul ni un 9. Pero un comodín siempre encaja: juégalo y elige el color del que más tienes.",
  "learn.wild.better": "Se puede, pero tienes dos cartas amarillas. Mejor el amarillo.",
  "learn.wild.yes": "Ahora el color en juego es el amarillo.",
  "learn.challenge.title": "¿Un farol?",
  "learn.challenge.task":
    "Bo juega un comodín roba cuatro: te tocan cuatro cartas. Solo se permite sin cartas del color en juego, y era el amarillo. Si crees que Bo tiene amarillo, desafíalo: si aciertas, Bo toma cuatro. Si no, tomas seis.",
  "learn.challenge.do": "Desafiar",
  "learn.challenge.take": "Tomar cuatro",
  "learn.challenge.no": "Puedes, y es lo seguro. Aquí compensa ser valiente: desafía.",
  "learn.challenge.yes":
    "Bo enseña las cartas: hay un 4 amarillo. Era un farol, y Bo toma las cuatro cartas.",
  "learn.draw.title": "¿Nada encaja? Roba",
  "learn.draw.task":
    "Bo había elegido rojo, y no tienes nada rojo. Roba una carta del mazo. Si encaja, puedes jugarla al momento.",
  "learn.draw.no": "{card} no encaja. Roba del mazo.",
  "learn.draw.drawn": "Has robado {card}, y encaja. ¡Juégala!",
  "learn.draw.yes": "¡Qué suerte! Si no hubiera encajado, tu turno habría terminado.",
  "learn.uno.title": "Di «Uno»",
  "learn.uno.task":
    "Bo juega el 7 azul. Te quedan dos cartas: juega la que encaja y di «Uno» antes de que Bo te pille.",
  "learn.uno.early": "Todavía no: dilo cuando te quede una sola carta.",
  "learn.uno.now": "Te queda una carta: pulsa «¡Uno!»",
  "learn.uno.yes": "Bien hecho. Si lo olvidas y te pillan, tomas dos cartas.",
  "learn.out.title": "La última carta",
  "learn.out.task":
    "Bo juega el 4 amarillo, la carta que viste. Tu última carta es amarilla: juégala y gana.",
  "learn.out.yes":
    "¡Has ganado! Las cinco cartas de Bo te dan {n} puntos. En una partida gana quien llega antes a 500.",
  "learn.points.number": "números",
  "learn.points.action": "acciones",
  "learn.points.wild": "comodines",
};
