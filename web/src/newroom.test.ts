import { expect, test } from "vitest";

import { botNames, tournament } from "./newroom";

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
