import type { en } from "./en.pages";

export const es: Record<keyof typeof en, string> = {
  "app.name": "unolab",
};
