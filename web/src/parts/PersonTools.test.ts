import { fireEvent, render, screen } from "@testing-library/svelte";
import { beforeEach, expect, test, vi } from "vitest";

import type { RoomConnection } from "../room.svelte";
import { room, update } from "../table/fixture";
import PersonTools from "./PersonTools.svelte";

const send = vi.fn();
const connection = { send } as unknown as RoomConnection;
const [ana, ben] = room().seats;
if (ana === undefined || ben === undefined) throw new Error("no seats");

beforeEach(() => void send.mockClear());
const press = (name: string): Promise<unknown> => Promise.resolve(fireEvent.click(screen.getByRole("button", { name })));

test("who is removed is who sat there when it was first asked", async () => {
  const { rerender } = render(PersonTools, { seat: ben, at: 1, update: update(4, []), connection });
  await press("Remove");
  await rerender({ update: update(7, []) });
  await press("Really remove?");
  expect(send).toHaveBeenCalledWith({ type: "remove", at: 4, seat: 1, ban: false });
});

test("somebody else in the seat is asked about anew", async () => {
  const { rerender } = render(PersonTools, { seat: ben, at: 1, update: update(4, []), connection });
  await press("Remove");
  await rerender({ seat: ana, update: update(5, []) });
  await press("Remove");
  expect(send).not.toHaveBeenCalled();
});
