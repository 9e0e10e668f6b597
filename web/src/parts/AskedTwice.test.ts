import { fireEvent, render, screen } from "@testing-library/svelte";
import { expect, test, vi } from "vitest";

import AskedTwice from "./AskedTwice.svelte";

const props = { icon: "lock", label: "Remove", really: "Really remove?" } as const;

test("the first press asks, the second one does it", async () => {
  const done = vi.fn();
  render(AskedTwice, { ...props, onclick: done });
  await fireEvent.click(screen.getByRole("button", { name: "Remove" }));
  expect(done).not.toHaveBeenCalled();
  await fireEvent.click(screen.getByRole("button", { name: "Really remove?" }));
  expect(done).toHaveBeenCalledOnce();
  expect(screen.getByRole("button", { name: "Remove" })).toBeTruthy();
});

test("only the question is read aloud, not what the button says before", async () => {
  render(AskedTwice, { ...props, onclick: vi.fn() });
  expect(screen.getByRole("status").textContent).toBe("");
  expect(screen.getByRole("button").querySelector("[aria-live]")).toBeNull();
  await fireEvent.click(screen.getByRole("button"));
  expect(screen.getByRole("status").textContent).toBe("Really remove?");
});

test("after three seconds nothing was meant", async () => {
  vi.useFakeTimers();
  const done = vi.fn();
  render(AskedTwice, { ...props, onclick: done });
  await fireEvent.click(screen.getByRole("button"));
  await vi.advanceTimersByTimeAsync(3_100);
  await fireEvent.click(screen.getByRole("button", { name: "Remove" }));
  expect(done).not.toHaveBeenCalled();
  vi.useRealTimers();
});
