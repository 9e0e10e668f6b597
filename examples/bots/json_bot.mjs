// The same bot as json_bot.py, for Node: node json_bot.mjs
import { createInterface } from "node:readline";

function points(card) {
  if (card[1] >= "0" && card[1] <= "9") return Number(card[1]);
  return "WF".includes(card[1]) ? 50 : 20;
}

// How gladly a move is made: a play before all else, a wild after other cards.
function worth(move, hand) {
  if (!"RYGB".includes(move[0])) return 0;
  const same = hand.filter((card) => card[0] === move[0]).length;
  const tame = "WF".includes(move[1]) ? 0 : 1;
  return 1e6 + tame * 1e5 + points(move) * 1e3 + same;
}

function answer({ legal, hand }) {
  return legal.reduce((best, move) => (worth(move, hand) > worth(best, hand) ? move : best));
}

for await (const line of createInterface({ input: process.stdin })) {
  const message = JSON.parse(line);
  if (message.type === "hello") {
    process.stdout.write(`${JSON.stringify({ type: "hello", protocol: 1 })}\n`);
  } else if (message.type === "move") {
    process.stdout.write(`${JSON.stringify({ id: message.id, move: answer(message) })}\n`);
  }
}
