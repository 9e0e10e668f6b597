import { fireEvent, render, screen, waitFor } from "@testing-library/svelte";
import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { Mutes } from "../mutes.svelte";
import type { Spoken } from "../room.svelte";
import { room } from "../table/fixture";
import Chat from "./Chat.svelte";

const DEVICES = ["ana", "ben", "cleo"];
let number = 0;
const says = (seat: number, name: string, text: string): Spoken => {
  const device = DEVICES[seat] ?? null;
  return { type: "said", seat, name, text, number: ++number, device };
};
const nothing = (): void => undefined;
const plain = () => ({
  said: [] as Spoken[],
  seats: [0],
  players: room().seats,
  mutes: new Mutes("K7QX"),
  hurried: false,
  draft: "",
  onsay: nothing,
  onclose: nothing,
});

/** Whether the window is so small that the chat lies over the hand. */
function phone(small: boolean): void {
  vi.stubGlobal("matchMedia", () => ({ matches: small }));
}

beforeEach(() => localStorage.clear());
afterEach(() => void vi.unstubAllGlobals());

test("whoever is muted stays so under another name, and a namesake is heard", async () => {
  const said = [says(1, "Ben", "one"), says(2, "Ben", "two")];
  const { rerender } = render(Chat, { ...plain(), said });
  const [first] = screen.getAllByRole("button", { name: "mute" });
  if (first === undefined) throw new Error("nobody can be muted");
  await fireEvent.click(first);
  await rerender({ said: [...said, says(1, "Benny", "three")] });
  expect(screen.queryByText("one")).toBeNull();
  expect(screen.queryByText("three")).toBeNull();
  expect(screen.getByText("two")).toBeTruthy();
  expect(screen.getByText(/Muted: Ben/)).toBeTruthy(); // it says who is muted
});

test("what is written takes the focus, and the focus goes back afterwards", async () => {
  const before = document.body.appendChild(document.createElement("button"));
  before.focus();
  const { unmount } = render(Chat, plain());
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole("textbox")));
  unmount();
  expect(document.activeElement).toBe(before);
  before.remove();
});

test("Escape closes it wherever the focus is, but not with a key that closed something else", () => {
  const closed = vi.fn();
  render(Chat, { ...plain(), onclose: closed });
  const taken = new KeyboardEvent("keydown", { key: "Escape", cancelable: true });
  taken.preventDefault();
  window.dispatchEvent(taken);
  expect(closed).not.toHaveBeenCalled();
  document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "Escape", bubbles: true }));
  expect(closed).toHaveBeenCalledOnce();
});

test("letters that are written are not keys of the table", async () => {
  const heard = vi.fn();
  addEventListener("keydown", heard);
  render(Chat, plain());
  await fireEvent.keyDown(screen.getByRole("textbox"), { key: "d" });
  expect(heard).not.toHaveBeenCalled();
  removeEventListener("keydown", heard);
});

test("on a phone it makes way for the hand when the time runs, and beside the table it stays", async () => {
  const closed = vi.fn();
  phone(false);
  const { rerender } = render(Chat, { ...plain(), onclose: closed });
  await rerender({ hurried: true });
  expect(closed).not.toHaveBeenCalled();
  phone(true);
  await rerender({ hurried: false });
  await rerender({ hurried: true });
  expect(closed).toHaveBeenCalledOnce();
});
