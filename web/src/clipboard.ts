import { frontWindow } from "./windows";

/** Copy a text, even where the modern API is unavailable: over plain HTTP in a home network. */
export async function copy(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copyBySelection(text);
  }
}

function copyBySelection(text: string): boolean {
  const field = document.createElement("textarea");
  field.value = text;
  field.readOnly = true;
  field.className = "unseen";
  // inside an open dialog, since nothing outside of one can be selected
  (frontWindow() ?? document.body).append(field);
  const before = document.activeElement;
  field.select();
  let done = false;
  try {
    done = document.execCommand("copy");
  } catch {
    // then there is no way, and the text can still be read and typed
  }
  field.remove();
  if (before instanceof HTMLElement) before.focus();
  return done;
}
