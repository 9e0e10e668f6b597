/**
 * Windows over the page, of which the last one opened has the keys.
 *
 * A modal window makes the rest of the page inert, for which the browser styles every element of it again. Within a
 * press that would come before anything shows, so a window opens as a popover and becomes modal once it has been
 * painted; in the same way it is hidden first and closed afterwards.
 */

import { afterPaint } from "./afterpaint";

const shown: HTMLDialogElement[] = [];
const closing = new Set<HTMLDialogElement>();
let planned = false;

/** The window in front of the page, if there is one. */
export function frontWindow(): HTMLDialogElement | null {
  return shown.at(-1) ?? null;
}

/** Show a window; it is called closed by its "close" event, when Escape has closed it. */
export function openWindow(dialog: HTMLDialogElement): void {
  if (shown.includes(dialog)) return;
  shown.push(dialog);
  if (closing.delete(dialog)) delete dialog.dataset.closing;
  else if (typeof dialog.showPopover !== "function") dialog.showModal();
  else {
    dialog.popover = "manual";
    dialog.showPopover();
    plan();
  }
}

export function closeWindow(dialog: HTMLDialogElement): void {
  const at = shown.indexOf(dialog);
  if (at < 0) return;
  shown.splice(at, 1);
  if (!dialog.isConnected) return;
  if (dialog.open) {
    closing.add(dialog);
    dialog.dataset.closing = "";
    plan();
  } else if (dialog.popover === "manual") dialog.hidePopover();
}

function plan(): void {
  if (!planned) afterPaint(settle);
  planned = true;
}

/** Give back the focus of those that were closed, then give it to those that were opened. */
function settle(): void {
  planned = false;
  for (const dialog of closing) {
    delete dialog.dataset.closing;
    dialog.close();
  }
  closing.clear();
  for (const dialog of shown) {
    if (dialog.open || !dialog.isConnected) continue;
    dialog.hidePopover();
    dialog.popover = null; // what closes by Escape is a dialog, not a popover
    dialog.showModal();
  }
}

// A popover of this kind does not hear Escape, and the page behind must not.
addEventListener(
  "keydown",
  (event) => {
    const front = frontWindow();
    if (event.key !== "Escape" || front === null || front.open) return;
    event.preventDefault();
    event.stopPropagation();
    front.dispatchEvent(new Event("close"));
  },
  true,
);
