import type { en } from "./en.pages";

export const fr: Record<keyof typeof en, string> = {
  "app.name": "unolab",
};
