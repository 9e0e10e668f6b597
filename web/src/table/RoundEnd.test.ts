import { render, screen } from "@testing-library/svelte";
import { expect, test } from "vitest";

import type { Room, Table } from "../protocol";
import { room, table } from "./fixture";
import RoundEnd from "./RoundEnd.svelte";

const over: Partial<Table> = {
  phase: "over",
  winner: 1,
  points: 42,
  scores: [0, 42, 0],
  left: [12, 0, 30],
  hands: [["R7"], [], ["*W"]],
};

function show(ended: Partial<Table>, change: Partial<Room> = {}): void {
  render(RoundEnd, {
    room: room({ stage: "pause", ...change }),
    table: table({ ...over, ...ended }),
    mine: [0],
    seconds: null,
    onnext: undefined,
    onreplay: undefined,
    onleave: undefined,
    onlobby: undefined,
  });
}

test("players stand in the order that the server says, whatever their totals", () => {
  show({}, { totals: [10, 42, 30], standing: [2, 0, 1] });
  const names = screen.getAllByRole("listitem").map((row) => row.querySelector(".name")?.textContent);
  expect(names.map((name) => name?.trim().split(/\s/)[0])).toEqual(["Cleo", "Ana", "Ben"]);
});

test("the poster shows what the winner got", () => {
  show({});
  expect(screen.getByText("points from this round")).toBeTruthy();
  expect(document.querySelector(".poster .digits")).not.toBeNull();
});

test("where the winner gets nothing it says so, without a figure", () => {
  show({ scores: [12, 0, 30] });
  expect(screen.getByText("no points from this round")).toBeTruthy();
  expect(document.querySelector(".poster .digits")).toBeNull();
});
