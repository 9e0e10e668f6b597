import { fireEvent, render, screen } from "@testing-library/svelte";
import { expect, test, vi } from "vitest";

import { refusedNames } from "../ownname.svelte";
import { settings } from "../settings.svelte";
import Me from "./Me.svelte";

test("a refused name is pointed at, however often it is tried", async () => {
  settings.name = "Ida";
  const ondone = vi.fn();
  render(Me, { open: true, onclose: vi.fn(), ondone });
  const field = screen.getByRole("textbox", { hidden: true });
  const button = screen.getByRole("button", { name: "Done", hidden: true });
  const scrolled = vi.fn();
  field.scrollIntoView = scrolled;
  button.focus();
  refusedNames.add("Ida");
  await vi.waitFor(() => expect(document.activeElement).toBe(field));
  button.focus();
  await fireEvent.submit(button.closest("form") ?? button);
  expect(document.activeElement).toBe(field);
  expect(scrolled).toHaveBeenCalledTimes(2);
  expect(ondone).not.toHaveBeenCalled();
});
