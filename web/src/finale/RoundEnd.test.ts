import { render, screen } from "@testing-library/svelte";
import { beforeEach, expect, test } from "vitest";

import type { Room, Table } from "../protocol";
import type { Remark } from "../remarks.svelte";
import { room, table } from "../table/fixture";
import Finale from "./Finale.svelte";

const over: Partial<Table> = {
  phase: "over",
  winner: 1,
  winners: [1],
  points: 42,
  scores: [0, 42, 0],
  left: [12, 0, 30],
  hands: [["R7"], [], ["*W"]],
};

let remarks: Record<number, Remark>;
beforeEach(() => void (remarks = {}));

function show(ended: Partial<Table>, change: Partial<Room> = {}, onnext?: () => void): void {
  render(Finale, {
    room: room({ stage: "pause", fair: { ...room().fair, known: true }, ...change }),
    table: table({ ...over, ...ended }),
    mine: [0],
    view: 0,
    live: false,
    seconds: null,
    onnext,
    onreplay: undefined,
    onreview: undefined,
    onleave: undefined,
    onlobby: undefined,
    onmenu: undefined,
    tools: undefined,
    remarks,
    reacting: null,
  });
}

const moods = (): (string | undefined)[] =>
  [...document.querySelectorAll<SVGElement>("li .avatar")].map((face) => face.dataset.mood);

test("players stand in the order that the server says, whatever their totals", () => {
  show({}, { totals: [10, 42, 30], standing: [2, 0, 1] });
  const names = [...document.querySelectorAll("li[data-seat] .name")].map((name) => name.textContent);
  expect(names).toEqual(["Cleo", "Ana", "Ben"]);
});

test("the poster shows what the winner got", () => {
  show({});
  expect(screen.getByText("points from this round")).toBeTruthy();
  expect(document.querySelector(".poster .digits")?.getAttribute("aria-label")).toBe("+42");
});

test("where the winner gets nothing it says so, without a figure", () => {
  show({ scores: [12, 0, 30] });
  expect(screen.getByText("no points from this round")).toBeTruthy();
  expect(document.querySelector(".poster .digits")).toBeNull();
});

test("the winner laughs, whoever lost does not look sad", () => {
  show({}, { standing: [1, 0, 2] });
  expect(document.querySelector<SVGElement>(".poster .avatar")?.dataset.mood).toBe("joy");
  expect(moods()).toEqual(["joy", "warm", "warm"]);
});

test("only bots look sad", () => {
  const seats = room().seats.map((seat, at) => (at === 2 ? { ...seat, kind: "bot" as const } : seat));
  show({}, { seats, standing: [1, 0, 2] });
  expect(moods()).toEqual(["joy", "warm", "sad"]);
});

test("partners win together", () => {
  show({ winners: [1, 2] });
  expect(screen.getByRole("dialog", { name: "Ben and Cleo win round 1" })).toBeTruthy();
  expect(document.querySelectorAll(".poster .winner")).toHaveLength(2);
});

test("a deal that was given as text keeps its warning", () => {
  show({});
  expect(screen.getByText(/whoever made the room may know all the cards/)).toBeTruthy();
});

test("who is ready is said on the button", () => {
  const seats = room().seats.map((seat, at) => ({ ...seat, ready: at === 1 }));
  show({}, { seats }, () => undefined);
  expect(screen.getByRole("button", { name: /^Next round/ }).textContent).toMatch(
    /Ben is in, Cleo is thinking/,
  );
});

test("a match has one large button, a crown and a column for everyone", () => {
  const match: Partial<Room> = { stage: "over", winners: [1], totals: [10, 512, 300], standing: [1, 2, 0], round: 4 };
  show({}, match, () => undefined);
  expect(screen.getByRole("dialog", { name: "Ben wins it" })).toBeTruthy();
  expect(screen.getByText("The match, after 4 rounds")).toBeTruthy();
  expect(screen.getByRole("button", { name: /^Rematch/ })).toBeTruthy();
  expect(document.querySelectorAll(".crown")).toHaveLength(1);
  const columns = [...document.querySelectorAll<HTMLElement>(".columns li")];
  expect(columns.map((one) => one.dataset.seat)).toEqual(["1", "2", "0"]);
  expect(columns.map((one) => one.style.order)).toEqual(["0", "-1", "1"]); // the winner stands between the others
});

test("a reaction to the result stands beside the face in its row", () => {
  remarks = { 2: { stays: 1_000, mood: "ouch" } };
  show({});
  const row = document.querySelector('li[data-seat="2"]');
  expect(row?.querySelector(".remark b")?.textContent).toBe("Ouch");
  expect(document.querySelectorAll("li .remark b")).toHaveLength(1);
  expect(row?.querySelector<SVGElement>(".avatar")?.dataset.mood).toBe("ouch");
});

test("on the columns of a match too", () => {
  remarks = { 0: { stays: 1_000, mood: "nice" } };
  show({}, { stage: "over", totals: [10, 500, 30], winners: [1], standing: [1, 2, 0] });
  expect(document.querySelector('li[data-seat="0"] .remark b')?.textContent).toBe("Nice");
});
