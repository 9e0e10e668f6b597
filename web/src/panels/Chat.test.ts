import { fireEvent, render, screen } from "@testing-library/svelte";
import { expect, test } from "vitest";

import type { Said } from "../protocol";
import Chat from "./Chat.svelte";

const says = (seat: number, name: string, text: string): Said => ({ type: "said", seat, name, text });

test("whoever is muted stays so under another name, and a namesake is heard", async () => {
  const said = [says(1, "Ben", "one"), says(2, "Ben", "two")];
  const nothing = (): void => undefined;
  const { rerender } = render(Chat, { said, seats: [0], onsay: nothing, onclose: nothing });
  const [first] = screen.getAllByRole("button", { name: "mute" });
  if (first === undefined) throw new Error("nobody can be muted");
  await fireEvent.click(first);
  await rerender({ said: [...said, says(1, "Benny", "three")] });
  expect(screen.queryByText("one")).toBeNull();
  expect(screen.queryByText("three")).toBeNull();
  expect(screen.getByText("two")).toBeTruthy();
  expect(screen.getByText(/Benny/)).toBeTruthy(); // it says who is muted
});
