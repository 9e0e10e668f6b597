import { expect, test } from "vitest";

import { afterMoves, botNames, tournament } from "./newroom";
import type { Replay } from "./protocol";

test("two bots of the same kind are told apart by a number", () => {
  expect(botNames(["random", "greedy", "random", "random"])).toEqual(["random", "greedy", "random 2", "random 3"]);
  expect(botNames(["mixbot2(slack=2, more=3)"])).toEqual(["mixbot2(slack=2,"]);
});

test("a tournament has all its bots at the seats, each by its name", () => {
  const contest = { table: 2, matches: 6 };
  const room = tournament(["easy", "random", "random"], ["Easy", "random", "random"], contest, true, { rules: "official" });
  expect(room).toMatchObject({ contest, open_hands: true, start: true });
  expect(room.seats.map((seat) => [seat.bot, seat.name])).toEqual([
    ["easy", "Easy"],
    ["random", "random"],
    ["random", "random 2"],
  ]);
});

test("a round is tried again after some of its moves, at the same seat and against the same bots", () => {
  const replay = { text: "official/3/x5@1: R7 + -", names: ["Ben", "Ada", "Bolt"], strengths: [null, null, "easy"] };
  const room = afterMoves(replay as unknown as Replay, 2, 1);
  expect(room).toMatchObject({ deal: "official/3/x5@1: R7 +", start: false });
  expect(room.seats.map((seat) => [seat.who, seat.bot, seat.name])).toMatchObject([
    ["bot", "hard", "Ben"],
    ["me", undefined, expect.any(String)],
    ["bot", "easy", "Bolt"],
  ]);
  expect(afterMoves(replay as unknown as Replay, 0, 1).deal).toBe("official/3/x5@1:"); // not the deal of a new match
});
