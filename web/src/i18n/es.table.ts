import type { en } from "./en.table";

export const es: Record<keyof typeof en, string> = {};
