// Focus for a question on the table: it goes to the first answer, and back to the hand afterwards.

import type { Attachment } from "svelte/attachments";

/** Whether something that has come up on the table may take the focus: whoever is typing in the chat keeps it. */
export function mayTakeFocus(box: Element): boolean {
  const now = document.activeElement;
  return now === null || now === document.body || box.closest("main")?.contains(now) === true;
}

/** Focus the first answer when a question comes up, and give the focus back when it goes. */
export function holdFocus(giveBack: () => void): Attachment<HTMLElement> {
  return (box) => {
    const free = mayTakeFocus(box);
    if (free) box.querySelector("button")?.focus();
    return () => {
      const lost = document.activeElement === null || document.activeElement === document.body;
      if (free && (lost || box.contains(document.activeElement))) giveBack();
    };
  };
}
