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
