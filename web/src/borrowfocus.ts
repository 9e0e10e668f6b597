/** Focus for what opens beside the page: it goes there, and afterwards back to where it was. */

import { afterPaint } from "./afterpaint";

export function borrowFocus(panel: HTMLElement): () => void {
  let before: Element | null = null;
  let open = true;
  const take = (): void => {
    if (!open) return;
    before = document.activeElement;
    const first = panel.querySelector<HTMLElement>("input") ?? panel.querySelector("button");
    first?.focus({ preventScroll: true });
  };
  // after whatever closes in the same moment has given the focus back
  afterPaint(() => setTimeout(take));
  return () => {
    open = false;
    const now = document.activeElement;
    // somebody who has gone on elsewhere stays there
    const lost = now === null || now === document.body || panel.contains(now);
    if (lost && before instanceof HTMLElement && before.isConnected) {
      before.focus({ preventScroll: true });
    }
  };
}
