import type { en } from "./en.pages";

export const de: Record<keyof typeof en, string> = {
  "app.name": "unolab",
};
