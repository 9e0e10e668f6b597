import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { closeWindow, frontWindow, openWindow } from "./windows";

let calls: string[];
let painted: (() => void) | null;

/** A dialog that notes what is done with it. */
function dialog(name: string): HTMLDialogElement {
  const made = document.createElement("dialog");
  let open = false;
  Object.defineProperty(made, "open", { get: () => open });
  const does = (what: string, then?: boolean) => () => {
    calls.push(`${name} ${what}`);
    if (then !== undefined) open = then;
  };
  Object.assign(made, {
    popover: null,
    showPopover: does("pops"),
    hidePopover: does("hides"),
    showModal: does("is modal", true),
    close: does("closes", false),
  });
  document.body.append(made);
  return made;
}

vi.mock("./afterpaint", () => ({ afterPaint: (act: () => void) => void (painted = act) }));

function paint(): void {
  painted?.();
  painted = null;
}

beforeEach(() => {
  calls = [];
  painted = null;
});
afterEach(() => {
  while (frontWindow() !== null) closeWindow(frontWindow() as HTMLDialogElement);
  paint();
  document.body.replaceChildren();
});

test("a window shows at once and is modal after it has been painted", () => {
  const menu = dialog("menu");
  openWindow(menu);
  expect(calls).toEqual(["menu pops"]);
  expect(frontWindow()).toBe(menu);
  paint();
  expect(calls).toEqual(["menu pops", "menu hides", "menu is modal"]);
});

test("one that makes way for another gives the focus back before that one takes it", () => {
  const [settings, menu] = [dialog("settings"), dialog("menu")];
  openWindow(menu);
  paint();
  calls = [];
  openWindow(settings);
  closeWindow(menu);
  expect(menu.dataset.closing).toBe("");
  paint();
  expect(calls).toEqual(["settings pops", "menu closes", "settings hides", "settings is modal"]);
  expect(menu.dataset.closing).toBeUndefined();
  expect(frontWindow()).toBe(settings);
});

test("one that is closed before it was painted was never modal", () => {
  const menu = dialog("menu");
  openWindow(menu);
  closeWindow(menu);
  paint();
  expect(calls).toEqual(["menu pops", "menu hides"]);
  expect(frontWindow()).toBeNull();
});

test("Escape closes it before it is modal, and is no key of the page", () => {
  const menu = dialog("menu");
  const heard = vi.fn();
  menu.addEventListener("close", () => closeWindow(menu));
  document.addEventListener("keydown", heard);
  openWindow(menu);
  document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "Escape", bubbles: true }));
  document.removeEventListener("keydown", heard);
  expect(frontWindow()).toBeNull();
  expect(heard).not.toHaveBeenCalled();
});
