// Focus for a question on the table: it goes to the first answer, and back to the hand afterwards.

import type { Attachment } from "svelte/attachments";

/** Whether something that has come up on the table may have the focus: whoever writes to the others goes on writing. */
export function mayTakeFocus(box: Element): boolean {
  const now = document.activeElement;
  return now === null || now === document.body || box.closest("main")?.contains(now) === true;
}

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
