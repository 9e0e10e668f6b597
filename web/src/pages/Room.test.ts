import { fireEvent, render, screen } from "@testing-library/svelte";
import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { last, Socket } from "../fakesocket";
import type { Seat } from "../protocol";
import { keepToken, recall } from "../rooms";
import { router } from "../router.svelte";
import { room, update } from "../table/fixture";
import Room from "./Room.svelte";

beforeEach(() => {
  localStorage.clear();
  Socket.all = [];
  vi.stubGlobal("WebSocket", Socket);
  vi.stubGlobal("fetch", () => Promise.reject(new TypeError("no server here")));
  router.go("/r/K7QX", true);
  keepToken("K7QX", "secret");
  render(Room, { code: "K7QX" });
});
afterEach(() => vi.unstubAllGlobals());

const refuse = (code: string): void => {
  last().open();
  last().say({ type: "refused", id: 1, code, text: "", top: null, due: 0 });
};

/** The lobby, with Ana or somebody else as the host. */
function lobby(number: number, change: (seats: Seat[]) => void = (seats) => void (seats[0]!.host = true)): void {
  const there = room({ stage: "lobby", rounds: 0 });
  change(there.seats);
  last().say(update(number, [], { room: there, table: null, hand: null, host: false }));
}

const heard = (): string[] =>
  screen.getAllByRole("status", { hidden: true }).flatMap((one) => one.textContent?.trim() || []);

test("a banned device keeps its token: a reload makes nobody of it", async () => {
  refuse("banned");
  await screen.findByText("You are banned");
  expect(recall("K7QX").token).toBe("secret");
});

test("a room that is no more is forgotten", async () => {
  refuse("no_room");
  await vi.waitFor(() => expect(recall("K7QX").token).toBeNull());
});

test("whoever leaves can come back to the seat", async () => {
  last().welcome("secret");
  lobby(1);
  await fireEvent.click(await screen.findByRole("button", { name: "Leave the room" }));
  expect(last().sent.at(-1)?.type).toBe("leave");
  expect(recall("K7QX")).toMatchObject({ token: "secret", left: true });
});

test("what the server never heard is not noted as left", async () => {
  last().welcome("secret");
  lobby(1);
  const button = await screen.findByRole("button", { name: "Leave the room" });
  last().drop();
  await fireEvent.click(button);
  expect(recall("K7QX")).toMatchObject({ token: "secret", left: false });
});

test("a new host is news, a new name of theirs is not", async () => {
  last().welcome("secret");
  lobby(1);
  await screen.findByRole("button", { name: "Leave the room" });
  lobby(2, ([ana]) => Object.assign(ana!, { host: true, name: "Anna" }));
  await Promise.resolve();
  expect(heard().join()).not.toContain("host");
  lobby(3, ([, ben]) => void (ben!.host = true));
  await vi.waitFor(() => expect(heard()).toContain("Ben is now the host."));
});
