import { render, screen } from "@testing-library/svelte";
import { expect, test, vi } from "vitest";

import { BASE, PAPER } from "../art/geometry";
import { room } from "../table/fixture";
import Curtain from "./Curtain.svelte";

test("the curtain wears the colour in force, and none while there is none", async () => {
  const seat = room().seats[0];
  if (seat === undefined) throw new Error("no seat");
  const onready = vi.fn();
  const { container, rerender } = render(Curtain, { seat, color: "R", onready });
  const base = (): string =>
    container.querySelector<HTMLElement>(".curtain")?.style.getPropertyValue("--base") ?? "";
  expect(base()).toBe(BASE.R);
  await rerender({ color: null });
  expect(base()).toBe(PAPER);
  screen.getByRole("button").click();
  expect(onready).toHaveBeenCalledOnce();
});
