// Focus for a question on the table: it goes to the first answer, and back to the hand afterwards.

import type { Attachment } from "svelte/attachments";

export function asking(giveBack: () => void): Attachment<HTMLElement> {
  return (box) => {
    const now = document.activeElement;
    // somebody who writes to the others goes on writing
    const free = now === null || now === document.body || box.closest("main")?.contains(now) === true;
    if (free) box.querySelector("button")?.focus();
    return () => {
      const lost = document.activeElement === null || document.activeElement === document.body;
      if (free && (lost || box.contains(document.activeElement))) giveBack();
    };
  };
}
