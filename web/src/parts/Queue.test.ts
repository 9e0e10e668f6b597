import { fireEvent, render, screen } from "@testing-library/svelte";
import { expect, test, vi } from "vitest";

import type { RoomConnection } from "../room.svelte";
import type { Waiting } from "../protocol";
import { room, update } from "../table/fixture";
import Queue from "./Queue.svelte";

const eve: Waiting = { guest: 7, name: "Eve", avatar: 2, seat: 1, admitted: false, asks: true };
const send = vi.fn();
const connection = { send } as unknown as RoomConnection;

function show(host: boolean, more: Partial<Waiting> = {}): void {
  const waiting = [{ ...eve, ...more }];
  const where = room({ stage: "pause", totals: [0, 40, 0], waiting });
  render(Queue, { update: update(1, [], { host, room: where }), connection });
}

test("the host reads whose points go with the seat, and answers", async () => {
  show(true);
  expect(screen.getByText("would take over Ben’s seat with 40 points")).toBeTruthy();
  await fireEvent.click(screen.getByRole("button", { name: "Let Eve in" }));
  expect(send).toHaveBeenLastCalledWith({ type: "admit", guest: 7, seat: null });
  await fireEvent.click(screen.getByRole("button", { name: "Not now, Eve" }));
  expect(send).toHaveBeenLastCalledWith({ type: "decline", guest: 7, ban: false });
});

test("others see who waits, and nothing to press", () => {
  show(false, { admitted: true, asks: false });
  expect(screen.getByText("plays from the next round")).toBeTruthy();
  expect(screen.queryByRole("button")).toBeNull();
});
