import type { en } from "./en.table";

export const fr: Record<keyof typeof en, string> = {};
