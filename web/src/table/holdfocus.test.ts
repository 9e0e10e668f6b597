import { render } from "@testing-library/svelte";
import { afterEach, expect, test } from "vitest";

import Actions from "../finale/Actions.svelte";
import { mayTakeFocus } from "./holdfocus";
import { room } from "./fixture";

afterEach(() => document.body.replaceChildren());

function page(): { table: HTMLElement; hand: HTMLElement; chat: HTMLElement } {
  document.body.innerHTML = "<main><button></button><div></div></main><aside><textarea></textarea></aside>";
  const one = (name: string): HTMLElement => document.querySelector<HTMLElement>(name) ?? document.body;
  return { table: one("div"), hand: one("button"), chat: one("textarea") };
}

test("what comes up on the table takes the focus from the table, not from the chat", () => {
  const { table, hand, chat } = page();
  expect(mayTakeFocus(table)).toBe(true);
  hand.focus();
  expect(mayTakeFocus(table)).toBe(true);
  chat.focus();
  expect(mayTakeFocus(table)).toBe(false);
});

test("the end of a round lets whoever writes finish", () => {
  const { table, chat } = page();
  const end = { room: room(), mine: [0], label: "Next round", waiting: false, seconds: null, onnext: () => undefined };
  chat.focus();
  const { unmount } = render(Actions, { target: table, props: end });
  expect(document.activeElement).toBe(chat);
  void unmount();
  chat.blur();
  render(Actions, { target: table, props: end });
  expect(document.activeElement?.textContent).toContain("Next round");
});
