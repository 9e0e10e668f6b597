import type { en } from "./en.table";

export const de: Record<keyof typeof en, string> = {};
